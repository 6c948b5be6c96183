// A parameter of several values: any sequence in, a tuple out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "driftline/stream/fields.hpp"

namespace nanobind::detail {

template <class T>
struct type_caster<driftline::Tuple<T>> {
  NB_TYPE_CASTER(driftline::Tuple<T>,
                 const_name("collections.abc.Sequence[") + make_caster<T>::Name + const_name("]"))

  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<std::vector<T>> list;
    if (!list.from_python(source, flags, cleanup)) return false;
    value.values = std::move(list.value);
    return true;
  }
  static handle from_cpp(const driftline::Tuple<T>& source, rv_policy policy,
                         cleanup_list* cleanup) noexcept {
    const handle list = make_caster<std::vector<T>>::from_cpp(source.values, policy, cleanup);
    if (!list.is_valid()) return {};
    PyObject* tuple = PySequence_Tuple(list.ptr());
    list.dec_ref();
    return tuple;
  }
};

}  // namespace nanobind::detail
