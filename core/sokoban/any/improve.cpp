// Windows of the plan are searched anew: from the position before a push to the one some pushes later, by A*, which
// gives up beyond a limit of nodes. What is cheaper takes the place of what was there. The windows slide along the plan
// and, once they gain nothing more, grow longer. In between, A* is given the whole level, each time more nodes: though
// it gives up, too, it proves how many pushes are needed at least. So the best plan is known ever more closely from
// both sides, and where they meet it is optimal.
#include "sokoban/any/improve.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sokoban/bounds/nested.hpp"

namespace budge::sokoban {

namespace {

using Pushes = std::vector<std::pair<int, int>>;  // the position of the box, and the direction

// The pieces in play, on the grid of the puzzle, and the rules.
class Replay {
 public:
  explicit Replay(const Puzzle& puzzle)
      : player(puzzle.players.front()),
        boxes(puzzle.boxes),
        offset_{-puzzle.width, -1, 1, puzzle.width},
        blocked_(puzzle.width * puzzle.height, 0),
        steps_(blocked_.size()) {
    for (const int wall : puzzle.walls) blocked_[wall] = 1;
    for (const int box : boxes) blocked_[box] = 1;
  }

  int player;
  std::vector<int> boxes;

  int beside(int cell, int direction) const { return cell + offset_[direction]; }

  // One step of a plan that is known to be legal; true if it pushes a box.
  bool step(int direction) {
    player = beside(player, direction);
    const auto box = std::find(boxes.begin(), boxes.end(), player);
    if (box == boxes.end()) return false;
    move(*box, direction);
    return true;
  }

  // Walks the shortest way to a push and makes it; the steps join `plan`. False if it is not possible.
  bool push(int cell, int direction, std::vector<int>& plan) {
    const int from = beside(cell, Level::opposite(direction));
    const auto box = std::find(boxes.begin(), boxes.end(), cell);
    if (box == boxes.end() || blocked_[beside(cell, direction)] || !walk(from, plan)) return false;
    plan.push_back(direction);
    move(*box, direction);
    player = cell;
    return true;
  }

 private:
  void move(int& box, int direction) {
    blocked_[box] = 0;
    box = beside(box, direction);
    blocked_[box] = 1;
  }

  // From the end to the player, so that the way can be read off forwards.
  bool walk(int to, std::vector<int>& plan) {
    if (blocked_[to]) return false;
    std::fill(steps_.begin(), steps_.end(), -1);
    queue_.assign(1, to);
    steps_[to] = 0;
    for (std::size_t i = 0; i < queue_.size() && steps_[player] < 0; ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const int next = beside(queue_[i], d);
        if (blocked_[next] || steps_[next] >= 0) continue;
        steps_[next] = steps_[queue_[i]] + 1;
        queue_.push_back(next);
      }
    }
    if (steps_[player] < 0) return false;
    while (player != to) {
      int d = 0;
      while (steps_[beside(player, d)] != steps_[player] - 1) ++d;
      plan.push_back(d);
      player = beside(player, d);
    }
    return true;
  }

  std::array<int, Level::directions> offset_;
  std::vector<char> blocked_;
  std::vector<int> steps_, queue_;
};

class Improvement {
 public:
  Improvement(const Puzzle& puzzle, Metric metric, std::vector<int>& plan, Control& control)
      : puzzle_(puzzle), metric_(metric), plan_(plan), control_(control) {
    pushes_ = pushes_of(puzzle, plan);
    offer(pushes_);
  }

  // Until the plan is proven optimal.
  void run() {
    std::size_t length = 10;
    std::uint64_t nodes = 20'000;
    while (!is_proven()) {
      if (length >= pushes_.size()) {
        raise_bound();
      } else if (!slide(length, nodes)) {
        length += length / 2;
        nodes += nodes / 2;
      }
    }
  }

 private:
  static constexpr std::uint64_t bound_share = 4;  // one node in so many

  bool is_proven() const { return control_.best_cost <= control_.lower_bound; }

  // Searches the whole level, with four times the nodes of the last time.
  void raise_bound() {
    const std::uint64_t before = control_.generated;
    window(0, pushes_.size(), bound_nodes_);
    bound_nodes_ *= 4;
    spent_on_bound_ += control_.generated - before;
  }

  // Where memory does not suffice for more, the windows go on without.
  void raise_bound_in_turn() {
    if (control_.generated - began_at_ < bound_share * (spent_on_bound_ + bound_nodes_)) return;
    try {
      raise_bound();
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      bound_nodes_ = std::uint64_t{1} << 60;
    }
  }

  static Pushes pushes_of(const Puzzle& puzzle, const std::vector<int>& plan) {
    Replay replay(puzzle);
    Pushes pushes;
    for (const int direction : plan) {
      if (replay.step(direction)) pushes.emplace_back(replay.player, direction);
    }
    return pushes;
  }

  // Takes these pushes, with the shortest walks between, for the plan if that is legal and cheaper, or as cheap and of
  // fewer steps. True if it is cheaper.
  bool offer(const Pushes& pushes) {
    Replay replay(puzzle_);
    std::vector<int> plan;
    for (const auto& [cell, direction] : pushes) {
      if (!replay.push(cell, direction, plan)) return false;
    }
    const auto costs = [&](std::size_t pushes, std::size_t moves) {
      return coded(metric_, cost(metric_, static_cast<std::uint32_t>(pushes), static_cast<std::uint32_t>(moves)));
    };
    const std::int64_t now = costs(pushes_.size(), plan_.size()), then = costs(pushes.size(), plan.size());
    if (std::pair(then, plan.size()) > std::pair(now, plan_.size())) return false;
    pushes_ = pushes;
    plan_ = std::move(plan);
    control_.note_plan(then);
    return then < now;
  }

  // Windows of this many pushes all along the plan, each half a window on from the one before.
  bool slide(std::size_t length, std::uint64_t nodes) {
    bool gained = false;
    for (std::size_t begin = 0; begin < pushes_.size(); begin += length / 2) {
      raise_bound_in_turn();
      if (is_proven()) return true;
      const std::size_t end = std::min(begin + length, pushes_.size());
      gained |= window(begin, end, nodes);
      if (end == pushes_.size()) break;
    }
    return gained;
  }

  // The puzzle of going from before push `begin` to before push `end`.
  Puzzle between(std::size_t begin, std::size_t end) const {
    Puzzle part = puzzle_;
    Replay replay(puzzle_);
    std::vector<int> walks;
    for (std::size_t i = 0; i < begin; ++i) replay.push(pushes_[i].first, pushes_[i].second, walks);
    part.players.assign(1, replay.player);
    part.boxes = replay.boxes;
    if (end == pushes_.size()) return part;
    for (std::size_t i = begin; i < end; ++i) replay.push(pushes_[i].first, pushes_[i].second, walks);
    part.targets = replay.boxes;
    for (std::size_t box = 0; box < part.assigned.size(); ++box) {
      part.assigned[box].clear();
      for (std::size_t other = 0; other < part.assigned.size(); ++other) {
        if (puzzle_.assigned[other] == puzzle_.assigned[box]) part.assigned[box].push_back(replay.boxes[other]);
      }
    }
    return part;
  }

  // True if the plan is cheaper for it.
  bool window(std::size_t begin, std::size_t end, std::uint64_t nodes) {
    const Puzzle part = between(begin, end);
    std::int64_t proven = 0;
    const search::Solution found = solve_nested(part, metric_, {}, nodes, control_, proven);
    const bool whole = begin == 0 && end == pushes_.size();
    if (whole) control_.lower_bound = std::max(control_.lower_bound, proven);
    if (found.status != search::Status::optimal) return false;
    Pushes pushes(pushes_.begin(), pushes_.begin() + static_cast<std::ptrdiff_t>(begin));
    for (const auto& push : pushes_of(part, found.plan)) pushes.push_back(push);
    pushes.insert(pushes.end(), pushes_.begin() + static_cast<std::ptrdiff_t>(end), pushes_.end());
    return offer(pushes);
  }

  const Puzzle& puzzle_;
  Metric metric_;
  std::vector<int>& plan_;
  Control& control_;
  Pushes pushes_;
  std::uint64_t began_at_ = control_.generated;  // nodes
  std::uint64_t bound_nodes_ = 1 << 15, spent_on_bound_ = 0;
};

}  // namespace

Stop improve(const Puzzle& puzzle, Metric metric, bool go_on, std::vector<int>& plan, Control& control) {
  try {
    Improvement improvement(puzzle, metric, plan, control);
    if (go_on) improvement.run();
    return Stop::none;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
}

}  // namespace budge::sokoban
