#include "driftline/transforms/standard_scaler.hpp"
#include "families.hpp"

namespace driftline::python {

void bind_transforms(nb::module_& m) {
  transform<struct StandardScalerTag>(m, "StandardScaler", {"with_std"}, [](bool with_std) {
    return std::unique_ptr<AnyTransform>(
        std::make_unique<TransformHandle<StandardScaler>>(StandardScaler(with_std)));
  });
}

}  // namespace driftline::python
