// Windows of the plan are solved again: between the boards before and after some moves, IDA* by Manhattan distance
// looks for a shorter way, within a budget of nodes. Only the tiles that the window moves differ, so the bound is sharp
// and most windows cost little. Windows slide along the plan, again and again, longer when they gain no more.
#include "tiles/improve.hpp"

#include <algorithm>
#include <cstdlib>

#include "tokens/graph.hpp"

namespace budge {

namespace {

class Improver {
 public:
  Improver(const TilesInstance& instance, std::vector<int>& path, Control& control)
      : width_(instance.width),
        start_(instance.start),
        graph_(grid(instance.width, instance.height)),
        path_(path),
        control_(control),
        home_(start_.size(), -1) {}

  void run() {
    std::uint64_t budget = 20'000;
    for (int length = 16; length <= longest; length += 4, budget *= 2) {
      while (sweep(length, budget)) {
      }
      if (length >= static_cast<int>(path_.size())) break;
    }
  }

 private:
  static constexpr int longest = 64;

  static int blank_of(const std::vector<int>& board) {
    return static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
  }
  int steps(int one, int other) const {
    return std::abs(one / width_ - other / width_) + std::abs(one % width_ - other % width_);
  }
  void count() {
    ++control_.generated;
    if (control_.due()) control_.poll();
  }

  // One pass of windows along the plan; true if it gained.
  bool sweep(int length, std::uint64_t budget) {
    const std::size_t before = path_.size();
    board_ = start_;
    int blank = blank_of(board_);
    for (std::size_t at = 0; at < path_.size();) {
      const std::size_t end = std::min(path_.size(), at + length);
      shorten(at, end, blank, budget);
      for (std::size_t step = at + std::max(1, length / 4); at < std::min(step, path_.size()); ++at) {
        std::swap(board_[blank], board_[path_[at]]);
        blank = path_[at];
      }
    }
    return path_.size() < before;
  }

  // Replaces the moves [at, end) by fewer, if they are found. board_ is the one before them.
  void shorten(std::size_t at, std::size_t end, int blank, std::uint64_t budget) {
    std::vector<int> after = board_;
    std::vector<int> touched;
    int here = blank;
    for (std::size_t i = at; i < end; ++i) {
      touched.push_back(path_[i]);
      std::swap(after[here], after[path_[i]]);
      here = path_[i];
    }
    touched.push_back(blank);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int cell : touched) home_[after[cell]] = cell;
    int h = 0;
    for (const int cell : touched) {
      if (board_[cell] != 0) h += steps(cell, home_[board_[cell]]);
    }
    goal_blank_ = here;
    const int length = static_cast<int>(end - at);
    nodes_left_ = static_cast<std::int64_t>(budget);
    bool found = false;
    way_.clear();
    for (int bound = std::max(h, steps(blank, here)); !found && bound < length && nodes_left_ > 0; ++bound) {
      if ((bound - length) % 2 == 0) found = search(blank, -1, h, bound);
    }
    for (const int cell : touched) home_[after[cell]] = -1;
    if (!found) return;
    std::reverse(way_.begin(), way_.end());
    path_.erase(path_.begin() + static_cast<std::ptrdiff_t>(at), path_.begin() + static_cast<std::ptrdiff_t>(end));
    path_.insert(path_.begin() + static_cast<std::ptrdiff_t>(at), way_.begin(), way_.end());
    control_.best_cost = static_cast<std::int64_t>(path_.size());
  }

  // Depth-first search with `left` moves to go; the way is collected backwards. Leaves board_ as it was.
  bool search(int blank, int previous, int h, int left) {
    if (h == 0 && blank == goal_blank_) return true;
    for (const int to : graph_[blank]) {
      if (to == previous) continue;
      const int tile = board_[to];
      // A tile that the window leaves alone is at home where it stands.
      const bool stranger = home_[tile] < 0;
      if (stranger) home_[tile] = to;
      const int after = h + steps(blank, home_[tile]) - steps(to, home_[tile]);
      bool found = false;
      if (std::max(after, steps(to, goal_blank_)) < left && --nodes_left_ > 0) {
        count();
        std::swap(board_[blank], board_[to]);
        found = search(to, blank, after, left - 1);
        std::swap(board_[blank], board_[to]);
      }
      if (stranger) home_[tile] = -1;
      if (found) {
        way_.push_back(to);
        return true;
      }
    }
    return false;
  }

  int width_;
  const std::vector<int>& start_;
  Adjacency graph_;
  std::vector<int>& path_;
  Control& control_;
  std::vector<int> board_;
  std::vector<int> home_;  // of a tile within the window; -1 for those it does not move
  int goal_blank_ = 0;
  std::int64_t nodes_left_ = 0;
  std::vector<int> way_;
};

}  // namespace

Stop improve(const TilesInstance& instance, std::vector<int>& path, Control& control) {
  try {
    Improver(instance, path, control).run();
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
  return Stop::none;
}

}  // namespace budge
