#include "proofs/rup.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "proofs/reader.hpp"

namespace budge::proofs {

namespace {

using ClauseId = std::uint32_t;

// Unit propagation on clauses with two watched literals each.
class Propagator {
 public:
  explicit Propagator(Control& control) : control_(control) {}

  bool refuted() const { return refuted_; }

  void add(std::vector<Literal> literals) {
    if (refuted_) return;
    normalize(literals);
    // Watch two literals that are not false, if possible.
    std::stable_partition(literals.begin(), literals.end(), [&](Literal l) { return value(l) >= 0; });
    if (literals.empty() || value(literals[0]) < 0) {
      refuted_ = true;
      return;
    }
    const auto id = static_cast<ClauseId>(clauses_.size());
    by_hash_.emplace(hash(literals), id);
    if (literals.size() > 1) {
      watch(literals[0], id);
      watch(literals[1], id);
    }
    const bool unit = literals.size() == 1 || value(literals[1]) < 0;
    const Literal first = literals[0];
    clauses_.push_back(std::move(literals));
    if (unit && value(first) == 0) {
      assign(first);
      refuted_ = !propagate();
    }
  }

  // Deletes one copy of the clause. Like other checkers, keeps a clause that is satisfied without assumptions: it may
  // be the reason why one of its literals is true.
  void remove(std::vector<Literal> literals) {
    normalize(literals);
    auto [at, end] = by_hash_.equal_range(hash(literals));
    for (; at != end; ++at) {
      std::vector<Literal>& clause = clauses_[at->second];
      if (!std::is_permutation(clause.begin(), clause.end(), literals.begin(), literals.end())) continue;
      if (std::any_of(clause.begin(), clause.end(), [&](Literal l) { return value(l) > 0; })) return;
      clause.clear();  // propagation drops its watches when it next visits them
      by_hash_.erase(at);
      return;
    }
  }

  // Whether assigning all these literals false leads to a conflict.
  bool implies(const std::vector<Literal>& literals) {
    const std::size_t before = trail_.size();
    bool conflict = false;
    for (const Literal literal : literals) {
      grow(literal);
      if (value(literal) > 0) conflict = true;
      if (value(literal) == 0) assign(-literal);
    }
    conflict = conflict || !propagate();
    while (trail_.size() > before) {
      value(trail_.back()) = value(-trail_.back()) = 0;
      trail_.pop_back();
    }
    propagated_ = before;
    return conflict;
  }

 private:
  struct Watch {
    ClauseId clause;
    Literal blocker;  // if this literal is true, the clause is skipped
  };

  static std::size_t index(Literal literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  std::int8_t& value(Literal literal) { return values_[index(literal)]; }

  void grow(Literal literal) {
    const std::size_t size = 2 * static_cast<std::size_t>(std::abs(literal)) + 2;
    if (values_.size() >= size) return;
    values_.resize(size, 0);
    watches_.resize(size);
  }

  void normalize(std::vector<Literal>& literals) {
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    for (const Literal literal : literals) grow(literal);
  }

  static std::uint64_t hash(const std::vector<Literal>& literals) {
    std::uint64_t sum = literals.size();
    for (const Literal literal : literals) {  // independent of the order of the literals
      std::uint64_t x = static_cast<std::uint64_t>(literal) * 0x9E3779B97F4A7C15ull;
      sum += x ^ (x >> 29);
    }
    return sum;
  }

  void watch(Literal literal, ClauseId id) { watches_[index(literal)].push_back({id, 0}); }

  void assign(Literal literal) {
    value(literal) = 1;
    value(-literal) = -1;
    trail_.push_back(literal);
  }

  // False if all literals of a clause have become false.
  bool propagate() {
    while (propagated_ < trail_.size()) {
      if (++control_.expanded % 4096 == 0) control_.poll();
      const Literal falsified = -trail_[propagated_++];
      std::vector<Watch>& list = watches_[index(falsified)];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const Watch watch = list[i];
        if (watch.blocker != 0 && value(watch.blocker) > 0) {
          list[kept++] = watch;
          continue;
        }
        std::vector<Literal>& clause = clauses_[watch.clause];
        if (clause.empty()) continue;
        if (clause[0] == falsified) std::swap(clause[0], clause[1]);
        const auto other = std::find_if(clause.begin() + 2, clause.end(), [&](Literal l) { return value(l) >= 0; });
        if (value(clause[0]) <= 0 && other != clause.end()) {
          std::swap(clause[1], *other);
          watches_[index(clause[1])].push_back({watch.clause, clause[0]});
          continue;
        }
        list[kept++] = {watch.clause, clause[0]};
        if (value(clause[0]) > 0) continue;
        if (value(clause[0]) < 0) {
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept),
                     list.begin() + static_cast<std::ptrdiff_t>(i + 1));
          return false;
        }
        assign(clause[0]);
      }
      list.resize(kept);
    }
    return true;
  }

  Control& control_;
  std::vector<std::vector<Literal>> clauses_;
  std::unordered_multimap<std::uint64_t, ClauseId> by_hash_;
  std::vector<std::vector<Watch>> watches_;
  std::vector<std::int8_t> values_;  // 1 true, -1 false, 0 unassigned
  std::vector<Literal> trail_;
  std::size_t propagated_ = 0;
  bool refuted_ = false;
};

std::string check_proof(Reader& reader, Propagator& propagator) {
  while (!propagator.refuted()) {
    if (!reader.next()) return "the proof ends without a contradiction";
    if (reader.peek() == 'c') {
      reader.skip_line();
    } else if (reader.peek() == 'd') {
      reader.skip_word();
      propagator.remove(reader.clause());
    } else {
      const std::size_t line = reader.line();
      std::vector<Literal> lemma = reader.clause();
      if (!propagator.implies(lemma)) {
        return "line " + std::to_string(line) + " of the proof does not follow by unit propagation";
      }
      propagator.add(std::move(lemma));
    }
  }
  return "";
}

}  // namespace

std::string check_refutation(std::string_view cnf, std::string_view proof, Control& control) {
  Propagator propagator(control);
  Reader formula(cnf), lemmas(proof);
  try {
    read_formula(formula, [&](std::vector<Literal> clause) { propagator.add(std::move(clause)); });
  } catch (const std::invalid_argument& problem) {
    return "line " + std::to_string(formula.line()) + " of the formula: " + problem.what();
  }
  try {
    return check_proof(lemmas, propagator);
  } catch (const std::invalid_argument& problem) {
    return "line " + std::to_string(lemmas.line()) + " of the proof: " + problem.what();
  }
}

}  // namespace budge::proofs
