#include <algorithm>
#include <cstring>

#include "rows.hpp"

namespace driftline::python {

NumberArray::NumberArray(nb::handle array) {
  if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    throw nb::python_error();
  }
  // ctypes leaves the strides out, which means C order.
  std::ptrdiff_t step = view_.itemsize;
  for (std::size_t axis = std::min<std::size_t>(dimensions(), 2); axis-- > 0;) {
    strides_[axis] = view_.strides != nullptr ? view_.strides[axis] : step;
    step *= view_.shape[axis];
  }
  const char* format = view_.format == nullptr ? "B" : view_.format;
  if (format[0] == '@' || format[0] == '=' || format[0] == '<') ++format;
  if (std::strchr("?bBhHiIlLqQfd", format[0]) != nullptr && format[0] != 0 && format[1] == 0) {
    type_ = format[0];
  }
}

NumberArray::~NumberArray() { PyBuffer_Release(&view_); }

namespace {

template <class T, class Out>
void load_as(const char* data, std::ptrdiff_t stride, std::size_t count, Out* out) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, data + static_cast<std::ptrdiff_t>(i) * stride, sizeof(T));
    out[i] = static_cast<Out>(value);  // NOLINT(bugprone-signed-char-misuse): a sign is meant
  }
}

template <class Out>
void load_numbers(char type, const char* data, std::ptrdiff_t stride, std::size_t count, Out* out) {
  switch (type) {
    case 'd':
      return load_as<double>(data, stride, count, out);
    case 'f':
      return load_as<float>(data, stride, count, out);
    case '?':
    case 'B':
      return load_as<unsigned char>(data, stride, count, out);
    case 'b':
      return load_as<signed char>(data, stride, count, out);
    case 'h':
      return load_as<short>(data, stride, count, out);
    case 'H':
      return load_as<unsigned short>(data, stride, count, out);
    case 'i':
      return load_as<int>(data, stride, count, out);
    case 'I':
      return load_as<unsigned int>(data, stride, count, out);
    case 'l':
      return load_as<long>(data, stride, count, out);
    case 'L':
      return load_as<unsigned long>(data, stride, count, out);
    case 'q':
      return load_as<long long>(data, stride, count, out);
    default:
      return load_as<unsigned long long>(data, stride, count, out);
  }
}

}  // namespace

void NumberArray::load(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                       double* out) {
  load_numbers(type, data, stride, count, out);
}
void NumberArray::load_ints(char type, const char* data, std::ptrdiff_t stride, std::size_t count,
                            std::int64_t* out) {
  load_numbers(type, data, stride, count, out);
}

}  // namespace driftline::python
