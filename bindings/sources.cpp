// Generators: one factory for each, and two classes that know nothing of which one they hold.
//
// Rows are written without the GIL into arrays that Python has allocated, a row of the array for
// each column, so that Arrow takes them as they are.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
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

namespace nb = nanobind;
using namespace nb::literals;

namespace driftline::python {

namespace {

template <class T>
using Columns2D = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column1D = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marked = std::vector<std::int64_t>;

template <class T>
nb::object array(const std::vector<T>& values, std::optional<std::size_t> width = std::nullopt) {
  auto* kept = new std::vector<T>(values);
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  if (!width) return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), {kept->size()}, owner));
  const std::size_t rows = *width == 0 ? 0 : kept->size() / *width;
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), {rows, *width}, owner));
}

nb::object python(bool value) { return nb::bool_(value); }
nb::object python(std::int64_t value) { return nb::int_(value); }
nb::object python(double value) { return nb::float_(value); }
template <class T>
nb::object python(const std::vector<T>& values) {
  return array(values);
}
template <class T>
nb::object python(const Grid<T>& grid) {
  return array(grid.values, grid.width);
}

using Answers = nb::typed<nb::dict, nb::str, nb::object>;

Answers python(const Truth& truth) {
  Answers out;
  for (const auto& [name, value] : truth) {
    out[name.c_str()] = std::visit([](const auto& held) { return python(held); }, value);
  }
  return out;
}

/// The rows of a generator, from the first on.
class Pass {
 public:
  explicit Pass(std::unique_ptr<AnyPass> pass, std::size_t numbers, std::size_t codes)
      : pass_(std::move(pass)), numbers_(numbers), codes_(codes) {}

  template <class Target>
  void fill(const Columns2D<double>& numbers, const Columns2D<std::int32_t>& codes,
            const Column1D<Target>& target) {
    const std::size_t rows = target.shape(0);
    const bool fits = numbers.shape(0) == numbers_ && codes.shape(0) == codes_ &&
                      numbers.shape(1) == rows && codes.shape(1) == rows;
    if (!fits) throw std::invalid_argument("the arrays have the wrong shape");
    Cells cells{.numbers = numbers.data(),
                .codes = codes.data(),
                .labels = nullptr,
                .targets = nullptr,
                .stride = rows};
    if constexpr (std::is_same_v<Target, double>) {
      cells.targets = target.data();
    } else {
      cells.labels = target.data();
    }
    const nb::gil_scoped_release release;
    pass_->fill(rows, cells);
  }

 private:
  std::unique_ptr<AnyPass> pass_;
  std::size_t numbers_, codes_;
};

class Source {
 public:
  template <class G>
  explicit Source(G generator) : generator_(forget_type(std::move(generator))) {}

  /// Name and categories of each.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> columns() const {
    std::vector<std::pair<std::string, std::vector<std::string>>> out;
    for (const Column& column : generator_->columns()) {
      out.emplace_back(column.name, column.categories);
    }
    return out;
  }
  [[nodiscard]] std::size_t classes() const { return generator_->classes(); }
  [[nodiscard]] std::unique_ptr<Pass> start() const {
    const auto columns = generator_->columns();
    const auto numbers = static_cast<std::size_t>(std::ranges::count_if(
        columns, [](const Column& column) { return column.categories.empty(); }));
    return std::make_unique<Pass>(generator_->start(), numbers, columns.size() - numbers);
  }
  Answers truth(std::uint64_t row) { return python(at(row).truth()); }
  std::optional<double> label_of(const std::vector<double>& x, std::uint64_t row) {
    if (x.size() != generator_->columns().size()) {
      throw std::invalid_argument("a row needs a value for each column");
    }
    return at(row).label_of(x.data());
  }

 private:
  /// A pass that stands at `row`: where something moves, asking for ascending rows is cheap.
  AnyPass& at(std::uint64_t row) {
    if (!pass_ || pass_->row() > row) pass_ = generator_->start();
    pass_->skip(row - pass_->row());
    return *pass_;
  }
  std::shared_ptr<const AnyGenerator> generator_;
  std::unique_ptr<AnyPass> pass_;
};

/// `def` of a factory whose parameters all have names.
template <class Make, class... Names>
void factory(nb::class_<Source>& cls, const char* name, Make make, Names... names) {
  cls.def_static(name, make, nb::kw_only(), names...);
}

using Seed = std::uint64_t;
using Count = std::int64_t;

void bind_papers(nb::class_<Source>& cls) {
  // Every factory takes the common parameters first, then what `make` wants behind them.
  const auto with = [&cls]<class... Own>(const char* name,
                                         Source (*make)(const ConceptOptions&, Own...),
                                         auto... names) {
    const auto call = [make](Seed seed, const Marked& drifts, Count width, double noise,
                             bool balanced, Own... own) {
      return make(
          {.seed = seed, .drifts = drifts, .width = width, .noise = noise, .balanced = balanced},
          own...);
    };
    cls.def_static(name, call, nb::kw_only(), "seed"_a, "drifts"_a, "width"_a, "noise"_a,
                   "balanced"_a, names...);
  };
  using Options = ConceptOptions;
  with(
      "sine1", +[](const Options& o, bool moved) { return Source(make_sine1(o, moved)); },
      "virtual"_a);
  with(
      "sine2", +[](const Options& o, bool moved) { return Source(make_sine2(o, moved)); },
      "virtual"_a);
  with("sinirrel1", +[](const Options& o) { return Source(make_sinirrel1(o)); });
  with("sinirrel2", +[](const Options& o) { return Source(make_sinirrel2(o)); });
  with("circles", +[](const Options& o) { return Source(make_circles(o)); });
  with("gauss", +[](const Options& o) { return Source(make_gauss(o)); });
  with("mixed", +[](const Options& o) { return Source(make_mixed(o)); });
  with("lines", +[](const Options& o) { return Source(make_lines(o)); });
  with(
      "stagger",
      +[](const Options& o, const std::string& variant, bool one_hot) {
        return Source(make_stagger(o, variant, one_hot));
      },
      "variant"_a, "one_hot"_a);
  with(
      "multilines",
      +[](const Options& o, Count d, Count k, double magnitude, bool moved) {
        return Source(make_multilines(o, d, k, magnitude, moved));
      },
      "d"_a, "k"_a, "magnitude"_a, "virtual"_a);
  with(
      "sine1_plus",
      +[](const Options& o, Count d, double sigma) { return Source(make_sine1_plus(o, d, sigma)); },
      "d"_a, "sigma"_a);
}

template <class G, class... Parameters>
auto maker() {
  return [](Parameters... parameters) { return Source(G(parameters...)); };
}

void bind_others(nb::class_<Source>& cls) {
  factory(cls, "ridge_concepts",
          maker<RidgeConcepts, Seed, const Marked&, Count, Count, double, double>(), "seed"_a,
          "drifts"_a, "width"_a, "d"_a, "sigma"_a, "noise"_a);
  factory(
      cls, "bernoulli_errors",
      [](Seed seed, Marked drifts, Count width, std::vector<double> rates) {
        return Source(make_bernoulli_errors(
            {.seed = seed, .drifts = std::move(drifts), .width = width}, std::move(rates)));
      },
      "seed"_a, "drifts"_a, "width"_a, "rates"_a);
  factory(cls, "sea", maker<SEA, Seed, Count, double>(), "seed"_a, "variant"_a, "noise"_a);
  factory(cls, "hyperplane", maker<Hyperplane, Seed, Count, Count, double, double, double>(),
          "seed"_a, "n_features"_a, "n_drift_features"_a, "mag_change"_a, "noise_percentage"_a,
          "sigma"_a);
  factory(cls, "random_rbf", maker<RandomRBF, Seed, Seed, Count, Count, Count, double, Count>(),
          "seed"_a, "seed_model"_a, "n_classes"_a, "n_features"_a, "n_centroids"_a,
          "change_speed"_a, "n_drift_centroids"_a);
  factory(cls, "led", maker<LED, Seed, double, bool, Count>(), "seed"_a, "noise_percentage"_a,
          "irrelevant_features"_a, "n_drift_features"_a);
  factory(cls, "agrawal", maker<Agrawal, Seed, Count, bool, double>(), "seed"_a,
          "classification_function"_a, "balance_classes"_a, "perturbation"_a);
  factory(cls, "waveform", maker<Waveform, Seed, bool>(), "seed"_a, "has_noise"_a);
  factory(cls, "friedman", maker<Friedman, Seed>(), "seed"_a);
  factory(cls, "friedman_drift", maker<Friedman, Seed, const std::string&, const Marked&, Count>(),
          "seed"_a, "drift_type"_a, "position"_a, "transition_window"_a);
  factory(
      cls, "random_tree",
      [](Seed seed, Seed seed_tree, Count n_classes, Count n_num_features, Count n_cat_features,
         Count n_categories_per_feature, Count max_tree_depth, Count first_leaf_level,
         double fraction_leaves_per_level) {
        return Source(RandomTree({.seed = seed,
                                  .tree_seed = seed_tree,
                                  .n_classes = n_classes,
                                  .n_num_features = n_num_features,
                                  .n_cat_features = n_cat_features,
                                  .n_categories_per_feature = n_categories_per_feature,
                                  .max_tree_depth = max_tree_depth,
                                  .first_leaf_level = first_leaf_level,
                                  .fraction_leaves_per_level = fraction_leaves_per_level}));
      },
      "seed"_a, "seed_tree"_a, "n_classes"_a, "n_num_features"_a, "n_cat_features"_a,
      "n_categories_per_feature"_a, "max_tree_depth"_a, "first_leaf_level"_a,
      "fraction_leaves_per_level"_a);
}

}  // namespace

void bind_sources(nb::module_& m) {
  nb::class_<Pass>(m, "GeneratorPass")
      .def("fill", &Pass::fill<std::int64_t>, "numbers"_a.noconvert(), "codes"_a.noconvert(),
           "target"_a.noconvert())
      .def("fill", &Pass::fill<double>, "numbers"_a.noconvert(), "codes"_a.noconvert(),
           "target"_a.noconvert());
  nb::class_<Source> source(m, "Generator");
  source.def_prop_ro("columns", &Source::columns)
      .def_prop_ro("classes", &Source::classes)
      .def("start", &Source::start)
      .def("truth", &Source::truth, "row"_a)
      .def("label_of", &Source::label_of, "x"_a, "row"_a);
  bind_papers(source);
  bind_others(source);
}

}  // namespace driftline::python
