#include "sokoban/deadlocks/corral.hpp"

namespace budge::sokoban {

Corrals::Corrals(const Level& level)
    : level_(level), left_(level), label_(level.floor() + 1), adjacent_(level.boxes()) {}

bool Corrals::find_pi_corral(const Board& board, const Reach& reach) {
  if (reach.shut_out().empty()) return false;
  find_regions(reach);
  if (regions() > max_regions) return false;
  find_labels(board);
  bool found = false;
  for (int first = 0; first < regions(); ++first) {
    if (!examine(board, first) || (found && candidates_.size() >= pushes_.size())) continue;
    found = true;
    pushes_.swap(candidates_);
    corral_ = chosen_;
    if (pushes_.empty()) break;
  }
  return found;
}

void Corrals::find_regions(const Reach& reach) {
  left_ = reach.shut_out();
  regions_ = 0;
  while (!left_.empty()) {
    if (region_.size() == regions_) region_.emplace_back(level_);
    region_[regions_].fill(left_, left_.first());
    left_.subtract(region_[regions_++]);
  }
}

void Corrals::find_labels(const Board& board) {
  board.copy_blocked(label_);
  for (int number = 0; number < regions(); ++number) {
    region_[number].each([&](Cell cell) { label_[cell] = label_of(number); });
  }
  for (int box = 0; box < board.boxes(); ++box) {
    adjacent_[box] = 0;
    for (const Cell next : level_.next(board.cell(box))) adjacent_[box] |= Labels{1} << label_[next];
  }
  with_target_ = 0;
  for (const Cell target : level_.targets()) with_target_ |= Labels{1} << label_[target];
}

bool Corrals::examine(const Board& board, int first) {
  chosen_ = Labels{1} << label_of(first);
  for (;;) {
    const std::uint8_t also = try_fence(board);
    if (also == fails) return false;
    if (also == fits) return must_open(board);
    chosen_ |= Labels{1} << also;
  }
}

std::uint8_t Corrals::try_fence(const Board& board) {
  candidates_.clear();
  for (int box = 0; box < board.boxes(); ++box) {
    if (!on_fence(box)) continue;
    for (int d = 0; d < Level::directions; ++d) {
      const Cell to = level_.next(board.cell(box), d);
      const Cell from = level_.next(board.cell(box), Level::opposite(d));
      if (to >= level_.box_cells() || from == level_.outside()) continue;  // never legal, or onto a dead square
      // Impossible before the corral opens: a push from inside, from the cell of a fence box, or onto one.
      const std::uint8_t behind = label_[from], ahead = label_[to];
      if (behind == blocked ? on_fence(board.box_at(from)) : has(chosen_, behind)) continue;
      if (ahead == blocked && on_fence(board.box_at(to))) continue;
      if (behind == reached && has(chosen_, ahead)) {
        candidates_.push_back({static_cast<Level::Box>(box), static_cast<std::uint8_t>(d)});
        continue;
      }
      if (behind >= first_label) return behind;
      return ahead >= first_label && !has(chosen_, ahead) ? ahead : fails;
    }
  }
  return fits;
}

bool Corrals::must_open(const Board& board) const {
  if (with_target_ & chosen_) return true;
  if (level_.spare() > 0) return false;
  for (int box = 0; box < board.boxes(); ++box) {
    if (on_fence(box) && !level_.accepts(board.cell(box), board.kind(box))) return true;
  }
  return false;
}

}  // namespace budge::sokoban
