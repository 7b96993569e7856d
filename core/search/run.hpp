// One search by name on one space: where templates are instantiated, on purpose and nowhere else.
#pragma once

#include <stdexcept>
#include <vector>

#include "search/astar.hpp"
#include "search/bidirectional.hpp"
#include "search/dijkstra.hpp"
#include "search/ida.hpp"
#include "search/nbs.hpp"
#include "search/result.hpp"
#include "search/sma.hpp"
#include "search/weight.hpp"

namespace budge::search {

enum class Algorithm { dijkstra, astar, ida, sma, bidirectional, nbs };

struct Request {
  Algorithm algorithm = Algorithm::astar;
  Weight weight;
  int threads = 1;
  bool trace = false;
  // For IDA* alone, see crew.hpp: who takes part in long iterations, or what is to be done for one instead of a search.
  Crew* crew = nullptr;
  SubtreeBatch* batch = nullptr;
};

// A result whose moves are plain integers, whatever the space packed them into.
using Solution = Result<int>;

template <class Op>
Solution widen(Result<Op>&& result) {
  return {result.status, result.stop, {result.plan.begin(), result.plan.end()}, std::move(result.trace)};
}

template <NodeSpace S>
Solution run_ida(const S& space, const Request& request, Control& control) {
  Ida<S> ida(space, request.weight, request.threads, control);
  if (!request.batch) return ida.run(request.trace, request.crew);
  Solution nothing;
  guarded(nothing, [&] { ida.help(*request.batch); });
  return nothing;
}

// The algorithms that follow a heuristic from the start.
template <NodeSpace S>
Solution run_informed(const S& space, const Request& request, Control& control) {
  switch (request.algorithm) {
    case Algorithm::ida:
      return run_ida(space, request, control);
    case Algorithm::sma:
      return widen(Sma<S>(space, control).run(request.trace));
    case Algorithm::astar:
      return widen(AStar<S>(space, request.weight, control).run(request.trace));
    case Algorithm::dijkstra:
    case Algorithm::bidirectional:
    case Algorithm::nbs:
      break;
  }
  throw std::logic_error("an algorithm that follows no heuristic, or one for each end");
}

// The one that follows a heuristic from either end.
template <SpaceWithGoals S>
Solution run_nbs(const S& forward, const S& backward, const Request& request, Control& control) {
  return widen(Nbs<S>(forward, backward, control).run(request.trace));
}

// The algorithms that take none.
template <SpaceWithGoals S>
Solution run_blind(const S& space, const Request& request, Control& control) {
  if (request.algorithm == Algorithm::bidirectional) {
    return widen(Bidirectional<S>(space, space, control).run(request.trace));
  }
  return widen(dijkstra(space, request.threads, request.trace, control));
}

inline bool is_blind(Algorithm algorithm) {
  return algorithm == Algorithm::dijkstra || algorithm == Algorithm::bidirectional;
}

}  // namespace budge::search
