// IDA* by several machines: how one of them leads a long iteration, and what each of the others does for it.
//
// The leader cuts an iteration into subtrees and hands them to a Crew. A member of it gets a SubtreeBatch: some of
// them, to be searched for some time. What it has counted by then and the subtrees that it has not finished, the one at
// hand cut smaller, make a Part. Everything in a Part stands in the order of a single depth-first search, whoever
// searches what and when: so plan and counts of an iteration are those of one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace budge::search {

using Path = std::vector<int>;  // moves from the start, in the coding of the space

inline constexpr std::int64_t nothing_exceeds = std::numeric_limits<std::int64_t>::max();

struct Counts {
  std::uint64_t generated = 0, expanded = 0;
};

// counts[0], rest[0], counts[1], rest[1], …: what was searched, and the subtrees between that were not. For example,
// two subtrees that are left, of which the first is entered after 40 nodes: counts {40, 0, 9}, rest {a, b}.
struct Part {
  std::vector<Counts> counts;
  std::vector<Path> rest;
  std::int64_t exceeding = nothing_exceeds;  // the least f above the bound
  std::optional<Path> plan;                  // the goal that it ends with
};

// What a member is asked: search subtrees to a bound. When time is up it begins no more of them, nor of the subtrees
// below them that lie at `depth`, which are so small that each is searched to its end.
struct SubtreeBatch {
  std::int64_t bound = 0;
  int wave = 0;  // the power of the curve that nodes have to lie above, see wave.hpp
  std::size_t depth = 0;
  double seconds = 0;
  std::vector<Path> paths;
  std::vector<std::optional<Part>> parts{};  // the answers; none for a subtree that was not begun
};

class Crew {
 public:
  virtual ~Crew() = default;

  // A new iteration: `cut` has all its subtrees, none of them searched.
  virtual void begin(std::int64_t bound, int wave, std::size_t depth, const Part& cut) = 0;
  // Waits for a moment; then whether all is done, and what has been counted so far.
  virtual bool wait(Counts& so_far) = 0;
  // The whole iteration as one part with no rest; counted up to the first goal.
  virtual Part whole() = 0;
};

}  // namespace budge::search
