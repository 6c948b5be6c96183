#include "key_columns.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "driftline/samplers/key_hash.hpp"
#include "driftline/samplers/key_sampler.hpp"
#include "sampler.hpp"

namespace driftline::python {

namespace {

using nb::literals::operator""_a;

std::uint64_t hash_bytes(const char* bytes, Py_ssize_t length) {
  return key_hash(reinterpret_cast<const std::uint8_t*>(bytes), static_cast<std::size_t>(length));
}

std::uint64_t hash_int(PyObject* key) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(key, &overflow);
  if (overflow == 0) return key_hash(static_cast<std::uint64_t>(value));
  const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(key) : 0;
  if (overflow < 0 || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw nb::value_error("a key that is an int must fit into 64 bits");
  }
  return key_hash(large);
}

/// Memory that is not cleared first: all of it is written.
class HashArray {
 public:
  explicit HashArray(std::size_t count) : count_(count), values_(new std::uint64_t[count]) {}
  [[nodiscard]] std::uint64_t* data() { return values_.get(); }
  [[nodiscard]] nb::object release() {
    std::uint64_t* raw = values_.release();
    const nb::capsule owner(raw, [](void* p) noexcept { delete[] static_cast<std::uint64_t*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::uint64_t>(raw, 1, &count_, owner));
  }

 private:
  std::size_t count_;
  std::unique_ptr<std::uint64_t[]> values_;  // NOLINT(modernize-avoid-c-arrays)
};

template <class Offset>
nb::object hash_text(const Column<Offset>& offsets, const Column<std::uint8_t>& bytes) {
  const std::size_t count = offsets.shape(0) == 0 ? 0 : offsets.shape(0) - 1;
  HashArray out(count);
  {
    const nb::gil_scoped_release release;
    const Offset* at = offsets.data();
    bool is_sound = count == 0 || (at[0] >= 0 && std::cmp_less_equal(at[count], bytes.shape(0)));
    for (std::size_t i = 0; i < count; ++i) is_sound &= at[i] <= at[i + 1];
    if (!is_sound) throw std::invalid_argument("the column's offsets leave its bytes");
    key_hashes(at, bytes.data(), count, out.data());
  }
  return out.release();
}

nb::object hash_ints(const Column<std::uint64_t>& values) {
  HashArray out(values.shape(0));
  {
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < values.shape(0); ++i) {
      out.data()[i] = key_hash(values.data()[i]);
    }
  }
  return out.release();
}

nb::tuple hash_objects(const nb::list& keys) {
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint8_t> has_key;
  hashes.reserve(keys.size());
  has_key.reserve(keys.size());
  for (const nb::handle key : keys) {
    const std::optional<std::uint64_t> hash = hash_key(key);
    hashes.push_back(hash.value_or(0));
    has_key.push_back(hash ? 1 : 0);
  }
  return nb::make_tuple(as_array(std::move(hashes)), as_array(std::move(has_key)));
}

nb::object sampled_places(const Column<std::uint64_t>& hashes,
                          const std::optional<Column<std::uint8_t>>& has_key, double proportion,
                          std::int64_t buckets, std::int64_t seed) {
  const std::size_t count = hashes.shape(0);
  if (has_key && has_key->shape(0) != count) throw nb::value_error("one flag for each key");
  std::vector<std::int64_t> out;
  {
    const nb::gil_scoped_release release;
    const KeyBuckets by_hash(buckets, seed);
    const std::int64_t threshold = KeySampler::threshold_of(proportion, buckets);
    const std::uint8_t* flags = has_key ? has_key->data() : nullptr;
    // Each place is written, and the next over it unless it stays: no branch to guess wrong.
    out.resize(count);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      out[kept] = static_cast<std::int64_t>(i);
      const bool stays = by_hash.of(hashes.data()[i]) < threshold;
      kept += static_cast<std::size_t>(stays && (flags == nullptr || flags[i] != 0));
    }
    out.resize(kept);
  }
  return as_array(std::move(out));
}

}  // namespace

std::optional<std::uint64_t> hash_key(nb::handle key) {
  if (PyUnicode_Check(key.ptr())) {
    Py_ssize_t length = 0;
    const char* text = PyUnicode_AsUTF8AndSize(key.ptr(), &length);
    if (text == nullptr) throw nb::python_error();
    return hash_bytes(text, length);
  }
  if (PyBytes_Check(key.ptr())) {
    return hash_bytes(PyBytes_AS_STRING(key.ptr()), PyBytes_GET_SIZE(key.ptr()));
  }
  if (PyLong_Check(key.ptr())) return hash_int(key.ptr());
  if (key.is_none()) return std::nullopt;
  if (PyIndex_Check(key.ptr())) {  // an int of another library
    const nb::object number = nb::steal(PyNumber_Index(key.ptr()));
    if (number.is_valid()) return hash_int(number.ptr());
    throw nb::python_error();
  }
  const auto name = nb::cast<std::string>(key.type().attr("__name__"));
  throw nb::type_error(("a key is a str, bytes, an int or None, not a " + name).c_str());
}

void bind_key_columns(nb::module_& m) {
  m.def("hash_text", &hash_text<std::int32_t>, "offsets"_a, "data"_a,
        nb::sig("def hash_text(offsets: typing.Any, data: typing.Any) -> typing.Any"),
        "Hash keys that lie one behind another, between offsets of 32 bits.")
      .def("hash_text_64", &hash_text<std::int64_t>, "offsets"_a, "data"_a,
           nb::sig("def hash_text_64(offsets: typing.Any, data: typing.Any) -> typing.Any"),
           "The same between offsets of 64 bits.")
      .def("hash_ints", &hash_ints, "values"_a,
           nb::sig("def hash_ints(values: typing.Any) -> typing.Any"),
           "Hash whole numbers, given as uint64.")
      .def("hash_objects", &hash_objects, "keys"_a,
           nb::sig("def hash_objects(keys: list[typing.Any]) -> tuple[typing.Any, typing.Any]"),
           "Hash keys of any kind, and tell which are not None.")
      .def("sampled_places", &sampled_places, "hashes"_a, "has_key"_a.none(), "proportion"_a,
           "buckets"_a, "seed"_a,
           nb::sig("def sampled_places(hashes: typing.Any, has_key: typing.Any, proportion: "
                   "float, buckets: int, seed: int) -> typing.Any"),
           "The places of the keys that a proportion keeps.");
}

}  // namespace driftline::python
