// What a caller asks of a native search, and what it gets back.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "search/result.hpp"
#include "search/weight.hpp"

namespace budge::search {

class Crew;
struct SubtreeBatch;

// One of the searches that algorithms.hpp lists: its place there.
class Algorithm {
 public:
  explicit Algorithm(std::string_view name);  // throws std::invalid_argument if there is no search of that name
  static std::span<const std::string_view> names();

  std::size_t place() const { return place_; }
  bool operator==(const Algorithm&) const = default;

 private:
  std::size_t place_;
};

struct Request {
  Algorithm algorithm{"astar"};
  Weight weight{};
  int threads = 1;
  bool trace = false;
  // For IDA* only (see crew.hpp): the workers that share long iterations, or the subtrees to search instead of solving.
  Crew* crew = nullptr;
  SubtreeBatch* batch = nullptr;
};

// A result whose moves are plain integers, independent of the space.
using Solution = Result<int>;

template <class Op>
Solution widen(Result<Op>&& result) {
  return {result.status, result.stop, {result.plan.begin(), result.plan.end()}, std::move(result.trace)};
}

}  // namespace budge::search
