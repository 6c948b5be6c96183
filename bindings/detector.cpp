#include "detector.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "answers.hpp"

namespace driftline::python {

void Detector::update(double x) {
  const Guard guard(*this);
  model_->update(x);
}

nb::object Detector::update_many(const Numbers& values) {
  // Large, as a detector is quick; small enough that another thread does not wait long.
  constexpr std::size_t block = 4096;
  constexpr auto signal_interval = std::chrono::milliseconds(50);
  const std::span<const double> all(values.data(), values.shape(0));
  std::vector<std::uint8_t> signals(all.size());
  {
    const nb::gil_scoped_release release;
    {
      const std::scoped_lock hold(lock_);
      model_->check(all);
    }
    auto asked = std::chrono::steady_clock::now();
    for (std::size_t start = 0; start < all.size(); start += block) {
      {
        const std::scoped_lock hold(lock_);
        const std::size_t count = std::min(block, all.size() - start);
        model_->update_many(all.subspan(start, count), signals.data() + start);
      }
      const auto now = std::chrono::steady_clock::now();
      if (now - asked < signal_interval) continue;
      stop_if_interrupted(std::min(start + block, all.size()));
      asked = now;
    }
  }
  return as_array(std::move(signals));
}

void Detector::restore_names(const nb::dict& schema) {
  if (schema.size() != 0) throw nb::value_error("a detector has no columns");
}

void Detector::reset() {
  const Guard guard(*this);
  model_->reset();
}

Signal Detector::signal() const {
  const Guard guard(*this);
  return model_->signal();
}
bool Detector::has_risen() const {
  const Guard guard(*this);
  return model_->has_risen();
}
double Detector::estimation() const {
  const Guard guard(*this);
  return model_->estimation();
}
std::int64_t Detector::seen() const {
  const Guard guard(*this);
  return model_->seen();
}
std::int64_t Detector::detections() const {
  const Guard guard(*this);
  return model_->detections();
}

}  // namespace driftline::python
