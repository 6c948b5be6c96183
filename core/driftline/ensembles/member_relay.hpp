// Members of an ensemble on their way through a block, in legs of some rows.
//
// Threads take one leg after another: of their own members the one that is furthest behind, so that
// a member stays in the caches of one core, and of the others' when their own are too far ahead.
// Nobody waits for a row to be reached by all. A member can be sent back, to start anew behind a
// row; then it alone runs the rest again, while the others go on. Who runs what when is up to
// the threads, so nothing that is run may hang on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace driftline {

class MemberRelay {
 public:
  /// Where a member stands.
  struct Runner {
    std::size_t next = 0;  ///< the first row that it has not run
    bool is_busy = false;  ///< a thread runs it
    bool starts_anew = false;
  };
  /// Rows for a member to run; none where it only starts anew.
  struct Leg {
    std::size_t member, first, count;
    bool starts_anew;
  };

  /// `runners` is memory to be used again, one for each member.
  MemberRelay(std::vector<Runner>& runners, std::size_t rows, std::size_t threads)
      : runners_(runners), rows_(rows), threads_(threads) {
    std::ranges::fill(runners_, Runner());
  }

  /// Called by each thread: runs legs until every member is through. `run(leg)` is called by
  /// several threads at once, for different members; `judge(leg, reached)` behind each leg by one
  /// at a time. All members have run the rows below `reached`.
  void serve(std::size_t thread, const auto& run, const auto& judge) {
    std::unique_lock hold(lock_);
    while (!is_over()) {
      Runner* own = pick(thread);
      if (own == nullptr) {
        hold.unlock();
        std::this_thread::yield();
        hold.lock();
        continue;
      }
      const Leg leg{.member = static_cast<std::size_t>(own - runners_.data()),
                    .first = own->next,
                    .count = std::min(leg_rows, rows_ - own->next),
                    .starts_anew = own->starts_anew};
      own->is_busy = true;
      hold.unlock();
      try {
        run(leg);
      } catch (...) {
        hold.lock();
        has_failed_ = true;
        throw;
      }
      hold.lock();
      *own = {.next = leg.first + leg.count};
      judge(leg, reached());
    }
  }

  /// While judging: whether a member runs rows that are not judged yet. It cannot be sent back
  /// then, and will be judged again.
  [[nodiscard]] bool is_busy(std::size_t member) const { return runners_[member].is_busy; }
  /// While judging: lets a member start anew and run from `row` on.
  void send_back(std::size_t member, std::size_t row) {
    runners_[member] = {.next = row, .starts_anew = true};
  }

 private:
  static constexpr std::size_t leg_rows = 64;  ///< some ten microseconds of a tree
  static constexpr std::size_t ahead = 192;    ///< what a member sent back has run in vain, at most

  [[nodiscard]] bool is_over() const {
    return has_failed_ || std::ranges::all_of(runners_, [this](const Runner& own) {
             return own.next == rows_ && !own.is_busy && !own.starts_anew;
           });
  }
  [[nodiscard]] std::size_t reached() const {
    return std::ranges::min(runners_, {}, &Runner::next).next;
  }
  [[nodiscard]] Runner* pick(std::size_t thread) {
    const std::size_t limit = reached() + ahead;
    const auto share = [&](std::size_t i) { return i * runners_.size() / threads_; };
    Runner* own = hindmost(share(thread), share(thread + 1), limit);
    return own != nullptr ? own : hindmost(0, runners_.size(), limit);
  }
  [[nodiscard]] Runner* hindmost(std::size_t first, std::size_t last, std::size_t limit) {
    Runner* found = nullptr;
    for (std::size_t m = first; m < last; ++m) {
      Runner& own = runners_[m];
      if (own.is_busy || own.next >= limit || (own.next == rows_ && !own.starts_anew)) continue;
      if (found == nullptr || own.next < found->next) found = &own;
    }
    return found;
  }

  std::vector<Runner>& runners_;
  std::size_t rows_;
  std::size_t threads_;
  std::mutex lock_;
  bool has_failed_ = false;
};

}  // namespace driftline
