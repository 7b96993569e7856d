#include "sokoban/any/packing.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "sokoban/bounds/matching.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

namespace {

constexpr int most_positions = 3000;  // that are tried for an order without gaps

}  // namespace

PackingPlan::PackingPlan(const Level& level, unsigned variant, Control& control) : level_(level) {
  find_order(variant, control);
  find_shut_off();
}

// Best first: fewest boxes left on the board, then fewest steps taken to get there, then those that were pulled the
// shortest way.
void PackingPlan::find_order(unsigned variant, Control& control) {
  struct Node {
    Positions::Id parent;
    Step step;
    int left;
  };
  using Entry = std::tuple<int, int, int, Positions::Id>;
  const int slots = static_cast<int>(level_.targets().size());
  const Cell nothing = level_.outside();

  std::vector<char> is_sink(level_.floor() + 1, 0);
  for (const Cell cell : level_.start()) is_sink[cell] = 1;

  Board board(level_);
  Reach reach(level_), after(level_);
  Tour tour(level_, Motion::pull);
  Positions seen(slots + 1, control);
  std::vector<Node> nodes;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<Cell> row(slots + 1);
  const auto add = [&](Positions::Id parent, Step step, int left, int aside, int length, Cell player) {
    std::sort(row.begin(), row.end() - 1);
    row.back() = player;
    const auto [id, fresh] = seen.insert(row.data());
    if (!fresh) return;
    nodes.push_back({parent, step, left});
    open.emplace(left, aside, length, id);
  };

  // The player may end in any part of the floor.
  for (const Cell cell : level_.targets()) board.add(cell, 0);
  std::vector<char> covered(level_.floor(), 0);
  for (int cell = 0; cell < level_.floor(); ++cell) {
    if (board.blocked(cell) || covered[cell]) continue;
    reach.fill(board, static_cast<Cell>(cell));
    reach.cells().each([&](Cell reached) { covered[reached] = 1; });
    std::copy(level_.targets().begin(), level_.targets().end(), row.begin());
    add(0, {nothing, nothing}, slots, 0, -reach.size(), reach.first());
  }

  Positions::Id best = 0;
  while (!open.empty() && seen.size() < most_positions) {
    const auto [left, aside, length, id] = open.top();
    open.pop();
    if (left < nodes[best].left) best = id;
    if (left == 0) break;
    const std::vector<Cell> now(seen[id], seen[id] + slots + 1);
    board.clear();
    for (int i = 0; i < left; ++i) board.add(now[i], 0);
    reach.fill(board, now.back());
    for (const bool parking : {false, true}) {
      bool removed = false;
      for (int box = 0; box < left; ++box) {
        tour.find(board, box, reach);
        const Cell home = now[box];
        const auto& stops = tour.stops();
        for (std::size_t i = 0; i < stops.size(); ++i) {
          const Cell cell = stops[i].cell;
          ++control.generated;
          if (!parking && !is_sink[cell]) continue;
          if (parking && (i == 0 || level_.is_target(cell))) continue;
          board.move(box, cell);
          const Cell player = i == 0 ? reach.first() : level_.next(cell, stops[i].side);
          std::copy(now.begin(), now.end(), row.begin());
          if (parking) {
            after.fill(board, player);
            row[box] = cell;
            const int length = variant % 2 == 0 ? -stops[i].length : stops[i].length;
            add(id, {home, cell}, left, aside + 1, length, after.first());
          } else {
            // The box vanishes from where it was brought to.
            board.clear();
            for (int other = 0; other < left; ++other) {
              if (other != box) board.add(now[other], 0);
            }
            after.fill(board, player);
            row[box] = nothing;
            const int order = variant / 2 % 2 == 0 ? stops[i].length : -stops[i].length;
            add(id, {home, nothing}, left - 1, aside, order, after.first());
            board.clear();
            for (const Cell other : now) {
              if (board.boxes() < left) board.add(other, 0);
            }
            removed = true;
            break;
          }
          board.move(box, home);
        }
        if (control.due()) control.poll();
      }
      if (removed) break;
    }
  }

  // What could not be pulled out comes first, in any order.
  for (int i = 0; i < nodes[best].left; ++i) steps_.push_back({seen[best][i], nothing});
  for (Positions::Id id = best; nodes[id].step.to != nothing; id = nodes[id].parent) {
    steps_.push_back({nodes[id].step.to, nodes[id].step.from});
  }
}

int PackingPlan::stage(const Board& board) const {
  int missing = 0, stage = 0;
  for (int i = 0; i < stages(); ++i) {
    missing += !board.has_box(steps_[i].to);
    if (steps_[i].from != level_.outside()) missing -= !board.has_box(steps_[i].from);
    if (missing == 0) stage = i + 1;
  }
  return stage;
}

int PackingPlan::astray(const Board& board, int stage) const {
  const auto& fine = fine_[std::min(stage + 1, stages())];
  int astray = 0;
  for (int box = 0; box < board.boxes(); ++box) astray += !fine[board.cell(box)];
  return std::max(0, astray - level_.spare());
}

// Pulls a lone box from every cell that is still to be filled, past the boxes of the stage.
void PackingPlan::find_shut_off() {
  for (int stage = 0; stage <= stages(); ++stage) {
    std::vector<char> packed(level_.floor() + 1, 0);
    for (int i = 0; i < stage; ++i) {
      packed[steps_[i].to] = 1;
      if (steps_[i].from != level_.outside()) packed[steps_[i].from] = 0;
    }
    std::vector<char> fine = packed;
    packed[level_.outside()] = 1;
    std::vector<Cell> queue;
    for (int i = stage; i < stages(); ++i) {
      const Cell cell = steps_[i].to;
      if (fine[cell]) continue;
      fine[cell] = 1;
      queue.push_back(cell);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(queue[i], d);
        if (packed[to] || fine[to] || to >= level_.box_cells() || packed[level_.next(to, d)]) continue;
        fine[to] = 1;
        queue.push_back(to);
      }
    }
    fine_.push_back(std::move(fine));
  }
}

}  // namespace budge::sokoban
