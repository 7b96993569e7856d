#include "sokoban/rules/biconnected.hpp"

#include <algorithm>

namespace budge::sokoban {

void Biconnected::find(const std::vector<std::uint8_t>& blocked) {
  std::ranges::fill(at_, Visit{});
  visited_ = components_ = 0;
  for (int cell = 0; cell < level_.floor(); ++cell) {
    if (!blocked[cell] && at_[cell].number == 0) visit(blocked, static_cast<Cell>(cell));
  }
}

void Biconnected::enter(Cell cell, Cell from) {
  at_[cell] = {++visited_, visited_, 0, from, 0};
  path_.push_back(cell);
}

void Biconnected::visit(const std::vector<std::uint8_t>& blocked, Cell root) {
  order_.clear();
  enter(root, root);
  while (!path_.empty()) {
    const Cell cell = path_.back();
    Visit& here = at_[cell];
    if (here.next < Level::directions) {
      const Cell to = level_.next(cell, here.next++);
      if (blocked[to] || to == here.from) continue;
      if (at_[to].number > 0) {
        here.low = std::min(here.low, at_[to].number);
      } else {
        enter(to, cell);
        order_.push_back(to);
      }
      continue;
    }
    path_.pop_back();
    Visit& before = at_[here.from];
    before.low = std::min(before.low, here.low);
  }
  // An edge starts a new component if no descendant is adjacent to a cell visited before the parent.
  for (const Cell cell : order_) {
    Visit& here = at_[cell];
    const Visit& before = at_[here.from];
    here.component = here.low >= before.number ? ++components_ : before.component;
  }
}

}  // namespace budge::sokoban
