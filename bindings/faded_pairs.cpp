#include "driftline/metrics/faded_pairs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>

#include "answers.hpp"
#include "driftline/stream/fields.hpp"
#include "state_arrays.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

using Errors = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

class Pairs {
 public:
  Pairs(std::size_t models, double fading)
      : models_(models), untaught_(models, fading), core_(untaught_) {}

  void update(const Errors& errors) {
    if (errors.shape(0) != models_) throw nb::value_error("errors must have a row for each model");
    const std::span<const std::uint8_t> bytes(errors.data(), errors.size());
    const nb::gil_scoped_release release;
    core_.update(bytes, errors.shape(1));
  }
  [[nodiscard]] nb::object counts() const { return as_array(core_.counts(), {models_, models_}); }
  [[nodiscard]] nb::dict state() const { return as_arrays(state_of(core_)); }
  void restore(const nb::dict& arrays) {
    FadedPairs fresh = untaught_;
    driftline::restore(fresh, as_state(arrays));
    core_ = std::move(fresh);
  }

 private:
  std::size_t models_;
  FadedPairs untaught_;
  FadedPairs core_;
};

}  // namespace

void bind_faded_pairs(nb::module_& m) {
  nb::class_<Pairs>(m, "FadedPairs", "For every two models, how often one alone erred of late.")
      .def(nb::init<std::size_t, double>(), "models"_a, "fading"_a)
      .def("update", &Pairs::update, "errors"_a,
           nb::sig("def update(self, errors: typing.Any) -> None"),
           "Take rows: errors[model, row] is 1 where the model was wrong.")
      .def("counts", &Pairs::counts, nb::sig("def counts(self) -> typing.Any"),
           "At [i, j] the faded count of rows on which i was wrong and j was not.")
      .def("state", &Pairs::state, nb::sig("def state(self) -> dict[str, typing.Any]"))
      .def("restore", &Pairs::restore, "state"_a,
           nb::sig("def restore(self, state: dict[str, typing.Any]) -> None"));
}

}  // namespace driftline::python
