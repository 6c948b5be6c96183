// A lock that serves its callers in the order they came.
//
// A long batch gives its model's lock back after every block and takes it again at once.
// With std::mutex it would win that race for ever; with tickets, a prediction that waits is
// next in line. Not recursive. One uncontended lock and unlock is two atomic operations.
#pragma once

#include <atomic>
#include <cstdint>

namespace driftline {

class TicketLock {
 public:
  void lock() {
    const std::uint32_t ticket = next_.fetch_add(1);
    for (;;) {
      const std::uint32_t serving = serving_.load(std::memory_order_acquire);
      if (serving == ticket) return;
      serving_.wait(serving, std::memory_order_acquire);
    }
  }

  /// Takes the lock only if nobody holds it and nobody waits.
  bool try_lock() {
    std::uint32_t ticket = serving_.load(std::memory_order_acquire);
    return next_.compare_exchange_strong(ticket, ticket + 1, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }

  void unlock() {
    const std::uint32_t served = serving_.load(std::memory_order_relaxed) + 1;
    // Sequentially consistent: were the load below to overtake this store, a caller could draw
    // a ticket, see the old number and sleep, while we see no later ticket and wake nobody.
    serving_.store(served);
    if (next_.load() != served) serving_.notify_all();
  }

 private:
  std::atomic<std::uint32_t> next_{0};
  std::atomic<std::uint32_t> serving_{0};
};

}  // namespace driftline
