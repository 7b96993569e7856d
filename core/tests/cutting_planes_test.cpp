// The checker of proofs by cutting planes: each rule, each refusal, and random derivations that are compared with all
// assignments.
#include "proofs/cutting_planes.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/check.hpp"

namespace budge::test {

namespace {

// Two literals of three exclude each other, but two of three hold: clauses 1 to 3 exclude pairs, 4 to 6 demand pairs.
const std::string triangle = "c a comment\np cnf 3 6\n-1 -2 0\n-1 -3 0\n-2 -3 0\n1 2 0\n1 3 0\n2 3 0\n";
// All four clauses over two variables.
const std::string square = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

std::string verdict(const std::string& cnf, const std::string& lines, const std::string& conclusion) {
  const auto clauses = static_cast<int>(std::ranges::count(cnf.substr(cnf.find("p cnf")), '\n')) - 1;
  Control control;
  return proofs::check_cutting_planes(cnf,
                                      "pseudo-Boolean proof version 3.0;\nf " + std::to_string(clauses) + ";\n" +
                                          lines + "output NONE;\nconclusion UNSAT : " + conclusion +
                                          ";\nend pseudo-Boolean proof;\n",
                                      control);
}

}  // namespace

TEST(cutting_planes_refute_counts_that_contradict) {
  // The pairs sum to 2(~1 + ~2 + ~3) >= 3, and half of that, rounded up, to ~1 + ~2 + ~3 >= 2.
  CHECK_EQ(verdict(triangle, "pol 1 2 + 3 + 2 d;\npol 4 5 + 6 + 2 d;\npol 7 8 +;\n", "9"), "");
  CHECK_EQ(verdict(triangle, "pol 1 2 + 3 + 2 d\n 4 5 + 6 + 2 d + ; ", "-1"), "");
  CHECK_EQ(verdict(triangle, "pol 1 2 + 3 +;\npol 4 5 + 6 +;\npol 7 8 +;\n", "9"),
           "line 7 of the proof: the last constraint is no contradiction");
}

TEST(cutting_planes_resolve_by_adding_and_saturating) {
  CHECK_EQ(verdict(square, "pol 1 2 + s;\npol 3 4 + s;\npol 5 6 +;\n", "7"), "");
  CHECK_EQ(verdict(square, "pol 1 2 + s 3 4 + s +;\n", "5"), "");
  // Without saturation, 2 x2 >= 1 and 2 ~x2 >= 1 have a sum without contradiction.
  CHECK_EQ(verdict(square, "pol 1 2 + 3 + 4 +;\n", "5"),
           "line 5 of the proof: the last constraint is no contradiction");
  // 2 x2 >= 1, divided by two, is x2 >= 1; multiplied by three it is 3 x2 >= 3.
  CHECK_EQ(verdict(square, "pol 1 2 + 2 d 3 * 3 4 + 2 d 3 * +;\n", "-1"), "");
}

TEST(cutting_planes_weaken_by_literals) {
  // x1 + x2 >= 1 and ~x2 >= 0 give x1 >= 0; with x2 >= 0, too, nothing.
  CHECK_EQ(verdict("p cnf 2 2\n1 2 0\n-1 0\n", "pol 1 ~x2 + 2 + ;\n", "3"),
           "line 5 of the proof: the last constraint is no contradiction");
  CHECK_EQ(verdict("p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "pol 1 x7 + s 2 + 3 + ~x7 +;\n", "4"),
           "line 5 of the proof: the last constraint is no contradiction");
  CHECK_EQ(verdict("p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", "pol 1 2 + 3 +;\n", "4"), "");
}

TEST(cutting_planes_use_no_deleted_constraint) {
  const std::string lines = "pol 1 2 + s;\npol 3 4 + s;\ndel range 5 6;\n";
  CHECK_EQ(verdict(square, lines + "pol 5 6 +;\n", "7"), "line 6 of the proof: constraint 5 was deleted");
  CHECK_EQ(verdict(square, lines + "pol 1 2 + s 6 +;\n", "7"), "");  // the end of the range is kept
}

TEST(cutting_planes_refuse_what_is_no_proof_with_its_line) {
  const auto problem = [](const std::string& line) { return verdict(square, line + "\n", "-1"); };
  CHECK_EQ(problem("pol 1 2;"), "line 3 of the proof: a derivation of several constraints");
  CHECK_EQ(problem("pol ;"), "line 3 of the proof: a derivation of several constraints");
  CHECK_EQ(problem("pol 1 + +;"), "line 3 of the proof: too few operands");
  CHECK_EQ(problem("pol +;"), "line 3 of the proof: too few operands");
  CHECK_EQ(problem("pol s;"), "line 3 of the proof: too few operands");
  CHECK_EQ(problem("pol 5;"), "line 3 of the proof: no constraint 5");
  CHECK_EQ(problem("pol 0;"), "line 3 of the proof: no constraint 0");
  CHECK_EQ(problem("pol -5;"), "line 3 of the proof: no constraint -5");
  CHECK_EQ(problem("pol 1 0 *;"), "line 3 of the proof: a factor below 1");
  CHECK_EQ(problem("pol 1 -1 d;"), "line 3 of the proof: a factor below 1");
  CHECK_EQ(problem("pol 1 99999999999999999999 *;"), "line 3 of the proof: unexpected `99999999999999999999`");
  CHECK_EQ(problem("pol 1 1073741824 * 2 *;"), "line 3 of the proof: a number above 2^30");
  CHECK_EQ(problem("pol 1 1073741824 * 1 1 * + 1 1073741824 * +;"), "line 3 of the proof: a number above 2^30");
  CHECK_EQ(problem("pol x0;"), "line 3 of the proof: no variable x0");
  CHECK_EQ(problem("pol 1 x +;"), "line 3 of the proof: unexpected ``");
  CHECK_EQ(problem("pol 1 2 + w;"), "line 3 of the proof: unexpected `w`");
  CHECK_EQ(problem("rup 1 x1 >= 1;"), "line 3 of the proof: unknown rule `rup`");
  CHECK_EQ(problem("del id 1;"), "line 3 of the proof: expected `range`");
  CHECK_EQ(verdict(square, "", "9"), "line 4 of the proof: no constraint 9");
  CHECK_EQ(verdict(square, "", "1; x"), "line 4 of the proof: the last constraint is no contradiction");
  CHECK_EQ(verdict("p cnf 1 2\n1 0\n-1 0\n", "pol 1 2 +;", "3; x"),
           "line 4 of the proof: expected `; end pseudo-Boolean proof ;`");
  Control control;
  const auto whole = [&](const std::string& proof) {
    return proofs::check_cutting_planes("p cnf 1 2\n1 0\n-1 0\n", proof, control);
  };
  CHECK_EQ(whole(""), "line 1 of the proof: expected `pseudo-Boolean proof version 3.0 ;`");
  CHECK_EQ(whole("pseudo-Boolean proof version 3.0;f 3;"), "line 1 of the proof: expected `f 2 ;`");
  CHECK_EQ(whole("pseudo-Boolean proof version 3.0;\nf 2;\npol 1"), "line 3 of the proof: unexpected ``");
  CHECK_EQ(whole("pseudo-Boolean proof version 3.0;\nf 2;\n"), "line 3 of the proof: unknown rule ``");
  CHECK_EQ(proofs::check_cutting_planes("1 0\n", "", control), "line 1 of the formula: no `p cnf` line");
}

namespace {

// A constraint in another form: a sum of variables with coefficients of either sign is at least `bound`.
struct Linear {
  std::vector<std::int64_t> coefficients;
  std::int64_t bound = 0;

  std::int64_t negative() const {
    std::int64_t sum = 0;
    for (const std::int64_t each : coefficients) sum += std::min<std::int64_t>(each, 0);
    return sum;
  }
  std::int64_t greatest() const {
    std::int64_t sum = 0;
    for (const std::int64_t each : coefficients) sum += std::max<std::int64_t>(each, 0);
    return sum;
  }
  // Changes coefficients and degree of the form without negative coefficients.
  template <class Change>
  void change(Change&& changed) {
    const std::int64_t degree = bound - negative();
    for (std::int64_t& each : coefficients) each = each < 0 ? -changed(-each, degree) : changed(each, degree);
    bound = changed(degree, degree) + negative();
  }
};

class Derivations {
 public:
  Derivations(unsigned seed) : random_(seed), variables_(1 + static_cast<int>(random_() % 4)) {
    for (unsigned left = 1 + random_() % 9; left > 0; --left) add_clause();
  }

  bool satisfiable() const {
    for (int values = 0; values < 1 << variables_; ++values) {
      if (std::ranges::all_of(clauses_, [&](const auto& clause) {
            return std::ranges::any_of(clause, [&](int l) { return (values >> (std::abs(l) - 1) & 1) == (l > 0); });
          })) {
        return true;
      }
    }
    return false;
  }

  // One line of the proof; returns whether its constraint is a contradiction.
  bool derive() {
    std::vector<Linear> stack;
    lines_ += "pol";
    for (unsigned left = 2 + random_() % 12; left > 0 || stack.size() > 1; left -= left > 0) {
      const unsigned choice = random_() % 8;
      if (stack.empty() || (left > 0 && choice < 4)) {
        const std::size_t id = random_() % constraints_.size();
        lines_ += " " + std::to_string(random_() % 2 ? static_cast<long>(id) + 1
                                                     : static_cast<long>(id - constraints_.size()));
        stack.push_back(constraints_[id]);
      } else if (stack.size() > 1 && choice < 6) {
        lines_ += " +";
        const Linear right = stack.back();
        stack.pop_back();
        for (int v = 0; v < variables_; ++v) stack.back().coefficients[v] += right.coefficients[v];
        stack.back().bound += right.bound;
      } else if (choice == 6) {
        lines_ += " s";
        stack.back().change(
            [](std::int64_t n, std::int64_t degree) { return std::max<std::int64_t>(0, std::min(degree, n)); });
      } else {
        const auto factor = static_cast<std::int64_t>(1 + random_() % 3);
        const bool divides = random_() % 2;
        lines_ += " " + std::to_string(factor) + (divides ? " d" : " *");
        stack.back().change([&](std::int64_t n, std::int64_t) {
          return divides ? static_cast<std::int64_t>(std::ceil(static_cast<double>(n) / static_cast<double>(factor)))
                         : n * factor;
        });
      }
    }
    if (random_() % 4 == 0) {
      const int variable = static_cast<int>(random_() % variables_);
      const bool negated = random_() % 2;
      lines_ += std::string(negated ? " ~x" : " x") + std::to_string(variable + 1) + " +";
      stack.back().coefficients[variable] += negated ? -1 : 1;
      stack.back().bound -= negated;
    }
    lines_ += ";\n";
    constraints_.push_back(stack.back());
    return stack.back().bound > stack.back().greatest();
  }

  bool accepted() const {
    std::string cnf = "p cnf " + std::to_string(variables_) + " " + std::to_string(clauses_.size()) + "\n";
    for (const auto& clause : clauses_) {
      for (const int literal : clause) cnf += std::to_string(literal) + " ";
      cnf += "0\n";
    }
    return verdict(cnf, lines_, "-1").empty();
  }

 private:
  void add_clause() {
    std::vector<int> clause;
    Linear linear{std::vector<std::int64_t>(variables_), 1};
    for (int v = 0; v < variables_; ++v) {
      if (random_() % 2 == 0) continue;
      const bool negated = random_() % 2;
      clause.push_back(negated ? -(v + 1) : v + 1);
      linear.coefficients[v] = negated ? -1 : 1;
      linear.bound -= negated;
    }
    clauses_.push_back(clause);
    constraints_.push_back(linear);
  }

  std::mt19937 random_;
  int variables_;
  std::vector<std::vector<int>> clauses_;
  std::vector<Linear> constraints_;
  std::string lines_;
};

}  // namespace

TEST(random_derivations_are_judged_as_by_slow_arithmetic_and_refute_no_satisfiable_formula) {
  int refuted = 0, open = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    Derivations derivations(seed);
    bool contradiction = false;
    for (int line = 0; line < 6; ++line) contradiction = derivations.derive();
    CHECK_EQ(derivations.accepted(), contradiction);
    CHECK(!contradiction || !derivations.satisfiable());
    ++(contradiction ? refuted : open);
  }
  CHECK(refuted > 1000 && open > 1000);
}

}  // namespace budge::test
