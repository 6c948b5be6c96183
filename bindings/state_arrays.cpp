#include "state_arrays.hpp"

#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers.hpp"
#include "rows.hpp"

namespace driftline::python {

namespace {

Array as_values(nb::handle values) {
  const NumberArray array(values);
  if (array.dimensions() != 1 ||
      (array.type() != 'd' && array.type() != 'l' && array.type() != 'q' && array.type() != 'B')) {
    throw nb::value_error("a state array must be 1-D, float64, int64 or uint8");
  }
  const std::size_t length = array.length(0);
  if (array.type() == 'd') {
    std::vector<double> own(length);
    NumberArray::load('d', array.data(), array.stride(0), length, own.data());
    return own;
  }
  if (array.type() == 'B') {
    std::vector<std::uint8_t> own(length);
    for (std::size_t i = 0; i < length; ++i) {
      own[i] =
          static_cast<std::uint8_t>(array.data()[static_cast<std::ptrdiff_t>(i) * array.stride(0)]);
    }
    return own;
  }
  std::vector<std::int64_t> own(length);
  NumberArray::load_ints(array.type(), array.data(), array.stride(0), length, own.data());
  return own;
}

}  // namespace

nb::dict as_arrays(const State& state) {
  nb::dict out;
  for (const auto& [name, array] : state) {
    out[name.c_str()] = std::visit([](const auto& values) { return as_array(values); }, array);
  }
  return out;
}

State as_state(const nb::dict& arrays) {
  State state;
  for (auto [name, values] : arrays) state[nb::cast<std::string>(name)] = as_values(values);
  return state;
}

}  // namespace driftline::python
