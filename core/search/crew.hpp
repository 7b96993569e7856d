// IDA* on several machines: the interface between the machine that leads a long iteration and the others.
//
// The leader cuts an iteration into subtrees and passes them to a Crew. A member gets a SubtreeBatch: some subtrees and
// a time limit. It returns a Part: its counts, and the subtrees that it has not finished, where the last one is cut
// into smaller ones. A Part lists everything in the order of a single depth-first search, regardless of which member
// searched what, so the plan and the counts of an iteration equal those of one thread.
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

// counts[0], rest[0], counts[1], rest[1], …: counts of the searched parts, and between them the subtrees that were not
// searched. For example, two subtrees remain, and the first is reached after 40 nodes: counts {40, 0, 9}, rest {a, b}.
struct Part {
  std::vector<Counts> counts;
  std::vector<Path> rest;
  std::int64_t exceeding = nothing_exceeds;  // the smallest f above the bound
  std::optional<Path> plan;                  // to the goal that ended the search
};

// What a member does: search subtrees to a bound. When time is up it starts no further subtree, at either level:
// `paths`, and the subtrees below them at `depth`, each small enough to be searched without interruption.
struct SubtreeBatch {
  std::int64_t bound = 0;
  int wave = 0;  // the power of the wave, see wave.hpp
  std::size_t depth = 0;
  double seconds = 0;
  std::vector<Path> paths;
  std::vector<std::optional<Part>> parts{};  // results; empty for a subtree that was not started
};

class Crew {
 public:
  virtual ~Crew() = default;

  // Starts an iteration: `cut` contains all its subtrees, none of them searched.
  virtual void begin(std::int64_t bound, int wave, std::size_t depth, const Part& cut) = 0;
  // Waits briefly. Returns whether all subtrees are searched, and the counts so far.
  virtual bool wait(Counts& so_far) = 0;
  // The complete iteration as one part with an empty rest, counted up to the first goal.
  virtual Part whole() = 0;
};

}  // namespace budge::search
