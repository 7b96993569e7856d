// Translates the operators of a search into steps of the pieces.
#pragma once

#include <algorithm>
#include <vector>

#include "blocks/space.hpp"

namespace budge::blocks {

// Tracks which piece is in which slot, since states do not distinguish interchangeable pieces.
template <class S>
std::vector<int> unit_steps(const S& space, const Layout& layout, const std::vector<typename S::Op>& ops) {
  std::vector<int> piece;  // by slot
  for (const Group& group : layout.groups) piece.insert(piece.end(), group.pieces.begin(), group.pieces.end());
  std::vector<int> plan;
  auto node = space.start();
  for (const auto op : ops) {
    const auto from = static_cast<int>(space.slot_of(op));
    for (const int direction : space.steps(node, op)) plan.push_back(piece[from] * 4 + direction);
    const auto to = static_cast<int>(space.slot_of(space.reverse(space.apply(node, op))));
    const auto at = piece.begin() + from;
    if (from < to) {
      std::rotate(at, at + 1, piece.begin() + to + 1);
    } else {
      std::rotate(piece.begin() + to, at, at + 1);
    }
  }
  return plan;
}

}  // namespace budge::blocks
