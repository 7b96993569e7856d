// IDA* as a search of the core: with the transposition table of the kit if it has one, else without any.
#pragma once

#include "search/crew.hpp"
#include "search/ida.hpp"
#include "search/ida_table.hpp"
#include "search/kit.hpp"

namespace budge::search {

// IDA* without a table: solves, or searches the requested subtrees for another machine.
template <NodeSpace S>
Solution run_ida(const S& space, const Request& request, Control& control) {
  Ida<S> ida(space, request.weight, request.threads, control);
  if (!request.batch) return ida.run(request.trace, request.crew);
  Solution nothing;
  guarded(nothing, [&] { ida.help(*request.batch); });
  return nothing;
}

// IDA* with the table of the kit.
template <class K, class S>
  requires HasTable<K, S>
Solution run_ida_of(S& space, const Request& request, Control& control) {
  using Table = typename K::template Table<S>;
  return widen(IdaWithTable<S, Table>(space, request.weight, control).run(request.trace));
}

template <class K, class S>
Solution run_ida_of(S& space, const Request& request, Control& control) {
  return run_ida(space, request, control);
}

struct IdaSearch {
  static constexpr std::string_view name = "ida";

  template <HasGuided K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.guided([&]<class S>(S& space) { return run_ida_of<K>(space, request, control); });
  }
};

}  // namespace budge::search
