#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "model.hpp"

namespace driftline::python {

namespace {

nb::object builtin_dict() { return nb::module_::import_("builtins").attr("dict"); }

nb::object as_python(double cell, const Texts* texts) {
  if (is_text(cell)) {
    const std::string_view text = text_of(cell, texts);
    return nb::str(text.data(), text.size());
  }
  return std::isnan(cell) ? nb::none() : nb::cast(cell);
}

/// Row `i` of a block into `out`: 0 where a complete row stores nothing, `missing` where another
/// does.
void lay_out(const Rows& rows, std::size_t i, std::span<double> out, double missing) {
  if (const auto* dense = std::get_if<DenseRows>(&rows)) {
    std::copy_n(dense->values + i * dense->stride, std::min(out.size(), dense->width), out.data());
    return;
  }
  const SparseRow row = std::get<SparseRows>(rows).row(i, 0.0);
  std::ranges::fill(out, row.is_complete ? 0.0 : missing);
  for (std::size_t k = 0; k < row.count; ++k) {
    if (row.columns[k] < out.size()) out[row.columns[k]] = row.values[k];
  }
}

/// What one row became, by name. A dict has what it was given, and what was filled in; what is 0
/// in a sparse row is left out, and so is what was made and is missing.
nb::dict as_dict(const AnyTransform& model, const Columns& columns, nb::handle x, const Rows& rows,
                 const std::function<nb::object(const Output&)>& name_of) {
  nb::dict out;
  const auto add = [&](std::size_t column, double cell) {
    const Output output = model.output(column);
    if (output.source == Output::none && is_missing(cell)) return;
    if (output.source < columns.width() && !(output.fills && !is_missing(cell)) &&
        PyDict_Contains(x.ptr(), columns.name(output.source).ptr()) != 1) {
      return;
    }
    if (const nb::object name = name_of(output); name.is_valid()) {
      out[name] = as_python(cell, texts_of(rows));
    }
  };
  const auto* sparse = std::get_if<SparseRows>(&rows);
  if (sparse != nullptr && sparse->is_complete) {
    each_stored(sparse->row(0, 0.0), add);
    return out;
  }
  std::vector<double> cells(width_of(rows));
  lay_out(rows, 0, cells, model.missing());
  for (std::size_t i = 0; i < cells.size(); ++i) add(i, cells[i]);
  return out;
}

}  // namespace

Transform::Transform(std::unique_ptr<AnyTransform> model, const ParameterNames* order)
    : Model(order), model_(std::move(model)) {
  read_as(*model_);
}

void Transform::learn_one(nb::handle x, double w) {
  const double weight = read_weight(w);
  const Guard guard(*this);
  const Rows rows = reader_.read(x, columns_, reading_, true);
  meet_now();
  model_->learn(rows, &weight);
}

std::unique_ptr<AnyTransform> Transform::with_columns(const Columns& columns) const {
  if (!needs_names_ || columns.width() <= met_) return nullptr;
  auto scratch = model_->copy();
  scratch->meet(columns.width(),
                [&](std::size_t column) { return plain_name(columns.name(column)); });
  return scratch;
}

nb::object Transform::transform_one(nb::handle x) {
  const Guard guard(*this);
  // Transforming must not add columns, yet every value given is answered, unseen ones too.
  Columns columns = columns_;
  const Rows rows = reader_.read(x, columns, reading_, true);
  const auto scratch = with_columns(columns);
  const AnyTransform& model = scratch == nullptr ? *model_ : *scratch;
  RowBuffer buffer;
  model.transform(rows, buffer, {.unmet = model.missing()});
  const Rows& out = buffer.rows();
  if (needs_names_ && nb::hasattr(x, "keys")) {
    const nb::object plain = PyDict_Check(x.ptr()) ? nb::borrow(x) : builtin_dict()(x);
    return as_dict(model, columns, plain, out,
                   [&](const Output& output) { return name_of(output, columns); });
  }
  const std::size_t width = needs_names_ ? model.outputs() : columns.width();
  std::vector<double> all(width, 0.0);
  lay_out(out, 0, all, model.missing());
  if (texts_of(out) != nullptr && std::ranges::any_of(all, is_text)) {
    nb::list cells;
    for (const double cell : all) cells.append(as_python(cell, texts_of(out)));
    return cells;
  }
  const nb::list names = needs_names_ ? nb::list() : columns.names();
  return tables("row_like")(x, names, as_array(std::move(all)));
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
  std::unique_ptr<AnyTransform> scratch;
  std::size_t width =
      0;  // of this moment: another thread may teach the model new columns meanwhile
  {
    const Guard guard(*this);
    columns = columns_;
    batch->bind(columns, batch->count() > 0);
    scratch = with_columns(columns);
    width = !needs_names_ ? columns.width() : (scratch == nullptr ? model_ : scratch)->outputs();
  }
  const AnyTransform& model = scratch == nullptr ? *model_ : *scratch;
  if (nb::hasattr(X, "tocsr")) return transform_sparse(X, *batch, model, width);
  if (needs_names_ && PyList_Check(X.ptr()) && nb::len(X) > 0 &&
      PyDict_Check(X[nb::int_(0)].ptr())) {
    return transform_dicts(X, *batch, model, columns);
  }
  const std::size_t rows = batch->count();
  const Wanted wanted{.unmet = model.missing()};
  RowBuffer buffer;
  TextPool texts;  // a block has texts of its own, and is gone before the answer is made
  std::vector<double> out;
  {
    const nb::gil_scoped_release release;  // gigabytes of it take a while
    out.resize(rows * width);
  }
  run(*batch, [&](std::size_t start, const Rows& block) {
    model.transform(block, buffer, wanted);
    const Texts* own = texts_of(buffer.rows());
    for (std::size_t i = 0; i < count_of(block); ++i) {
      const std::span<double> row(out.data() + (start + i) * width, width);
      lay_out(buffer.rows(), i, row, model.missing());
      if (own == nullptr) continue;
      for (double& cell : row) cell = is_text(cell) ? texts.add(text_of(cell, own)) : cell;
    }
  });
  if (!needs_names_) {
    return tables("table_like")(X, columns.names(), as_array(std::move(out), {rows, width}));
  }
  nb::list names;
  nb::list sources;
  if (nb::cast<bool>(tables("has_named_columns")(X))) {  // a million names are not made for nobody
    const Guard guard(*this);
    names = output_names(model, columns);
    for (std::size_t i = 0; i < width; ++i) {
      const Output output = model.output(i);
      const bool has_source = output.source < columns.width() && !output.fills;
      sources.append(has_source ? columns.name(output.source) : nb::none());
    }
  }
  const nb::dict cells = text_columns(out, width, texts.texts());
  return tables("outputs_like")(X, names, sources, as_array(std::move(out), {rows, width}), cells);
}

nb::list Transform::outputs() const {
  const Guard guard(*this);
  return needs_names_ ? output_names(*model_, columns_) : columns_.names();
}

/// A column without a name goes by its place.
nb::list Transform::output_names(const AnyTransform& model, const Columns& columns) {
  nb::list names;
  for (std::size_t i = 0; i < model.outputs(); ++i) {
    const nb::object name = name_of(model.output(i), columns);
    names.append(name.is_valid() ? name : nb::object(nb::int_(i)));
  }
  return names;
}

nb::dict Transform::text_columns(const std::vector<double>& cells, std::size_t width,
                                 const Texts* texts) {
  nb::dict out;
  if (texts == nullptr) return out;
  for (std::size_t c = 0; c < width; ++c) {
    bool has_text = false;
    for (std::size_t k = c; k < cells.size() && !has_text; k += width) has_text = is_text(cells[k]);
    if (!has_text) continue;
    nb::list values;
    for (std::size_t k = c; k < cells.size(); k += width) values.append(as_python(cells[k], texts));
    out[nb::int_(c)] = values;
  }
  return out;
}

/// Dicts leave as dicts.
nb::object Transform::transform_dicts(nb::handle X, const Batch& batch, const AnyTransform& model,
                                      const Columns& columns) {
  const Wanted wanted{.unmet = model.missing()};
  std::vector<RowBuffer> buffers(batch.count());
  run(batch, [&](std::size_t start, const Rows& block) {
    for (std::size_t i = 0; i < count_of(block); ++i) {
      model.transform(one_of(block, i), buffers[start + i], wanted);
    }
  });
  const Guard guard(*this);  // names of columns are the model's
  nb::list out;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    out.append(as_dict(model, columns, X[nb::int_(i)], buffers[i].rows(),
                       [&](const Output& output) { return name_of(output, columns); }));
  }
  return out;
}

/// A sparse matrix leaves as one.
nb::object Transform::transform_sparse(nb::handle X, const Batch& batch, const AnyTransform& model,
                                       std::size_t outputs) {
  const std::size_t width =
      needs_names_ ? outputs : nb::cast<std::size_t>(X.attr("shape")[nb::int_(1)]);
  std::vector<std::int64_t> starts{0};
  std::vector<std::int64_t> places;
  std::vector<double> values;
  RowBuffer buffer;
  const auto push = [&](std::size_t column, double value) {
    if (column >= width) return;
    places.push_back(static_cast<std::int64_t>(column));
    values.push_back(value);
  };
  run(batch, [&](std::size_t, const Rows& block) {
    model.transform(block, buffer, {.unmet = model.missing()});
    std::visit(
        [&](const auto& rows) {
          for (std::size_t i = 0; i < rows.count; ++i) {
            each_stored(rows.row(i, 0.0), push);
            starts.push_back(static_cast<std::int64_t>(places.size()));
          }
        },
        buffer.rows());
  });
  return tables("sparse_like")(X, as_array(std::move(starts)), as_array(std::move(places)),
                               as_array(std::move(values)), width);
}

}  // namespace driftline::python
