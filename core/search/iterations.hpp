// IDA* without its space: iterations with growing bounds, each cut into subtrees for several threads or for a crew.
//
// Subtrees are ordered as in a depth-first search. The first one in this order that contains a goal gives the plan, and
// only the nodes of the subtrees before it are counted. So plan and counts equal those of a single depth-first search,
// for any number of threads. Long iterations may begin with two waves: see wave.hpp. DepthFirst hides the search
// itself, which depends on the space, so this code is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "search/crew.hpp"
#include "search/meter.hpp"
#include "search/result.hpp"
#include "search/wave.hpp"
#include "search/weight.hpp"
#include "support/control.hpp"
#include "support/trace.hpp"

namespace budge::search {

// A part of an iteration: the node that `path` leads to and everything below it.
struct Subtree {
  Path path;
  Tally tally{};                             // within the subtree; its root is counted by its parent
  std::int64_t exceeding = nothing_exceeds;  // the smallest f above the bound
  std::optional<Path> plan{};
};

// What a depth-first search explores: nodes within the bound, in a wave only some of them.
struct Pass {
  std::int64_t bound;
  int power;  // of the wave; 0 for a complete pass
  Wave wave;
};

// Depth-first search of a space to a bound on f. Immutable, so several threads may use it at once.
class DepthFirst {
 public:
  // Called at a leaf of the top; returns true at a goal.
  using Take = std::function<bool(const Path&)>;

  virtual ~DepthFirst() = default;

  virtual std::int64_t h_of_start() const = 0;
  virtual bool starts_at_goal() const = 0;
  virtual std::int64_t cost(const Path& plan) const = 0;

  // Iterations begin with waves if the previous one had at least this many nodes.
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  virtual std::uint64_t waves_from() const { return never; }

  virtual void search(Subtree& subtree, const Pass& pass, Meter& meter) const = 0;

  // Searches the top of a subtree down to `depth` moves from the start; `take` may change the depth during the search.
  // If `take` ends the search, the plan leads only to the node at which it was called.
  virtual void search_top(Subtree& subtree, const Pass& pass, const std::size_t& depth, const Take& take,
                          Meter& meter) const = 0;
};

class Iterations {
 public:
  Iterations(const DepthFirst& searcher, Weight weight, int threads, Control& control)
      : searcher_(searcher), weight_(weight), threads_(threads), control_(control) {}

  Result<int> run(bool trace, Crew* crew);

  // Searches the subtrees of a batch, as a member of a crew.
  void help(SubtreeBatch& batch);

 private:
  void search(Result<int>& result, Crew* crew);
  Pass pass(std::int64_t bound, int power) const;
  std::optional<Path> iterate(const Pass& pass, Counts last, Trace& trace);
  std::optional<Path> iterate_by_crew(const Pass& pass, Counts last, Crew& crew);
  template <class TimeIsUp>
  Part searched(const Path& path, const Pass& pass, std::size_t depth, const TimeIsUp& time_is_up, Meter& meter) const;
  template <class Take>
  Part part(const Path& path, const Pass& pass, const std::size_t& depth, const Take& take, Meter& meter) const;

  const DepthFirst& searcher_;
  const Weight weight_;
  const int threads_;
  Control& control_;
  std::int64_t exceeding_ = nothing_exceeds;
};

}  // namespace budge::search
