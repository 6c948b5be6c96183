#include "driftline/trees/hoeffding_tree_classifier.hpp"
#include "tree_parameters.hpp"

namespace driftline::python {

void bind_tree_learners(nb::module_& m) {
  add_facts(classifier<struct HoeffdingTreeClassifierTag>(
      m, "HoeffdingTreeClassifier", tree_parameters({}), with_options([](TreeOptions options) {
        return HoeffdingTreeClassifier(std::move(options));
      })));
}

}  // namespace driftline::python
