// What a caller asks of a native search, and what it gets back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

// Where a search stores its states if not in memory (see external/search.hpp).
struct Disk {
  std::string folder;  // of its own; exists
  std::uint64_t limit;
  bool resume;  // continue from what an earlier search left in the folder, and leave it if stopped
};

struct Request {
  Algorithm algorithm{"astar"};
  Weight weight{};
  int threads = 1;
  bool trace = false;
  // For IDA* only (see crew.hpp): the workers that share long iterations, or the subtrees to search instead of solving.
  Crew* crew = nullptr;
  SubtreeBatch* batch = nullptr;
  const Disk* disk = nullptr;  // for A* and Dijkstra's algorithm
};

// A result whose moves are plain integers, independent of the space.
using Solution = Result<int>;

template <class Op>
Solution widen(Result<Op>&& result) {
  return {result.status, result.stop, {result.plan.begin(), result.plan.end()}, std::move(result.trace)};
}

}  // namespace budge::search
