// inspect.signature for nanobind's functions.
//
// They carry none, yet help(), notebooks and River's progressive_val_score ask for one. The type
// of nanobind functions gets a property; Python parses the text, and only when somebody asks.
#include <nanobind/nanobind.h>

namespace driftline::python {

namespace nb = nanobind;

void bind_signatures(nb::module_& m) {
  m.def("_give_signature", [](nb::handle function, nb::handle getter) {
    PyTypeObject* type = Py_TYPE(function.ptr());
    const nb::object property = nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type))(getter);
    if (PyDict_SetItemString(type->tp_dict, "__signature__", property.ptr()) != 0) {
      nb::raise_python_error();
    }
    PyType_Modified(type);
  });
}

}  // namespace driftline::python
