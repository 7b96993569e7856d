// Checks a proof that a formula is unsatisfiable: a refutation in DRAT's text format in which every lemma follows by
// reverse unit propagation (Goldberg and Novikov, DATE 2003).
//
// A lemma follows from the current clauses if unit propagation finds a conflict after all its literals are assigned
// false. The checker reads the proof from the top, checks each lemma this way and adds it to the clauses. It accepts
// the proof once propagation finds a conflict without any assumption. Deletions only save time: removing a clause can
// hide a conflict but never create one. To trust a proof, one needs to trust only this file and rup.cpp.
#pragma once

#include <string>
#include <string_view>

#include "support/control.hpp"

namespace budge::proofs {

// Empty if `proof` refutes the formula `cnf` (DIMACS); otherwise the reason why not, with its line. Throws Stopped.
std::string check_refutation(std::string_view cnf, std::string_view proof, Control& control);

}  // namespace budge::proofs
