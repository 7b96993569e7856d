// IDA* without its space: iterations to growing bounds, each cut into subtrees for several threads or for a crew.
//
// Subtrees stand in the order of a depth-first search. The first in that order that holds a goal gives the plan, and
// only the nodes of those before it are counted. So plan and counts are those of a single depth-first search, whoever
// searches what. The search itself, which depends on the space, is behind DepthFirst: all this is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "search/crew.hpp"
#include "search/meter.hpp"
#include "search/result.hpp"
#include "search/weight.hpp"
#include "support/control.hpp"
#include "support/trace.hpp"

namespace budge::search {

// A part of an iteration: the node that `path` leads to and all below it.
struct Subtree {
  Path path;
  std::uint64_t generated = 0;  // within the subtree, its root not counted
  std::uint64_t expanded = 0;
  std::int64_t exceeding = nothing_exceeds;  // the least f above the bound
  std::optional<Path> plan{};
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

  virtual void search(Subtree& subtree, std::int64_t bound, Trace& trace, Meter& meter) const = 0;

  // Searches the top of a subtree: down to `depth` moves from the start, which may change meanwhile. A plan that it
  // ends with may be that of `take`, cut off where that took over.
  virtual void search_top(Subtree& subtree, std::int64_t bound, const std::size_t& depth, const Take& take,
                          Meter& meter) const = 0;
};

class Iterations {
 public:
  Iterations(const DepthFirst& searcher, Weight weight, int threads, Control& control)
      : searcher_(searcher), weight_(weight), threads_(threads), control_(control) {}

  Result<int> run(bool trace, Crew* crew);

  // Does what a member of a crew is asked.
  void help(Errand& errand);

 private:
  void search(Result<int>& result, Crew* crew);
  std::optional<Path> iterate(Counts last, Trace& trace);
  std::optional<Path> iterate_by_crew(Counts last, Crew& crew);
  template <class Enough>
  Part searched(const Path& path, std::size_t depth, const Enough& enough, Meter& meter) const;
  template <class Take>
  Part part(const Path& path, const std::size_t& depth, const Take& take, Meter& meter) const;

  const DepthFirst& searcher_;
  const Weight weight_;
  const int threads_;
  Control& control_;
  std::int64_t bound_ = 0;
  std::int64_t exceeding_ = nothing_exceeds;
};

}  // namespace budge::search
