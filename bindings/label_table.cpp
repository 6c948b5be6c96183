// Labels of any kind as codes, for those who count them without a model.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "driftline/numeric/count_equal.hpp"
#include "families.hpp"
#include "targets.hpp"

namespace driftline::python {

using namespace nb::literals;

namespace {

/// A code for each row, -1 where there is no label; new labels get the next codes.
nb::object codes_of(Labels& table, nb::handle y, std::size_t count) {
  return as_array(LabelBatch(y, count).seat(table, nullptr));
}

using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// How often each label stands among the codes, by four counters for each label, in turns: counting
/// one label twice running would wait.
std::vector<std::int64_t> counts_in_turns(std::span<const Code> codes, std::size_t labels) {
  constexpr std::size_t turns = 4;
  std::vector<std::int64_t> partial(turns * (labels + 1));  // one more for rows without a label
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t place = codes[i] < 0 ? labels : static_cast<std::size_t>(codes[i]);
    ++partial[place * turns + i % turns];
  }
  std::vector<std::int64_t> counts(labels);
  for (std::size_t i = 0; i < turns * labels; ++i) counts[i / turns] += partial[i];
  return counts;
}

nb::object counts_of(const Labels& table, const Codes& codes) {
  constexpr std::size_t few = 4;
  const std::size_t size = table.size();
  const std::span<const Code> all(codes.data(), codes.shape(0));
  std::vector<std::int64_t> counts(size);
  if (size <= few) {
    auto others = static_cast<std::int64_t>(all.size());
    for (std::size_t c = 0; c < size && others > 0; ++c) {
      counts[c] = count_equal(all, static_cast<Code>(c));
      others -= counts[c];
    }
    if (others == 0) return as_array(std::move(counts));
  }
  if (std::ranges::any_of(all, [=](Code code) { return std::cmp_greater_equal(code, size); })) {
    throw nb::value_error("a code has no label");
  }
  return as_array(size <= few ? std::move(counts) : counts_in_turns(all, size));
}

}  // namespace

void bind_label_table(nb::module_& m) {
  nb::class_<Labels>(m, "LabelTable", "Codes for labels, in the order in which they come.")
      .def(nb::init<>())
      .def("codes", &codes_of, "y"_a.none(), "count"_a,
           nb::sig("def codes(self, y: object, count: int) -> typing.Any"),
           "The code of each of `count` labels; -1 where there is none. A new label gets one.")
      .def_prop_ro("labels", &Labels::state, nb::sig("def labels(self) -> list[typing.Any]"),
                   "Labels by code; None for a seat that is still free.")
      .def("counts", &counts_of, "codes"_a,
           nb::sig("def counts(self, codes: typing.Any) -> typing.Any"),
           "How often each label stands among codes.")
      .def("restore", &Labels::restore, "labels"_a,
           nb::sig("def restore(self, labels: list[typing.Any]) -> None"));
}

}  // namespace driftline::python
