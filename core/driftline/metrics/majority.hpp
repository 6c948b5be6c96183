// The label that was true most often so far; of several, the one that sorts first.
//
// A label's count and its place in sorted order share one number, its key, so that the leader has
// the largest key and a tie is never equal. No leader is searched for: only a label that has just
// been counted can overtake.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "driftline/metrics/outcome.hpp"
#include "driftline/metrics/scorer_settings.hpp"
#include "driftline/numeric/count_equal.hpp"
#include "driftline/stream/labels.hpp"

namespace driftline {

class Majority {
 public:
  static constexpr int rank_bits = Outcome::label_bits;
  /// An answer is one more than a label, and has as many bits.
  static constexpr std::size_t most_labels = (std::size_t{1} << rank_bits) - 1;

  [[nodiscard]] std::size_t labels() const { return keys_.size(); }
  [[nodiscard]] std::int64_t count(std::size_t label) const { return keys_[label] >> rank_bits; }

  /// Ranks are the places of the labels in sorted order. Throws std::invalid_argument and changes
  /// nothing unless they are 0, 1, 2, ... in some order, and as many as there are labels or more.
  void rank(std::span<const Code> ranks) {
    if (ranks.size() < labels()) throw std::invalid_argument("labels are never forgotten");
    check(ranks);
    keys_.resize(ranks.size(), 0);
    for (std::size_t c = 0; c < ranks.size(); ++c) {
      keys_[c] = count(c) * one + (one - 1 - std::int64_t{ranks[c]});
    }
    find_leader();
  }

  /// Counts rows one after another, with the leader at hand.
  class Counter {
   public:
    explicit Counter(Majority& majority)
        : majority_(majority), keys_(majority.keys_.data()), leader_(majority.leader_) {}
    ~Counter() { majority_.leader_ = leader_; }
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    Counter(Counter&&) = delete;
    Counter& operator=(Counter&&) = delete;

    /// Whether the label was another than the leader before this row, as it is for the first row.
    [[gnu::always_inline]] bool misses(std::size_t label) {
      const std::int64_t before = keys_[label];
      const bool is_wrong = before != leader_;
      keys_[label] = before + one;
      leader_ = std::max(leader_, before + one);
      return is_wrong;
    }

   private:
    Majority& majority_;
    std::int64_t* keys_;
    std::int64_t leader_;
  };

  /// The same for several rows: misses[i] is 1 if row i misses, else 0. Costs O(labels) besides.
  void count(std::span<const Code> rows, std::uint32_t* misses) {
    const Code leader = settled_leader(static_cast<std::int64_t>(rows.size()));
    if (leader == no_label) {
      Counter counter(*this);
      for (const Code label : rows) {
        *misses++ = std::uint32_t{counter.misses(static_cast<std::size_t>(label))};
      }
      return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) misses[i] = std::uint32_t{rows[i] != leader};
    add_all(rows);
    leader_ = keys_[static_cast<std::size_t>(leader)];
  }

  static void fields(auto& self, auto&& visit) { visit("keys", self.keys_); }

  /// After a restore: the number of rows counted.
  std::int64_t recount() {
    std::int64_t rows = 0;
    std::vector<Code> ranks;
    for (std::size_t c = 0; c < keys_.size(); ++c) {
      if (keys_[c] < 0 || count(c) > most_rows - rows) {
        throw std::invalid_argument("the counts of labels are out of range");
      }
      rows += count(c);
      ranks.push_back(static_cast<Code>(one - 1 - (keys_[c] & (one - 1))));
    }
    check(ranks);
    find_leader();
    return rows;
  }

 private:
  static constexpr std::int64_t one = std::int64_t{1} << rank_bits;
  static constexpr std::int64_t none = -1;

  static void check(std::span<const Code> ranks) {
    if (ranks.size() > most_labels) {
      throw std::invalid_argument("at most " + std::to_string(most_labels) + " labels, not " +
                                  std::to_string(ranks.size()));
    }
    std::vector<bool> met(ranks.size());
    for (const Code rank : ranks) {
      const auto place = static_cast<std::size_t>(rank);  // a negative one is beyond all
      if (place >= met.size() || met[place]) {
        throw std::invalid_argument("the ranks are not 0 to " + std::to_string(ranks.size() - 1) +
                                    ", each once");
      }
      met[place] = true;
    }
  }
  /// The leader that stays it for so many rows, whatever their labels; no_label if none is sure to.
  [[nodiscard]] Code settled_leader(std::int64_t rows) const {
    Code leader = no_label;
    for (std::size_t c = 0; c < keys_.size(); ++c) {
      if (keys_[c] == leader_) {
        leader = static_cast<Code>(c);
      } else if (keys_[c] + rows * one >= leader_) {
        return no_label;
      }
    }
    return leader;
  }
  void add_all(std::span<const Code> rows) {
    auto rest = static_cast<std::int64_t>(rows.size());
    for (std::size_t c = 0; c + 1 < keys_.size(); ++c) {
      const std::int64_t found = count_equal(rows, static_cast<Code>(c));
      keys_[c] += found * one;
      rest -= found;
    }
    keys_.back() += rest * one;
  }
  void find_leader() {
    leader_ = none;
    for (const std::int64_t key : keys_) {
      if (key >= one) leader_ = std::max(leader_, key);
    }
  }

  std::vector<std::int64_t> keys_;  // count, then what is left of all ranks behind this one
  std::int64_t leader_ = none;
};

}  // namespace driftline
