// Reads the arguments of a call: numbers. A text and a list start with their length; a text has the code of each
// letter.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace budge::wasm {

class Reader {
 public:
  explicit Reader(std::span<const double> numbers) : numbers_(numbers) {}

  double number() {
    if (numbers_.empty()) throw std::invalid_argument("an argument is missing");
    const double first = numbers_.front();
    numbers_ = numbers_.subspan(1);
    return first;
  }

  template <class Integer = int>
  Integer integer() {
    const double found = number();
    const auto whole = static_cast<Integer>(found);
    if (static_cast<double>(whole) != found) throw std::invalid_argument("expected an integer");
    return whole;
  }

  bool flag() { return number() != 0; }

  std::string text() {
    std::string found;
    for (const int code : list()) found.push_back(static_cast<char>(code));
    return found;
  }

  // A list of what `item()` reads.
  template <class Item>
  auto list_of(Item&& item) {
    const auto length = integer<std::size_t>();
    if (length > numbers_.size()) throw std::invalid_argument("a list is longer than the arguments");
    std::vector<decltype(item())> found;
    while (found.size() < length) found.push_back(item());
    return found;
  }
  std::vector<int> list() {
    return list_of([&] { return integer(); });
  }
  std::vector<std::vector<int>> lists() {
    return list_of([&] { return list(); });
  }
  std::vector<std::pair<int, int>> pairs() {
    return list_of([&] {
      const std::vector<int> pair = list();
      if (pair.size() != 2) throw std::invalid_argument("expected a pair");
      return std::pair(pair[0], pair[1]);
    });
  }

  void end() const {
    if (!numbers_.empty()) throw std::invalid_argument("too many arguments");
  }

 private:
  std::span<const double> numbers_;
};

}  // namespace budge::wasm
