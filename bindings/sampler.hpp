// A sampler as Python sees it: the core decides which items stay, the items lie here by slot.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "driftline/samplers/sampler.hpp"
#include "model.hpp"

namespace driftline::python {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Sampler : public Model {
 public:
  Sampler(std::unique_ptr<AnySampler> model, const ParameterNames* order)
      : Model(order), model_(std::move(model)) {}

  /// `take(places)` gives the items at some places of a batch, as a list; it is called once, for
  /// those that stay.
  void offer_many(std::size_t count, nb::handle take, const std::optional<Column<double>>& weights,
                  const std::optional<Column<double>>& times,
                  const std::optional<Column<std::uint64_t>>& hashes,
                  const std::optional<Column<std::uint8_t>>& has_key);
  [[nodiscard]] nb::list sample() const;
  [[nodiscard]] std::int64_t seen() const;
  void merge(const Sampler& other);
  [[nodiscard]] const AnySampler& handle() const { return *model_; }
  /// For the garbage collector: an item may refer to the sampler it lies in.
  [[nodiscard]] nb::handle items() const { return items_; }
  void clear_items() { items_ = nb::list(); }

 protected:
  void offer_one(nb::handle item, const Offers& offer);
  [[nodiscard]] const AnyModel& core() const override { return *model_; }
  [[nodiscard]] AnyModel& core() override { return *model_; }
  void restore_names(const nb::dict& schema) override;
  [[nodiscard]] nb::dict names() const override;
  /// An item counts with what Python says of it alone, without what it refers to.
  [[nodiscard]] std::size_t names_memory() const override;

 private:
  void make_room();

  std::unique_ptr<AnySampler> model_;
  nb::list items_;  ///< by slot; None where a slot is free
};

/// What differs is what comes with an item.
class PlainSampler : public Sampler {
 public:
  using Sampler::Sampler;
  void update(nb::handle item) { offer_one(item, {.count = 1}); }
};
class WeightedSampler : public Sampler {
 public:
  using Sampler::Sampler;
  void update(nb::handle item, double w) { offer_one(item, {.count = 1, .weights = &w}); }
};
class TimedSampler : public Sampler {
 public:
  using Sampler::Sampler;
  void update(nb::handle item, nb::handle time);
};
class DecayedSampler : public Sampler {
 public:
  using Sampler::Sampler;
  void update(nb::handle item, nb::handle time, double w);
};
class KeyedSampler : public Sampler {
 public:
  using Sampler::Sampler;
  void update(nb::handle item, nb::handle key);
  [[nodiscard]] double share() const;
};

}  // namespace driftline::python
