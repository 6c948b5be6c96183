// What happened to the members of an ensemble, the last `most` of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"

namespace driftline {

enum class MemberEvent : std::uint8_t { warning, drift, replacement };

class EnsembleEvents {
 public:
  static constexpr std::size_t most = 1000;

  struct Event {
    std::int64_t row;  ///< counts the rows learned before
    std::int64_t member;
    MemberEvent kind;
    double estimate;  ///< the mean error that the detector watched
  };

  void add(const Event& event) {
    if (rows_.size() == most) drop_oldest();
    rows_.push_back(event.row);
    members_.push_back(event.member);
    kinds_.push_back(static_cast<std::int64_t>(event.kind));
    estimates_.push_back(event.estimate);
  }
  /// Those of one block, listed member by member, in the order of the rows.
  void add_sorted(std::vector<Event>& events) {
    std::ranges::stable_sort(events, {}, &Event::row);
    for (const Event& event : events) add(event);
    events.clear();
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] Event operator[](std::size_t i) const {
    return {.row = rows_[i],
            .member = members_[i],
            .kind = static_cast<MemberEvent>(kinds_[i]),
            .estimate = estimates_[i]};
  }

  static void fields(auto& self, auto&& visit) {
    visit("rows", self.rows_);
    visit("members", self.members_);
    visit("kinds", self.kinds_);
    visit("estimates", self.estimates_);
  }
  void check(std::size_t n_members) const {
    const std::size_t size = rows_.size();
    bool is_sound = size <= most && members_.size() == size && kinds_.size() == size &&
                    estimates_.size() == size;
    for (const std::int64_t kind : kinds_) is_sound = is_sound && kind >= 0 && kind <= 2;
    for (const std::int64_t member : members_) {
      is_sound = is_sound && member >= 0 && std::cmp_less(member, n_members);
    }
    if (!is_sound) throw std::invalid_argument("the list of events contradicts itself");
  }

 private:
  void drop_oldest() {
    rows_.erase(rows_.begin());
    members_.erase(members_.begin());
    kinds_.erase(kinds_.begin());
    estimates_.erase(estimates_.begin());
  }

  std::vector<std::int64_t> rows_, members_, kinds_;
  std::vector<double> estimates_;
};

/// What is known of a member besides its learner.
struct MemberFacts {
  std::int64_t seed;                  ///< that its learner was given
  std::int64_t generation;            ///< how many learners it had before
  double error;                       ///< its share of errors; NaN where nobody counts
  bool sees_all;                      ///< or else these columns only
  std::vector<std::int64_t> columns;  ///< ascending
};

/// For those who hold a model and not its type.
class HasMembers {
 public:
  HasMembers() = default;
  HasMembers(const HasMembers&) = default;
  HasMembers& operator=(const HasMembers&) = default;
  HasMembers(HasMembers&&) = default;
  HasMembers& operator=(HasMembers&&) = default;
  virtual ~HasMembers() = default;
  [[nodiscard]] virtual const EnsembleEvents& events() const = 0;
  [[nodiscard]] virtual MemberFacts facts(std::size_t member) const = 0;
};

}  // namespace driftline
