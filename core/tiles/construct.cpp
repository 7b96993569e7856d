// Peels the board: row by row and column by column, always of the longer side, tiles are brought home and locked until
// at most 3×3 cells remain, which A* solves. A line is peeled from the side that the goal's blank is not on, so the
// last cells hold it.
//
// One tile is brought home by A* over (its cell, the side of it where the blank stands): a push moves the tile on, and
// between pushes the blank goes around it. The last two tiles of a line are brought near and then placed together by
// breadth-first search in a window of two by three cells.
#include "tiles/construct.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <map>
#include <queue>
#include <tuple>

#include "tiles/solve.hpp"
#include "tokens/graph.hpp"

namespace budge {

namespace {

class Builder {
 public:
  Builder(const TilesInstance& instance, Control& control)
      : width_(instance.width),
        goal_(instance.goal),
        control_(control),
        graph_(grid(instance.width, instance.height)),
        board_(instance.start),
        where_(board_.size()),
        locked_(board_.size(), false),
        region_{0, instance.height - 1, 0, instance.width - 1} {
    for (int cell = 0; cell < cells(); ++cell) where_[board_[cell]] = cell;
    home_of_blank_ = static_cast<int>(std::find(goal_.begin(), goal_.end(), 0) - goal_.begin());
  }

  std::vector<int> run() {
    if (region_.rows() == 1 || region_.columns() == 1) {
      walk(home_of_blank_);  // the order of the tiles is right already
      return path_;
    }
    while (region_.rows() > 3 || region_.columns() > 3) {
      if (region_.rows() > 3 && (region_.rows() >= region_.columns() || region_.columns() <= 3)) {
        peel_row();
      } else {
        peel_column();
      }
    }
    solve_rest();
    return path_;
  }

 private:
  struct Region {
    int top, bottom, left, right;
    int rows() const { return bottom - top + 1; }
    int columns() const { return right - left + 1; }
  };

  int cells() const { return static_cast<int>(board_.size()); }
  int at(int row, int column) const { return row * width_ + column; }
  int blank() const { return where_[0]; }

  void move(int to) {
    const int tile = board_[to];
    board_[blank()] = tile;
    where_[tile] = blank();
    board_[to] = 0;
    where_[0] = to;
    path_.push_back(to);
    if (++control_.generated, control_.due()) control_.poll();
  }

  void peel_row() {
    const bool from_top = home_of_blank_ / width_ != region_.top;
    const int row = from_top ? region_.top : region_.bottom;
    std::vector<int> line;
    for (int column = region_.left; column <= region_.right; ++column) line.push_back(at(row, column));
    peel(line, from_top ? width_ : -width_);
    from_top ? ++region_.top : --region_.bottom;
  }

  void peel_column() {
    const bool from_left = home_of_blank_ % width_ != region_.left;
    const int column = from_left ? region_.left : region_.right;
    std::vector<int> line;
    for (int row = region_.top; row <= region_.bottom; ++row) line.push_back(at(row, column));
    peel(line, from_left ? 1 : -1);
    from_left ? ++region_.left : --region_.right;
  }

  // Brings the tiles of a line home; `inward` is the step to the next line.
  void peel(const std::vector<int>& line, int inward) {
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
      bring(goal_[line[i]], line[i]);
      locked_[line[i]] = true;
    }
    const int second = line[line.size() - 2], last = line.back();
    if (board_[second] != goal_[second] || board_[last] != goal_[last]) {
      const std::vector<int> window{second,           last, second + inward, last + inward, second + 2 * inward,
                                    last + 2 * inward};
      const auto inside = [&](int cell) { return std::count(window.begin(), window.end(), cell) > 0; };
      bring(goal_[second], second);
      locked_[second] = true;
      if (!inside(where_[goal_[last]])) bring(goal_[last], last + 2 * inward);
      locked_[second] = false;
      place_two(second, last, inside);
    }
    locked_[second] = locked_[last] = true;
  }

  // Moves the blank by a shortest way over open cells, not over `avoided`.
  void walk(int target, const std::vector<int>& avoided = {}) {
    std::vector<int> from(cells(), -1);
    std::deque<int> queue{target};
    from[target] = target;
    for (const int cell : avoided) from[cell] = cell;
    while (from[blank()] < 0 && !queue.empty()) {
      const int here = queue.front();
      queue.pop_front();
      for (const int next : graph_[here]) {
        if (from[next] >= 0 || locked_[next]) continue;
        from[next] = here;
        queue.push_back(next);
      }
    }
    while (blank() != target) move(from[blank()]);
  }

  // The steps from one neighbour of `tile` to the others, around it; -1 where there is no way within the eight cells.
  struct Around {
    std::array<int, 8> ring;  // the cells around, clockwise from above; -1 if closed
  };
  Around around(int tile) const {
    static constexpr int steps[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    Around around;
    for (int i = 0; i < 8; ++i) {
      const int row = tile / width_ + steps[i][0], column = tile % width_ + steps[i][1];
      const bool inside = row >= 0 && row * width_ < cells() && column >= 0 && column < width_;
      around.ring[i] = inside && !locked_[at(row, column)] ? at(row, column) : -1;
    }
    return around;
  }
  // The cells that the blank passes from side `from` of the ring to side `to`, both even, turning by `turn`; empty if
  // closed.
  static std::vector<int> turn(const Around& around, int from, int to, int turn) {
    std::vector<int> cells;
    for (int i = from; i != to;) {
      i = (i + turn + 8) % 8;
      if (around.ring[i] < 0) return {};
      cells.push_back(around.ring[i]);
    }
    return cells;
  }

  // Brings a tile to a cell, the cheapest way found by A* over (tile, side of the blank).
  void bring(int tile, int target) {
    if (where_[tile] == target) return;
    struct Entry {
      int cost, estimate, cell, side;
      bool operator<(const Entry& other) const {
        return std::tuple(other.cost + other.estimate, other.estimate) < std::tuple(cost + estimate, estimate);
      }
    };
    const auto estimate = [&](int cell) {
      return std::abs(cell / width_ - target / width_) + std::abs(cell % width_ - target % width_);
    };
    std::vector<int> best(4 * cells(), -1), parent(4 * cells(), -1);
    std::priority_queue<Entry> open;
    const auto reach = [&](int cell, int side, int cost, int from) {
      int& known = best[4 * cell + side / 2];
      if (known >= 0 && known <= cost) return;
      known = cost;
      parent[4 * cell + side / 2] = from;
      open.push({cost, estimate(cell), cell, side});
    };
    const std::vector<int> approach = distances_avoiding({where_[tile]});
    const Around first = around(where_[tile]);
    for (int side = 0; side < 8; side += 2) {
      const int cell = first.ring[side];
      if (cell >= 0 && approach[cell] >= 0) reach(where_[tile], side, approach[cell], -1);
    }
    int end = -1;
    while (end < 0) {
      const auto [cost, left, cell, side] = open.top();
      open.pop();
      const int node = 4 * cell + side / 2;
      if (cost > best[node]) continue;
      if (cell == target) {
        end = node;
        break;
      }
      const Around here = around(cell);
      reach(here.ring[side], (side + 4) % 8, cost + 1, node);
      for (int to = 0; to < 8; to += 2) {
        for (const int direction : {1, -1}) {
          const auto way = to == side ? std::vector<int>{} : turn(here, side, to, direction);
          if (!way.empty()) reach(cell, to, cost + static_cast<int>(way.size()), node);
        }
      }
    }
    std::vector<int> nodes;
    for (int node = end; node >= 0; node = parent[node]) nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    walk(around(nodes[0] / 4).ring[nodes[0] % 4 * 2], {where_[tile]});
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const int cell = nodes[i] / 4, side = nodes[i] % 4 * 2, before = nodes[i - 1] % 4 * 2;
      if (cell != nodes[i - 1] / 4) {
        move(nodes[i - 1] / 4);
        continue;
      }
      const Around here = around(cell);
      auto way = turn(here, before, side, 1);
      const auto other = turn(here, before, side, -1);
      if (way.empty() || (!other.empty() && other.size() < way.size())) way = other;
      for (const int next : way) move(next);
    }
  }

  // Steps of the blank to every open cell if the `avoided` are closed; -1 where it cannot go.
  std::vector<int> distances_avoiding(std::initializer_list<int> avoided) const {
    std::vector<int> distance(cells(), -1);
    std::deque<int> queue{blank()};
    distance[blank()] = 0;
    while (!queue.empty()) {
      const int here = queue.front();
      queue.pop_front();
      for (const int next : graph_[here]) {
        if (distance[next] >= 0 || locked_[next] || std::count(avoided.begin(), avoided.end(), next) > 0) continue;
        distance[next] = distance[here] + 1;
        queue.push_back(next);
      }
    }
    return distance;
  }

  // Puts the last two tiles of a line home together; both are in the window.
  template <class Inside>
  void place_two(int second, int last, Inside& inside) {
    const int a = goal_[second], b = goal_[last];
    if (!inside(blank())) {
      const auto distance = distances_avoiding({where_[a], where_[b]});
      int nearest = -1;
      for (int cell = 0; cell < cells(); ++cell) {
        if (!inside(cell) || distance[cell] < 0) continue;
        if (nearest < 0 || distance[cell] < distance[nearest]) nearest = cell;
      }
      walk(nearest, {where_[a], where_[b]});
    }
    using State = std::array<int, 3>;  // blank, a, b
    const State start{blank(), where_[a], where_[b]};
    std::map<State, State> parent{{start, start}};
    std::deque<State> queue{start};
    State here = start;
    while (!queue.empty()) {
      here = queue.front();
      queue.pop_front();
      if (here[1] == second && here[2] == last) break;
      for (const int next : graph_[here[0]]) {
        if (!inside(next)) continue;
        State after{next, here[1] == next ? here[0] : here[1], here[2] == next ? here[0] : here[2]};
        if (parent.emplace(after, here).second) queue.push_back(after);
      }
    }
    std::vector<int> way;
    for (State state = here; state != start; state = parent[state]) way.push_back(state[0]);
    for (auto next = way.rbegin(); next != way.rend(); ++next) move(*next);
  }

  // The last cells, at most 3×3, optimally.
  void solve_rest() {
    std::vector<int> cells, start, goal;
    std::map<int, int> label{{0, 0}};
    for (int row = region_.top; row <= region_.bottom; ++row) {
      for (int column = region_.left; column <= region_.right; ++column) cells.push_back(at(row, column));
    }
    for (const int cell : cells) {
      if (goal_[cell] != 0) label.emplace(goal_[cell], static_cast<int>(label.size()));
    }
    for (const int cell : cells) {
      start.push_back(label.at(board_[cell]));
      goal.push_back(label.at(goal_[cell]));
    }
    Control control(Limits{.memory = control_.limits().memory});
    const TokenPuzzle rest = tiles(region_.columns(), region_.rows(), start, goal);
    const Solution solution = solve(rest, TileHeuristic::linear_conflict, {}, control);
    if (solution.stop != Stop::none) throw Stopped{solution.stop};
    for (const int step : solution.plan) move(cells[step]);
  }

  int width_;
  const std::vector<int>& goal_;
  Control& control_;
  Adjacency graph_;
  std::vector<int> board_, where_;  // the tile in a cell, the cell of a tile
  std::vector<bool> locked_;
  Region region_;  // what is left to do
  int home_of_blank_ = 0;
  std::vector<int> path_;
};

}  // namespace

std::vector<int> construct(const TilesInstance& instance, Control& control) { return Builder(instance, control).run(); }

}  // namespace budge
