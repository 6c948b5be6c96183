// Transforms side by side: `a + b`.
//
// Each part sees the whole row; what they put out is joined. A column of a part gets its place in
// the union when it first appears, in the order of the stream, and keeps it: so a part that adds
// columns as it learns does not move those of its neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/part_states.hpp"
#include "driftline/transforms/row_writer.hpp"

namespace driftline {

class TransformUnion final : public AnyTransform {
 public:
  explicit TransformUnion(TransformParts parts)
      : parts_(std::move(parts)),
        places_(parts_.size()),
        before_(parts_.size()),
        after_(parts_.size()) {
    place_all();
  }
  TransformUnion(const TransformUnion& other)
      : AnyTransform(other),
        parts_(copies_of(other.parts_)),
        columns_(other.columns_),
        places_(other.places_),
        before_(other.parts_.size()),
        after_(other.parts_.size()) {}
  TransformUnion& operator=(const TransformUnion&) = delete;
  TransformUnion(TransformUnion&&) = default;
  TransformUnion& operator=(TransformUnion&&) = default;
  ~TransformUnion() override = default;

  [[nodiscard]] std::unique_ptr<AnyTransform> copy() const override {
    return std::make_unique<TransformUnion>(*this);
  }
  [[nodiscard]] std::unique_ptr<AnyTransform> untaught() const override {
    return std::make_unique<TransformUnion>(untaught_parts(parts_));
  }
  [[nodiscard]] Parameters parameters() const override { return {}; }
  [[nodiscard]] State state() const override {
    State all = PartStates::of(parts_);
    all["columns"] = columns_;
    return all;
  }
  void restore(const State& state) override {
    const auto found = state.find("columns");
    const auto* columns =
        found == state.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
    if (columns == nullptr) throw std::invalid_argument("state 'columns' is missing");
    std::vector<std::vector<std::uint32_t>> places(parts_.size());
    for (const std::int64_t part : *columns) {
      if (part < 0 || std::cmp_greater_equal(part, parts_.size())) {
        throw std::invalid_argument("state 'columns' names a part that is not there");
      }
      auto& own = places[static_cast<std::size_t>(part)];
      own.push_back(static_cast<std::uint32_t>(total(places)));
    }
    State rest = state;
    rest.erase("columns");
    PartStates::restore(parts_, rest);
    columns_ = *columns;
    places_ = std::move(places);
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this) + columns_.capacity() * sizeof(columns_[0]);
    for (const auto& own : places_) bytes += own.capacity() * sizeof(std::uint32_t);
    for (const auto& part : parts_) bytes += part->memory();
    return bytes;
  }

  /// Every part must find what it needs in the same row.
  [[nodiscard]] Reading reading_before(const Reading& next) const override {
    Reading joined{.keeps_missing = true};
    for (const auto& part : parts_) {
      const Reading own = part->reading_before(next);
      joined.sparse = std::max(joined.sparse, own.sparse);
      joined.refuses_negative = joined.refuses_negative || own.refuses_negative;
      joined.takes_text = joined.takes_text || own.takes_text;
      joined.takes_time = joined.takes_time || own.takes_time;
    }
    return joined;
  }
  [[nodiscard]] bool takes_text_before(const std::string& column,
                                       const TextRule& next) const override {
    return std::ranges::all_of(
        parts_, [&](const auto& part) { return part->takes_text_before(column, next); });
  }
  [[nodiscard]] bool is_never_negative() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->is_never_negative(); });
  }
  [[nodiscard]] double missing() const override { return std::numeric_limits<double>::quiet_NaN(); }

  [[nodiscard]] bool needs_names() const override { return true; }
  void meet(std::size_t width, const NameOf& name_of) override {
    for (const auto& part : parts_) part->meet(width, name_of);
    place_all();
  }
  [[nodiscard]] std::size_t inputs() const override {
    std::size_t most = 0;
    for (const auto& part : parts_) most = std::max(most, part->inputs());
    return most;
  }
  [[nodiscard]] std::size_t outputs() const override { return columns_.size(); }
  [[nodiscard]] Output output(std::size_t column) const override {
    const auto part = static_cast<std::size_t>(columns_[column]);
    const auto& own = places_[part];
    const auto at = std::ranges::lower_bound(own, static_cast<std::uint32_t>(column));
    return parts_[part]->output(static_cast<std::size_t>(at - own.begin()));
  }

  void transform(const Rows& rows, RowBuffer& out, Wanted wanted) const override {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      parts_[p]->transform(rows, before_[p], of_parts());
    }
    join(before_, count_of(rows), texts_of(rows), std::vector(count_of(rows), columns_.size()), out,
         wanted);
  }

  void learn(const Rows& rows, const double* weights) override {
    RowBuffer nobody;
    step(rows, rows, weights, nullptr, nobody, {});
  }

  void step(const Rows& before, const Rows& after, const double* weights, RowBuffer* before_out,
            RowBuffer& after_out, Wanted wanted) override {
    const std::size_t count = count_of(after);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      parts_[p]->step(before, after, weights, before_out == nullptr ? nullptr : &before_[p],
                      after_[p], of_parts());
    }
    std::vector<std::size_t> known_before(count);
    std::vector<std::size_t> known_after(count);
    for (std::size_t i = 0; i < count; ++i) {
      known_before[i] = columns_.size();
      for (std::size_t p = 0; p < parts_.size(); ++p) place_until(p, width_at(p, i));
      known_after[i] = columns_.size();
    }
    place_all();
    if (before_out != nullptr) {
      join(before_, count, texts_of(before), known_before, *before_out, wanted);
    }
    join(after_, count, texts_of(after), known_after, after_out, wanted);
  }

 private:
  static std::size_t total(const std::vector<std::vector<std::uint32_t>>& places) {
    std::size_t sum = 0;
    for (const auto& own : places) sum += own.size();
    return sum;
  }
  /// The parts tell missing from 0 and stay sparse where they can. The union fills them up.
  static Wanted of_parts() { return {.unmet = std::numeric_limits<double>::quiet_NaN()}; }
  /// Columns that a part put out up to row i. A batch may be wider: it has columns whose first row
  /// is still to come.
  [[nodiscard]] std::size_t width_at(std::size_t part, std::size_t i) const {
    const std::size_t width =
        std::visit([=](const auto& block) { return block.row(i, 0.0).width; }, after_[part].rows());
    return std::min(width, parts_[part]->outputs());
  }
  void place_until(std::size_t part, std::size_t width) {
    while (places_[part].size() < width) {
      places_[part].push_back(static_cast<std::uint32_t>(columns_.size()));
      columns_.push_back(static_cast<std::int64_t>(part));
    }
  }
  void place_all() {
    for (std::size_t p = 0; p < parts_.size(); ++p) place_until(p, parts_[p]->outputs());
  }

  void join(const std::vector<RowBuffer>& blocks, std::size_t count, const Texts* texts,
            const std::vector<std::size_t>& widths, RowBuffer& out, Wanted wanted) const {
    const bool all_dense = std::ranges::all_of(blocks, [](const RowBuffer& block) {
      return std::holds_alternative<DenseRows>(block.rows());
    });
    const bool is_complete = std::ranges::any_of(blocks, [](const RowBuffer& block) {
      const auto* sparse = std::get_if<SparseRows>(&block.rows());
      return sparse != nullptr && sparse->is_complete;
    });
    if (all_dense) wanted.sparse = Reading::Sparse::filled;
    RowWriter writer(out, wanted, is_complete, texts);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t p = 0; p < blocks.size(); ++p) {
        std::visit(
            [&](const auto& block) { put(block.row(i, 0.0), p, is_complete, texts, writer); },
            blocks[p].rows());
      }
      writer.end_row(widths[i]);
    }
    writer.finish();
  }

  /// What a part leaves out is missing. Where a neighbour leaves out zeros, it has to be put.
  void put(const DenseRow& row, std::size_t part, bool /*is_complete*/, const Texts* texts,
           RowWriter& writer) const {
    each_stored(row, [&](std::size_t column, double cell) {
      put_cell(part, column, cell, row.texts, texts, writer);
    });
  }
  void put(const SparseRow& row, std::size_t part, bool is_complete, const Texts* texts,
           RowWriter& writer) const {
    const bool puts_missing = is_complete && !row.is_complete;
    std::size_t next = 0;
    const auto miss_until = [&](std::size_t column) {
      for (; puts_missing && next < column; ++next) {
        put_cell(part, next, std::numeric_limits<double>::quiet_NaN(), nullptr, texts, writer);
      }
      next = column + 1;
    };
    each_stored(row, [&](std::size_t column, double cell) {
      miss_until(column);
      put_cell(part, column, cell, row.texts, texts, writer);
    });
    miss_until(std::min(row.width, parts_[part]->outputs()));
  }
  /// `own` are the texts of the part, `texts` those of the row that all parts were given.
  void put_cell(std::size_t part, std::size_t column, double cell, const Texts* own,
                const Texts* texts, RowWriter& writer) const {
    if (column >= places_[part].size()) return;
    const std::size_t place = places_[part][column];
    if (own != texts && is_text(cell)) {
      writer.put_text(place, text_of(cell, own));
    } else {
      writer.put(place, cell);
    }
  }

  TransformParts parts_;
  std::vector<std::int64_t> columns_;               // which part each column comes from
  std::vector<std::vector<std::uint32_t>> places_;  // of each part's columns in the union
  mutable std::vector<RowBuffer> before_;           // what each part puts out
  std::vector<RowBuffer> after_;
};

}  // namespace driftline
