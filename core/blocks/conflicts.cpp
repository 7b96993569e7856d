#include "blocks/conflicts.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace budge::blocks {

namespace {

constexpr int unlimited = std::numeric_limits<int>::max();

Board1024 board(const std::vector<int>& cells) {
  Board1024 result;
  for (const int cell : cells) result.add(cell);
  return result;
}

}  // namespace

Conflicts::Conflicts(const Layout& layout, const Goal& goal, Metric metric, Blockers blockers) {
  std::vector<char> wanted(layout.groups.size());
  for (const Want& want : goal) wanted[want.group] = true;

  // Along an axis: coordinate 0 is the line, coordinate 1 the position on it.
  const auto coordinates = [&](int cell, Axis axis) {
    const int row = cell / layout.width, column = cell % layout.width;
    return axis == Axis::horizontal ? std::pair{row, column} : std::pair{column, row};
  };
  for (const Axis axis : {Axis::horizontal, Axis::vertical}) {
    const std::size_t begin = runners_.size();
    std::vector<const std::vector<int>*> homes;
    for (const Want& want : goal) {
      layout.poll_clock();
      const Group& group = layout.groups[want.group];
      const bool locked = group.axis == axis;
      if (group.size() > 1 || (metric.turns && !locked)) continue;
      Runner runner{group.first, locked ? infinite : 2, {}, {}, {}};
      const auto& home = group.cells[want.place];
      const auto [home_line, home_at] = coordinates(home[0], axis);
      for (const auto& cells : group.cells) {
        const auto [line, at] = coordinates(cells[0], axis);
        runner.aligned.push_back(line == home_line);
        runner.away.push_back(static_cast<std::int8_t>(at - home_at));
        Board1024 straight;
        for (int shift = at; line == home_line && shift != home_at;) {
          shift += shift < home_at ? 1 : -1;
          const int step = axis == Axis::horizontal ? 1 : layout.width;
          for (const int cell : cells) straight.add(cell + (shift - at) * step);
        }
        runner.straight.push_back(straight);
      }
      runners_.push_back(std::move(runner));
      homes.push_back(&home);
    }
    for (std::size_t a = begin; a < runners_.size() && !metric.turns; ++a) {
      layout.poll_clock();
      for (std::size_t b = a + 1; b < runners_.size(); ++b) {
        if (runners_[a].weight == infinite && runners_[b].weight == infinite) continue;
        Pair pair{static_cast<int>(a), static_cast<int>(b), unlimited, unlimited};
        for (const int cell_a : *homes[a - begin]) {
          for (const int cell_b : *homes[b - begin]) {
            const auto [line_a, at_a] = coordinates(cell_a, axis);
            const auto [line_b, at_b] = coordinates(cell_b, axis);
            if (line_a != line_b) continue;
            if (at_a > at_b) pair.below = std::min(pair.below, at_a - at_b);
            if (at_a < at_b) pair.above = std::min(pair.above, at_b - at_a);
          }
        }
        if (pair.below != unlimited || pair.above != unlimited) pairs_.push_back(pair);
      }
    }
  }

  for (int slot = 0; blockers == Blockers::all && slot < layout.slots(); ++slot) {
    if (wanted[layout.group_of[slot]]) continue;
    Blocker blocker{slot, {}};
    for (const auto& cells : layout.groups[layout.group_of[slot]].cells) blocker.cells.push_back(board(cells));
    blockers_.push_back(std::move(blocker));
  }
}

int Conflicts::extra(const Place* places) const {
  std::vector<Edge> edges;
  for (const Pair& pair : pairs_) {
    const Runner &a = runners_[pair.a], &b = runners_[pair.b];
    const Place at = places[a.slot], bt = places[b.slot];
    if (!a.aligned[at] || !b.aligned[bt]) continue;
    const int shift = a.away[at] - b.away[bt];
    if (shift > pair.above || (pair.below != unlimited && shift < -pair.below)) edges.push_back({pair.a, pair.b});
  }
  for (std::size_t blocker = 0; blocker < blockers_.size(); ++blocker) {
    const Board1024& cells = blockers_[blocker].cells[places[blockers_[blocker].slot]];
    for (std::size_t runner = 0; runner < runners_.size(); ++runner) {
      if (!runners_[runner].straight[places[runners_[runner].slot]].meets(cells)) continue;
      edges.push_back({static_cast<int>(runner), static_cast<int>(runners_.size() + blocker)});
    }
  }
  return cover(edges);
}

// The weight of a minimum vertex cover: either the vertex of largest degree, or all its neighbours.
int Conflicts::cover(const std::vector<Edge>& edges) const {
  if (edges.empty()) return 0;
  std::vector<int> degree(runners_.size() + blockers_.size());
  for (const Edge& edge : edges) ++degree[edge.a], ++degree[edge.b];
  const int chosen = static_cast<int>(std::max_element(degree.begin(), degree.end()) - degree.begin());
  if (degree[chosen] == 1) {
    int sum = 0;
    for (const Edge& edge : edges) {
      assert(weight(edge.a) < infinite || weight(edge.b) < infinite);  // pairs of locked pieces are left out
      sum += std::min(weight(edge.a), weight(edge.b));
    }
    return sum;
  }
  std::vector<char> neighbour(degree.size());
  int with = weight(chosen), without = 0;
  for (const Edge& edge : edges) {
    if (edge.a != chosen && edge.b != chosen) continue;
    const int other = edge.a == chosen ? edge.b : edge.a;
    neighbour[other] = true;
    without += weight(other);
  }
  const auto rest = [&](auto&& covered) {
    std::vector<Edge> left;
    for (const Edge& edge : edges) {
      if (!covered(edge.a) && !covered(edge.b)) left.push_back(edge);
    }
    return cover(left);
  };
  if (with < infinite) with += rest([&](int vertex) { return vertex == chosen; });
  if (without < infinite) without += rest([&](int vertex) { return vertex == chosen || neighbour[vertex]; });
  return std::min(with, without);
}

}  // namespace budge::blocks
