// All headers of the core in one program, with nothing of Python; and none is left out.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "driftline/learners/any_learner.hpp"
#include "driftline/learners/arow.hpp"
#include "driftline/learners/baselines.hpp"
#include "driftline/learners/belief.hpp"
#include "driftline/learners/bernoulli_nb.hpp"
#include "driftline/learners/chain.hpp"
#include "driftline/learners/complement_nb.hpp"
#include "driftline/learners/counts.hpp"
#include "driftline/learners/cw.hpp"
#include "driftline/learners/gaussian_nb.hpp"
#include "driftline/learners/learner.hpp"
#include "driftline/learners/linear.hpp"
#include "driftline/learners/lms.hpp"
#include "driftline/learners/multinomial_nb.hpp"
#include "driftline/learners/narow.hpp"
#include "driftline/learners/one_vs_one.hpp"
#include "driftline/learners/one_vs_rest.hpp"
#include "driftline/learners/passive_aggressive.hpp"
#include "driftline/learners/perceptron.hpp"
#include "driftline/learners/scw.hpp"
#include "driftline/learners/second_order.hpp"
#include "driftline/learners/second_order_perceptron.hpp"
#include "driftline/learners/sgd.hpp"
#include "driftline/learners/votes.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/normal_quantile.hpp"
#include "driftline/numeric/quantile_sketch.hpp"
#include "driftline/numeric/trigonometry.hpp"
#include "driftline/parallel/ticket_lock.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/text_hash.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/civil_time.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/bag_of_words.hpp"
#include "driftline/transforms/bias.hpp"
#include "driftline/transforms/by_cell.hpp"
#include "driftline/transforms/categories.hpp"
#include "driftline/transforms/column_names.hpp"
#include "driftline/transforms/column_quantiles.hpp"
#include "driftline/transforms/column_transform.hpp"
#include "driftline/transforms/date_parts.hpp"
#include "driftline/transforms/feature_hasher.hpp"
#include "driftline/transforms/fills.hpp"
#include "driftline/transforms/imputer.hpp"
#include "driftline/transforms/lags.hpp"
#include "driftline/transforms/max_abs_scaler.hpp"
#include "driftline/transforms/min_max_scaler.hpp"
#include "driftline/transforms/one_hot_encoder.hpp"
#include "driftline/transforms/ordinal_encoder.hpp"
#include "driftline/transforms/part_states.hpp"
#include "driftline/transforms/polynomial_features.hpp"
#include "driftline/transforms/random_fourier_features.hpp"
#include "driftline/transforms/robust_scaler.hpp"
#include "driftline/transforms/rolling_statistics.hpp"
#include "driftline/transforms/row_transform.hpp"
#include "driftline/transforms/row_writer.hpp"
#include "driftline/transforms/select.hpp"
#include "driftline/transforms/select_type.hpp"
#include "driftline/transforms/standard_scaler.hpp"
#include "driftline/transforms/terms.hpp"
#include "driftline/transforms/tfidf.hpp"
#include "driftline/transforms/tokens.hpp"
#include "driftline/transforms/transform_chain.hpp"
#include "driftline/transforms/transform_union.hpp"
#include "driftline/transforms/vocabulary.hpp"
#include "expect.hpp"

int main() {
  namespace fs = std::filesystem;
  driftline::testing::Claims claims;
  const fs::path self(__FILE__);
  const fs::path core = self.parent_path().parent_path();
  std::ifstream file(self);
  const std::string source(std::istreambuf_iterator<char>(file), {});

  for (const auto& entry : fs::recursive_directory_iterator(core / "driftline")) {
    if (entry.path().extension() != ".hpp") continue;
    const std::string header = fs::relative(entry.path(), core).generic_string();
    claims.expect(source.find("#include \"" + header + "\"") != std::string::npos,
                  header + " is included here");
  }
  return claims.exit_code();
}
