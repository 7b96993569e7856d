#include "proofs/rup.hpp"

#include "tests/check.hpp"

namespace budge {
namespace {

// All four clauses over two variables: unsatisfiable, but without a unit clause.
constexpr const char* square = "c a comment\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

std::string verdict(const char* cnf, const char* proof) {
  Control control;
  return proofs::check_refutation(cnf, proof, control);
}

TEST(a_refutation_is_accepted) {
  CHECK_EQ(verdict(square, "2 0\n0\n"), "");
  CHECK_EQ(verdict(square, "2 0\n"), "");  // unit propagation then finds the conflict
  CHECK_EQ(verdict(square, "2 0\nd 1 2 0\n0\n"), "");
  CHECK_EQ(verdict("p cnf 1 2\n1 0\n-1 0\n", ""), "");
  CHECK_EQ(verdict("p cnf 2 4\n1 0\n-1 0\n2 0\n1 2 0\n", ""), "");
}

TEST(a_lemma_that_does_not_follow_is_refused_with_its_line) {
  CHECK_EQ(verdict("p cnf 3 2\n1 2 0\n-1 3 0\n", "2 3 0\n3 0\n"),
           "line 2 of the proof does not follow by unit propagation");
  CHECK_EQ(verdict(square, "0\n"), "line 1 of the proof does not follow by unit propagation");
}

TEST(a_proof_without_end_is_refused) {
  CHECK_EQ(verdict("p cnf 2 1\n1 2 0\n", ""), "the proof ends without a contradiction");
  CHECK_EQ(verdict("p cnf 2 2\n1 2 0\n-1 2 0\n", "2 0\n"), "the proof ends without a contradiction");
}

TEST(a_deleted_clause_is_not_used) {
  CHECK_EQ(verdict(square, "d 1 2 0\nd 2 -1 0\n2 0\n0\n"), "line 3 of the proof does not follow by unit propagation");
}

TEST(nonsense_is_refused_with_its_line) {
  CHECK_EQ(verdict("1 2 0\n", ""), "line 1 of the formula: no `p cnf` line");
  CHECK_EQ(verdict("p cnf 2 1\n1 x 0\n", ""), "line 2 of the formula: not a number");
  CHECK_EQ(verdict("p cnf 2 1\n1 99999999999 0\n", ""), "line 2 of the formula: a number too large for a variable");
  CHECK_EQ(verdict("p cnf 2 1\n1 2", ""), "line 2 of the formula: ends in the middle of a clause");
  CHECK_EQ(verdict(square, "2 0\nfoo\n"), "");  // the conflict was found before
  CHECK_EQ(verdict("p cnf 2 1\n1 2 0\n", "\n1 2 foo"), "line 2 of the proof: not a number");
}

}  // namespace
}  // namespace budge
