// Reads words and clauses from formulas in DIMACS and from proofs, and counts lines.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace budge::proofs {

using Literal = int;  // as in DIMACS

constexpr int max_variable = 100'000'000;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t line() const { return line_; }

  // Moves to the next word; false at the end.
  bool next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    return at_ < text_.size();
  }
  char peek() const { return text_[at_]; }
  void skip_word() {
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  // The next word; a semicolon is a word. Empty at the end.
  std::string_view word() {
    if (!next()) return {};
    const std::size_t first = at_++;
    if (text_[first] != ';') {
      while (at_ < text_.size() && text_[at_] != ';' && !is_space(text_[at_])) ++at_;
    }
    return text_.substr(first, at_ - first);
  }

  // The literals before the terminating 0.
  std::vector<Literal> clause() {
    std::vector<Literal> literals;
    while (next()) {
      const Literal literal = number();
      if (literal == 0) return literals;
      literals.push_back(literal);
    }
    throw std::invalid_argument("ends in the middle of a clause");
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

  int number() {
    const bool negative = text_[at_] == '-';
    if (negative) ++at_;
    std::int64_t value = 0;
    const std::size_t first = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + (text_[at_] - '0');
      if (value > max_variable) throw std::invalid_argument("a number too large for a variable");
    }
    if (at_ == first || (at_ < text_.size() && !is_space(text_[at_]))) throw std::invalid_argument("not a number");
    return static_cast<int>(negative ? -value : value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// Calls add(literals) for every clause of a formula in DIMACS.
template <class Add>
void read_formula(Reader& reader, Add&& add) {
  bool header = false;
  while (reader.next()) {
    if (reader.peek() == 'c') {
      reader.skip_line();
    } else if (reader.peek() == 'p') {
      header = true;
      reader.skip_line();
    } else if (!header) {
      throw std::invalid_argument("no `p cnf` line");
    } else {
      add(reader.clause());
    }
  }
}

}  // namespace budge::proofs
