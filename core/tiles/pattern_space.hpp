// IDA* with additive pattern databases, made fast.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tiles/guided.hpp"
#include "tiles/pattern_descent.hpp"
#include "tiles/pattern_sweep.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// The space of a board with a guide that these tables serve.
template <class Cells>
class PatternSpace : public tokens::TokenSpace<Cells, Guided> {
 public:
  using Base = tokens::TokenSpace<Cells, Guided>;
  using typename Base::Node;
  using typename Base::Op;

  PatternSpace(const tokens::Puzzle& puzzle, const Guide& guide)
      : Base(puzzle, Guided(puzzle, guide)), tables_(puzzle, guide) {}

  // Whether a goal may be below a node. Where sweeping does not serve it may, and nothing is counted.
  bool sweep(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
             search::Meter& meter, const search::Wave& wave) const {
    if (!sweepable(tables_) || this->heuristic().has_duals()) return true;
    return with_constants([&]<int Sums, int Passed>() {
      if constexpr (Sums > most_swept_sums) {
        return true;
      } else {
        const auto sweep = [&]<bool Folded>() {
          PatternSweep<Sums, Passed, Folded> sweep(tables_, automaton, meter, wave);
          return sweep(position(node), path, depth, slack + this->h(node));
        };
        return tables_.folded() ? sweep.template operator()<true>() : sweep.template operator()<false>();
      }
    });
  }

  bool descend(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
               search::Meter& meter, std::vector<Op>& plan, const search::Wave& wave) const {
    std::vector<std::uint8_t> backwards;
    const bool found = with_constants([&]<int Sums, int Passed>() {
      PatternDescent<Sums, Passed> descent(tables_, this->heuristic(), automaton, meter, wave);
      return descent(position(node), path, depth, slack + this->h(node), backwards);
    });
    plan.insert(plan.end(), backwards.rbegin(), backwards.rend());
    return found;
  }

 private:
  PatternTables::Position position(const Node& node) const {
    std::array<std::uint8_t, PatternTables::most_tiles> board{};
    for (int cell = 0; cell < tables_.cells(); ++cell) {
      board[cell] = static_cast<std::uint8_t>(this->heuristic().home(node.cells[cell]));
    }
    return tables_.position(board, node.blank, node.memo.values);
  }

  // Calls body with the numbers of sums and of cells passed, or somewhat larger ones.
  template <class Body>
  bool with_constants(Body&& body) const {
    if (tables_.sums() <= 1) return with_passed<1>(body);
    if (tables_.sums() <= 2) return with_passed<2>(body);
    return with_passed<PatternTables::most_sums>(body);
  }
  template <int Sums, class Body>
  bool with_passed(Body&& body) const {
    if (tables_.passed() <= 3) return body.template operator()<Sums, 3>();
    if (tables_.passed() <= 4) return body.template operator()<Sums, 4>();
    return body.template operator()<Sums, PatternTables::widest - 1>();
  }

  PatternTables tables_;
};

}  // namespace budge::tiles
