// What an adaptation noticed and did, the last `most` of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "driftline/stream/fields.hpp"

namespace driftline {

enum class EventKind : std::uint8_t { warning, drift, retrain, drop };

class Events {
 public:
  static constexpr std::size_t most = 1000;

  /// `row` counts the rows learned before. `estimate` is the mean the detector watched, `rows` how
  /// many rows the learner that took over, or was dropped, has learned.
  void add(std::int64_t row, EventKind kind, double estimate, std::int64_t rows) {
    if (rows_.size() == most) drop_oldest();
    rows_.push_back(row);
    kinds_.push_back(static_cast<std::int64_t>(kind));
    estimates_.push_back(estimate);
    counts_.push_back(rows);
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] std::int64_t row(std::size_t i) const { return rows_[i]; }
  [[nodiscard]] EventKind kind(std::size_t i) const { return static_cast<EventKind>(kinds_[i]); }
  [[nodiscard]] double estimate(std::size_t i) const { return estimates_[i]; }
  [[nodiscard]] std::int64_t count(std::size_t i) const { return counts_[i]; }

  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows_);
    visit("kinds", self.kinds_);
    visit("estimates", self.estimates_);
    visit("counts", self.counts_);
  }
  void check() const {
    const std::size_t size = rows_.size();
    bool is_sound = size <= most && kinds_.size() == size && estimates_.size() == size &&
                    counts_.size() == size;
    for (const std::int64_t kind : kinds_) is_sound = is_sound && kind >= 0 && kind <= 3;
    if (!is_sound) throw std::invalid_argument("the list of events contradicts itself");
  }

 private:
  void drop_oldest() {
    rows_.erase(rows_.begin());
    kinds_.erase(kinds_.begin());
    estimates_.erase(estimates_.begin());
    counts_.erase(counts_.begin());
  }

  std::vector<std::int64_t> rows_, kinds_, counts_;
  std::vector<double> estimates_;
};

/// For those who hold a model and not its type.
class HasEvents {
 public:
  HasEvents() = default;
  HasEvents(const HasEvents&) = default;
  HasEvents& operator=(const HasEvents&) = default;
  HasEvents(HasEvents&&) = default;
  HasEvents& operator=(HasEvents&&) = default;
  virtual ~HasEvents() = default;
  [[nodiscard]] virtual const Events& events() const = 0;
};

}  // namespace driftline
