#include "sokoban/deadlocks/corral_proof.hpp"

#include <algorithm>

namespace budge::sokoban {

CorralProof::CorralProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control)
    : PartialProof(level, max_positions, patterns, control), corrals_(level), on_fence_(level.boxes()) {}

bool CorralProof::dead(const Board& board, const Reach& reach) {
  corrals_.find_regions(reach);
  for (int region = 0; region < corrals_.regions(); ++region) {
    std::fill(on_fence_.begin(), on_fence_.end(), 0);
    corrals_.region(region).each([&](Cell cell) {
      for (const Cell next : level_.next(cell)) {
        if (board.has_box(next)) on_fence_[board.box_at(next)] = 1;
      }
    });
    if (proven(board, reach.first())) return true;
  }
  return false;
}

bool CorralProof::proven(const Board& board, Cell player) {
  board_.clear();
  for (int box = 0; box < board.boxes(); ++box) {
    if (on_fence_[box]) board_.add(board.cell(box), board.kind(box));
  }
  reach_.fill(board_, player);
  if (is_open()) return false;
  return is_dead([&](Cell at) { return search(at); });
}

int CorralProof::off_target() const {
  int off_target = 0;
  for (int box = 0; box < board_.boxes(); ++box) off_target += !level_.accepts(board_.cell(box), board_.kind(box));
  return off_target;
}

bool CorralProof::search(Cell player) {
  reach_.fill(board_, player);
  if (is_open()) return false;
  SubPositions seen(level_, control_);
  std::vector<SubPositions::Id> open{seen.insert(board_, player).first};
  while (!open.empty()) {
    if (static_cast<int>(seen.size()) > max_positions_) return false;
    reach_.fill(board_, seen.load(open.back(), board_));
    open.pop_back();
    candidates_.clear();
    for (int box = 0; box < board_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(board_.cell(box), d);
        if (to >= level_.box_cells() || board_.blocked(to)) continue;
        if (!reach_.has(level_.next(board_.cell(box), Level::opposite(d)))) continue;
        candidates_.push_back({static_cast<Level::Box>(box), static_cast<std::uint8_t>(d)});
      }
    }
    for (const Push push : candidates_) {
      const Cell cell = board_.cell(push.box), to = level_.next(cell, push.direction);
      ++control_.generated;
      board_.move(push.box, to);
      if (!freeze_.deadlocked(board_, to)) {
        reach_.fill(board_, cell);
        if (is_open()) return false;
        const auto [id, fresh] = seen.insert(board_, reach_.first());
        if (fresh) open.push_back(id);
      }
      board_.move(push.box, cell);
    }
    if (control_.due()) control_.poll();
  }
  return true;
}

}  // namespace budge::sokoban
