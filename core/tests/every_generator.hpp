// Every generator once or more, with the parameters that tests/oracles/generator_checksums.py gives
// to the classes of Python under the same name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "driftline/sources/agrawal.hpp"
#include "driftline/sources/bernoulli_errors.hpp"
#include "driftline/sources/circles.hpp"
#include "driftline/sources/friedman.hpp"
#include "driftline/sources/gauss.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/hyperplane.hpp"
#include "driftline/sources/led.hpp"
#include "driftline/sources/lines.hpp"
#include "driftline/sources/mixed.hpp"
#include "driftline/sources/multilines.hpp"
#include "driftline/sources/random_rbf.hpp"
#include "driftline/sources/random_tree.hpp"
#include "driftline/sources/ridge_concepts.hpp"
#include "driftline/sources/sea.hpp"
#include "driftline/sources/sine.hpp"
#include "driftline/sources/stagger.hpp"
#include "driftline/sources/waveform.hpp"

namespace driftline::testing {

struct NamedGenerator {
  std::string name;
  std::shared_ptr<const AnyGenerator> generator;
};

/// Drifts fall at a third and at two thirds of `rows`.
inline std::vector<NamedGenerator> every_generator(std::int64_t rows) {
  const std::vector<std::int64_t> drifts{rows / 3, 2 * rows / 3};
  const std::int64_t width = rows / 10;
  const ConceptOptions abrupt{.seed = 7, .drifts = drifts};
  const ConceptOptions gradual{.seed = 7, .drifts = drifts, .width = width};
  const ConceptOptions noisy{.seed = 7, .drifts = drifts, .noise = 0.1};
  const ConceptOptions balanced{.seed = 7, .drifts = drifts, .balanced = true};
  const std::vector<std::int64_t> thirds{rows / 4, rows / 2, 3 * rows / 4};
  std::vector<NamedGenerator> all;
  const auto add = [&](std::string name, auto generator) {
    all.push_back({.name = std::move(name), .generator = forget_type(std::move(generator))});
  };
  add("SINE1", make_sine1(abrupt));
  add("SINE1 virtual", make_sine1(gradual, true));
  add("SINE2", make_sine2(gradual));
  add("SINIRREL1", make_sinirrel1(noisy));
  add("SINIRREL2", make_sinirrel2(balanced));
  add("CIRCLES", make_circles(balanced));
  add("GAUSS", make_gauss(gradual));
  add("STAGGER", make_stagger(noisy));
  add("STAGGER nominal", make_stagger(abrupt, "2x2", false));
  add("MIXED", make_mixed(gradual));
  add("LINES", make_lines(abrupt));
  add("MULTILINES", make_multilines(gradual, 10, 2, 0.001));
  add("MULTILINES virtual", make_multilines(abrupt, 4, 1, 0.001, true));
  add("Sine1Plus", make_sine1_plus(noisy, 5, 10.0));
  add("RidgeConcepts", RidgeConcepts(7, drifts, width, 3, 10.0, 0.5));
  add("BernoulliErrors", make_bernoulli_errors(gradual, {0.2, 0.5, 0.1}));
  add("SEA", SEA(7, 2, 0.1));
  add("Hyperplane", Hyperplane(7, 10, 2, 0.001, 0.05, 0.1));
  add("RandomRBF", RandomRBF(7, 7, 3, 4, 20));
  add("RandomRBFDrift", RandomRBF(7, 8, 3, 4, 20, 0.001, 10));
  add("LED", LED(7, 0.1, false));
  add("LEDDrift", LED(7, 0.1, true, 3));
  add("Agrawal", Agrawal(7, 4, true, 0.05));
  add("Waveform", Waveform(7, true));
  add("RandomTree", RandomTree({.seed = 7, .tree_seed = 7, .n_classes = 3}));
  add("Friedman", Friedman(7));
  add("FriedmanDrift lea", Friedman(7, "lea", thirds, 0));
  add("FriedmanDrift gra", Friedman(7, "gra", drifts, 0));
  add("FriedmanDrift gsg", Friedman(7, "gsg", drifts, width));
  return all;
}

}  // namespace driftline::testing
