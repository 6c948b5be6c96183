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
#include "driftline/numeric/cpu.hpp"
#include "driftline/numeric/elementary.hpp"
#include "driftline/numeric/log1p.hpp"
#include "driftline/numeric/log_product.hpp"
#include "driftline/numeric/trigonometry.hpp"
#include "driftline/parallel/ticket_lock.hpp"
#include "driftline/random/draws.hpp"
#include "driftline/random/mix.hpp"
#include "driftline/random/sampler_draws.hpp"
#include "driftline/random/ziggurat.hpp"
#include "driftline/samplers/decay_sampler.hpp"
#include "driftline/samplers/exponential_sampler.hpp"
#include "driftline/samplers/key_hash.hpp"
#include "driftline/samplers/key_sampler.hpp"
#include "driftline/samplers/reservoir_sampler.hpp"
#include "driftline/samplers/sampler.hpp"
#include "driftline/samplers/slot_pool.hpp"
#include "driftline/samplers/time_window_sampler.hpp"
#include "driftline/samplers/top_keys.hpp"
#include "driftline/samplers/weighted_reservoir_sampler.hpp"
#include "driftline/samplers/window_sampler.hpp"
#include "driftline/sources/agrawal.hpp"
#include "driftline/sources/bernoulli_errors.hpp"
#include "driftline/sources/circles.hpp"
#include "driftline/sources/concept_stream.hpp"
#include "driftline/sources/friedman.hpp"
#include "driftline/sources/gauss.hpp"
#include "driftline/sources/generator.hpp"
#include "driftline/sources/hyperplane.hpp"
#include "driftline/sources/input_box.hpp"
#include "driftline/sources/led.hpp"
#include "driftline/sources/lines.hpp"
#include "driftline/sources/marks.hpp"
#include "driftline/sources/mixed.hpp"
#include "driftline/sources/moving_weights.hpp"
#include "driftline/sources/multilines.hpp"
#include "driftline/sources/parameters.hpp"
#include "driftline/sources/purposes.hpp"
#include "driftline/sources/random_rbf.hpp"
#include "driftline/sources/random_tree.hpp"
#include "driftline/sources/ridge_concepts.hpp"
#include "driftline/sources/sea.hpp"
#include "driftline/sources/sine.hpp"
#include "driftline/sources/stagger.hpp"
#include "driftline/sources/waveform.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/kernels.hpp"
#include "driftline/stream/labels.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "driftline/transforms/standard_scaler.hpp"
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
