#include "sampler.hpp"

#include <algorithm>
#include <utility>

#include "answers.hpp"
#include "driftline/samplers/key_sampler.hpp"
#include "key_columns.hpp"

namespace driftline::python {

namespace {

/// Seconds where it is a date; the Python half knows the kinds of dates.
double read_time(nb::handle time) {
  if (PyFloat_CheckExact(time.ptr())) return PyFloat_AS_DOUBLE(time.ptr());
  return nb::cast<double>(nb::module_::import_("driftline.samplers.offers").attr("seconds")(time));
}

template <class T>
const T* data_of(const std::optional<Column<T>>& column, std::size_t count, const char* name) {
  if (!column) return nullptr;
  if (column->shape(0) != count) {
    throw nb::value_error((std::string(name) + " must have an entry for each item").c_str());
  }
  return column->data();
}

void put(const nb::list& items, std::int64_t slot, nb::handle item) {
  // Steals a reference, and lets go of the item that lay there.
  PyList_SetItem(items.ptr(), static_cast<Py_ssize_t>(slot), item.inc_ref().ptr());
}

/// A list of its own: nanobind's constructor would share one that is a list already.
nb::list copied(nb::handle items) { return nb::steal<nb::list>(PySequence_List(items.ptr())); }

/// Items that stay, and slots that are free: where a slot was used again and again, the last.
struct Final {
  std::vector<std::int64_t> offsets, slots, freed;
};
Final last_of_each_slot(const std::vector<Placement>& placements, std::size_t held) {
  Final out;
  std::vector<bool> met(held);
  for (std::size_t i = placements.size(); i-- > 0;) {
    const auto [offset, slot] = placements[i];
    const auto place = static_cast<std::size_t>(slot);
    if (met[place]) continue;
    met[place] = true;
    if (offset == Placement::no_item) {
      out.freed.push_back(slot);
    } else {
      out.offsets.push_back(offset);
      out.slots.push_back(slot);
    }
  }
  std::ranges::reverse(out.offsets);
  std::ranges::reverse(out.slots);
  return out;
}

}  // namespace

void Sampler::make_room() {
  while (std::cmp_less(PyList_GET_SIZE(items_.ptr()), model_->held())) items_.append(nb::none());
}

void Sampler::offer_one(nb::handle item, const Offers& offer) {
  const Guard guard(*this);
  std::vector<Placement> placements;
  model_->offer(offer, placements);
  make_room();
  for (const auto [offset, slot] : placements) {
    put(items_, slot, offset == Placement::no_item ? nb::handle(Py_None) : item);
  }
}

void Sampler::offer_many(std::size_t count, nb::handle take,
                         const std::optional<Column<double>>& weights,
                         const std::optional<Column<double>>& times,
                         const std::optional<Column<std::uint64_t>>& hashes,
                         const std::optional<Column<std::uint8_t>>& has_key) {
  const Offers offers{.count = count,
                      .weights = data_of(weights, count, "w"),
                      .times = data_of(times, count, "time"),
                      .hashes = data_of(hashes, count, "keys"),
                      .has_key = data_of(has_key, count, "keys")};
  const Wants wants = model_->wants();
  if ((wants.times && offers.times == nullptr) || (wants.keys && offers.hashes == nullptr)) {
    throw nb::value_error("the sampler wants a time or a key with each item");
  }
  const Guard guard(*this);
  std::vector<Placement> placements;
  model_->offer(offers, placements);
  make_room();
  Final final = last_of_each_slot(placements, model_->held());
  for (const std::int64_t slot : final.freed) put(items_, slot, nb::none());
  if (final.slots.empty()) return;
  const auto taken = nb::cast<nb::list>(take(as_array(std::move(final.offsets))));
  for (std::size_t i = 0; i < final.slots.size(); ++i) put(items_, final.slots[i], taken[i]);
}

nb::list Sampler::sample() const {
  const Guard guard(*this);
  nb::list out;
  for (const std::int64_t slot : model_->slots())
    out.append(items_[static_cast<std::size_t>(slot)]);
  return out;
}

std::int64_t Sampler::seen() const {
  const Guard guard(*this);
  return model_->seen();
}

void Sampler::merge(const Sampler& other) {
  std::unique_ptr<AnySampler> theirs;
  nb::list their_items;
  {
    const Guard guard(other);
    theirs = other.model_->copy();
    their_items = copied(other.items_);
  }
  const Guard guard(*this);
  const Origins origins = model_->merge(*theirs);
  nb::list merged;
  for (const auto [is_other, slot] : origins) {
    if (slot == Origin::no_item) {
      merged.append(nb::none());
    } else {
      merged.append((is_other ? their_items : items_)[static_cast<std::size_t>(slot)]);
    }
  }
  items_ = std::move(merged);
}

nb::dict Sampler::names() const {
  nb::dict out = Model::names();
  out["items"] = copied(items_);
  return out;
}

void Sampler::restore_names(const nb::dict& schema) {
  nb::list items = copied(nb::cast<nb::list>(schema["items"]));
  if (items.size() != model_->held()) {
    throw nb::value_error("the state holds another number of items than it says");
  }
  Model::restore_names(schema);
  items_ = std::move(items);
}

std::size_t Sampler::names_memory() const {
  const nb::object size_of = nb::module_::import_("sys").attr("getsizeof");
  auto bytes = nb::cast<std::size_t>(size_of(items_));
  for (const nb::handle item : items_) {
    if (!item.is_none()) bytes += nb::cast<std::size_t>(size_of(item));
  }
  return bytes;
}

void TimedSampler::update(nb::handle item, nb::handle time) {
  const double seconds = read_time(time);
  offer_one(item, {.count = 1, .times = &seconds});
}

void DecayedSampler::update(nb::handle item, nb::handle time, double w) {
  const double seconds = read_time(time);
  offer_one(item, {.count = 1, .weights = &w, .times = &seconds});
}

void KeyedSampler::update(nb::handle item, nb::handle key) {
  const std::optional<std::uint64_t> hash = hash_key(key);
  const std::uint64_t value = hash.value_or(0);
  const std::uint8_t has_key = hash ? 1 : 0;
  offer_one(item, {.count = 1, .hashes = &value, .has_key = &has_key});
}

double KeyedSampler::share() const {
  const Guard guard(*this);
  return dynamic_cast<const SamplerHandle<KeySampler>&>(handle()).model().share();
}

}  // namespace driftline::python
