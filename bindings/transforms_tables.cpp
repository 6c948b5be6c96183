// Transforms for tables as they come: numbers of any range, text, dates, missing values.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "driftline/transforms/bias.hpp"
#include "driftline/transforms/date_parts.hpp"
#include "driftline/transforms/imputer.hpp"
#include "driftline/transforms/max_abs_scaler.hpp"
#include "driftline/transforms/min_max_scaler.hpp"
#include "driftline/transforms/ordinal_encoder.hpp"
#include "driftline/transforms/robust_scaler.hpp"
#include "driftline/transforms/select_type.hpp"
#include "families.hpp"

namespace driftline::python {

namespace {

std::unique_ptr<AnyTransform> imputer(ImputerParameters own) {
  own.check();
  switch (own.strategy) {
    case Strategy::mean:
      return handle_of(Imputer(std::move(own), MeanFill()));
    case Strategy::median:
      return handle_of(Imputer(std::move(own), MedianFill()));
    case Strategy::most_frequent: {
      MostFrequentFill fill(static_cast<std::size_t>(own.max_categories));
      return handle_of(Imputer(std::move(own), std::move(fill)));
    }
    case Strategy::previous:
      return handle_of(Imputer(std::move(own), PreviousFill()));
    default: {
      ConstantFill fill(own.fill_value);
      return handle_of(Imputer(std::move(own), std::move(fill)));
    }
  }
}

}  // namespace

void bind_table_transforms(nb::module_& m) {
  transform<struct BiasTag>(m, "Bias", {"value"},
                            [](double value) { return handle_of(Bias(value)); });
  transform<struct DatePartsTag>(m, "DateParts", {"parts", "cyclic"},
                                 [](Tuple<std::string> parts, Tuple<std::string> cyclic) {
                                   return handle_of(DateParts(std::move(parts), std::move(cyclic)));
                                 });
  transform<struct ImputerTag>(
      m, "Imputer", {"strategy", "fill_value", "indicator", "max_categories"},
      [](const std::string& strategy, std::variant<double, std::string> fill_value, bool indicator,
         std::int64_t max_categories) {
        return imputer({.strategy = parse<Strategy>("strategy", strategy),
                        .fill_value = std::move(fill_value),
                        .indicator = indicator,
                        .max_categories = max_categories});
      });
  transform<struct MaxAbsScalerTag>(m, "MaxAbsScaler", {},
                                    [] { return handle_of(ByCell(MaxAbsScaler())); });
  transform<struct MinMaxScalerTag>(
      m, "MinMaxScaler", {"clip"}, [](bool clip) { return handle_of(ByCell(MinMaxScaler(clip))); });
  transform<struct OrdinalEncoderTag>(
      m, "OrdinalEncoder", {"unknown_value", "max_categories"},
      [](std::optional<double> unknown_value, std::int64_t max_categories) {
        return handle_of(OrdinalEncoder(
            unknown_value.value_or(std::numeric_limits<double>::quiet_NaN()), max_categories));
      });
  transform<struct RobustScalerTag>(
      m, "RobustScaler", {"with_centering", "with_scaling", "q_inf", "q_sup"},
      [](bool with_centering, bool with_scaling, double q_inf, double q_sup) {
        return handle_of(ByCell(RobustScaler(with_centering, with_scaling, q_inf, q_sup)));
      });
  transform<struct SelectTypeTag>(m, "SelectType", {"kind"}, [](const std::string& kind) {
    return handle_of(SelectType(parse<CellKind>("kind", kind)));
  });
}

}  // namespace driftline::python
