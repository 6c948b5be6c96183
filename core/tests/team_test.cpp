// A Team does every piece of work once, whoever does it, round after round.
//
// Worth running under -fsanitize=thread too: the plain numbers are then watched.
#include "driftline/parallel/team.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "expect.hpp"

namespace {

using driftline::Team;
using driftline::testing::Claims;
using driftline::testing::is_refused;

void every_piece_is_done_once(Claims& claims, std::size_t threads) {
  constexpr std::size_t rounds = 300;
  std::vector<std::size_t> done(11, 0);  // plain: nobody else touches a piece

  Team team(threads);
  for (std::size_t round = 0; round < rounds; ++round) {
    team.each(done.size(), [&](std::size_t i) { ++done[i]; });
  }

  const bool is_whole = std::ranges::all_of(done, [](std::size_t n) { return n == rounds; });
  claims.expect(is_whole, "in every round each piece is done once");
}

void an_exception_reaches_the_caller(Claims& claims) {
  Team team(3);
  const auto fail = [](std::size_t i) {
    if (i == 5) throw std::invalid_argument("this one fails");
  };

  claims.expect(is_refused([&] { team.each(9, fail); }), "what a piece throws comes to the caller");
  std::vector<int> done(4, 0);
  team.each(done.size(), [&](std::size_t i) { done[i] = 1; });
  claims.expect(std::ranges::count(done, 1) == 4, "a team works on after an exception");
}

void size_follows_the_work(Claims& claims) {
  claims.expect(Team::size_for(8, 3) == 3, "no more threads than pieces");
  claims.expect(Team::size_for(2, 10) == 2, "as many as asked for");
  claims.expect(Team::size_for(0, 1000) >= 1, "0 is all that the machine has");
}

}  // namespace

int main() {
  Claims claims;
  for (const std::size_t threads : {1, 2, 5}) every_piece_is_done_once(claims, threads);
  an_exception_reaches_the_caller(claims);
  size_follows_the_work(claims);
  return claims.exit_code();
}
