// What a model is made of: named parameters and named state, from one list.
//
// Every class writes `static void fields(auto& self, auto&& visit)` once. It calls
//   visit.parameter(name, value)   for a constructor parameter,
//   visit(name, value)             for state,
//   visit.group(name, part)        for a member with fields of its own,
//   visit.parts(name, list, part)  for a list of such members, `part` being an untaught one,
//   visit.packed(name, part)       for a member that is saved in another form than it is kept: it
//                                  has pack(), unpack(form) and heap_bytes(),
//   visit.prototype(part)          for that untaught one, of which only the parameters count.
// Parameters, saving, loading, memory and equality are all visitors over that list.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "driftline/stream/kernels.hpp"

namespace driftline {

/// A parameter of several values that Python sees as a tuple.
template <class T>
struct Tuple {
  std::vector<T> values;
  bool operator==(const Tuple&) const = default;
};

/// A parameter's value. Enums travel as their names; std::monostate is None.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>,
                           Tuple<std::int64_t>, Tuple<std::string>, std::monostate>;
using Parameters = std::vector<std::pair<std::string, Value>>;

/// State by name, a plain value. A diverged learner may hold infinities and NaN. Texts are stored
/// as their bytes one after another, beside the place where each ends.
using Array =
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint8_t>>;
using State = std::map<std::string, Array>;

/// The names of an enum's values, in their order; specialised beside each enum.
template <class Enum>
struct Names;

template <class Enum>
std::string name_of(Enum value) {
  return std::string(Names<Enum>::values.at(static_cast<std::size_t>(value)));
}

template <class Enum>
Enum parse(std::string_view parameter, std::string_view text) {
  std::string wanted;
  for (std::size_t i = 0; i < Names<Enum>::values.size(); ++i) {
    if (Names<Enum>::values[i] == text) return static_cast<Enum>(i);
    wanted += (i == 0 ? "'" : ", '") + std::string(Names<Enum>::values[i]) + "'";
  }
  throw std::invalid_argument(std::string(parameter) + " must be one of " + wanted + ", not '" +
                              std::string(text) + "'");
}

/// The shortest text that reads as this number.
inline std::string as_text(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

/// Both throw std::invalid_argument naming the parameter; NaN and infinity never pass.
inline double positive(std::string_view parameter, double value) {
  if (value > 0.0 && std::isfinite(value)) return value;
  throw std::invalid_argument(std::string(parameter) + " must be positive and finite");
}
inline double not_negative(std::string_view parameter, double value) {
  if (value >= 0.0 && std::isfinite(value)) return value;
  throw std::invalid_argument(std::string(parameter) + " must be at least 0 and finite");
}

inline std::int64_t at_least_one(std::string_view parameter, std::int64_t value) {
  if (value >= 1) return value;
  throw std::invalid_argument(std::string(parameter) + " must be at least 1, not " +
                              std::to_string(value));
}

namespace detail {

struct ParameterList {
  Parameters& out;
  void parameter(const char* name, const auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<T>) {
      out.emplace_back(name, name_of(value));
    } else if constexpr (std::convertible_to<T, std::string_view>) {
      out.emplace_back(name, std::string(value));
    } else {
      out.emplace_back(name, value);
    }
  }
  void operator()(const char*, const auto&) {}
  void group(const char*, const auto& part) {
    std::remove_cvref_t<decltype(part)>::fields(part, *this);
  }
  void parts(const char*, const auto&, const auto&) {}
  void packed(const char*, const auto&) {}
  void prototype(const auto& part) { std::remove_cvref_t<decltype(part)>::fields(part, *this); }
};

struct StateWriter {
  State& out;
  std::string prefix;
  void parameter(const char*, const auto&) {}
  void prototype(const auto&) {}
  void operator()(const char* name, double value) {
    out[prefix + name] = std::vector<double>{value};
  }
  void operator()(const char* name, std::int64_t value) {
    out[prefix + name] = std::vector<std::int64_t>{value};
  }
  void operator()(const char* name, const std::vector<double>& value) {
    out[prefix + name] = value;
  }
  void operator()(const char* name, const std::vector<std::int64_t>& value) {
    out[prefix + name] = value;
  }
  void operator()(const char* name, const std::vector<std::string>& value) {
    std::vector<std::uint8_t> bytes;
    std::vector<std::int64_t> ends;
    for (const std::string& text : value) {
      bytes.insert(bytes.end(), text.begin(), text.end());
      ends.push_back(static_cast<std::int64_t>(bytes.size()));
    }
    out[prefix + name] = std::move(bytes);
    out[prefix + name + ".ends"] = std::move(ends);
  }
  void operator()(const char* name, const driftline::Coefficients& value) {
    out[prefix + name] = value.columns;
    out[prefix + name + ".intercept"] = std::vector<double>{value.intercept};
  }
  void group(const std::string& name, const auto& part) {
    std::remove_cvref_t<decltype(part)>::fields(
        part, StateWriter{.out = out, .prefix = prefix + name + "."});
  }
  void parts(const std::string& name, const auto& list, const auto&) {
    out[prefix + name + ".count"] =
        std::vector<std::int64_t>{static_cast<std::int64_t>(list.size())};
    for (std::size_t i = 0; i < list.size(); ++i) group(name + "." + std::to_string(i), list[i]);
  }
  void packed(const std::string& name, const auto& part) { group(name, part.pack()); }
};

struct StateReader {
  const State& in;
  std::string prefix;
  std::size_t* taken;  ///< entries read, so that a surplus is noticed

  void parameter(const char*, const auto&) {}
  void prototype(const auto&) {}
  void operator()(const std::string& name, double& value) { value = one(doubles(name), name); }
  void operator()(const std::string& name, std::int64_t& value) { value = one(ints(name), name); }
  void operator()(const std::string& name, std::vector<double>& value) { value = doubles(name); }
  void operator()(const std::string& name, std::vector<std::int64_t>& value) { value = ints(name); }
  void operator()(const std::string& name, std::vector<std::string>& value) {
    const auto& bytes = array<std::uint8_t>(name, "bytes");
    std::size_t begin = 0;
    value.clear();
    for (const std::int64_t end : ints(name + ".ends")) {
      const auto next = static_cast<std::size_t>(end);
      if (end < 0 || next < begin || next > bytes.size()) {
        throw std::invalid_argument("state '" + name + "' holds texts that overlap");
      }
      value.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                         bytes.begin() + static_cast<std::ptrdiff_t>(next));
      begin = next;
    }
    if (begin != bytes.size()) throw std::invalid_argument("state '" + name + "' is too long");
  }
  void operator()(const std::string& name, driftline::Coefficients& value) {
    value.columns = doubles(name);
    value.intercept = one(doubles(name + ".intercept"), name + ".intercept");
  }
  void group(const std::string& name, auto& part) {
    std::remove_cvref_t<decltype(part)>::fields(
        part, StateReader{.in = in, .prefix = prefix + name + ".", .taken = taken});
  }
  void parts(const std::string& name, auto& list, const auto& untaught) {
    const std::int64_t count = one(ints(name + ".count"), name + ".count");
    list.clear();
    // A false count meets a missing name before it can ask for much memory.
    for (std::int64_t i = 0; i < count; ++i) {
      list.push_back(untaught);
      group(name + "." + std::to_string(i), list.back());
    }
  }
  void packed(const std::string& name, auto& part) {
    auto form = decltype(part.pack())();
    group(name, form);
    part.unpack(form);
  }

 private:
  template <class T>
  static T one(const std::vector<T>& values, const std::string& name) {
    if (values.size() != 1) throw std::invalid_argument("state '" + name + "' is not one number");
    return values.front();
  }
  const Array& find(const std::string& name) {
    const auto it = in.find(prefix + name);
    if (it == in.end()) throw std::invalid_argument("state '" + prefix + name + "' is missing");
    ++*taken;
    return it->second;
  }
  template <class T>
  const std::vector<T>& array(const std::string& name, const char* kind) {
    const auto* values = std::get_if<std::vector<T>>(&find(name));
    if (values == nullptr) {
      throw std::invalid_argument("state '" + prefix + name + "' is not " + kind);
    }
    return *values;
  }
  const std::vector<double>& doubles(const std::string& name) {
    return array<double>(name, "float");
  }
  const std::vector<std::int64_t>& ints(const std::string& name) {
    return array<std::int64_t>(name, "int");
  }
};

struct MemoryCount {
  std::size_t* bytes;
  void parameter(const char*, const auto&) {}
  void prototype(const auto&) {}
  void operator()(const char*, const auto& value) {
    if constexpr (requires { value.columns.capacity(); }) {
      *bytes += value.columns.capacity() * sizeof(double);
    } else if constexpr (requires { value.capacity(); }) {
      *bytes += value.capacity() * sizeof(value[0]);
      if constexpr (requires { value[0].capacity(); }) {
        for (const auto& text : value) *bytes += text.capacity();
      }
    }
  }
  void group(const std::string&, const auto& part) {
    std::remove_cvref_t<decltype(part)>::fields(part, *this);
  }
  void parts(const std::string& name, const auto& list, const auto&) {
    for (const auto& part : list) {
      *bytes += sizeof(part);
      group(name, part);
    }
  }
  void packed(const std::string&, const auto& part) { *bytes += part.heap_bytes(); }
};

}  // namespace detail

/// Equal to the bit: NaN equals itself here.
inline bool same_bits(const State& a, const State& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0);
  };
  return std::ranges::equal(a, b, [&](const auto& one, const auto& two) {
    if (one.first != two.first || one.second.index() != two.second.index()) return false;
    return std::visit(
        [&](const auto& x) {
          return same(x, std::get<std::remove_cvref_t<decltype(x)>>(two.second));
        },
        one.second);
  });
}

template <class Model>
Parameters parameters_of(const Model& model) {
  Parameters out;
  Model::fields(model, detail::ParameterList{out});
  return out;
}

template <class Model>
State state_of(const Model& model) {
  State out;
  Model::fields(model, detail::StateWriter{.out = out, .prefix = ""});
  return out;
}

/// Throws std::invalid_argument on a state that is not this model's; `model` is then half read,
/// so restore into a copy. A class with a member `check()` has it called to judge the rest.
template <class Model>
void restore(Model& model, const State& state) {
  std::size_t taken = 0;
  Model::fields(model, detail::StateReader{.in = state, .prefix = "", .taken = &taken});
  if (taken != state.size()) throw std::invalid_argument("the state holds names of another model");
  if constexpr (requires { model.check(); }) model.check();
}

/// Bytes of the vectors a model owns; the struct itself is the caller's to count. What is not in
/// the list of fields the class adds in `extra_memory()`.
template <class Model>
std::size_t heap_bytes(const Model& model) {
  std::size_t bytes = 0;
  Model::fields(model, detail::MemoryCount{&bytes});
  if constexpr (requires { model.extra_memory(); }) bytes += model.extra_memory();
  return bytes;
}

}  // namespace driftline
