// Transforms that make features: of text, of many columns, of several columns, of rows gone by.
#include <string>
#include <utility>

#include "driftline/transforms/bag_of_words.hpp"
#include "driftline/transforms/feature_hasher.hpp"
#include "driftline/transforms/lags.hpp"
#include "driftline/transforms/polynomial_features.hpp"
#include "driftline/transforms/random_fourier_features.hpp"
#include "driftline/transforms/rolling_statistics.hpp"
#include "driftline/transforms/tfidf.hpp"
#include "families.hpp"

namespace driftline::python {

namespace {

using Words = Tuple<std::string>;
using Whole = Tuple<std::int64_t>;

void bind_text(nb::module_& m) {
  transform<struct BagOfWordsTag>(
      m, "BagOfWords", {"lowercase", "ngram_range", "max_features", "on", "prefix"},
      [](bool lowercase, Whole ngram_range, std::int64_t max_features, Words on,
         std::string prefix) {
        return handle_of(BagOfWords({.lowercase = lowercase,
                                     .ngram_range = std::move(ngram_range),
                                     .max_features = max_features,
                                     .on = std::move(on),
                                     .prefix = std::move(prefix)}));
      });
  transform<struct TFIDFTag>(
      m, "TFIDF", {"normalize", "lowercase", "ngram_range", "max_features", "on", "prefix"},
      [](bool normalize, bool lowercase, Whole ngram_range, std::int64_t max_features, Words on,
         std::string prefix) {
        return handle_of(TFIDF(normalize, {.lowercase = lowercase,
                                           .ngram_range = std::move(ngram_range),
                                           .max_features = max_features,
                                           .on = std::move(on),
                                           .prefix = std::move(prefix)}));
      });
}

}  // namespace

void bind_feature_transforms(nb::module_& m) {
  bind_text(m);
  transform<struct FeatureHasherTag>(
      m, "FeatureHasher", {"n_features", "alternate_sign", "seed"},
      [](std::int64_t n_features, bool alternate_sign, std::int64_t seed) {
        return handle_of(FeatureHasher(n_features, alternate_sign, seed));
      });
  transform<struct LagsTag>(m, "Lags", {"lags"},
                            [](Whole lags) { return handle_of(Lags(std::move(lags))); });
  transform<struct PolynomialFeaturesTag>(
      m, "PolynomialFeatures", {"degree", "interaction_only", "include_bias"},
      [](std::int64_t degree, bool interaction_only, bool include_bias) {
        return handle_of(PolynomialFeatures(degree, interaction_only, include_bias));
      });
  transform<struct RandomFourierFeaturesTag>(
      m, "RandomFourierFeatures", {"n_components", "gamma", "seed"},
      [](std::int64_t n_components, double gamma, std::int64_t seed) {
        return handle_of(RandomFourierFeatures(n_components, gamma, seed));
      });
  transform<struct RollingStatisticsTag>(
      m, "RollingStatistics", {"window", "statistics"}, [](std::int64_t window, Words statistics) {
        return handle_of(RollingStatistics(window, std::move(statistics)));
      });
}

}  // namespace driftline::python
