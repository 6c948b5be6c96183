// What only some leaves have, in a box of its own: leaves are many, and most are plain.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driftline/trees/binned_counts.hpp"
#include "driftline/trees/nominal_counts.hpp"

namespace driftline {

/// What only some leaves have: columns that were drawn, and attributes that are counted.
struct LeafExtras {
  std::vector<std::int32_t> columns;  ///< of the attributes, unless plain
  std::vector<NominalCounts> nominals;
  std::vector<BinnedCounts> binned;
};

/// A pointer where the part is missing, and a value to whoever copies it.
template <class Part>
class Boxed {
 public:
  Boxed() = default;
  Boxed(const Boxed& other)
      : part_(other.part_ == nullptr ? nullptr : std::make_unique<Part>(*other.part_)) {}
  Boxed& operator=(const Boxed& other) {
    Boxed copy(other);
    part_.swap(copy.part_);
    return *this;
  }
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  [[nodiscard]] bool is_there() const { return part_ != nullptr; }
  /// A missing part reads like an untouched one.
  [[nodiscard]] const Part* operator->() const {
    return part_ == nullptr ? &untouched : part_.get();
  }
  /// To write to, made at the first call.
  Part& make() {
    if (part_ == nullptr) part_ = std::make_unique<Part>();
    return *part_;
  }
  void drop() { part_.reset(); }

 private:
  static inline const Part untouched{};

  std::unique_ptr<Part> part_;
};

}  // namespace driftline
