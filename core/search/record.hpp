// Counts an expansion in the trace of a search and, on request, records it: the page replays small searches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/hooks.hpp"
#include "search/space.hpp"
#include "support/control.hpp"
#include "support/trace.hpp"

namespace budge::search {

// `h()` returns the heuristic value. Only spaces of nodes list their states.
template <Space S, class H>
void note_expansion(Trace& trace, const S& space, const typename S::State& state, CostOf<S> g, const H& h,
                    const Control& control, bool backward = false) {
  trace.expansion(static_cast<std::size_t>(first_part(g)), backward);
  if constexpr (NodeSpace<S> && HasListing<S>) {
    if (trace.records()) trace.expansions.push_back({space.listed(state), g, h(), control.generated, backward});
  }
}

}  // namespace budge::search
