// A TicketLock lets one in at a time, and nobody overtakes who waits.
//
// Worth running under -fsanitize=thread too: the plain counter is then watched.
#include "driftline/parallel/ticket_lock.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "expect.hpp"

namespace {

using driftline::TicketLock;
using driftline::testing::Claims;

void one_at_a_time(Claims& claims) {
  constexpr std::size_t threads = 8;
  constexpr std::size_t turns = 2'000;
  TicketLock lock;
  std::size_t counter = 0;  // plain: two at once would lose an increment

  std::vector<std::jthread> crowd;
  crowd.reserve(threads);
  for (std::size_t t = 0; t < threads; ++t) {
    crowd.emplace_back([&] {
      for (std::size_t i = 0; i < turns; ++i) {
        const std::scoped_lock hold(lock);
        ++counter;
      }
    });
  }
  crowd.clear();  // joins

  claims.expect(counter == threads * turns, "many threads count under the lock, none in vain");
}

void try_lock_never_waits_nor_overtakes(Claims& claims) {
  TicketLock lock;
  claims.expect(lock.try_lock(), "try_lock takes a free lock");
  claims.expect(!lock.try_lock(), "try_lock leaves a held lock");
  lock.unlock();
  claims.expect(lock.try_lock(), "try_lock takes a lock that was given back");
  lock.unlock();

  std::size_t counter = 0;
  std::size_t taken = 0;
  {
    const std::jthread waits([&] {
      for (int i = 0; i < 2'000; ++i) {
        const std::scoped_lock hold(lock);
        ++counter;
      }
    });
    for (int i = 0; i < 2'000; ++i) {
      if (!lock.try_lock()) continue;
      ++counter;
      ++taken;
      lock.unlock();
    }
  }
  claims.expect(counter == 2'000 + taken, "lock and try_lock exclude each other");
}

/// A round: one thread holds the lock until another has said that it comes, and for long enough
/// that the other surely waits; gives the lock back and asks for it again at once. By then the
/// other must have been in. The scheduler may still stop the other between its word and its
/// ticket, so one round in ten may fail; with std::mutex nearly all do.
void who_waits_is_next(Claims& claims) {
  constexpr int rounds = 100;
  TicketLock lock;
  std::atomic<int> round_begun{0};
  std::atomic<int> coming{0};
  std::atomic<int> been_in{0};
  const auto until = [](const std::atomic<int>& value, int round) {
    while (value < round) std::this_thread::yield();
  };
  int overtaken = 0;

  lock.lock();
  const std::jthread waiter([&] {
    for (int round = 1; round <= rounds; ++round) {
      until(round_begun, round);
      coming = round;
      const std::scoped_lock hold(lock);
      been_in = round;
    }
  });
  for (int round = 1; round <= rounds; ++round) {
    round_begun = round;
    until(coming, round);
    for (int i = 0; i < 300; ++i) std::this_thread::yield();
    lock.unlock();
    lock.lock();
    if (been_in == round) continue;
    ++overtaken;
    lock.unlock();
    until(been_in, round);
    lock.lock();
  }
  lock.unlock();

  claims.expect(overtaken <= rounds / 10, "who waits gets in between two holds of a tight loop");
}

}  // namespace

int main() {
  Claims claims;
  one_at_a_time(claims);
  try_lock_never_waits_nor_overtakes(claims);
  who_waits_is_next(claims);
  return claims.exit_code();
}
