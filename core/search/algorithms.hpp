// The native searches, each with the name that Python uses. A new search is one file and one entry here.
#pragma once

#include "search/astar.hpp"
#include "search/bae.hpp"
#include "search/bidirectional.hpp"
#include "search/dijkstra.hpp"
#include "search/ida_search.hpp"
#include "search/nbs.hpp"
#include "search/sma.hpp"

namespace budge::search {

template <class... Searches>
struct SearchList {};

using Searches =
    SearchList<DijkstraSearch, AStarSearch, IdaSearch, SmaSearch, BidirectionalSearch, NbsSearch, BaeSearch>;

}  // namespace budge::search
