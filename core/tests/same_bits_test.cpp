// The same rows give the same bits: dense or sparse, narrow or wide, in blocks of any size,
// through a copy, and through a state that was saved and restored.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/learners/any_learner.hpp"
#include "driftline/stream/any_model.hpp"
#include "driftline/stream/fields.hpp"
#include "driftline/stream/row.hpp"
#include "driftline/transforms/any_transform.hpp"
#include "expect.hpp"
#include "models.hpp"
#include "sample.hpp"

namespace {

using namespace driftline;
using namespace driftline::testing;

/// Rows of a sample from `first` on.
struct Block {
  std::size_t first;
  Rows rows;
};
using Cut = std::vector<Block>;

Cut dense_blocks(const Sample& sample, std::size_t size) {
  Cut cut;
  for (std::size_t i = 0; i < sample.count(); i += size) {
    cut.push_back({.first = i, .rows = sample.dense(i, std::min(i + size, sample.count()))});
  }
  return cut;
}

Cut sparse_blocks(const Sample& sample, std::size_t size) {
  Cut cut;
  for (std::size_t i = 0; i < sample.count(); i += size) {
    cut.push_back({.first = i, .rows = sample.sparse(i, std::min(i + size, sample.count()))});
  }
  return cut;
}

/// Row by row, a column only from the first row on that may hold it.
Cut widening_rows(const Sample& sample) {
  Cut cut;
  for (std::size_t i = 0; i < sample.count(); ++i) {
    cut.push_back({.first = i, .rows = sample.dense(i, i + 1, sample.width_at(i))});
  }
  return cut;
}

/// The same blocks, said to miss nothing.
Cut said_to_be_whole(Cut cut) {
  for (Block& block : cut) std::get<DenseRows>(block.rows).is_whole = true;
  return cut;
}

/// To the bit, as NaN differs from itself.
std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> out;
  out.reserve(values.size());
  for (const double value : values) out.push_back(std::bit_cast<std::uint64_t>(value));
  return out;
}
std::vector<Code> bits(std::vector<Code> values) { return values; }

template <class Target>
void teach(AnyLearner<Target>& model, const Sample& sample, const Cut& cut) {
  for (const auto& [first, rows] : cut) {
    model.learn(rows, sample.targets<Target>(first), sample.weights(first));
  }
}
void teach(AnyTransform& model, const Sample& sample, const Cut& cut) {
  for (const auto& [first, rows] : cut) model.learn(rows, sample.weights(first));
}

template <class Target>
std::vector<Target> test_then_train(AnyLearner<Target>& model, const Sample& sample,
                                    const Cut& cut) {
  std::vector<Target> out(sample.count());
  for (const auto& [first, rows] : cut) {
    model.predict_learn(rows, rows, sample.targets<Target>(first), sample.weights(first),
                        out.data() + first);
  }
  return out;
}

/// The same with the rows given twice, as a transform in front would.
template <class Target>
std::vector<Target> test_then_train_apart(AnyLearner<Target>& model, const Sample& sample,
                                          const Cut& cut) {
  std::vector<Target> out(sample.count());
  for (const auto& [first, before] : cut) {
    const Rows after = before;
    model.predict_learn(before, after, sample.targets<Target>(first), sample.weights(first),
                        out.data() + first);
  }
  return out;
}

template <class Target>
std::vector<Target> predict_then_learn(AnyLearner<Target>& model, const Sample& sample,
                                       const Cut& cut) {
  std::vector<Target> out(sample.count());
  for (const auto& [first, rows] : cut) {
    model.predict(rows, out.data() + first);
    model.learn(rows, sample.targets<Target>(first), sample.weights(first));
  }
  return out;
}

/// All cuts that hold what the dense rows hold, as far as this model can tell. Who draws columns
/// by the number of those it knows can tell rows that widen.
std::vector<std::pair<std::string, Cut>> equal_cuts(const Sample& sample, const Shape& shape,
                                                    const Reading& reading, bool scales,
                                                    bool draws_columns) {
  std::vector<std::pair<std::string, Cut>> cuts;
  for (const std::size_t size : {1U, 2U, 7U, 59U}) {
    cuts.emplace_back("dense blocks of " + std::to_string(size), dense_blocks(sample, size));
  }
  const bool takes_sparse = !must_be_dense(reading.sparse, sample.is_complete());
  if (takes_sparse && !(scales && shape.gap == Gap::zero)) {
    for (const std::size_t size : {1U, 7U, 60U}) {
      cuts.emplace_back("sparse blocks of " + std::to_string(size), sparse_blocks(sample, size));
    }
  }
  const bool reads_zeros = shape.gap == Gap::zero || !reading.keeps_missing;
  if (reads_zeros) {
    cuts.emplace_back("rows said to be whole", said_to_be_whole(dense_blocks(sample, 60)));
  }
  if ((!reading.keeps_missing || shape.gap == Gap::missing) && !draws_columns) {
    cuts.emplace_back("rows that widen", widening_rows(sample));
  }
  return cuts;
}

template <class Any, class Target>
void every_cut_gives_the_same_bits(Claims& claims, const Named<Any>& named, const Shape& shape) {
  const Reading reading = named.model->reading();
  const Sample sample(shape, reading);
  const auto reference = named.model->copy();
  const auto predictions = predict_then_learn<Target>(*reference, sample, dense_blocks(sample, 1));
  const State expected = reference->state();

  for (const auto& [name, cut] :
       equal_cuts(sample, shape, reading, named.scales, named.model->needs_names())) {
    const auto taught = named.model->copy();
    teach<Target>(*taught, sample, cut);
    claims.expect(same_bits(taught->state(), expected), named.name,
                  name + " teach as single rows do");

    const auto tested = named.model->copy();
    const auto out = test_then_train<Target>(*tested, sample, cut);
    claims.expect(same_bits(tested->state(), expected), named.name,
                  name + ", tested first, teach as single rows do");
    claims.expect(bits(out) == bits(predictions), named.name,
                  name + " are predicted as single rows are");

    const auto apart = named.model->copy();
    const auto out_apart = test_then_train_apart<Target>(*apart, sample, cut);
    claims.expect(same_bits(apart->state(), expected) && bits(out_apart) == bits(predictions),
                  named.name, name + " given twice are as good as once");
  }
}

void every_cut_gives_the_same_bits(Claims& claims, const Named<AnyTransform>& named,
                                   const Shape& shape) {
  const Reading reading = named.model->reading();
  const Sample sample(shape, reading);
  const auto reference = named.model->copy();
  teach(*reference, sample, dense_blocks(sample, 1));
  const State expected = reference->state();

  for (const auto& [name, cut] : equal_cuts(sample, shape, reading, named.scales, false)) {
    const auto taught = named.model->copy();
    teach(*taught, sample, cut);
    claims.expect(same_bits(taught->state(), expected), named.name,
                  name + " teach as single rows do");

    const auto stepped = named.model->copy();
    RowBuffer before;
    RowBuffer after;
    for (const auto& [first, rows] : cut) {
      stepped->step(rows, rows, sample.weights(first), &before, after, {});
    }
    claims.expect(same_bits(stepped->state(), expected), named.name,
                  name + ", put out on the way, teach as single rows do");
  }
}

/// Saving and loading; `named` is untaught, and gets taught half of the sample.
template <class Any>
void states_come_back(Claims& claims, const Named<Any>& named, const Sample& sample) {
  const Cut cut = dense_blocks(sample, 20);
  const Cut head{cut[0], cut[1]};
  const Cut tail{cut[2]};
  const State untaught = named.model->state();
  const auto taught = named.model->copy();
  teach(*taught, sample, head);
  const State state = taught->state();

  const auto restored = named.model->copy();
  restored->restore(state);
  claims.expect(same_bits(restored->state(), state), named.name,
                "restore(state) gives back the state");
  teach(*taught, sample, tail);
  teach(*restored, sample, tail);
  claims.expect(same_bits(restored->state(), taught->state()), named.name,
                "a restored model goes on learning as the saved one does");
  restored->restore(untaught);
  claims.expect(same_bits(restored->state(), untaught), named.name,
                "an untaught state can be restored over a taught one");
  teach(*restored, sample, head);
  claims.expect(same_bits(restored->state(), state), named.name,
                "a model restored to nothing learns as a new one does");
  claims.expect(same_bits(taught->untaught()->state(), untaught), named.name,
                "untaught() has the state of a new model");
}

template <class Any>
void copies_share_nothing(Claims& claims, const Named<Any>& named, const Sample& sample) {
  const Cut cut = dense_blocks(sample, 20);
  auto original = named.model->copy();
  teach(*original, sample, {cut[0]});
  const State before = original->state();
  const auto copy = original->copy();
  const auto second = original->copy();

  teach(*original, sample, {cut[1]});
  claims.expect(same_bits(copy->state(), before), named.name,
                "what the original learns, its copy does not");
  const State after = original->state();
  teach(*copy, sample, {cut[1]});
  claims.expect(same_bits(copy->state(), after), named.name, "a copy learns as the original does");
  original.reset();
  claims.expect(same_bits(second->state(), before), named.name, "a copy outlives the original");
}

template <class Values>
using Other = std::conditional_t<std::is_same_v<Values, std::vector<double>>,
                                 std::vector<std::int64_t>, std::vector<double>>;

/// The array as the other kind of number.
Array other_kind(const Array& array) {
  return std::visit(
      [](const auto& values) -> Array {
        using Values = std::remove_cvref_t<decltype(values)>;
        return Other<Values>(values.size());
      },
      array);
}
Array resized(const Array& array, std::ptrdiff_t by) {
  Array out = array;
  std::visit(
      [=](auto& values) {
        values.resize(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(values.size()) + by));
      },
      out);
  return out;
}
std::size_t size_of(const Array& array) {
  return std::visit([](const auto& values) { return values.size(); }, array);
}

/// Entries whose length nothing else in the state need fix: a learner with one weight a column may
/// have met any number of columns, and a label may have met fewer than others.
bool may_have_any_length(const std::string& name) {
  return (name.ends_with("weights") && !name.ends_with("belief.weights")) ||
         name.ends_with("descent.u") || name.ends_with(".columns") ||
         name.ends_with("counts.known") || name.ends_with("labels.learned");
}

template <class Any>
void false_states_are_refused(Claims& claims, const Named<Any>& named, const Sample& sample) {
  const auto taught = named.model->copy();
  teach(*taught, sample, dense_blocks(sample, 30));
  const State state = taught->state();
  const auto expect_refused = [&](const State& wrong, const std::string& what) {
    const auto model = taught->copy();
    claims.expect(is_refused([&] { model->restore(wrong); }), named.name, what + " is refused");
    claims.expect(same_bits(model->state(), state), named.name,
                  what + " leaves the model as it was");
  };
  // Whatever is let in must be safe to go on with: the sanitizers watch.
  const auto expect_refused_or_safe = [&](const State& odd, const std::string& what) {
    const auto model = taught->copy();
    if (is_refused([&] { model->restore(odd); })) {
      claims.expect(same_bits(model->state(), state), named.name,
                    what + " leaves the model as it was");
    } else {
      teach(*model, sample, dense_blocks(sample, 30));
    }
  };

  State surplus = state;
  surplus["surplus"] = std::vector<double>{1.0};
  expect_refused(surplus, "a state with a surplus entry");
  if (!state.empty()) expect_refused(State{}, "an empty state");  // some keep nothing
  for (const auto& [name, array] : state) {
    State missing = state;
    missing.erase(name);
    expect_refused(missing, "a state without '" + name + "'");
    State mistyped = state;
    mistyped[name] = other_kind(array);
    expect_refused(mistyped, "a state with '" + name + "' of another type");
    for (const int by : {-1, 1}) {
      if (by < 0 && size_of(array) == 0) continue;
      State resized_one = state;
      resized_one[name] = resized(array, by);
      const std::string what = "a state with '" + name + "' too " + (by < 0 ? "short" : "long");
      if (may_have_any_length(name)) {
        expect_refused_or_safe(resized_one, what);
      } else {
        expect_refused(resized_one, what);
      }
    }
  }
}

template <class Any>
void hold_for(Claims& claims, const Named<Any>& named) {
  for (const Gap gap : {Gap::zero, Gap::missing}) {
    const Sample sample({.gap = gap}, named.model->reading());
    states_come_back(claims, named, sample);
    copies_share_nothing(claims, named, sample);
    false_states_are_refused(claims, named, sample);
  }
}

/// All tails of the four lanes, alone and behind whole ones; with two labels and with more.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  std::uint64_t seed = 0;
  for (const Gap gap : {Gap::zero, Gap::missing}) {
    for (const std::size_t width : {1U, 3U, 4U, 6U, 7U, 13U}) {
      for (const Code labels : {2, 4}) {
        all.push_back({.width = width, .labels = labels, .gap = gap, .seed = ++seed});
      }
    }
  }
  return all;
}

}  // namespace

int main() {
  Claims claims;
  const Classifiers classifiers = every_classifier();
  const Regressors regressors = every_regressor();
  const Transforms transforms = every_transform();
  for (const Shape& shape : shapes()) {
    for (const auto& named : classifiers) {
      every_cut_gives_the_same_bits<AnyClassifier, Code>(claims, named, shape);
    }
    for (const auto& named : regressors) {
      every_cut_gives_the_same_bits<AnyRegressor, double>(claims, named, shape);
    }
    for (const auto& named : transforms) every_cut_gives_the_same_bits(claims, named, shape);
  }
  for (const auto& named : classifiers) hold_for(claims, named);
  for (const auto& named : regressors) hold_for(claims, named);
  for (const auto& named : transforms) hold_for(claims, named);
  return claims.exit_code();
}
