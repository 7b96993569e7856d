#include "sokoban/rules/level.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace budge::sokoban {

namespace {

// The neighbouring position in the grid, or -1.
int neighbour(int position, int direction, int width, int height) {
  const int x = position % width, y = position / width;
  switch (direction) {
    case 0:
      return y > 0 ? position - width : -1;
    case 1:
      return x > 0 ? position - 1 : -1;
    case 2:
      return x + 1 < width ? position + 1 : -1;
    default:
      return y + 1 < height ? position + width : -1;
  }
}

}  // namespace

Level::Level(const Puzzle& puzzle, Control* control, const Tuning& tuning)
    : control_(control), tuning_(tuning), width_(puzzle.width), height_(puzzle.height) {
  if (width_ < 1 || height_ < 1) throw std::invalid_argument("a level without cells");
  if (puzzle.players.empty()) throw std::invalid_argument("a level without a player");
  const int size = width_ * height_;
  std::vector<char> wall(size, 0);
  for (const auto* cells : {&puzzle.walls, &puzzle.players, &puzzle.boxes, &puzzle.targets}) {
    for (const int cell : *cells) {
      if (cell < 0 || cell >= size) throw std::invalid_argument("a cell outside the grid");
    }
  }
  for (const int cell : puzzle.walls) wall[cell] = 1;
  for (const auto* cells : {&puzzle.players, &puzzle.boxes, &puzzle.targets}) {
    for (const int cell : *cells) {
      if (wall[cell]) throw std::invalid_argument("something stands on a wall");
    }
  }
  number_cells(puzzle, wall);
  number_bits();
  place_pieces(puzzle);
  distances_ = Distances(*this);
  find_symmetries();
}

// Floor is what the players can reach without boxes. Cells to which a lone box can be pulled from some target are
// numbered first: a box need not stand on any other cell, unless there are spare boxes.
void Level::number_cells(const Puzzle& puzzle, const std::vector<char>& wall) {
  std::vector<char> reached(wall.size(), 0);
  std::vector<int> queue(puzzle.players);
  for (const int player : puzzle.players) reached[player] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int d = 0; d < directions; ++d) {
      const int to = neighbour(queue[i], d, width_, height_);
      if (to < 0 || wall[to] || reached[to]) continue;
      reached[to] = 1;
      queue.push_back(to);
    }
  }
  if (queue.size() > max_floor) {
    throw std::invalid_argument("more than " + std::to_string(max_floor) + " floor cells");
  }
  const auto is_floor = [&](int position) { return position >= 0 && reached[position]; };

  std::vector<char> useful(wall.size(), puzzle.boxes.size() > puzzle.targets.size());
  std::vector<int> pulled;
  for (const int target : puzzle.targets) {
    if (!reached[target]) continue;
    useful[target] = 1;
    pulled.push_back(target);
  }
  for (std::size_t i = 0; i < pulled.size(); ++i) {
    for (int d = 0; d < directions; ++d) {
      const int to = neighbour(pulled[i], d, width_, height_);
      if (!is_floor(to) || useful[to] || !is_floor(neighbour(to, d, width_, height_))) continue;
      useful[to] = 1;
      pulled.push_back(to);
    }
  }

  cell_.assign(wall.size(), -1);
  for (const bool first : {true, false}) {
    for (int position = 0; position < static_cast<int>(wall.size()); ++position) {
      if (!reached[position] || static_cast<bool>(useful[position]) != first) continue;
      cell_[position] = floor();
      grid_.push_back(position);
    }
    if (first) box_cells_ = floor();
  }
  next_.resize(floor() + 1);
  next_[outside()].fill(outside());
  for (int cell = 0; cell < floor(); ++cell) {
    for (int d = 0; d < directions; ++d) {
      const int to = neighbour(grid_[cell], d, width_, height_);
      next_[cell][d] = is_floor(to) ? static_cast<Cell>(cell_[to]) : outside();
    }
  }
  constexpr int up = 0, left = 1, right = 2, down = 3;
  const auto corner = [&](int cell, int one, int other) {
    return std::min(next(next(cell, one), other), next(next(cell, other), one));
  };
  for (int cell = 0; cell < floor(); ++cell) {
    ring_.push_back({next(cell, up), corner(cell, up, right), next(cell, right), corner(cell, right, down),
                     next(cell, down), corner(cell, down, left), next(cell, left), corner(cell, left, up)});
  }
}

Level::Rectangle Level::rectangle() const {
  int left = width_, right = 0, top = height_, bottom = 0;
  for (const int position : grid_) {
    left = std::min(left, position % width_);
    right = std::max(right, position % width_);
    top = std::min(top, position / width_);
    bottom = std::max(bottom, position / width_);
  }
  return {left, top, right - left + 1, bottom - top + 1};
}

// Numbers the cells of the rectangle around the floor row by row. A column of walls between the rows keeps shifts from
// moving cells into the next row. The last bit represents outside().
void Level::number_bits() {
  const auto [left, top, columns, rows] = rectangle();
  stride_ = columns + 1;
  const int bits = stride_ * rows + 1;
  words_ = (bits + 63) / 64;
  cell_of_bit_.assign(bits, outside());
  for (int cell = 0; cell < floor(); ++cell) {
    bit_.push_back((grid_[cell] / width_ - top) * stride_ + grid_[cell] % width_ - left);
    cell_of_bit_[bit_.back()] = static_cast<Cell>(cell);
  }
  bit_.push_back(bits - 1);
}

void Level::place_pieces(const Puzzle& puzzle) {
  for (const int player : puzzle.players) players_.push_back(static_cast<Cell>(cell_[player]));

  // A box out of every player's reach never moves. If it is on an allowed target, that target is done.
  std::vector<char> done(puzzle.targets.size(), 0);
  std::vector<std::size_t> movable;
  const auto may_end = [&](std::size_t box, int target) {
    if (box >= puzzle.assigned.size() || puzzle.assigned[box].empty()) return true;
    const auto& own = puzzle.assigned[box];
    return std::find(own.begin(), own.end(), target) != own.end();
  };
  for (std::size_t i = 0; i < puzzle.boxes.size(); ++i) {
    if (cell_[puzzle.boxes[i]] >= 0) {
      movable.push_back(i);
      continue;
    }
    for (std::size_t t = 0; t < puzzle.targets.size(); ++t) {
      if (puzzle.targets[t] == puzzle.boxes[i] && may_end(i, puzzle.targets[t])) done[t] = 1;
    }
  }

  target_.assign(floor() + 1, -1);
  std::vector<int> open;  // grid positions of the targets still to be filled
  for (std::size_t t = 0; t < puzzle.targets.size(); ++t) {
    if (done[t]) continue;
    const int cell = cell_[puzzle.targets[t]];
    if (cell < 0) {
      unsolvable_reason_ = "a target lies where no player can bring a box";
      continue;
    }
    target_[cell] = static_cast<int>(targets_.size());
    targets_.push_back(static_cast<Cell>(cell));
    open.push_back(puzzle.targets[t]);
  }

  std::map<std::vector<char>, int> kinds;
  for (const std::size_t i : movable) {
    std::vector<char> own;
    for (const int target : open) own.push_back(may_end(i, target));
    const auto [entry, fresh] = kinds.emplace(own, static_cast<int>(kinds.size()));
    if (fresh) allowed_.push_back(own);
    kind_.push_back(entry->second);
    start_.push_back(static_cast<Cell>(cell_[puzzle.boxes[i]]));
  }
  for (std::size_t t = 0; t < open.size(); ++t) {
    if (std::ranges::none_of(allowed_, [&](const auto& own) { return own[t]; })) {
      unsolvable_reason_ = "there is a target on which no box may end";
    }
  }
  if (spare() < 0) {
    unsolvable_reason_ = "there are fewer boxes than targets";
  } else if (!unsolvable_reason_) {
    starts_on_dead_square_ = std::ranges::any_of(start_, [&](Cell cell) { return cell >= box_cells_; });
    if (starts_on_dead_square_) unsolvable_reason_ = "a box stands on a dead square";
  }
}

bool Level::is_dead(int cell) const {
  if (cell >= box_cells_) return true;
  if (costs().costs.empty()) return false;
  for (int stance = distances_.stances_before(cell); stance < distances_.stances_before(cell + 1); ++stance) {
    for (int kind = 0; kind < kinds(); ++kind) {
      const std::uint16_t* row = costs().line(line(kind, stance));
      if (std::any_of(row, row + targets_.size(), [](std::uint16_t cost) { return cost != CostTable::far; })) {
        return false;
      }
    }
  }
  return true;
}

// Tries the eight symmetries of the rectangle around the floor. One that maps floor to floor and targets to targets is
// a symmetry of the game.
void Level::find_symmetries() {
  if (kinds() != 1 || floor() == 0) return;
  const auto [left, top, columns, rows] = rectangle();
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    const bool transpose = symmetry & 4;
    if (transpose && rows != columns) continue;
    std::vector<Cell> image;
    for (const int position : grid_) {
      int x = position % width_ - left, y = position / width_ - top;
      if (transpose) std::swap(x, y);
      if (symmetry & 1) x = columns - 1 - x;
      if (symmetry & 2) y = rows - 1 - y;
      const int to = cell_[(y + top) * width_ + x + left];
      if (to < 0 || is_target(to) != is_target(static_cast<int>(image.size()))) break;
      image.push_back(static_cast<Cell>(to));
    }
    if (static_cast<int>(image.size()) == floor()) symmetries_.push_back(std::move(image));
  }
}

}  // namespace budge::sokoban
