#include "tiles/pattern_search.hpp"

#include "tiles/pattern_descent.hpp"
#include "tiles/pattern_sweep.hpp"

namespace budge::tiles {

namespace {

template <int Sums, class Body>
bool with_passed(const PatternTables& tables, Body&& body) {
  if (tables.passed() <= 3) return body.template operator()<Sums, 3>();
  if (tables.passed() <= 4) return body.template operator()<Sums, 4>();
  return body.template operator()<Sums, PatternTables::widest - 1>();
}

// Calls body with the numbers of sums and of cells passed, or slightly larger ones.
template <class Body>
bool with_constants(const PatternTables& tables, Body&& body) {
  if (tables.sums() <= 1) return with_passed<1>(tables, body);
  if (tables.sums() <= 2) return with_passed<2>(tables, body);
  return with_passed<PatternTables::max_sums>(tables, body);
}

}  // namespace

bool sweep(const PatternSubtree& subtree, const PatternTables& tables, const Automaton& automaton, search::Meter& meter,
           const search::Wave& wave) {
  if (!sweepable(tables)) return true;
  return with_constants(tables, [&]<int Sums, int Passed>() {
    if constexpr (Sums > max_swept_sums) {
      return true;
    } else {
      const auto sweep = [&]<bool Folded>() {
        PatternSweep<Sums, Passed, Folded> sweep(tables, automaton, meter, wave);
        return sweep(subtree.position, subtree.path, subtree.depth, subtree.left);
      };
      return tables.folded() ? sweep.template operator()<true>() : sweep.template operator()<false>();
    }
  });
}

bool descend(const PatternSubtree& subtree, const PatternTables& tables, const Guided& guided,
             const Automaton& automaton, search::Meter& meter, const search::Wave& wave,
             std::vector<std::uint8_t>& backwards) {
  return with_constants(tables, [&]<int Sums, int Passed>() {
    PatternDescent<Sums, Passed> descent(tables, guided, automaton, meter, wave);
    return descent(subtree.position, subtree.path, subtree.depth, subtree.left, backwards);
  });
}

}  // namespace budge::tiles
