// State as Python sees it: NumPy arrays by name.
#pragma once

#include <nanobind/nanobind.h>

#include "driftline/stream/fields.hpp"

namespace driftline::python {

namespace nb = nanobind;

[[nodiscard]] nb::dict as_arrays(const State& state);
/// ValueError on arrays of another kind than state is made of.
[[nodiscard]] State as_state(const nb::dict& arrays);

}  // namespace driftline::python
