#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "model.hpp"

namespace driftline::python {

Transform::Transform(std::unique_ptr<AnyTransform> model, const ParameterNames* order)
    : Model(order), model_(std::move(model)) {
  reading_ = model_->reading();
}

void Transform::learn_one(nb::handle x, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, true);
  model_->learn(rows, &weight);
}

nb::object Transform::transform_one(nb::handle x) {
  const Guard guard(*this);
  // Predicting must not add columns, yet every value given comes back: unseen ones as 0.
  Columns columns = columns_;
  const Rows rows = reader_.read(x, columns, reading_, true);
  RowBuffer buffer;
  model_->transform(rows, buffer, 0.0);
  return tables("row_like")(x, columns.names(), [&]() -> nb::object {
    if (const auto* dense = std::get_if<DenseRows>(&buffer.rows())) {
      return as_array(std::vector<double>(dense->values, dense->values + dense->width));
    }
    const SparseRow row = std::get<SparseRows>(buffer.rows()).row(0, 0.0);
    std::vector<double> all(columns.width(), 0.0);
    for (std::size_t k = 0; k < row.count; ++k) all[row.columns[k]] = row.values[k];
    return as_array(std::move(all));
  }());
}

void Transform::learn_many(nb::handle X, nb::handle w) {
  const auto batch = open_batch(X);
  const std::vector<double> weights = read_weights(w, batch->count());
  bind_batch(*batch, true, [] {});
  run(*batch, [&](std::size_t start, const Rows& rows) {
    model_->learn(rows, weights.empty() ? nullptr : weights.data() + start);
  });
}

nb::object Transform::transform_many(nb::handle X) {
  const auto batch = open_batch(X);
  Columns columns;
  {
    const Guard guard(*this);
    columns = columns_;
    batch->bind(columns, batch->count() > 0);
  }
  const std::size_t rows = batch->count();
  const std::size_t width = columns.width();
  RowBuffer buffer;
  if (nb::hasattr(X, "indptr")) {  // CSR leaves as CSR
    std::vector<std::int64_t> starts{0};
    std::vector<std::int64_t> places;
    std::vector<double> values;
    run(*batch, [&](std::size_t, const Rows& block) {
      model_->transform(block, buffer, 0.0);
      const auto& sparse = std::get<SparseRows>(buffer.rows());
      for (std::size_t i = 0; i < sparse.count; ++i) {
        const SparseRow row = sparse.row(i, 0.0);
        places.insert(places.end(), row.columns, row.columns + row.count);
        values.insert(values.end(), row.values, row.values + row.count);
        starts.push_back(static_cast<std::int64_t>(places.size()));
      }
    });
    return tables("csr_like")(X, as_array(std::move(starts)), as_array(std::move(places)),
                              as_array(std::move(values)));
  }
  std::vector<double> out(rows * width);
  run(*batch, [&](std::size_t start, const Rows& block) {
    model_->transform(block, buffer, 0.0);
    if (const auto* dense = std::get_if<DenseRows>(&buffer.rows())) {
      std::copy_n(dense->values, dense->count * width, out.data() + start * width);
      return;
    }
    const auto& sparse = std::get<SparseRows>(buffer.rows());
    for (std::size_t i = 0; i < sparse.count; ++i) {
      const SparseRow row = sparse.row(i, 0.0);
      for (std::size_t k = 0; k < row.count; ++k) {
        out[(start + i) * width + row.columns[k]] = row.values[k];
      }
    }
  });
  return tables("table_like")(X, columns.names(), as_array(std::move(out), {rows, width}));
}

}  // namespace driftline::python
