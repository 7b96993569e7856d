#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "proofs/cutting_planes.hpp"
#include "proofs/layers.hpp"
#include "proofs/rup.hpp"
#include "run.hpp"

namespace budge {

namespace {

std::string why(const Stopped& stopped) { return std::string("stopped: ") + search::name(stopped.reason); }

template <class Check>
std::string checked(nb::bytes cnf, nb::bytes proof, const Run& run, Check&& check) {
  const std::string_view formula(cnf.c_str(), cnf.size()), lines(proof.c_str(), proof.size());
  return conduct(run, [&](Control& control) -> std::string {
    try {
      return check(formula, lines, control);
    } catch (const Stopped& stopped) {
      return why(stopped);
    }
  });
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category());
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string refute_by_layers(const proofs::TokensFormula& tokens, nb::bytes cnf, int file, const Run& run) {
  const std::string_view formula(cnf.c_str(), cnf.size());
  int error = 0;
  std::string result = conduct(run, [&](Control& control) -> std::string {
    try {
      const auto write = [&](std::string_view text) { write_all(file, text); };
      return proofs::refute_by_layers(tokens, formula, write, control) ? "refuted" : "satisfiable";
    } catch (const Stopped& stopped) {
      return why(stopped);
    } catch (const std::system_error& problem) {
      error = problem.code().value();
      return "";
    }
  });
  if (error == 0) return result;
  errno = error;
  PyErr_SetFromErrno(PyExc_OSError);
  throw nb::python_error();
}

}  // namespace

void bind_proofs(nb::module_& module) {
  module.def(
      "check_refutation",
      [](nb::bytes cnf, nb::bytes proof, const Run& run) { return checked(cnf, proof, run, proofs::check_refutation); },
      nb::arg("cnf"), nb::arg("proof"), nb::arg("run"),
      "Empty if the proof refutes the formula by reverse unit propagation; otherwise the reason why not.");
  module.def(
      "check_cutting_planes",
      [](nb::bytes cnf, nb::bytes proof, const Run& run) {
        return checked(cnf, proof, run, proofs::check_cutting_planes);
      },
      nb::arg("cnf"), nb::arg("proof"), nb::arg("run"),
      "Empty if the proof, in VeriPB's format, refutes the formula by cutting planes; otherwise the reason why not.");
  nb::class_<proofs::TokensFormula>(module, "TokensFormula")
      .def(nb::init<>())
      .def_rw("graph", &proofs::TokensFormula::graph)
      .def_rw("start", &proofs::TokensFormula::start)
      .def_rw("length", &proofs::TokensFormula::length)
      .def_rw("blank", &proofs::TokensFormula::blank)
      .def_rw("at", &proofs::TokensFormula::at)
      .def_rw("waste", &proofs::TokensFormula::waste)
      .def_rw("spent", &proofs::TokensFormula::spent)
      .def_rw("max_waste", &proofs::TokensFormula::max_waste)
      .def_rw("capacity", &proofs::TokensFormula::capacity);
  module.def("refute_by_layers", &refute_by_layers, nb::arg("tokens"), nb::arg("cnf"), nb::arg("file"), nb::arg("run"),
             "Writes a proof in VeriPB's format to an open file. \"refuted\", \"satisfiable\" or \"stopped: reason\".");
}

}  // namespace budge
