#include "sokoban/deadlocks/cluster_proof.hpp"

#include <algorithm>

namespace budge::sokoban {

ClusterProof::ClusterProof(const Level& level, int max_positions, DeadPatterns& patterns, Control& control)
    : PartialProof(level, max_positions, patterns, control), tour_(level, Motion::push) {}

bool ClusterProof::dead(const Board& board, Cell cell, Cell player) {
  if (level_.spare() > 0) return false;
  find_cluster(board, cell);
  if (board_.boxes() < 2) return false;  // the matching covers lone boxes
  reach_.fill(board_, player);
  return is_dead([&](Cell at) { return search(at); });
}

void ClusterProof::find_cluster(const Board& board, Cell cell) {
  board_.clear();
  board_.add(cell, board.kind(board.box_at(cell)));
  for (int box = 0; box < board_.boxes(); ++box) {
    for (const Cell at : level_.ring(board_.cell(box))) {
      if (board.has_box(at) && !board_.has_box(at)) board_.add(at, board.kind(board.box_at(at)));
    }
  }
}

void ClusterProof::remove_free_boxes(Cell player) {
  reach_.fill(board_, player);
  for (int box = 0; box < board_.boxes();) {
    tour_.find(board_, box, reach_);
    const int kind = board_.kind(box);
    const auto is_home = [&](const Tour::Stop& stop) { return level_.accepts(stop.cell, kind); };
    if (std::ranges::none_of(tour_.stops(), is_home)) {
      ++box;
      continue;
    }
    rest_.clear();
    for (int other = 0; other < board_.boxes(); ++other) {
      if (other != box) rest_.emplace_back(board_.cell(other), board_.kind(other));
    }
    board_.clear();
    for (const auto& [cell, other_kind] : rest_) board_.add(cell, other_kind);
    reach_.fill(board_, player);
    box = 0;
  }
}

bool ClusterProof::search(Cell player) {
  SubPositions seen(level_, control_);
  std::vector<SubPositions::Id> open;
  const auto add = [&](Cell at) {
    remove_free_boxes(at);
    const auto [id, fresh] = seen.insert(board_, reach_.first());
    if (fresh) open.push_back(id);
    return board_.boxes() > 0;
  };
  if (!add(player)) return false;
  while (!open.empty()) {
    if (static_cast<int>(seen.size()) > max_positions_) return false;
    if (control_.due()) control_.poll();
    const SubPositions::Id id = open.back();
    open.pop_back();
    const Cell at = seen.load(id, board_);
    for (int box = 0; box < board_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell cell = board_.cell(box), to = level_.next(cell, d);
        if (to >= level_.box_cells() || board_.blocked(to)) continue;
        reach_.fill(board_, at);
        if (!reach_.has(level_.next(cell, Level::opposite(d)))) continue;
        ++control_.generated;
        board_.move(box, to);
        const bool dead = freeze_.deadlocked(board_, to);
        if (!dead && !add(cell)) return false;
        seen.load(id, board_);
      }
    }
  }
  return true;
}

}  // namespace budge::sokoban
