#include "driftline/transforms/one_hot_encoder.hpp"
#include "driftline/transforms/select.hpp"
#include "driftline/transforms/standard_scaler.hpp"
#include "families.hpp"

namespace driftline::python {

void bind_transforms(nb::module_& m) {
  transform<struct StandardScalerTag>(m, "StandardScaler", {"with_std"}, [](bool with_std) {
    return handle_of(StandardScaler(with_std));
  });
  transform<struct OneHotEncoderTag>(
      m, "OneHotEncoder", {"max_categories"},
      [](std::int64_t max_categories) { return handle_of(OneHotEncoder(max_categories)); });
  transform<struct SelectTag>(m, "Select", {"features"}, [](std::vector<std::string> names) {
    return handle_of(Select(std::move(names), true));
  });
  transform<struct DiscardTag>(m, "Discard", {"features"}, [](std::vector<std::string> names) {
    return handle_of(Select(std::move(names), false));
  });
}

}  // namespace driftline::python
