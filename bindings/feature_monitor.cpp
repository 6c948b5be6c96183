// The monitor of many features: it reads rows as learners do, and answers with names.
#include "driftline/detectors/feature_monitor.hpp"

#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

class Monitor : public Model {
 public:
  Monitor(FeatureMonitor model, const ParameterNames* order)
      : Model(order), model_(std::move(model)) {
    read_as(model_);
  }

  void update(nb::handle x) {
    const Guard guard(*this);
    const auto rows = std::get<DenseRows>(reader_.read(x, columns_, reading_, true));
    const DenseRow row = rows.row(0, 0.0);
    model_.update(row.values, row.width);
  }

  /// The rows at which columns have moved, and the names of these.
  nb::list update_many(nb::handle X) {
    const std::unique_ptr<Batch> batch = open_batch(X);
    bind_batch(*batch, true, [] {});
    std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> moves;
    run(*batch, [&](std::size_t /*start*/, const Rows& rows) {
      const auto& block = std::get<DenseRows>(rows);
      for (std::size_t i = 0; i < block.count; ++i) {
        const DenseRow row = block.row(i, 0.0);
        if (!model_.update(row.values, row.width)) continue;
        moves.emplace_back(model_.seen() - 1, model_.moved());
      }
    });
    const Guard guard(*this);
    nb::list out;
    for (const auto& [row, columns] : moves) out.append(nb::make_tuple(row, names_of(columns)));
    return out;
  }

  void reset() {
    const Guard guard(*this);
    model_.reset();
    columns_ = Columns();
    meet_all();
  }
  [[nodiscard]] nb::list moved() const {
    const Guard guard(*this);
    return names_of(model_.moved());
  }
  [[nodiscard]] nb::dict p_values() const {
    return by_name([this](std::size_t i) { return model_.p_value(i); });
  }
  [[nodiscard]] nb::dict estimation() const {
    return by_name([this](std::size_t i) { return model_.estimation(i); });
  }
  [[nodiscard]] bool is_warned() const {
    const Guard guard(*this);
    return model_.is_warned();
  }
  [[nodiscard]] std::int64_t seen() const {
    const Guard guard(*this);
    return model_.seen();
  }

 protected:
  [[nodiscard]] const AnyModel& core() const override { return model_; }
  [[nodiscard]] AnyModel& core() override { return model_; }
  void restore_names(const nb::dict& schema) override {
    Model::restore_names(schema);
    if (columns_.width() != model_.width()) {
      throw nb::value_error("the state holds another number of columns than it names");
    }
  }

 private:
  [[nodiscard]] nb::dict by_name(auto of) const {
    const Guard guard(*this);
    nb::dict out;
    for (std::size_t i = 0; i < model_.width(); ++i) out[columns_.name(i)] = of(i);
    return out;
  }
  [[nodiscard]] nb::list names_of(const std::vector<std::int64_t>& columns) const {
    nb::list out;
    for (const std::int64_t column : columns) {
      out.append(columns_.name(static_cast<std::size_t>(column)));
    }
    return out;
  }

  FeatureMonitor model_;
};

}  // namespace

void bind_feature_monitor(nb::module_& m) {
  static const ParameterNames parameters{"alpha", "window_size", "correction"};
  nb::class_<Monitor, Model>(m, "FeatureMonitor")
      .def(
          "__init__",
          [](Monitor* self, double alpha, std::int64_t window_size, const std::string& correction) {
            new (self) Monitor(
                FeatureMonitor(alpha, window_size, parse<Correction>("correction", correction)),
                &parameters);
          },
          "alpha"_a, "window_size"_a, "correction"_a)
      .def_prop_ro(
          "alpha", [](const Monitor& self) { return self.param("alpha"); },
          nb::sig("def alpha(self) -> float"))
      .def_prop_ro(
          "window_size", [](const Monitor& self) { return self.param("window_size"); },
          nb::sig("def window_size(self) -> int"))
      .def_prop_ro(
          "correction", [](const Monitor& self) { return self.param("correction"); },
          nb::sig("def correction(self) -> str"))
      .def("update", &Monitor::update, "x"_a.none(), nb::sig("def update(self, x: object) -> None"),
           "Take one row.")
      .def("update_many", &Monitor::update_many, "X"_a.none(),
           nb::sig("def update_many(self, X: object) -> list[tuple[int, list[typing.Any]]]"),
           "Take many rows; return the rows at which features moved, with their names.")
      .def("reset", &Monitor::reset, "Forget all rows, as if the monitor were new.")
      .def_prop_ro(
          "drift_detected", [](const Monitor& self) { return self.moved().size() > 0; },
          "Whether features have moved with the last row.")
      .def_prop_ro("warning_detected", &Monitor::is_warned,
                   "Whether a feature looks moved by itself, but none does among so many.")
      .def_prop_ro("moved", &Monitor::moved, nb::sig("def moved(self) -> list[typing.Any]"),
                   "Names of the features that moved with the last row.")
      .def_prop_ro("p_values", &Monitor::p_values,
                   nb::sig("def p_values(self) -> dict[typing.Any, float]"),
                   "Of each feature now, before correction; 1 until its windows are full.")
      .def_prop_ro("estimation", &Monitor::estimation,
                   nb::sig("def estimation(self) -> dict[typing.Any, float]"),
                   "Mean of each feature's recent values; of the reference until there are any.")
      .def_prop_ro("seen", &Monitor::seen, "Rows taken so far.");
}

}  // namespace driftline::python
