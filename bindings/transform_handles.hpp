// A transform of the core behind its handle, whichever of the two kinds it is.
#pragma once

#include <memory>
#include <utility>

#include "driftline/transforms/column_transform.hpp"
#include "driftline/transforms/row_transform.hpp"

namespace driftline::python {

template <ColumnTransform Model>
std::unique_ptr<AnyTransform> handle_of(Model model) {
  return std::make_unique<ColumnTransformHandle<Model>>(std::move(model));
}
template <RowTransform Model>
std::unique_ptr<AnyTransform> handle_of(Model model) {
  return std::make_unique<RowTransformHandle<Model>>(std::move(model));
}

}  // namespace driftline::python
