// The verbs of one row, by the shortest way from Python to a model.
//
// Python calls a C function that stands in an object's own class with hardly any ado, and one of
// nanobind's, or of a base class, in twice the time: for a row of eight numbers as long as all the
// rest. So every class of learners gets three such functions. They take the usual row straight to
// the model, and hand whatever else they meet to nanobind's function of the same name, which knows
// how to read it or what to complain about.
#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "model.hpp"

namespace driftline::python {

namespace {

enum Verb : std::uint8_t { learn_one, predict_one, predict_learn_one, verb_count };

/// Interned, as Python looks names up fastest by identity.
const std::array<PyObject*, verb_count>& verb_names() {
  static const std::array<PyObject*, verb_count> names{
      PyUnicode_InternFromString("learn_one"), PyUnicode_InternFromString("predict_one"),
      PyUnicode_InternFromString("predict_learn_one")};
  return names;
}

/// The first thing of this name in the class or its bases for which `is_wanted`; borrowed, or null.
template <class IsWanted>
PyObject* look_up(PyTypeObject* type, PyObject* name, IsWanted is_wanted) {
  PyObject* bases = type->tp_mro;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(bases); ++i) {
    auto* base = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(bases, i));
    PyObject* found = base->tp_dict == nullptr ? nullptr : PyDict_GetItem(base->tp_dict, name);
    if (found != nullptr && is_wanted(found)) return found;
  }
  return nullptr;
}

/// The type of nanobind's methods.
PyTypeObject* nanobind_method() {
  static PyTypeObject* const type = Py_TYPE(nb::type<Classifier>().attr("learn_many").ptr());
  return type;
}

/// By nanobind's function: the object's own class may have another, that has called this one.
PyObject* slowly(Verb verb, PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                 PyObject* names) {
  PyObject* method = look_up(Py_TYPE(self), verb_names()[verb],
                             [](PyObject* found) { return Py_TYPE(found) == nanobind_method(); });
  const Py_ssize_t all = count + (names == nullptr ? 0 : PyTuple_GET_SIZE(names));
  std::array<PyObject*, 8> given{self};
  if (std::cmp_greater_equal(all, given.size())) {
    return PyErr_Format(PyExc_TypeError, "%U() takes at most 3 arguments, not %zd",
                        verb_names()[verb], all);
  }
  std::copy_n(arguments, all, given.begin() + 1);
  return PyObject_Vectorcall(method, given.data(), static_cast<std::size_t>(count) + 1, names);
}

/// What nanobind makes of the exceptions that a model throws.
PyObject* raised() {
  try {
    throw;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

using Function = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

PyMethodDef method(const char* name, Function function, const char* doc) noexcept {
  return {.ml_name = name,
          .ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          .ml_flags = METH_FASTCALL | METH_KEYWORDS,
          .ml_doc = doc};
}

/// The functions for classifiers or for regressors.
template <class Family>
struct Quick {
  template <Verb verb, std::size_t wanted, class Work>
  static PyObject* call(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names,
                        Work work) {
    if (count == wanted && names == nullptr && nb::inst_ready(self)) {
      try {
        if (PyObject* answer = work(*nb::inst_ptr<Family>(self))) return answer;
      } catch (...) {
        return raised();
      }
    }
    return slowly(verb, self, given, count, names);
  }
  static PyObject* learn(PyObject* self, PyObject* const* given, Py_ssize_t count,
                         PyObject* names) {
    return call<learn_one, 2>(self, given, count, names,
                              [&](Family& model) { return model.quick_learn(given[0], given[1]); });
  }
  static PyObject* predict(PyObject* self, PyObject* const* given, Py_ssize_t count,
                           PyObject* names) {
    return call<predict_one, 1>(self, given, count, names,
                                [&](Family& model) { return model.quick_predict(given[0]); });
  }
  static PyObject* predict_learn(PyObject* self, PyObject* const* given, Py_ssize_t count,
                                 PyObject* names) {
    return call<predict_learn_one, 2>(self, given, count, names, [&](Family& model) {
      return model.quick_predict_learn(given[0], given[1]);
    });
  }
  static inline std::array<PyMethodDef, verb_count> methods{
      method("learn_one", learn,
             "learn_one($self, x, y, w=1.0)\n--\n\n"
             "Learn one row; a null in place of y teaches nothing."),
      method("predict_one", predict,
             "predict_one($self, x)\n--\n\n"
             "The label or the number of a row; None before the first label is known."),
      method("predict_learn_one", predict_learn,
             "predict_learn_one($self, x, y, w=1.0)\n--\n\nPredict a row, then learn it.")};

  /// Unless somebody has written a verb of his own.
  static void give_to(PyTypeObject* type) {
    for (std::size_t verb = 0; verb < verb_count; ++verb) {
      PyMethodDef* method = &methods[verb];
      PyObject* name = verb_names()[verb];
      PyObject* found = look_up(type, name, [](PyObject*) { return true; });
      const bool is_ours =
          found != nullptr && (Py_TYPE(found) == nanobind_method() ||
                               (Py_TYPE(found) == &PyMethodDescr_Type &&
                                reinterpret_cast<PyMethodDescrObject*>(found)->d_method == method));
      if (!is_ours) continue;
      const nb::object own = nb::steal(PyDescr_NewMethod(type, method));
      if (!own.is_valid() ||
          PyObject_SetAttr(reinterpret_cast<PyObject*>(type), name, own.ptr()) != 0) {
        throw nb::python_error();
      }
    }
  }
};

void quicken(nb::handle type) {
  auto* own = reinterpret_cast<PyTypeObject*>(type.ptr());
  const auto is_a = [&](nb::handle family) {
    return PyType_IsSubtype(own, reinterpret_cast<PyTypeObject*>(family.ptr())) != 0;
  };
  if (is_a(nb::type<Classifier>())) {
    Quick<Classifier>::give_to(own);
  } else if (is_a(nb::type<Regressor>())) {
    Quick<Regressor>::give_to(own);
  }
}

}  // namespace

void bind_quick_verbs(nb::module_& m) {
  m.def(
      "quicken", [](const nb::type_object& type) { quicken(type); }, nb::arg("type"),
      "Gives a class of learners the verbs of one row by the shortest way.");
}

}  // namespace driftline::python
