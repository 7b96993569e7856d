// Solves line after line, from the outside inwards, until 3×3 cells are left, whose shortest solution is looked up.
//
// Brings the tiles of a line home one by one (Parberry, "A real-time algorithm for the (n²-1)-puzzle", 1995). The
// distance that a tile and the blank have to travel is known exactly, because the other tiles do not matter. Among the
// many shortest paths, a beam search prefers those on which the other tiles get closer to their homes, above all the
// tiles of the next lines. At 20×20 this saves two fifths of the moves compared with arbitrary shortest paths.
#include "tiles/construct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tiles/beam.hpp"
#include "tiles/carry.hpp"
#include "tiles/endgame.hpp"
#include "tiles/grid.hpp"
#include "tiles/tuning.hpp"

namespace budge::tiles {
namespace {

// Carries one tile; a board costs the prices of its other tiles.
struct CarryGuide {
  const Prices& prices;
  Carry& carry;
  int tile;
  bool counts_prices = true;

  int distance(int carried, int blank) { return carry.distance(carried, blank); }
  int score(int moves, int distance, int price) const {
    return unit * (moves + distance) + (counts_prices ? price : 0);
  }
  bool done(int distance, int) const { return distance == 0; }
};

// Two tiles and the blank among a few cells, solved by breadth-first search back from all boards with both tiles in
// place.
class Corner {
 public:
  Corner(const Grid& grid, std::vector<int> cells, int first_home, int second_home)
      : grid_(grid), cells_(std::move(cells)), distance_(cells_.size() * cells_.size() * cells_.size(), -1) {
    std::vector<Position> queue;
    for (const int blank : cells_) {
      if (blank == first_home || blank == second_home) continue;
      queue.push_back({first_home, second_home, blank});
      distance(queue.back()) = 0;
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Position position = queue[head];
      for (const Position& next : moves(position)) {
        if (distance(next) >= 0) continue;
        distance(next) = distance(position) + 1;
        queue.push_back(next);
      }
    }
  }

  bool contains(int cell) const { return index(cell) < static_cast<int>(cells_.size()); }

  // The cells that the blank visits on a shortest path to having both tiles in place; all three are in the corner.
  std::vector<int> solve(int first, int second, int blank) {
    std::vector<int> path;
    for (Position position{first, second, blank}; distance(position) > 0;) {
      for (const Position& next : moves(position)) {
        if (distance(next) >= distance(position)) continue;
        position = next;
        break;
      }
      path.push_back(position.blank);
    }
    return path;
  }

 private:
  struct Position {
    int first, second, blank;
  };

  int index(int cell) const { return static_cast<int>(std::find(cells_.begin(), cells_.end(), cell) - cells_.begin()); }

  int& distance(const Position& position) {
    const int size = static_cast<int>(cells_.size());
    return distance_[(index(position.first) * size + index(position.second)) * size + index(position.blank)];
  }

  std::vector<Position> moves(const Position& position) const {
    std::vector<Position> all;
    for (int side = 0; side < 4; ++side) {
      const int to = grid_.neighbour(position.blank, side);
      if (to < 0 || !contains(to)) continue;
      all.push_back({position.first == to ? position.blank : position.first,
                     position.second == to ? position.blank : position.second, to});
    }
    return all;
  }

  const Grid& grid_;
  std::vector<int> cells_;
  std::vector<int> distance_;
};

class Construction {
 public:
  Construction(const Instance& instance, std::size_t width, Control& control)
      : instance_(instance),
        control_(control),
        grid_(instance.width, instance.height),
        home_(instance.goal.size()),
        lines_(peel()),
        prices_(grid_, static_cast<int>(lines_.size()) + 1),
        carry_(grid_, control),
        beam_(grid_, width, control) {
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      home_[instance.goal[cell]] = cell;
      prices_.set_home(instance.goal[cell], cell);
    }
    // A tile costs more the earlier its line is solved, and more than proportionally to its distance, because it will
    // have to be carried.
    for (int lead = 0; lead <= static_cast<int>(lines_.size()); ++lead) {
      const double weight = unit * (0.2 + 1.8 * std::exp(-lead / 6.0));
      prices_.set_table(lead, [weight](int distance) {
        return static_cast<int>(std::lround(weight * std::pow(distance / 8.0, 0.4) * distance));
      });
    }
  }

  std::vector<int> run() {
    const std::vector<Tile> start(instance_.start.begin(), instance_.start.end());
    beam_.start(start.data());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      set_classes(i);
      beam_.price_front(prices_);
      solve_line(lines_[i]);
      beam_.forget_dropped();
    }
    return finish();
  }

 private:
  using Generation = Beam::Generation;

  struct Line {
    std::vector<int> cells;
    int inward;  // offset from a cell of the line to the cell behind it
  };

  // The lines in the order in which they are solved: always a line of the longer side, never one with the home of the
  // blank.
  std::vector<Line> peel() {
    const int width = instance_.width;
    const int blank =
        static_cast<int>(std::find(instance_.goal.begin(), instance_.goal.end(), 0) - instance_.goal.begin());
    int left = 0, right = width, top = 0, bottom = instance_.height;
    std::vector<Line> lines;
    while (right - left > exact_side || bottom - top > exact_side) {
      Line line;
      if (bottom - top >= right - left) {
        const bool from_top = blank / width != top;
        const int y = from_top ? top++ : --bottom;
        line.inward = from_top ? width : -width;
        for (int x = left; x < right; ++x) line.cells.push_back(y * width + x);
      } else {
        const bool from_left = blank % width != left;
        const int x = from_left ? left++ : --right;
        line.inward = from_left ? 1 : -1;
        for (int y = top; y < bottom; ++y) line.cells.push_back(y * width + x);
      }
      lines.push_back(std::move(line));
    }
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) last_cells_.push_back(y * width + x);
    }
    return lines;
  }

  void set_classes(std::size_t current) {
    const int rest = static_cast<int>(lines_.size() - current);
    for (const int cell : last_cells_) prices_.set_class(instance_.goal[cell], rest);
    for (std::size_t i = current; i < lines_.size(); ++i) {
      for (const int cell : lines_[i].cells) prices_.set_class(instance_.goal[cell], static_cast<int>(i - current));
    }
  }

  void solve_line(const Line& line) {
    const std::size_t last = line.cells.size() - 1;
    for (std::size_t i = 0; i + 1 < last; ++i) {
      carry(instance_.goal[line.cells[i]], line.cells[i]);
      grid_.lock(line.cells[i]);
    }
    close_line(line);
    grid_.lock(line.cells[last - 1]);
    grid_.lock(line.cells[last]);
  }

  // Every board of the front brings the tile to its target, and the blank to `rest`.
  void carry(int tile, int target, int rest = -1) {
    carry_.aim(target, rest);
    CarryGuide guide{prices_, carry_, tile};
    const std::uint64_t patience = tuning.line_patience * (instance_.width + instance_.height) + tuning.patience;
    const std::size_t enough = tuning.done_boards * beam_.width();
    if (beam_.search(guide, enough, std::numeric_limits<int>::max(), static_cast<int>(patience))) return;
    // Attractive prices can keep a narrow beam from carrying the tile; without them it takes a shortest path.
    guide.counts_prices = false;
    beam_.search(guide, enough, std::numeric_limits<int>::max(), std::numeric_limits<int>::max());
  }

  // The last two tiles are placed together, because there is no space to bring in one alone between the solved tiles
  // and the border.
  void close_line(const Line& line) {
    const int p = line.cells[line.cells.size() - 2];
    const int q = line.cells[line.cells.size() - 1];
    Generation closed(grid_, control_), open(grid_, control_);
    for (std::size_t i = 0; i < beam_.front.size(); ++i) {
      const Tile* board = beam_.front.board(i);
      (board[p] == instance_.goal[p] && board[q] == instance_.goal[q] ? closed : open).add(beam_.front.nodes[i], board);
    }
    if (open.size() > 0) {
      beam_.front = open;
      turn_in(p, q, line, closed);
      beam_.front = open;
      turn_in(q, p, line, closed);
    }
    for (std::size_t i = 0; i < closed.size(); ++i) {
      Beam::Node& node = closed.nodes[i];
      node.price = prices_(closed.board(i));
      node.score = unit * node.moves + node.price;
    }
    closed.keep_best(tuning.done_boards * beam_.width());
    std::swap(beam_.front, closed);
  }

  // The first tile waits in the home of the second, the second behind it; when the blank reaches the home of the first,
  // both move in. If the second tile is in the way, both are sorted within the cells of the corner.
  void turn_in(int first_home, int second_home, const Line& line, Generation& closed) {
    const int first = instance_.goal[first_home];
    const int second = instance_.goal[second_home];
    const int behind = second_home + line.inward;
    prices_.set_home(second, behind);
    beam_.price_front(prices_);
    carry(first, second_home);
    prices_.set_home(second, second_home);

    Corner corner(grid_, corner_cells(line), first_home, second_home);
    const int gate = first_home + line.inward;
    Generation ready(grid_, control_);
    for (std::size_t i = 0; i < beam_.front.size(); ++i) {
      const Tile* board = beam_.front.board(i);
      const Beam::Node& node = beam_.front.nodes[i];
      const bool shut_in = node.blank == first_home && board[gate] == second;
      if (board[first_home] != second && !shut_in) {
        ready.add(node, board);
        continue;
      }
      closed.add(node, board);
      if (!corner.contains(node.blank)) walk(closed, gate, first_home, second_home);
      for (const int to : corner.solve(second_home, shut_in ? gate : first_home, closed.nodes.back().blank)) {
        beam_.move(closed, closed.size() - 1, to);
      }
    }
    if (ready.size() == 0) return;
    std::swap(beam_.front, ready);
    grid_.lock(second_home);
    carry(second, behind, first_home);
    grid_.lock(second_home, false);
    for (std::size_t i = 0; i < beam_.front.size(); ++i) {
      beam_.move(beam_.front, i, second_home);
      beam_.move(beam_.front, i, behind);
      closed.add(beam_.front.nodes[i], beam_.front.board(i));
    }
  }

  // The blank of the last board goes to a cell by a shortest path that avoids these two.
  void walk(Generation& boards, int to, int avoided, int also_avoided) {
    grid_.lock(avoided);
    carry_.aim(also_avoided, to);
    while (boards.nodes.back().blank != to) {
      const int blank = boards.nodes.back().blank;
      const auto closer = [&](int side) {
        const int next = grid_.neighbour(blank, side);
        return next >= 0 && carry_.distance(also_avoided, next) < carry_.distance(also_avoided, blank);
      };
      int side = 0;
      while (!closer(side)) ++side;
      beam_.move(boards, boards.size() - 1, grid_.neighbour(blank, side));
    }
    grid_.lock(avoided, false);
  }

  // The last two cells of the line and up to six behind them.
  static std::vector<int> corner_cells(const Line& line) {
    const std::size_t length = line.cells.size();
    std::vector<int> cells = {line.cells[length - 2], line.cells[length - 1]};
    for (std::size_t i = length - std::min<std::size_t>(length, 3); i < length; ++i) {
      cells.push_back(line.cells[i] + line.inward);
      cells.push_back(line.cells[i] + 2 * line.inward);
    }
    return cells;
  }

  std::vector<int> finish() {
    const Endgame endgame(grid_, home_, last_cells_, control_);
    const auto length = [&](std::size_t i) {
      return beam_.front.nodes[i].moves + endgame.distance(beam_.front.board(i));
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < beam_.front.size(); ++i) {
      if (length(i) < length(best)) best = i;
    }
    std::vector<int> path = beam_.path(beam_.front.nodes[best]);
    const std::vector<int> rest = endgame.solve(beam_.front.board(best));
    path.insert(path.end(), rest.begin(), rest.end());
    return path;
  }

  const Instance& instance_;
  Control& control_;
  Grid grid_;
  std::vector<int> home_;  // by tile
  std::vector<int> last_cells_;
  std::vector<Line> lines_;
  Prices prices_;
  Carry carry_;
  Beam beam_;
};

// On a single line the blank can only go straight.
std::vector<int> go_straight(const Instance& instance) {
  const auto blank = [](const std::vector<int>& board) {
    return static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
  };
  std::vector<int> path;
  for (int from = blank(instance.start), to = blank(instance.goal); from != to;) {
    path.push_back(from += from < to ? 1 : -1);
  }
  return path;
}

}  // namespace

int construction_width(const Instance& instance) {
  const std::uint64_t fitting = tuning.beam_cells / (instance.width * instance.height);
  return static_cast<int>(std::max(tuning.min_beam, std::min(tuning.max_beam, fitting)));
}

std::vector<int> construct(const Instance& instance, Control& control, int width) {
  if (instance.width == 1 || instance.height == 1) return go_straight(instance);
  return Construction(instance, width > 0 ? width : construction_width(instance), control).run();
}

}  // namespace budge::tiles
