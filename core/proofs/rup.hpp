// Checks that a formula has no model: a refutation in DRAT's text format, every lemma of it by reverse unit propagation
// (Goldberg and Novikov, DATE 2003).
//
// A lemma follows from the clauses at hand if assigning all its literals false leads unit propagation to a conflict.
// The checker goes through the proof from the top, checks each lemma so, keeps it, and is convinced once propagation
// alone finds a conflict among the clauses. Deletions only make it faster: forgetting a clause can hide a conflict,
// never invent one. This file and rup.cpp are all that has to be trusted to trust a proof.
#pragma once

#include <string>
#include <string_view>

#include "support/control.hpp"

namespace budge::proofs {

// Empty if `proof` refutes the formula `cnf` (DIMACS); else why not, with the line. Throws Stopped.
std::string check_refutation(std::string_view cnf, std::string_view proof, Control& control);

}  // namespace budge::proofs
