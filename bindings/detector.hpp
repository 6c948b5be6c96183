// A drift detector as Python sees it: the core's handle and a lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "driftline/detectors/detector.hpp"
#include "model.hpp"

namespace driftline::python {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Detector : public Model {
 public:
  Detector(std::unique_ptr<AnyDetector> model, const ParameterNames* order)
      : Model(order), model_(std::move(model)) {}

  void update(double x);
  /// The signal of each value. All are checked before the first is taken.
  nb::object update_many(const Numbers& values);
  void reset();
  [[nodiscard]] bool drift_detected() const { return signal() == Signal::drift; }
  [[nodiscard]] bool warning_detected() const { return signal() == Signal::warning; }
  /// Of a drift just signalled: whether values rose.
  [[nodiscard]] bool has_risen() const;
  [[nodiscard]] double estimation() const;
  [[nodiscard]] std::int64_t seen() const;
  [[nodiscard]] std::int64_t detections() const;
  [[nodiscard]] const AnyDetector& handle() const { return *model_; }

  /// What is particular to one kind of detector.
  template <class Kind, class Answer>
  [[nodiscard]] Answer ask(Answer (Kind::*question)() const) const {
    const Guard guard(*this);
    return (dynamic_cast<const DetectorHandle<Kind>&>(*model_).model().*question)();
  }

 protected:
  [[nodiscard]] const AnyModel& core() const override { return *model_; }
  [[nodiscard]] AnyModel& core() override { return *model_; }
  // A number has no columns, so there are no names.
  void restore_names(const nb::dict& schema) override;
  [[nodiscard]] nb::dict names() const override { return {}; }

 private:
  [[nodiscard]] Signal signal() const;

  std::unique_ptr<AnyDetector> model_;
};

/// Bound on each class itself, as one_row_verbs.hpp does for models.
template <class Self>
void one_row_verbs(nb::class_<Self, Detector>& cls) {
  using nb::literals::operator""_a;
  cls.def(
      "update", [](Self& self, double x) { self.update(x); }, "x"_a,
      nb::sig("def update(self, x: float) -> None"), "Take one value.");
}

}  // namespace driftline::python
