// Threads that take the members of an ensemble through a block together, made for one call.
//
// Everybody has the same share of the numbers in every round, so that what belongs to a number
// stays in the caches of one core, and helps the others when done with it. The caller works along,
// so a team of one is a plain loop. Between two rounds the others look for work a while, giving way
// to anyone else, before they sleep: to be woken takes some ten microseconds, and rounds may be as
// short as a hundred.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace driftline {

class Team {
 public:
  /// The caller counts.
  explicit Team(std::size_t threads) : shares_(threads > 1 ? threads : 0) {
    for (std::size_t i = 1; i < threads; ++i) others_.emplace_back([this, i] { serve(i); });
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  Team(Team&&) = delete;
  Team& operator=(Team&&) = delete;
  ~Team() {
    is_over_ = true;
    start_round();
    for (std::thread& other : others_) other.join();
  }

  [[nodiscard]] std::size_t size() const { return others_.size() + 1; }

  /// `asked` threads, 0 for all the machine has, but no more than there is work for.
  static std::size_t size_for(std::int64_t asked, std::size_t work) {
    const auto wanted = asked == 0 ? std::size_t{std::max(1U, std::thread::hardware_concurrency())}
                                   : static_cast<std::size_t>(asked);
    return std::max<std::size_t>(1, std::min(wanted, work));
  }

  /// Calls work(i) once for each i below `count` and returns when all is done. If some throw, one
  /// of the exceptions is thrown here.
  template <class Work>
  void each(std::size_t count, const Work& work) {
    if (others_.empty() || count < 2) {
      for (std::size_t i = 0; i < count; ++i) work(i);
      return;
    }
    work_ = &work;
    call_ = [](const void* own, std::size_t i) { (*static_cast<const Work*>(own))(i); };
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i].next.store(i * count / shares_.size(), std::memory_order_relaxed);
      shares_[i].end = (i + 1) * count / shares_.size();
    }
    busy_.store(others_.size(), std::memory_order_relaxed);
    start_round();
    take_part(0);
    for (std::size_t busy = busy_.load(); busy != 0; busy = busy_.load()) await(busy_, busy);
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  /// Until the number is another.
  template <class Number>
  static void await(const std::atomic<Number>& number, Number known) {
    constexpr int looks = 100;
    for (int i = 0; i < looks; ++i) {
      if (number.load() != known) return;
      std::this_thread::yield();
    }
    number.wait(known);
  }
  void start_round() {
    round_.fetch_add(1);
    round_.notify_all();
  }
  void serve(std::size_t own) {
    for (std::uint32_t seen = 0;;) {
      await(round_, seen);
      seen = round_.load();
      if (is_over_) return;
      take_part(own);
      if (busy_.fetch_sub(1) == 1) busy_.notify_one();
    }
  }
  /// The own share first, then those of the others.
  void take_part(std::size_t own) {
    try {
      for (std::size_t k = 0; k < shares_.size(); ++k) {
        Share& share = shares_[(own + k) % shares_.size()];
        for (std::size_t i = share.next++; i < share.end; i = share.next++) call_(work_, i);
      }
    } catch (...) {
      const std::scoped_lock hold(error_lock_);
      error_ = std::current_exception();
    }
  }

  /// The numbers of one thread that nobody has taken.
  struct alignas(64) Share {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };

  std::vector<Share> shares_;
  std::vector<std::thread> others_;
  std::atomic<std::uint32_t> round_{0};
  std::atomic<std::size_t> busy_{0};
  std::atomic<bool> is_over_{false};
  std::mutex error_lock_;
  std::exception_ptr error_;
  const void* work_ = nullptr;
  void (*call_)(const void*, std::size_t) = nullptr;
};

}  // namespace driftline
