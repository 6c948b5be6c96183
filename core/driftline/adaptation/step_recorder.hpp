// Writes a learner's step down as it is taken: what a learner calls `on_step`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "driftline/adaptation/step_records.hpp"
#include "driftline/learners/reversible.hpp"
#include "driftline/stream/row.hpp"

namespace driftline {

/// What the learner told of its newest step.
struct StepTrace {
  bool has_moved = false;
  double spread = 0.0;  ///< before the step
  double move = 0.0;    ///< how far w . x has moved
};

template <StepKind kind, class MakeRoom>
class StepRecorder {
 public:
  /// `make_room` is called before a record is added; of the new one's mark, `mark` has the row, the
  /// round and the sign.
  StepRecorder(StepRecords<kind>& records, const StepMark& mark, StepTrace* trace,
               MakeRoom make_room)
      : records_(records), mark_(mark), trace_(trace), make_room_(make_room) {}
  void along(double V, double move) const {
    trace_->spread = V;
    trace_->move = move;
  }
  void scaled(const auto& row, double factor, double norm) const {
    trace_->move = factor * norm;
    open(row, row.width);
    records_.set_newest(factor, row.constant);
  }
  [[nodiscard]] auto diagonal(const auto& row, double precision) const {
    open(row, row.width);
    StepMark& mark = records_.newest_mark();
    mark.precision = precision;
    double* x = records_.newest(0);
    double* direction = records_.newest(1);
    double* drop = records_.newest(2);
    const bool is_listed = mark.is_listed;
    return [=, entry = std::size_t{0}](std::size_t column, double value, double by,
                                       double lost) mutable {
      std::size_t at = column;
      if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(row)>, DenseRow>) {
        if (is_listed) at = entry++;
      }
      x[at] = value;
      direction[at] = by;
      drop[at] = lost;
    };
  }
  void diagonal_intercept(double by, double lost) const {
    records_.set_newest(1.0, by);
    records_.newest_mark().drop = lost;
  }
  void rank_one(const auto& row, double factor, double beta, double precision, const double* u,
                std::size_t columns) const {
    open(row, columns);
    StepMark& mark = records_.newest_mark();
    mark.beta = beta;
    mark.precision = precision;
    records_.set_newest(factor, u[0]);
    std::copy_n(u + 1, columns, records_.newest(1));
  }

 private:
  void open(const auto& row, std::size_t columns) const {
    make_room_();
    StepMark& mark = records_.push(row, columns);
    mark.row = mark_.row;
    mark.round = mark_.round;
    mark.sign = mark_.sign;
    trace_->has_moved = true;
  }

  StepRecords<kind>& records_;
  const StepMark& mark_;
  StepTrace* trace_;
  MakeRoom make_room_;
};

}  // namespace driftline
