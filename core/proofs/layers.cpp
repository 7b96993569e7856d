#include "proofs/layers.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include "proofs/reader.hpp"
#include "support/mix.hpp"

namespace budge::proofs {

namespace {

using Id = std::int64_t;

constexpr int max_size = 63;       // vertices: a bit for each, and one for the waste
constexpr int max_capacity = 255;  // a byte of each state

// The clauses of a formula, found by their literals.
class ClauseIndex {
 public:
  explicit ClauseIndex(std::string_view cnf) {
    Reader reader(cnf);
    read_formula(reader, [&](std::vector<Literal> clause) {
      for (const Literal literal : clause) {
        const auto variable = static_cast<std::size_t>(std::abs(literal));
        if (used_.size() <= variable) used_.resize(variable + 1, false);
        used_[variable] = true;
      }
      std::ranges::sort(clause);
      ids_.emplace(std::move(clause), ++count_);
    });
  }

  Id count() const { return count_; }
  bool uses(int variable) const { return static_cast<std::size_t>(variable) < used_.size() && used_[variable]; }

  Id find(std::vector<Literal> clause) const {  // 0 if there is none
    std::ranges::sort(clause);
    const auto found = ids_.find(clause);
    return found == ids_.end() ? 0 : found->second;
  }

  Id require(std::vector<Literal> clause) const {
    if (const Id id = find(std::move(clause))) return id;
    throw std::invalid_argument("the formula lacks a clause of the encoding");
  }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Literal>& clause) const {
      std::uint64_t hash = clause.size();
      for (const Literal literal : clause) hash = mix(hash + static_cast<std::uint64_t>(literal));
      return hash;
    }
  };

  std::unordered_map<std::vector<Literal>, Id, Hash> ids_;
  std::vector<bool> used_;
  Id count_ = 0;
};

// A set of rows of equal size, numbered in the order of insertion.
class Rows {
 public:
  Rows(int size, Control& control)
      : size_(size), bytes_(Accounted<std::uint8_t>(control)), slots_(16, 0, Accounted<std::uint32_t>(control)) {}

  std::uint32_t count() const { return count_; }
  const std::uint8_t* operator[](std::uint32_t number) const { return bytes_.data() + std::size_t(number) * size_; }

  std::uint32_t insert(const std::uint8_t* row) {
    std::uint32_t& slot = slots_[probe(row)];
    if (slot) return slot - 1;
    slot = ++count_;
    bytes_.insert(bytes_.end(), row, row + size_);
    if (2 * std::size_t(count_) > slots_.size()) grow();
    return count_ - 1;
  }

  std::uint32_t find(const std::uint8_t* row) const {
    const std::uint32_t slot = slots_[probe(row)];
    assert(slot);
    return slot - 1;
  }

 private:
  std::size_t probe(const std::uint8_t* row) const {
    std::uint64_t hash = 0;
    for (int i = 0; i < size_; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, row + i, std::min(8, size_ - i));
      hash = mix(hash ^ word) + static_cast<std::uint64_t>(i);
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] && std::memcmp((*this)[slots_[at] - 1], row, size_) != 0) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::uint32_t number = 0; number < count_; ++number) slots_[probe((*this)[number])] = number + 1;
  }

  int size_;
  std::uint32_t count_ = 0;
  Vector<std::uint8_t> bytes_;
  Vector<std::uint32_t> slots_;  // number + 1; 0: empty
};

// Formats lines and passes them on in large parts.
class Text {
 public:
  explicit Text(const std::function<void(std::string_view)>& write) : write_(write) {}

  Text& operator<<(std::string_view words) {
    text_ += words;
    return *this;
  }
  Text& operator<<(Id number) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    return *this;
  }
  void flush(std::size_t above = 0) {
    if (text_.size() <= above) return;
    write_(text_);
    text_.clear();
  }

 private:
  const std::function<void(std::string_view)>& write_;
  std::string text_;
};

class Layers {
 public:
  Layers(const TokensFormula& tokens, std::string_view cnf, const std::function<void(std::string_view)>& write,
         Control& control)
      : tokens_(tokens), size_(static_cast<int>(tokens.start.size())), clauses_(cnf), text_(write), control_(control) {
    if (size_ > max_size || tokens.capacity > max_capacity) throw std::invalid_argument("the puzzle is too large");
  }

  bool refute() {
    const Id yes = clauses_.find({1}), no = clauses_.find({-1});
    const bool contradicts = yes && no;  // so the encoding states that the length is too short
    if (!contradicts && !generate()) return false;
    text_ << "pseudo-Boolean proof version 3.0;\nf " << clauses_.count() << ";\n";
    last_ = clauses_.count();
    line_ = {yes, no};
    if (!contradicts) derive_all();
    write_sum();
    text_ << ";\noutput NONE;\nconclusion UNSAT : " << ++last_ << ";\nend pseudo-Boolean proof;\n";
    text_.flush();
    return true;
  }

 private:
  // Derives the clause of the start, and sets `line_` to what contradicts it.
  void derive_all() {
    Vector<Lemma> lemmas{Accounted<Lemma>(control_)}, next{Accounted<Lemma>(control_)};
    Id next_begin = 0, next_end = 0;
    for (int step = static_cast<int>(layers_.size()) - 1; step >= 0; --step) {
      staying_.assign(static_cast<std::size_t>(size_) * size_ * size_, 0);
      const Step clauses = read_step(step);
      const Id begin = last_ + 1;
      lemmas.clear();
      for (std::uint32_t i = 0; i < layers_[step].count(); ++i) {
        lemmas.push_back(derive(clauses, step, layers_[step][i], next));
        text_.flush(1 << 20);
        if (++control_.expanded % 4096 == 0) control_.poll_clock();
      }
      // Whether the constraint at the end of a range is deleted, too, does not matter: no other line uses it.
      if (next_end > next_begin) text_ << "del range " << next_begin << " " << next_end << ";\n";
      next_begin = begin;
      next_end = last_;
      std::swap(lemmas, next);
      if (static_cast<std::size_t>(step) + 1 < layers_.size()) layers_.pop_back();
    }
    line_ = {next[0].id};
    for (int vertex = 0; vertex < size_; ++vertex) {
      if (!next[0].has(vertex)) continue;
      const int token = tokens_.start[vertex];
      line_.push_back(clauses_.require({token ? at(0, vertex, token) : blank(0, vertex)}));
    }
  }

  // What becomes of a token that the blank does not meet: it stays, or the blank must come, or neither is possible.
  struct Stay {
    Id clause = 0;
    bool stays = false, blank = false;
  };
  // A token moves to where the blank was.
  struct Move {
    Id clause = 0;
    bool arrives = false;
    Id wastes = 0;
    int waste = 0;
  };
  struct Count {
    Id clause = 0;
    bool allowed = false;
  };
  // The clauses from one step to the next.
  struct Step {
    std::vector<Id> leaves;                 // [vertex]: the blank goes to one of `entered`
    std::vector<std::vector<int>> entered;  // [vertex]
    std::vector<Stay> stay;                 // [vertex, token]
    std::vector<Move> move;                 // [vertex, to, token]
    std::vector<Count> spent;               // [spent, waste]
  };

  // The clause of a state: which of its literals it negates. Bit `size` is the waste.
  struct Lemma {
    Id id = 0;
    std::uint64_t literals = 0;

    bool has(int bit) const { return literals >> bit & 1; }
    void add(int bit) { literals |= std::uint64_t(1) << bit; }
  };

  int blank(int step, int vertex) const { return tokens_.blank[step * size_ + vertex]; }
  int at(int step, int vertex, int token) const { return tokens_.at[(step * size_ + vertex) * size_ + token]; }
  int waste(int step, int units) const { return tokens_.waste[step * tokens_.max_waste + units - 1]; }
  int spent(int step, int units) const { return tokens_.spent[step * tokens_.capacity + units - 1]; }

  // All layers; false if the last one is reached.
  bool generate() {
    layers_.emplace_back(size_ + 1, control_);
    std::vector<std::uint8_t> row(tokens_.start.begin(), tokens_.start.end());
    row.push_back(0);  // the waste
    layers_.back().insert(row.data());
    for (int step = 0; layers_.back().count(); ++step) {
      if (step == tokens_.length) return false;
      const Step clauses = read_step(step);
      layers_.emplace_back(size_ + 1, control_);
      Rows &from = layers_[step], &to = layers_[step + 1];
      for (std::uint32_t i = 0; i < from.count(); ++i) {
        std::memcpy(row.data(), from[i], row.size());
        const Position position = read_position(clauses, row.data());
        if (position.lost) continue;
        for (const int there : clauses.entered[position.blank]) {
          if (!excludes(clauses, row.data(), position, there))
            to.insert(child(clauses, row.data(), position.blank, there).data());
        }
        ++control_.generated;
        if (control_.due()) control_.poll();
      }
    }
    layers_.pop_back();
    return true;
  }

  struct Position {
    int blank = 0;
    Id lost = 0;  // a clause that excludes the state, by the token on `lost_at`
    int lost_at = 0;
    std::vector<std::pair<int, Id>> must;  // vertices that the blank must enter, with the clause
  };

  Position read_position(const Step& clauses, const std::uint8_t* row) const {
    Position position;
    for (int vertex = 0; vertex < size_; ++vertex) {
      if (row[vertex] == 0) {
        position.blank = vertex;
        continue;
      }
      const Stay& stay = clauses.stay[vertex * size_ + row[vertex]];
      if (stay.stays) continue;
      if (stay.blank) {
        position.must.emplace_back(vertex, stay.clause);
      } else {
        position.lost = stay.clause;
        position.lost_at = vertex;
      }
    }
    return position;
  }

  const Move& move(const Step& clauses, const std::uint8_t* row, int blank, int there) const {
    return clauses.move[(blank * size_ + there) * size_ + row[there]];
  }

  const Count& counted(const Step& clauses, const std::uint8_t* row, const Move& move) const {
    return clauses.spent[row[size_] * (tokens_.max_waste + 1) + move.waste];
  }

  bool excludes(const Step& clauses, const std::uint8_t* row, const Position& position, int there) const {
    const Move& moved = move(clauses, row, position.blank, there);
    return !moved.arrives || !counted(clauses, row, moved).allowed ||
           std::ranges::any_of(position.must, [&](const auto& each) { return each.first != there; });
  }

  std::vector<std::uint8_t> child(const Step& clauses, const std::uint8_t* row, int blank, int there) const {
    std::vector<std::uint8_t> next(row, row + size_ + 1);
    next[size_] = static_cast<std::uint8_t>(next[size_] + move(clauses, row, blank, there).waste);
    std::swap(next[blank], next[there]);
    return next;
  }

  Step read_step(int step) const {
    Step found;
    found.leaves.resize(size_);
    found.entered.resize(size_);
    found.stay.resize(size_ * size_);
    found.move.resize(size_ * size_ * size_);
    for (int vertex = 0; vertex < size_; ++vertex) {
      const int here = blank(step, vertex);
      for (int token = 1; token < size_; ++token) {
        const int was = at(step, vertex, token);
        if (clauses_.uses(was)) found.stay[vertex * size_ + token] = read_stay(step, vertex, token);
      }
      if (!clauses_.uses(here)) continue;
      std::vector<Literal> leaves{-here};
      for (const int there : tokens_.graph[vertex]) {
        if (!clauses_.uses(blank(step + 1, there))) continue;
        leaves.push_back(blank(step + 1, there));
        found.entered[vertex].push_back(there);
        for (int token = 1; token < size_; ++token) {
          if (!clauses_.uses(at(step, there, token))) continue;
          found.move[(vertex * size_ + there) * size_ + token] = read_move(step, vertex, there, token);
        }
      }
      found.leaves[vertex] = clauses_.find(leaves);
    }
    for (int before = 0; before <= tokens_.capacity; ++before) {
      for (int units = 0; units <= tokens_.max_waste; ++units) found.spent.push_back(read_count(step, before, units));
    }
    return found;
  }

  Stay read_stay(int step, int vertex, int token) const {
    const int was = -at(step, vertex, token), stays = at(step + 1, vertex, token), enters = blank(step + 1, vertex);
    if (const Id id = clauses_.find({was, stays, enters})) return {id, true, true};
    if (const Id id = clauses_.find({was, stays})) return {id, true, false};
    if (const Id id = clauses_.find({was, enters})) return {id, false, true};
    return {clauses_.require({was}), false, false};
  }

  Move read_move(int step, int here, int there, int token) const {
    const std::vector<Literal> when{-blank(step, here), -blank(step + 1, there), -at(step, there, token)};
    const auto clause = [&](Literal literal) {
      std::vector<Literal> with = when;
      with.push_back(literal);
      return clauses_.find(with);
    };
    Move found{clause(at(step + 1, here, token)), true};
    if (!found.clause) return {clauses_.require(when)};
    for (int units = 1; units <= tokens_.max_waste; ++units) {
      if (const Id id = clause(waste(step + 1, units))) found.wastes = id, found.waste = units;
    }
    return found;
  }

  // Waste `units` more than `before`; nothing to show if that is zero.
  Count read_count(int step, int before, int units) const {
    std::vector<Literal> clause;
    if (before) clause.push_back(-spent(step, before));
    if (units) clause.push_back(-waste(step + 1, units));
    if (clause.empty()) return {0, true};
    if (before + units > tokens_.capacity) return {clauses_.find(clause), false};
    clause.push_back(spent(step + 1, before + units));
    return {clauses_.find(clause), true};
  }

  // Derives the clause of a state from those of the next layer.
  Lemma derive(const Step& clauses, int step, const std::uint8_t* row, const Vector<Lemma>& next) {
    const Position position = read_position(clauses, row);
    Lemma lemma;
    lemma.add(position.blank);
    if (position.lost) {
      lemma.add(position.lost_at);
      text_ << "pol " << position.lost << " ~x" << blank(step, position.blank) << " +;\n";
      lemma.id = ++last_;
      return lemma;
    }
    // The lines that this one needs come first.
    for (const int there : clauses.entered[position.blank]) {
      if (excludes(clauses, row, position, there)) continue;
      const Lemma& after = next[layers_[step + 1].find(child(clauses, row, position.blank, there).data())];
      for (int vertex = 0; vertex < size_; ++vertex) {
        if (after.has(vertex) && vertex != position.blank && vertex != there)
          staying(clauses, step, vertex, row, there);
      }
    }
    text_ << "pol " << required(clauses.leaves[position.blank]);
    for (const int there : clauses.entered[position.blank]) {
      if (excludes(clauses, row, position, there)) {
        exclude(clauses, step, row, position, there, lemma);
      } else {
        const Lemma& after = next[layers_[step + 1].find(child(clauses, row, position.blank, there).data())];
        follow(clauses, step, row, position.blank, there, after, lemma);
      }
    }
    text_ << " s;\n";
    lemma.id = ++last_;
    return lemma;
  }

  // Resolves the clause of the next state with what brings its literals about.
  void follow(const Step& clauses, int step, const std::uint8_t* row, int blank_at, int there, const Lemma& after,
              Lemma& lemma) {
    const Move& moved = move(clauses, row, blank_at, there);
    text_ << " " << after.id;
    for (int vertex = 0; vertex < size_; ++vertex) {
      if (!after.has(vertex) || vertex == there) continue;
      if (vertex == blank_at) {
        add(moved.clause);
        lemma.add(there);
      } else {
        add(staying(clauses, step, vertex, row, there));
        lemma.add(vertex);
      }
    }
    if (after.has(size_)) {
      if (moved.waste) {
        add(moved.wastes);
        lemma.add(there);
      }
      add(required(counted(clauses, row, moved).clause));
      if (row[size_]) lemma.add(size_);
    }
    text_ << " s +";
  }

  void exclude(const Step& clauses, int step, const std::uint8_t* row, const Position& position, int there,
               Lemma& lemma) {
    const Move& moved = move(clauses, row, position.blank, there);
    const Count& count = counted(clauses, row, moved);
    if (moved.arrives && count.allowed) {
      const auto other = std::ranges::find_if(position.must, [&](const auto& each) { return each.first != there; });
      assert(other != position.must.end());
      add(other->second);
      add(clauses_.require({-blank(step + 1, there), -blank(step + 1, other->first)}));
      return lemma.add(other->first);
    }
    lemma.add(there);
    if (!moved.arrives) return add(moved.clause);
    add(moved.wastes);
    add(required(count.clause));
    if (row[size_]) lemma.add(size_);
  }

  // A clause: if the blank enters `there`, the token on `vertex` stays. Derived when it is first needed.
  Id staying(const Step& clauses, int step, int vertex, const std::uint8_t* row, int there) {
    const Stay& stay = clauses.stay[vertex * size_ + row[vertex]];
    if (!stay.blank) return stay.clause;
    Id& id = staying_[(vertex * size_ + row[vertex]) * size_ + there];
    if (!id) {
      line_ = {stay.clause, clauses_.require({-blank(step + 1, there), -blank(step + 1, vertex)})};
      write_sum();
      text_ << ";\n";
      id = ++last_;
    }
    return id;
  }

  void write_sum() {
    text_ << "pol " << line_[0];
    for (std::size_t i = 1; i < line_.size(); ++i) add(line_[i]);
  }

  void add(Id id) { text_ << " " << id << " +"; }

  static Id required(Id id) {
    if (!id) throw std::invalid_argument("the formula lacks a clause of the encoding");
    return id;
  }

  const TokensFormula& tokens_;
  const int size_;
  const ClauseIndex clauses_;
  Text text_;
  Control& control_;
  std::vector<Rows> layers_;
  std::vector<Id> staying_;  // [vertex, token, there], of the current step
  std::vector<Id> line_;
  Id last_ = 0;  // the number of the last constraint
};

}  // namespace

bool refute_by_layers(const TokensFormula& tokens, std::string_view cnf,
                      const std::function<void(std::string_view)>& write, Control& control) {
  return Layers(tokens, cnf, write, control).refute();
}

}  // namespace budge::proofs
