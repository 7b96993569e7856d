#include "proofs/cutting_planes.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "proofs/reader.hpp"

namespace budge::proofs {

namespace {

struct Term {
  Literal literal;
  std::int64_t coefficient;  // > 0
};

struct Constraint {
  std::vector<Term> terms;  // at most one per variable, by increasing variable
  std::int64_t degree = 0;

  bool contradicts() const {
    std::int64_t sum = 0;
    for (const Term& term : terms) sum += term.coefficient;
    return degree > sum;
  }
};

// Products of two such numbers, and sums of many, fit into 64 bits.
std::int64_t bounded(std::int64_t number) {
  if (std::abs(number) > 1 << 30) throw std::invalid_argument("a number above 2^30");
  return number;
}

// sum = left + right. Opposite literals cancel: x + ~x = 1.
void add(const Constraint& left, const Constraint& right, Constraint& sum) {
  sum.terms.clear();
  sum.degree = left.degree + right.degree;
  auto a = left.terms.begin(), b = right.terms.begin();
  while (a != left.terms.end() && b != right.terms.end()) {
    const int difference = std::abs(a->literal) - std::abs(b->literal);
    if (difference < 0) {
      sum.terms.push_back(*a++);
    } else if (difference > 0) {
      sum.terms.push_back(*b++);
    } else {
      const Term& larger = a->coefficient >= b->coefficient ? *a : *b;
      const Term& smaller = a->coefficient >= b->coefficient ? *b : *a;
      if (a->literal == b->literal) {
        sum.terms.push_back({a->literal, bounded(a->coefficient + b->coefficient)});
      } else {
        sum.degree -= smaller.coefficient;
        const std::int64_t rest = larger.coefficient - smaller.coefficient;
        if (rest > 0) sum.terms.push_back({larger.literal, rest});
      }
      ++a;
      ++b;
    }
  }
  sum.terms.insert(sum.terms.end(), a, left.terms.end());
  sum.terms.insert(sum.terms.end(), b, right.terms.end());
  bounded(sum.degree);
}

void multiply(Constraint& constraint, std::int64_t factor) {
  for (Term& term : constraint.terms) term.coefficient = bounded(term.coefficient * factor);
  constraint.degree = bounded(constraint.degree * factor);
}

std::int64_t divided(std::int64_t number, std::int64_t divisor) {  // rounded up
  return number > 0 ? (number - 1) / divisor + 1 : number / divisor;
}

void divide(Constraint& constraint, std::int64_t divisor) {
  for (Term& term : constraint.terms) term.coefficient = divided(term.coefficient, divisor);
  constraint.degree = divided(constraint.degree, divisor);
}

void saturate(Constraint& constraint) {
  constraint.degree = std::max<std::int64_t>(constraint.degree, 0);
  if (constraint.degree == 0) constraint.terms.clear();
  for (Term& term : constraint.terms) term.coefficient = std::min(term.coefficient, constraint.degree);
}

Constraint as_constraint(const std::vector<Literal>& clause) {
  Constraint constraint{{}, 1}, sum;
  for (const Literal literal : clause) {
    add(constraint, {{{literal, 1}}, 0}, sum);
    std::swap(constraint, sum);
  }
  saturate(constraint);
  return constraint;
}

std::int64_t number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    throw std::invalid_argument("unexpected `" + std::string(word.substr(0, 20)) + "`");
  }
  return bounded(value);
}

class Checker {
 public:
  Checker(std::string_view proof, Control& control) : reader_(proof), control_(control) {}

  void add_clause(const std::vector<Literal>& clause) { constraints_.push_back({as_constraint(clause), false}); }

  std::size_t line() const { return reader_.line(); }

  // Throws invalid_argument if the proof is wrong.
  void check() {
    expect("pseudo-Boolean proof version 3.0 ;");
    expect("f " + std::to_string(constraints_.size()) + " ;");
    while (true) {
      if (++control_.expanded % 4096 == 0) control_.poll();
      const std::string_view rule = reader_.word();
      if (rule == "pol") {
        derive();
      } else if (rule == "del") {
        remove();
      } else {
        if (rule != "output") throw std::invalid_argument("unknown rule `" + std::string(rule.substr(0, 20)) + "`");
        return conclude();
      }
    }
  }

 private:
  struct Entry {
    Constraint constraint;
    bool deleted = false;
  };

  void expect(std::string_view words) {
    Reader expected(words);
    for (std::string_view word; !(word = expected.word()).empty();) {
      if (reader_.word() != word) throw std::invalid_argument("expected `" + std::string(words) + "`");
    }
  }

  std::size_t position(std::string_view word) const {
    std::int64_t id = number(word);
    if (id < 0) id += static_cast<std::int64_t>(constraints_.size()) + 1;  // -1 is the last constraint
    if (id < 1 || id > static_cast<std::int64_t>(constraints_.size()))
      throw std::invalid_argument("no constraint " + std::string(word));
    return static_cast<std::size_t>(id - 1);
  }

  const Constraint& constraint(std::string_view word) const {
    const Entry& entry = constraints_[position(word)];
    if (entry.deleted) throw std::invalid_argument("constraint " + std::string(word) + " was deleted");
    return entry.constraint;
  }

  Constraint& top(std::size_t needed = 1) {
    if (stack_.size() < needed) throw std::invalid_argument("too few operands");
    return stack_.back();
  }

  // Reverse Polish notation, up to a semicolon.
  void derive() {
    stack_.clear();
    for (std::string_view word = reader_.word(); word != ";";) {
      if (word == "+") {
        const Constraint& last = top(2);  // before the operand below it is read
        add(last, stack_[stack_.size() - 2], sum_);
        stack_.pop_back();
        std::swap(stack_.back(), sum_);
      } else if (word == "s") {
        saturate(top());
      } else if (word.starts_with('x') || word.starts_with("~x")) {
        const bool negated = word[0] == '~';
        const std::int64_t variable = number(word.substr(negated ? 2 : 1));
        if (variable < 1 || variable > max_variable) throw std::invalid_argument("no variable " + std::string(word));
        const Literal literal = static_cast<Literal>(negated ? -variable : variable);
        stack_.push_back({{{literal, 1}}, 0});
      } else {
        const std::string_view operation = reader_.word();
        if (operation == "*" || operation == "d") {
          const std::int64_t factor = number(word);
          if (factor < 1) throw std::invalid_argument("a factor below 1");
          operation == "*" ? multiply(top(), factor) : divide(top(), factor);
        } else if (operation == "+" && !stack_.empty()) {
          add(top(), constraint(word), sum_);
          std::swap(stack_.back(), sum_);
        } else {
          stack_.push_back(constraint(word));
          word = operation;
          continue;
        }
      }
      word = reader_.word();
    }
    if (stack_.size() != 1) throw std::invalid_argument("a derivation of several constraints");
    constraints_.push_back({stack_.back(), false});
  }

  // `range A B` deletes the constraints from A to before B.
  void remove() {
    expect("range");
    const std::size_t first = position(reader_.word()), end = position(reader_.word());
    expect(";");
    for (std::size_t at = first; at < end; ++at) constraints_[at] = {{}, true};
  }

  void conclude() {
    expect("NONE ; conclusion UNSAT :");
    if (!constraint(reader_.word()).contradicts())
      throw std::invalid_argument("the last constraint is no contradiction");
    expect("; end pseudo-Boolean proof ;");
    if (reader_.next()) throw std::invalid_argument("text after the end");
  }

  Reader reader_;
  Control& control_;
  std::vector<Entry> constraints_;  // number id - 1
  std::vector<Constraint> stack_;
  Constraint sum_;
};

}  // namespace

std::string check_cutting_planes(std::string_view cnf, std::string_view proof, Control& control) {
  Checker checker(proof, control);
  Reader formula(cnf);
  try {
    read_formula(formula, [&](const std::vector<Literal>& clause) { checker.add_clause(clause); });
  } catch (const std::invalid_argument& problem) {
    return "line " + std::to_string(formula.line()) + " of the formula: " + problem.what();
  }
  try {
    checker.check();
  } catch (const std::invalid_argument& problem) {
    return "line " + std::to_string(checker.line()) + " of the proof: " + problem.what();
  }
  return "";
}

}  // namespace budge::proofs
