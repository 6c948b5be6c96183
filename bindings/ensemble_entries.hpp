// What makes an ensemble a Python class: the verbs of its family, its members, its events.
#pragma once

#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "detector.hpp"
#include "driftline/ensembles/ensemble_events.hpp"

// After detector.hpp: its template looks for the verbs of each family.
#include "families.hpp"

namespace driftline::python {

using namespace nb::literals;

/// `Tag` only makes it a type of its own.
template <class Family, class Tag>
class EnsembleOf : public Family {
 public:
  template <class Handle>
  explicit EnsembleOf(std::unique_ptr<Handle> model) : Family(std::move(model), &none()) {}

  /// Row, member, kind and estimate of each event.
  [[nodiscard]] nb::list events() const {
    constexpr std::array kinds{"warning", "drift", "replacement"};
    const typename Family::Guard guard(*this);
    const EnsembleEvents& all = ensemble().events();
    nb::list out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const EnsembleEvents::Event event = all[i];
      out.append(nb::make_tuple(event.row, event.member,
                                kinds.at(static_cast<std::size_t>(event.kind)), event.estimate));
    }
    return out;
  }
  /// Seed, generation, error and columns (None: all) of a member.
  [[nodiscard]] nb::tuple member_facts(std::size_t member) const {
    const typename Family::Guard guard(*this);
    const MemberFacts found = ensemble().facts(member);
    const nb::object columns = found.sees_all ? nb::none() : nb::cast(found.columns);
    return nb::make_tuple(found.seed, found.generation, found.error, columns);
  }

 private:
  /// An ensemble's parameters are kept by its Python half.
  static const ParameterNames& none() {
    static const ParameterNames names;
    return names;
  }
  [[nodiscard]] const HasMembers& ensemble() const {
    return dynamic_cast<const HasMembers&>(this->handle());
  }
};

template <class Family, class Tag>
auto ensemble(nb::module_& m, const char* name) {
  using Self = EnsembleOf<Family, Tag>;
  nb::class_<Self, Family> cls(m, name);
  one_row_verbs(cls);
  cls.def("_events", &Self::events,
          nb::sig("def _events(self) -> list[tuple[int, int, str, float]]"));
  cls.def(
      "_member_facts", &Self::member_facts, "member"_a,
      nb::sig("def _member_facts(self, member: int) -> tuple[int, int, float, list[int] | None]"));
  return cls;
}

inline std::unique_ptr<AnyDetector> untaught(const Detector* detector) {
  if (detector == nullptr) return nullptr;
  std::unique_ptr<AnyDetector> made = detector->handle().copy();
  made->reset();
  return made;
}

}  // namespace driftline::python
