// Solving a board of tiles with pattern databases.
#include "search/run.hpp"
#include "tiles/guide.hpp"
#include "tiles/guided.hpp"
#include "tiles/heuristics.hpp"
#include "tiles/pattern_space.hpp"
#include "tiles/pruned.hpp"
#include "tiles/solve.hpp"
#include "tokens/solve.hpp"

namespace budge::tiles {

namespace {

constexpr std::size_t carried_on_small_boards = 7;

// Pattern databases know the distance from one end only, so there is neither a blind space nor a pair of ends.
template <class Cells>
class GuidedKit {
 public:
  GuidedKit(const tokens::Puzzle& puzzle, const Guide& guide, int fsm) : puzzle_(puzzle), guide_(guide), fsm_(fsm) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    // On boards for which many states are stored, each state stores no more values than needed.
    if constexpr (std::same_as<Cells, tokens::Nibbles>) {
      if (lookups() <= carried_on_small_boards) return call<GuidedBy<carried_on_small_boards>>(body);
    }
    return call<Guided>(body);
  }

  search::Solution run(search::IdaSearch, const search::Request& request, Control& control) const {
    if (PatternTables::serve(puzzle_, guide_)) {
      using Fast = std::conditional_t<std::same_as<Cells, tokens::Nibbles>, Cells,
                                      tokens::Array<std::uint8_t, PatternTables::max_tiles>>;
      return solve_pruned(PatternSpace<Fast>(puzzle_, guide_), puzzle_.width, request, fsm_, control);
    }
    return solve_pruned(tokens::TokenSpace<Cells, Guided>(puzzle_, Guided(puzzle_, guide_)), puzzle_.width, request,
                        fsm_, control);
  }

 private:
  template <class Heuristic, class Body>
  search::Solution call(Body&& body) const {
    tokens::TokenSpace<Cells, Heuristic> space(puzzle_, Heuristic(puzzle_, guide_));
    return body(space);
  }
  std::size_t lookups() const {
    std::size_t count = 0;
    for (const patterns::LookupSum& sum : guide_.sums) count += sum.size();
    return count;
  }

  const tokens::Puzzle& puzzle_;
  const Guide& guide_;
  int fsm_;
};

static_assert(SweepsInWavesByAutomaton<PatternSpace<tokens::Nibbles>>);
static_assert(DescendsInWavesByAutomaton<PatternSpace<tokens::Nibbles>>);
static_assert(search::SweepsInWaves<Pruned<PatternSpace<tokens::Nibbles>>>);
static_assert(search::DescendsInWaves<Pruned<PatternSpace<tokens::Nibbles>>>);
static_assert(search::RunsItself<GuidedKit<tokens::Nibbles>, search::IdaSearch>);

}  // namespace

search::Solution solve(const tokens::Puzzle& puzzle, const Guide& guide, const search::Request& request, int fsm,
                       Control& control) {
  search::Solution solution;
  search::guarded(solution, [&] {
    Tables tables(control);
    for (const Heuristic name : guide.names) {
      with_heuristic(All(), name.place(), [&]<class H>() { tables.prepare<H>(puzzle); });
    }
    solution = tokens::with_cells(puzzle.start.size(), [&]<class Cells>() {
      return search::run(GuidedKit<Cells>(puzzle, guide, fsm), request, control);
    });
  });
  return solution;
}

int evaluate(const tokens::Puzzle& puzzle, const Guide& guide) {
  using Everything = tokens::TokenSpace<tokens::Array<std::uint16_t, 4096>, Guided>;
  const Everything space(puzzle, Guided(puzzle, guide));
  return space.h(space.start());
}

}  // namespace budge::tiles
