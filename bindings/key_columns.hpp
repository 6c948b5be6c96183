// Keys of items as hashes: one object, or a whole column where it lies.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>

namespace driftline::python {

namespace nb = nanobind;

/// The hash of a str (its UTF-8), of bytes, or of an int of 64 bits; none for None.
/// Throws TypeError for anything else.
std::optional<std::uint64_t> hash_key(nb::handle key);

void bind_key_columns(nb::module_& m);

}  // namespace driftline::python
