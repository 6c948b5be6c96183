// The kinds of batch, each made from its own kind of input.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "rows.hpp"

namespace driftline::python {

std::unique_ptr<Batch> matrix_batch(nb::handle X);
std::unique_ptr<Batch> csr_batch(nb::handle X);
/// Of what driftline.stream.tables made of the caller's table.
std::unique_ptr<Batch> table_batch(nb::handle table, const Reading& reading);
/// A list of dicts or of lists.
std::unique_ptr<Batch> list_batch(nb::handle X, const Reading& reading);

}  // namespace driftline::python
