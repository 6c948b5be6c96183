#include "rows.hpp"

#include "batches.hpp"
#include "cells.hpp"
#include "named_rows.hpp"

namespace driftline::python {

std::unique_ptr<Batch> read_batch(nb::handle X, const Reading& reading) {
  if (PyList_Check(X.ptr()) || PyTuple_Check(X.ptr())) return list_batch(X, reading);
  if (is_plain_array(X)) {
    const char type = NumberArray(X).type();
    if (type != 0) return matrix_batch(X);
  }
  if (nb::hasattr(X, "indptr") && nb::hasattr(X, "format") &&
      X.attr("format").equal(nb::str("csr"))) {
    return csr_batch(X);
  }
  if (nb::isinstance<NamedRows>(X)) return named_rows_batch(nb::cast<const NamedRows&>(X));
  // The rarer kinds are sorted out in Python, once a batch. Text is quicker as texts, also for who
  // never looks.
  const nb::object read =
      nb::module_::import_("driftline.stream.tables")
          .attr("read")(X, reading.takes_text || reading.ignores_row, reading.takes_time);
  if (nb::hasattr(read, "column_values")) return table_batch(read, reading);
  return read_batch(read, reading);
}

}  // namespace driftline::python
