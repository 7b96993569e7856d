#include "sokoban/rules/biconnected.hpp"

#include <algorithm>

namespace budge::sokoban {

void Biconnected::find(const std::vector<std::uint8_t>& blocked) {
  std::ranges::fill(at_, At{});
  met_ = blocks_ = 0;
  for (int cell = 0; cell < level_.floor(); ++cell) {
    if (!blocked[cell] && at_[cell].number == 0) walk(blocked, static_cast<Cell>(cell));
  }
}

void Biconnected::meet(Cell cell, Cell from) {
  at_[cell] = {++met_, met_, 0, from, 0};
  way_.push_back(cell);
}

void Biconnected::walk(const std::vector<std::uint8_t>& blocked, Cell root) {
  order_.clear();
  meet(root, root);
  while (!way_.empty()) {
    const Cell cell = way_.back();
    At& here = at_[cell];
    if (here.next < Level::directions) {
      const Cell to = level_.next(cell, here.next++);
      if (blocked[to] || to == here.from) continue;
      if (at_[to].number > 0) {
        here.low = std::min(here.low, at_[to].number);
      } else {
        meet(to, cell);
        order_.push_back(to);
      }
      continue;
    }
    way_.pop_back();
    At& before = at_[here.from];
    before.low = std::min(before.low, here.low);
  }
  // A step begins a block if nothing met after it leads back beyond where it came from.
  for (const Cell cell : order_) {
    At& here = at_[cell];
    const At& before = at_[here.from];
    here.block = here.low >= before.number ? ++blocks_ : before.block;
  }
}

}  // namespace budge::sokoban
