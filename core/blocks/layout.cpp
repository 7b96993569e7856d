#include "blocks/layout.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace budge::blocks {

namespace {

using Cells = std::vector<int>;

Cells sorted(Cells cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

bool allows(Axis axis, int direction) {
  const bool vertical = row_step[direction] != 0;
  return axis == Axis::both || (axis == Axis::vertical) == vertical;
}

// The anchor one step further, if the board allows it.
std::optional<int> neighbour(int anchor, int direction, const Puzzle& puzzle) {
  const int row = anchor / puzzle.width + row_step[direction], column = anchor % puzzle.width + column_step[direction];
  if (row < 0 || row >= puzzle.height || column < 0 || column >= puzzle.width) return std::nullopt;
  return row * puzzle.width + column;
}

// All places that a piece can reach when it is alone on the board, in reading order of the anchors.
std::vector<Cells> region(const Puzzle& puzzle, int piece, const std::vector<int>& solid) {
  const int width = puzzle.width, height = puzzle.height;
  std::vector<char> blocked(width * height), seen(width * height);
  for (const int cell : solid) blocked[cell] = true;
  for (const int cell : puzzle.forbidden[piece]) blocked[cell] = true;
  const Cells shape = sorted(puzzle.pieces[piece]);
  const auto fits = [&](int anchor) {
    return std::all_of(shape.begin(), shape.end(), [&](int cell) {
      const int row = anchor / width + cell / width - shape[0] / width;
      const int column = anchor % width + cell % width - shape[0] % width;
      return row >= 0 && row < height && column >= 0 && column < width && !blocked[row * width + column];
    });
  };
  std::vector<int> queue{shape[0]};
  seen[shape[0]] = true;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (int direction = 0; direction < 4; ++direction) {
      const auto there = neighbour(queue[head], direction, puzzle);
      if (!there || seen[*there] || !allows(puzzle.axes[piece], direction) || !fits(*there)) continue;
      seen[*there] = true;
      queue.push_back(*there);
    }
  }
  std::sort(queue.begin(), queue.end());
  std::vector<Cells> places;
  for (const int anchor : queue) {
    Cells& cells = places.emplace_back(shape);
    for (int& cell : cells) cell += anchor - shape[0];
  }
  return places;
}

// Do the goals treat two pieces alike: does exchanging them map every goal to a goal?
bool alike(const std::set<std::vector<int>>& goals, int a, int b) {
  return std::all_of(goals.begin(), goals.end(), [&](std::vector<int> goal) {
    if (goal[a] == goal[b]) return true;
    std::swap(goal[a], goal[b]);
    return goals.contains(goal);
  });
}

}  // namespace

Layout::Layout(const Puzzle& puzzle, Control* control)
    : control_(control), width(puzzle.width), height(puzzle.height), solid(puzzle.walls) {
  for (const auto& cells : puzzle.pieces) anchors.push_back(*std::min_element(cells.begin(), cells.end()));
  find_groups(puzzle);
  find_goals(puzzle);
}

void Layout::find_groups(const Puzzle& puzzle) {
  const int count = static_cast<int>(puzzle.pieces.size());
  std::vector<std::vector<Cells>> regions(count);
  std::vector<bool> fixed(count);
  for (bool again = true; again;) {  // a fixed piece may fix others
    again = false;
    for (int piece = 0; piece < count; ++piece) {
      if (fixed[piece]) continue;
      poll_clock();
      regions[piece] = region(puzzle, piece, solid);
      if (regions[piece].size() > 1) continue;
      solid.insert(solid.end(), puzzle.pieces[piece].begin(), puzzle.pieces[piece].end());
      again = fixed[piece] = true;
    }
  }

  const std::set<std::vector<int>> all_goals(puzzle.goals.begin(), puzzle.goals.end());
  for (int piece = 0; piece < count; ++piece) {
    if (fixed[piece]) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& other) {
      poll_clock();
      return other.cells == regions[piece] && other.axis == puzzle.axes[piece] &&
             sorted(puzzle.forbidden[other.pieces[0]]) == sorted(puzzle.forbidden[piece]) &&
             alike(all_goals, other.pieces[0], piece);
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {{}, 0, puzzle.axes[piece], regions[piece], {}});
    group->pieces.push_back(piece);
  }

  for (Group& group : groups) {
    std::vector<Place> place(puzzle.width * puzzle.height, nowhere);  // by anchor
    for (std::size_t i = 0; i < group.places(); ++i) place[group.cells[i][0]] = static_cast<Place>(i);
    for (const Cells& cells : group.cells) {
      auto& next = group.next.emplace_back();
      for (int direction = 0; direction < 4; ++direction) {
        const auto there = neighbour(cells[0], direction, puzzle);
        next[direction] = there && allows(group.axis, direction) ? place[*there] : nowhere;
      }
    }
    const auto where = [&](int piece) {
      return place[*std::min_element(puzzle.pieces[piece].begin(), puzzle.pieces[piece].end())];
    };
    std::sort(group.pieces.begin(), group.pieces.end(), [&](int a, int b) { return where(a) < where(b); });
    group.first = slots();
    for (const int piece : group.pieces) {
      group_of.push_back(static_cast<int>(&group - groups.data()));
      start.push_back(where(piece));
    }
  }
}

void Layout::find_goals(const Puzzle& puzzle) {
  std::vector<int> home(puzzle.pieces.size(), -1);  // the group of a piece, -1 if it is fixed
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const int piece : groups[group].pieces) home[piece] = static_cast<int>(group);
  }
  std::set<Goal> all;
  for (const auto& anchors : puzzle.goals) {
    poll_clock();
    Goal goal;
    bool possible = true;
    for (std::size_t piece = 0; piece < anchors.size() && possible; ++piece) {
      if (anchors[piece] < 0) continue;
      if (home[piece] < 0) {
        possible = sorted(puzzle.pieces[piece])[0] == anchors[piece];
        continue;
      }
      const auto& places = groups[home[piece]].cells;
      const auto found =
          std::find_if(places.begin(), places.end(), [&](const Cells& cells) { return cells[0] == anchors[piece]; });
      possible = found != places.end();
      goal.push_back({home[piece], static_cast<Place>(found - places.begin())});
    }
    if (!possible) continue;
    std::sort(goal.begin(), goal.end());
    // Two pieces of a group cannot lie at one place.
    if (std::adjacent_find(goal.begin(), goal.end()) == goal.end()) all.insert(goal);
  }
  goals.assign(all.begin(), all.end());
}

}  // namespace budge::blocks
