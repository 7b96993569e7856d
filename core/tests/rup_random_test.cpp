// The checker of proofs on random formulas and proofs, compared with unit propagation in its simplest form.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "proofs/rup.hpp"
#include "tests/check.hpp"

namespace budge::test {

namespace {

using Clause = std::vector<int>;

struct Lemma {
  Clause literals;
  bool deletes = false;
};

class SlowChecker {
 public:
  explicit SlowChecker(const std::vector<Clause>& formula) {
    for (const Clause& clause : formula) add(clause);
  }

  std::string verdict(const std::vector<Lemma>& proof) {
    for (std::size_t i = 0; i < proof.size(); ++i) {
      if (propagated({}).conflict) return "";
      if (proof[i].deletes) {
        remove(proof[i].literals);
      } else {
        std::set<int> assumed;
        for (const int literal : proof[i].literals) assumed.insert(-literal);
        if (!propagated(assumed).conflict) {
          return "line " + std::to_string(i + 1) + " of the proof does not follow by unit propagation";
        }
        add(proof[i].literals);
      }
    }
    return propagated({}).conflict ? "" : "the proof ends without a contradiction";
  }

 private:
  struct Propagated {
    std::set<int> literals;
    bool conflict;
  };

  void add(const Clause& clause) { clauses_.emplace_back(clause.begin(), clause.end()); }

  // A clause that is satisfied without assumptions is kept.
  void remove(const Clause& clause) {
    const std::set<int> literals(clause.begin(), clause.end()), known = propagated({}).literals;
    if (std::ranges::any_of(literals, [&](int literal) { return known.contains(literal); })) return;
    const auto found = std::ranges::find(clauses_, literals);
    if (found != clauses_.end()) clauses_.erase(found);
  }

  Propagated propagated(std::set<int> literals) const {
    const auto contradicts = [&](int literal) { return literals.contains(-literal); };
    bool conflict = std::ranges::any_of(literals, contradicts);
    for (std::size_t before = literals.size() + 1; before != literals.size() && !conflict;) {
      before = literals.size();
      for (const std::set<int>& clause : clauses_) {
        std::vector<int> left;
        for (const int literal : clause) {
          if (!contradicts(literal)) left.push_back(literal);
        }
        conflict = conflict || left.empty();
        if (left.size() == 1) literals.insert(left[0]);
      }
    }
    return {literals, conflict};
  }

  std::vector<std::set<int>> clauses_;
};

Clause random_clause(int variables, std::mt19937& random) {
  Clause clause;
  for (unsigned left = 1 + random() % 4 - (random() % 30 == 0); left > 0; --left) {
    const int variable = 1 + static_cast<int>(random() % variables);
    clause.push_back(random() % 2 ? variable : -variable);
  }
  return clause;
}

std::string text(const Clause& clause, std::mt19937& random) {
  std::string line;
  for (const int literal : clause) line += std::to_string(literal) + (random() % 10 == 0 ? "\t " : " ");
  return line + "0" + (random() % 20 == 0 ? " \r\n" : "\n");
}

}  // namespace

TEST(random_proofs_are_judged_as_by_simple_unit_propagation) {
  std::mt19937 random(81);
  std::map<bool, int> accepted;
  int deletions_that_matter = 0;
  for (int round = 0; round < rounds(40'000); ++round) {
    const int variables = 2 + static_cast<int>(random() % 4);
    std::vector<Clause> formula;
    for (unsigned left = 2 + random() % (6 * variables); left > 0; --left) {
      formula.push_back(random_clause(variables, random));
      if (random() % 8 == 0) formula.push_back(formula[random() % formula.size()]);
    }
    std::vector<Lemma> proof, without;
    for (unsigned left = random() % 8; left > 0; --left) {
      Lemma lemma{random_clause(variables + (random() % 10 == 0), random)};
      while (lemma.literals.size() > 2) lemma.literals.pop_back();
      if (random() % 2 == 0) {
        lemma = {formula[random() % formula.size()], true};
        std::ranges::reverse(lemma.literals);
      } else {
        without.push_back(lemma);
      }
      proof.push_back(lemma);
    }
    std::string cnf = "c a comment\np cnf " + std::to_string(variables) + " " + std::to_string(formula.size()) + "\n";
    std::string lines;
    for (const Clause& clause : formula) cnf += text(clause, random);
    for (const Lemma& lemma : proof) lines += (lemma.deletes ? "d " : "") + text(lemma.literals, random);
    Control control;
    const std::string expected = SlowChecker(formula).verdict(proof);
    CHECK_EQ(proofs::check_refutation(cnf, lines, control), expected);
    ++accepted[expected.empty()];
    deletions_that_matter += !expected.empty() && SlowChecker(formula).verdict(without).empty();
  }
  CHECK(sampled || (accepted[true] > 1000 && accepted[false] > 1000 && deletions_that_matter > 3));
}

}  // namespace budge::test
