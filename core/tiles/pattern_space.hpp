// The space for fast IDA* with additive pattern databases.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tiles/guided.hpp"
#include "tiles/pattern_search.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// A board with a guide that PatternTables serves.
template <class Cells>
class PatternSpace : public tokens::TokenSpace<Cells, Guided> {
 public:
  using Base = tokens::TokenSpace<Cells, Guided>;
  using typename Base::Node;
  using typename Base::Op;

  PatternSpace(const tokens::Puzzle& puzzle, const Guide& guide)
      : Base(puzzle, Guided(puzzle, guide)), tables_(puzzle, guide) {}

  // Whether the subtree may contain a goal. If sweeping is impossible here, returns true and counts nothing.
  bool sweep(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
             search::Meter& meter, const search::Wave& wave) const {
    if (this->heuristic().has_duals()) return true;
    return tiles::sweep(subtree(node, path, depth, slack), tables_, automaton, meter, wave);
  }

  bool descend(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
               search::Meter& meter, std::vector<Op>& plan, const search::Wave& wave) const {
    std::vector<std::uint8_t> backwards;
    const bool found = tiles::descend(subtree(node, path, depth, slack), tables_, this->heuristic(), automaton, meter,
                                      wave, backwards);
    plan.insert(plan.end(), backwards.rbegin(), backwards.rend());
    return found;
  }

 private:
  PatternSubtree subtree(const Node& node, Automaton::State path, int depth, int slack) const {
    std::array<std::uint8_t, PatternTables::max_tiles> board{};
    for (int cell = 0; cell < tables_.cells(); ++cell) {
      board[cell] = static_cast<std::uint8_t>(this->heuristic().home(node.cells[cell]));
    }
    return {tables_.position(board, node.blank, node.memo.values), path, depth, slack + this->h(node)};
  }

  PatternTables tables_;
};

}  // namespace budge::tiles
