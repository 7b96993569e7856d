#include "proofs/rup.hpp"
#include "run.hpp"

namespace budge {

void bind_proofs(nb::module_& module) {
  module.def(
      "check_refutation",
      [](nb::bytes cnf, nb::bytes proof, const Run& run) {
        const std::string_view formula(cnf.c_str(), cnf.size()), lemmas(proof.c_str(), proof.size());
        return conduct(run, [&](Control& control) -> std::string {
          try {
            return proofs::check_refutation(formula, lemmas, control);
          } catch (const Stopped& stopped) {
            return std::string("stopped: ") + search::name(stopped.reason);
          }
        });
      },
      nb::arg("cnf"), nb::arg("proof"), nb::arg("run"),
      "Empty if the proof refutes the formula by reverse unit propagation; otherwise the reason why not.");
}

}  // namespace budge
