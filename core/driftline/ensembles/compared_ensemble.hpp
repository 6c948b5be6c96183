// An ensemble whose members are compared: when the errors of any become more, the worst is
// replaced.
//
// Each member has an ADWIN over its errors, 1 where it was wrong. When one of them cuts its window
// and the errors have risen, the member with the highest estimate starts anew, with a new window;
// at most one in a row. This is what bagging and boosting share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driftline/ensembles/ensemble.hpp"
#include "driftline/ensembles/watched_member.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/nested_state.hpp"

namespace driftline {

class ComparedEnsemble : public EnsembleClassifier {
 public:
  ComparedEnsemble(std::unique_ptr<AnyClassifier> model, EnsembleOptions options,
                   ErrorWindow errors)
      : EnsembleClassifier(std::move(model), options), errors_(std::move(errors)) {
    ComparedEnsemble::start();
  }
  ComparedEnsemble(const ComparedEnsemble& other)
      : EnsembleClassifier(other), errors_(other.errors_) {
    for (const WatchedMember& member : other.members_) members_.push_back(member.copy());
  }
  ComparedEnsemble& operator=(const ComparedEnsemble&) = delete;
  ComparedEnsemble(ComparedEnsemble&&) = default;
  ComparedEnsemble& operator=(ComparedEnsemble&&) = default;
  ~ComparedEnsemble() override = default;

  [[nodiscard]] Parameters parameters() const override {
    Parameters all = own_parameters();
    put_parameters(all, "adwin", errors_.parameters());
    return all;
  }
  [[nodiscard]] State state() const override {
    State all = state_of(*this);
    for (std::size_t m = 0; m < size(); ++m) put_state(all, part(m), members_[m].state());
    return all;
  }
  void check() {
    check_labels();
    for (const WatchedMember& member : members_) check_learner(*member.learner);
  }
  [[nodiscard]] std::size_t memory() const override {
    std::size_t bytes = sizeof(*this) + own_memory() + heap_bytes(*this);
    for (const WatchedMember& member : members_) bytes += member.memory();
    return bytes;
  }
  void meet(std::size_t width, const NameOf& name_of) override {
    note_names(width, name_of);
    for (WatchedMember& member : members_) member.learner->meet(width, name_of);
  }
  [[nodiscard]] MemberFacts facts(std::size_t m) const override {
    const WatchedMember& member = members_[m];
    return {.seed = seed_of(m, member.generation),
            .generation = member.generation,
            .error = error_of(member),
            .sees_all = true,
            .columns = {}};
  }

  static void fields(auto& self, auto&& visit) { common_fields(self, visit); }

 protected:
  void start() override {
    members_.clear();
    for (std::size_t m = 0; m < size(); ++m) members_.push_back(planted(m, 0));
  }
  [[nodiscard]] WatchedMember planted(std::size_t m, std::int64_t generation) const {
    return {.learner = fresh(m, generation), .errors = errors_, .generation = generation};
  }
  void note_replacement(std::size_t m, std::int64_t row, double estimate) {
    events_.add({.row = row,
                 .member = static_cast<std::int64_t>(m),
                 .kind = MemberEvent::replacement,
                 .estimate = estimate});
  }
  void renew(std::size_t m) { members_[m] = planted(m, members_[m].generation + 1); }
  [[nodiscard]] virtual double error_of(const WatchedMember& member) const {
    return member.errors.seen() == 0 ? std::numeric_limits<double>::quiet_NaN()
                                     : member.errors.estimation();
  }
  /// Into an untaught twin.
  void restore_members(State state) {
    for (std::size_t m = 0; m < size(); ++m) {
      members_[m].restore(take_state(state, part(m)),
                          [&](std::int64_t generation) { return fresh(m, generation); });
    }
    driftline::restore(*this, state);
  }

  ErrorWindow errors_;  ///< as every member starts
  std::vector<WatchedMember> members_;

 private:
  static std::string part(std::size_t m) { return "members." + std::to_string(m); }
};

}  // namespace driftline
