// Checks a proof by cutting planes, in VeriPB's format, that a formula is unsatisfiable.
//
// A constraint states that a sum of literals with positive coefficients is at least its degree; a clause is one whose
// coefficients and degree are 1. Each line `pol` derives a constraint from earlier ones by four rules: add, multiply,
// divide and round up, and saturate (reduce every coefficient to at most the degree). An assignment of 0 and 1 that
// satisfies constraints also satisfies what these rules derive from them (Cook, Coullard and Turán 1987). So the
// formula is unsatisfiable if a derived constraint has a degree above the sum of its coefficients. To trust a proof,
// one needs to trust only this file, cutting_planes.cpp and reader.hpp.
//
// Of version 3.0 of VeriPB's format (Gocht and Nordström, AAAI 2021), the checker accepts the lines that budge writes:
// `f`, `pol` (with constraints, literals, `+`, `*`, `d`, `s`), `del range` and the conclusion UNSAT.
#pragma once

#include <string>
#include <string_view>

#include "support/control.hpp"

namespace budge::proofs {

// Empty if `proof` refutes the formula `cnf` (DIMACS); otherwise the reason why not, with its line. Throws Stopped.
std::string check_cutting_planes(std::string_view cnf, std::string_view proof, Control& control);

}  // namespace budge::proofs
