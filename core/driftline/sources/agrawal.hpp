// Agrawal: people who ask for a loan, and ten functions that put them into group A (label 0) or
// group B (label 1).
//
// As in MOA: groups are numbered 0 and 1, and the perturbation of the house's value is a share of
// 100,000 (9 - zipcode), cut to [0, 135,000]. River differs: commission up to 85,000, no value for
// houses in the last zipcode, group A is label 1 in its functions 0 to 5, function 4 tests the
// salary where the paper tests the loan, and functions 6 to 9 ask for more than 1 where the paper
// has 0.
//
// Balanced rows alternate between the groups, from B on. Values are perturbed after the label is
// found: a perturbation p moves each number by up to p times its range.
//
// Agrawal, Imielinski, Swami. Database Mining: A Performance Perspective. 1993.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "driftline/random/draws.hpp"
#include "driftline/random/purposes.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/parameters.hpp"

namespace driftline {

class Agrawal {
 public:
  struct Walk {};

  Agrawal(std::uint64_t seed, std::int64_t classification_function, bool balance_classes,
          double perturbation)
      : function_(checked_count("classification_function", classification_function, 0, 9)),
        is_balanced_(balance_classes),
        perturbation_(checked_share("perturbation", perturbation)),
        features_(draws_for(Purpose::features, seed)) {
    const Draws noise = draws_for(Purpose::noise, seed);
    for (std::size_t c = 0; c < lanes_.size(); ++c) lanes_[c] = features_.lane(c);
    for (std::size_t c = 0; c < noise_.size(); ++c) noise_[c] = noise.lane(c);
  }

  [[nodiscard]] static std::vector<Column> columns() {
    return {{.name = "salary"},
            {.name = "commission"},
            {.name = "age"},
            {.name = "elevel", .categories = categories("level", 0, 5)},
            {.name = "car", .categories = categories("car", 1, 20)},
            {.name = "zipcode", .categories = categories("zipcode", 1, 9)},
            {.name = "hvalue"},
            {.name = "hyears"},
            {.name = "loan"}};
  }
  [[nodiscard]] static std::size_t classes() { return 2; }
  [[nodiscard]] static Walk start() { return {}; }

  void write(Walk& /*walk*/, std::uint64_t row, std::size_t i, const Cells& cells) const {
    Person person = drawn(lanes_.data(), row);
    bool is_in_b = !is_in_a(person);
    const bool wanted = row % 2 == 0;
    for (std::uint64_t n = 1; is_balanced_ && is_in_b != wanted; ++n) {
      std::array<Lane, 9> lanes;
      for (std::size_t c = 0; c < lanes.size(); ++c) lanes[c] = features_.lane(n * 9 + c);
      person = drawn(lanes.data(), row);
      is_in_b = !is_in_a(person);
    }
    if (perturbation_ > 0.0) perturb(person, row);
    put(person, i, cells);
    cells.labels[i] = is_in_b ? 1 : 0;
  }
  void describe(Walk& /*walk*/, std::uint64_t /*row*/, Truth& truth) const {
    truth.emplace_back("classification_function", static_cast<std::int64_t>(function_));
  }
  double label_of(Walk& /*walk*/, std::uint64_t /*row*/, const double* x) const {
    const Person person{.salary = x[0],
                        .commission = x[1],
                        .age = x[2],
                        .elevel = x[3],
                        .car = x[4],
                        .zipcode = x[5],
                        .hvalue = x[6],
                        .hyears = x[7],
                        .loan = x[8]};
    return is_in_a(person) ? 0.0 : 1.0;
  }

 private:
  struct Person {
    double salary, commission, age, elevel, car, zipcode, hvalue, hyears, loan;
  };

  static std::vector<std::string> categories(const char* name, std::size_t first,
                                             std::size_t count) {
    std::vector<std::string> out;
    out.reserve(count);
    for (std::size_t k = 0; k < count; ++k) out.push_back(numbered(name, first + k));
    return out;
  }
  static Person drawn(const Lane* lanes, std::uint64_t row) {
    const auto whole = [&](std::size_t lane, std::uint64_t n) {
      return static_cast<double>(lanes[lane].below(n, row));
    };
    Person person{};
    person.salary = 20'000.0 + 130'000.0 * lanes[0].uniform(row);
    person.commission =
        person.salary >= 75'000.0 ? 0.0 : 10'000.0 + 65'000.0 * lanes[1].uniform(row);
    person.age = 20.0 + whole(2, 61);
    person.elevel = whole(3, 5);
    person.car = whole(4, 20);
    person.zipcode = whole(5, 9);
    person.hvalue = (9.0 - person.zipcode) * 100'000.0 * (0.5 + lanes[6].uniform(row));
    person.hyears = 1.0 + whole(7, 30);
    person.loan = 500'000.0 * lanes[8].uniform(row);
    return person;
  }
  static void put(const Person& person, std::size_t i, const Cells& cells) {
    cells.number(0, i, person.salary);
    cells.number(1, i, person.commission);
    cells.number(2, i, person.age);
    cells.number(3, i, person.hvalue);
    cells.number(4, i, person.hyears);
    cells.number(5, i, person.loan);
    cells.code(0, i, static_cast<std::uint64_t>(person.elevel));
    cells.code(1, i, static_cast<std::uint64_t>(person.car));
    cells.code(2, i, static_cast<std::uint64_t>(person.zipcode));
  }

  void perturb(Person& person, std::uint64_t row) const {
    const auto moved = [&](std::size_t lane, double value, double range, double low, double high) {
      const double by = range * (2.0 * (noise_[lane].uniform(row) - 0.5)) * perturbation_;
      return std::clamp(value + by, low, high);
    };
    person.salary = moved(0, person.salary, 130'000.0, 20'000.0, 150'000.0);
    if (person.commission > 0.0) {
      person.commission = moved(1, person.commission, 65'000.0, 10'000.0, 75'000.0);
    }
    person.age = std::floor(moved(2, person.age, 60.0, 20.0, 80.0) + 0.5);
    person.hvalue = moved(3, person.hvalue, (9.0 - person.zipcode) * 100'000.0, 0.0, 135'000.0);
    person.hyears = std::floor(moved(4, person.hyears, 29.0, 1.0, 30.0) + 0.5);
    person.loan = moved(5, person.loan, 500'000.0, 0.0, 500'000.0);
  }

  class Range {
   public:
    constexpr Range(double low, double high) : low_(low), high_(high) {}
    [[nodiscard]] bool has(double value) const { return low_ <= value && value <= high_; }

   private:
    double low_, high_;
  };
  /// The range for people below 40, below 60, or older.
  static Range by_age(const Person& person, Range young, Range middle, Range old) {
    return person.age < 40.0 ? young : person.age < 60.0 ? middle : old;
  }
  static bool is_taught_enough(const Person& person) {
    return by_age(person, {0, 1}, {1, 3}, {2, 4}).has(person.elevel);
  }
  static bool is_paid_well(const Person& person, double pay) {
    return by_age(person, {50'000, 100'000}, {75'000, 125'000}, {25'000, 75'000}).has(pay);
  }
  static bool is_paid_by_level(const Person& person) {
    return (is_taught_enough(person)
                ? by_age(person, {25'000, 75'000}, {50'000, 100'000}, {50'000, 100'000})
                : by_age(person, {50'000, 100'000}, {75'000, 125'000}, {25'000, 75'000}))
        .has(person.salary);
  }
  static bool is_loan_in_range(const Person& person) {
    return (is_paid_well(person, person.salary)
                ? by_age(person, {100'000, 300'000}, {200'000, 400'000}, {300'000, 500'000})
                : by_age(person, {200'000, 400'000}, {300'000, 500'000}, {100'000, 300'000}))
        .has(person.loan);
  }
  static double equity(const Person& person) {
    return person.hyears >= 20.0 ? person.hvalue * (person.hyears - 20.0) / 10.0 : 0.0;
  }

  [[nodiscard]] bool is_in_a(const Person& person) const {
    const double pay = person.salary + person.commission;
    const double free = 2.0 * pay / 3.0;
    const double taught = 5'000.0 * person.elevel;
    switch (function_) {
      case 0:
        return person.age < 40.0 || person.age >= 60.0;
      case 1:
        return is_paid_well(person, person.salary);
      case 2:
        return is_taught_enough(person);
      case 3:
        return is_paid_by_level(person);
      case 4:
        return is_loan_in_range(person);
      case 5:
        return is_paid_well(person, pay);
      case 6:
        return free - person.loan / 5.0 - 20'000.0 > 0.0;
      case 7:
        return free - taught - 20'000.0 > 0.0;
      case 8:
        return free - taught - person.loan / 5.0 - 10'000.0 > 0.0;
      default:
        return free - taught + equity(person) / 5.0 - 10'000.0 > 0.0;
    }
  }

  std::size_t function_;
  bool is_balanced_;
  double perturbation_;
  Draws features_;
  std::array<Lane, 9> lanes_;
  std::array<Lane, 6> noise_;
};
static_assert(Generator<Agrawal> && Ruled<Agrawal>);

}  // namespace driftline
