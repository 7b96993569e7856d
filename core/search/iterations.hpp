// IDA* without its space: iterations to growing bounds, each cut into subtrees for several threads or for a crew.
//
// Subtrees stand in the order of a depth-first search. The first in that order that holds a goal gives the plan, and
// only the nodes of those before it are counted. So plan and counts are those of a single depth-first search, whoever
// searches what. Long iterations may begin with two waves: see wave.hpp. The search itself, which depends on the space,
// is behind DepthFirst: all this is compiled once.
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

// A part of an iteration: the node that `path` leads to and all below it.
struct Subtree {
  Path path;
  Tally tally{};                             // within the subtree; its root was generated before
  std::int64_t exceeding = nothing_exceeds;  // the least f above the bound
  std::optional<Path> plan{};
};

// What a depth-first search keeps: nodes within the bound, and in a wave only some of them.
struct Pass {
  std::int64_t bound;
  int power;  // of the wave; 0 for a complete pass
  Wave wave;
};

// Depth-first search of a space to a bound on f. It never changes: several threads may be at it.
class DepthFirst {
 public:
  // What takes over at a node. It returns true if it has met a goal.
  using Take = std::function<bool(const Path&)>;

  virtual ~DepthFirst() = default;

  virtual std::int64_t h_of_start() const = 0;
  virtual bool starts_at_goal() const = 0;
  virtual std::int64_t cost(const Path& plan) const = 0;

  // Waves pay if the iteration before had so many nodes.
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  virtual std::uint64_t waves_from() const { return never; }

  virtual void search(Subtree& subtree, const Pass& pass, Meter& meter) const = 0;

  // Searches the top of a subtree: down to `depth` moves from the start, which may change meanwhile. A plan that it
  // ends with may be that of `take`, cut off where that took over.
  virtual void search_top(Subtree& subtree, const Pass& pass, const std::size_t& depth, const Take& take,
                          Meter& meter) const = 0;
};

class Iterations {
 public:
  Iterations(const DepthFirst& searcher, Weight weight, int threads, Control& control)
      : searcher_(searcher), weight_(weight), threads_(threads), control_(control) {}

  Result<int> run(bool trace, Crew* crew);

  // Does what a member of a crew is asked.
  void help(SubtreeBatch& batch);

 private:
  void search(Result<int>& result, Crew* crew);
  Pass pass(std::int64_t bound, int power) const;
  std::optional<Path> iterate(const Pass& pass, Counts last, Trace& trace);
  std::optional<Path> iterate_by_crew(const Pass& pass, Counts last, Crew& crew);
  template <class Enough>
  Part searched(const Path& path, const Pass& pass, std::size_t depth, const Enough& enough, Meter& meter) const;
  template <class Take>
  Part part(const Path& path, const Pass& pass, const std::size_t& depth, const Take& take, Meter& meter) const;

  const DepthFirst& searcher_;
  const Weight weight_;
  const int threads_;
  Control& control_;
  std::int64_t exceeding_ = nothing_exceeds;
};

}  // namespace budge::search
