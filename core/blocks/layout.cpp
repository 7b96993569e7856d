#include "blocks/layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace budge {

namespace {

using Cells = std::vector<int>;

Cells sorted(Cells cells) {
  std::sort(cells.begin(), cells.end());
  return cells;
}

// The cells one step on; nothing if the board, or what is blocked on it, stands in the way.
std::optional<Cells> shifted(const Cells& cells, int direction, const BlockPuzzle& puzzle,
                             const std::vector<bool>& blocked) {
  Cells result;
  for (const int cell : cells) {
    const int row = cell / puzzle.width + row_step[direction], column = cell % puzzle.width + column_step[direction];
    if (row < 0 || row >= puzzle.height || column < 0 || column >= puzzle.width) return std::nullopt;
    result.push_back(row * puzzle.width + column);
    if (blocked[result.back()]) return std::nullopt;
  }
  return result;
}

bool allows(Axis axis, int direction) {
  const bool vertical = row_step[direction] != 0;
  return axis == Axis::both || (axis == Axis::vertical) == vertical;
}

// Every place that a piece can move to when it is alone on the board, in reading order of the anchors.
std::vector<Cells> region(const BlockPuzzle& puzzle, int piece, const std::vector<int>& solid) {
  std::vector<bool> blocked(puzzle.width * puzzle.height);
  for (const int cell : solid) blocked[cell] = true;
  for (const int cell : puzzle.forbidden[piece]) blocked[cell] = true;
  std::vector<Cells> queue{sorted(puzzle.pieces[piece])};
  std::set<Cells> known(queue.begin(), queue.end());
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (int direction = 0; direction < 4; ++direction) {
      if (!allows(puzzle.axes[piece], direction)) continue;
      const auto there = shifted(queue[head], direction, puzzle, blocked);
      if (there && known.insert(*there).second) queue.push_back(*there);
    }
  }
  return {known.begin(), known.end()};
}

// Do the goals treat two pieces alike: does exchanging them leave the list of goals as it is?
bool alike(const std::vector<std::vector<int>>& goals, int a, int b) {
  std::set<std::vector<int>> plain(goals.begin(), goals.end()), exchanged;
  for (std::vector<int> goal : goals) {
    std::swap(goal[a], goal[b]);
    exchanged.insert(goal);
  }
  return plain == exchanged;
}

}  // namespace

Layout::Layout(const BlockPuzzle& puzzle) : width(puzzle.width), height(puzzle.height), solid(puzzle.walls) {
  find_groups(puzzle);
  find_goals(puzzle);
}

void Layout::find_groups(const BlockPuzzle& puzzle) {
  const int count = static_cast<int>(puzzle.pieces.size());
  std::vector<std::vector<Cells>> regions(count);
  std::vector<bool> fixed(count);
  for (bool again = true; again;) {  // a piece found to be fixed may fix others
    again = false;
    for (int piece = 0; piece < count; ++piece) {
      if (fixed[piece]) continue;
      regions[piece] = region(puzzle, piece, solid);
      if (regions[piece].size() > 1) continue;
      solid.insert(solid.end(), puzzle.pieces[piece].begin(), puzzle.pieces[piece].end());
      again = fixed[piece] = true;
    }
  }

  for (int piece = 0; piece < count; ++piece) {
    if (fixed[piece]) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.cells == regions[piece] && group.axis == puzzle.axes[piece] &&
             sorted(puzzle.forbidden[group.pieces[0]]) == sorted(puzzle.forbidden[piece]) &&
             alike(puzzle.goals, group.pieces[0], piece);
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {{}, 0, puzzle.axes[piece], regions[piece], {}});
    group->pieces.push_back(piece);
  }

  for (Group& group : groups) {
    std::map<Cells, Place> place;
    for (const Cells& cells : group.cells) place.emplace(cells, static_cast<Place>(place.size()));
    const std::vector<bool> open(puzzle.width * puzzle.height);
    for (const Cells& cells : group.cells) {
      auto& next = group.next.emplace_back();
      for (int direction = 0; direction < 4; ++direction) {
        const auto there = shifted(cells, direction, puzzle, open);
        const auto found = there ? place.find(*there) : place.end();
        next[direction] = found == place.end() || !allows(group.axis, direction) ? nowhere : found->second;
      }
    }
    const auto where = [&](int piece) { return place.at(sorted(puzzle.pieces[piece])); };
    std::sort(group.pieces.begin(), group.pieces.end(), [&](int a, int b) { return where(a) < where(b); });
    group.first = slots();
    for (const int piece : group.pieces) {
      group_of.push_back(static_cast<int>(&group - groups.data()));
      start.push_back(where(piece));
    }
  }
}

void Layout::find_goals(const BlockPuzzle& puzzle) {
  std::vector<int> home(puzzle.pieces.size(), -1);  // the group of a piece, -1 if it is fixed
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const int piece : groups[group].pieces) home[piece] = static_cast<int>(group);
  }
  std::set<Goal> all;
  for (const auto& anchors : puzzle.goals) {
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

}  // namespace budge
