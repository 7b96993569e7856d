// Shortens a plan in two ways, alternately and with growing beams: construct another plan, and search for shortcuts.
//
// Another plan comes from the board turned, mirrored, or solved from goal to start, which leads the construction along
// other lines. A shortcut is a path between two boards of the plan, a window of moves apart. A beam search looks for
// it, guided by the Manhattan distance to the later board, and drops boards that cannot lead to a shorter path.
#include "tiles/improve.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tiles/beam.hpp"
#include "tiles/construct.hpp"
#include "tiles/grid.hpp"
#include "tiles/tuning.hpp"

namespace budge::tiles {
namespace {

// One of the sixteen views of a board: reflected or not, transposed or not, backwards or not.
class View {
 public:
  static constexpr unsigned count = 16;

  View(const Instance& instance, unsigned number)
      : backwards_(number & 8), seen_{instance.width, instance.height, {}, {}}, origin_(instance.start.size()) {
    const bool transposed = number & 1, mirrored = number & 2, upside_down = number & 4;
    if (transposed) std::swap(seen_.width, seen_.height);
    seen_.start.resize(origin_.size());
    seen_.goal.resize(origin_.size());
    for (int y = 0; y < instance.height; ++y) {
      for (int x = 0; x < instance.width; ++x) {
        const int seen_x = mirrored ? instance.width - 1 - x : x;
        const int seen_y = upside_down ? instance.height - 1 - y : y;
        const int cell = y * instance.width + x;
        const int seen_cell = transposed ? seen_x * seen_.width + seen_y : seen_y * seen_.width + seen_x;
        origin_[seen_cell] = cell;
        seen_.start[seen_cell] = instance.start[cell];
        seen_.goal[seen_cell] = instance.goal[cell];
      }
    }
    if (backwards_) std::swap(seen_.start, seen_.goal);
  }

  std::vector<int> construct(Control& control, int width) const {
    std::vector<int> path = tiles::construct(seen_, control, width);
    if (backwards_) {
      const auto blank = std::find(seen_.start.begin(), seen_.start.end(), 0);
      path.insert(path.begin(), static_cast<int>(blank - seen_.start.begin()));
      path.pop_back();
      std::reverse(path.begin(), path.end());
    }
    for (int& cell : path) cell = origin_[cell];
    return path;
  }

 private:
  bool backwards_;
  Instance seen_;
  std::vector<int> origin_;  // the original of each cell
};

struct Board {
  std::vector<Tile> tiles;
  std::size_t blank;

  explicit Board(const std::vector<int>& start)
      : tiles(start.begin(), start.end()), blank(std::find(start.begin(), start.end(), 0) - start.begin()) {}

  void move(std::size_t to) {
    tiles[blank] = std::exchange(tiles[to], Tile{0});
    blank = to;
  }
};

// Guides the beam to one board, by Manhattan distance.
struct WindowGuide {
  const Prices& prices;
  static constexpr int tile = 0;

  int distance(int, int) const { return 0; }
  int score(int moves, int, int price) const { return unit * moves + price; }
  bool done(int, int price) const { return price == 0; }
};

class Improvement {
 public:
  Improvement(const Instance& instance, std::vector<int>& path, Control& control)
      : instance_(instance), path_(path), control_(control), grid_(instance.width, instance.height), prices_(grid_, 1) {
    prices_.set_table(0, [](int distance) { return unit * distance; });
  }

  void run() {
    path_ = without_loops(path_);
    control_.note_plan(static_cast<std::int64_t>(path_.size()));
    if (std::min(instance_.width, instance_.height) == 1 || std::max(instance_.width, instance_.height) <= exact_side) {
      construct(View(instance_, 0), 1);
      return;
    }
    const int widest = std::max<int>(1, std::min(tuning.improve_max_beam, tuning.improve_max_cells / grid_.cells()));
    int width = construction_width(instance_);
    unsigned vain_rounds = 0;
    for (unsigned round = 1; vain_rounds < View::count; ++round) {
      const std::size_t before = path_.size();
      shortcut(tuning.short_window, width);
      shortcut(tuning.long_window, width);
      width = std::min(2 * width, widest);
      construct(View(instance_, round % View::count), width);
      vain_rounds = width == widest && path_.size() == before ? vain_rounds + 1 : 0;
    }
  }

 private:
  void construct(const View& view, int width) {
    std::vector<int> path = without_loops(view.construct(control_, width));
    if (path.size() >= path_.size()) return;
    path_ = std::move(path);
    control_.note_plan(static_cast<std::int64_t>(path_.size()));
  }

  // The path without the moves between two visits of the same board.
  std::vector<int> without_loops(const std::vector<int>& path) {
    using Visit = std::pair<std::uint64_t, std::size_t>;  // the key of the board and the time of the visit
    const auto key = [this](std::uint64_t tile, std::size_t cell) { return mixed(tile * grid_.cells() + cell + 1); };
    Board board(instance_.start);
    Vector<Visit> visits(1, {0, 0}, Accounted<Visit>(control_));
    for (const int cell : path) {
      const Tile tile = board.tiles[cell];
      visits.emplace_back(visits.back().first + key(tile, board.blank) - key(tile, cell), visits.size());
      board.move(cell);
    }
    std::sort(visits.begin(), visits.end());
    Vector<std::size_t> last_visit(visits.size(), 0, Accounted<std::size_t>(control_));
    for (std::size_t i = visits.size(), last = 0; i-- > 0;) {
      if (i + 1 == visits.size() || visits[i].first != visits[i + 1].first) last = visits[i].second;
      last_visit[visits[i].second] = last;
    }
    std::vector<int> shorter;
    Board end(instance_.start);
    for (std::size_t i = last_visit[0]; i < path.size(); i = last_visit[i + 1]) {
      shorter.push_back(path[i]);
      end.move(path[i]);
    }
    // Different boards may have the same key, though this is very unlikely.
    return end.tiles == board.tiles ? shorter : path;
  }

  // Looks for shortcuts in windows of this length along the path, each shifted by half a window.
  void shortcut(std::size_t length, int width) {
    Beam beam(grid_, width, control_);
    Board board(instance_.start);
    for (std::size_t begin = 0; begin < path_.size();) {
      const std::size_t end = std::min(begin + length, path_.size());
      Board target = board;
      for (std::size_t i = begin; i < end; ++i) target.move(path_[i]);
      for (int cell = 0; cell < grid_.cells(); ++cell) prices_.set_home(target.tiles[cell], cell);
      beam.start(board.tiles.data());
      beam.price_front(prices_);
      WindowGuide guide{prices_};
      const int bound = unit * static_cast<int>(end - begin - 1);
      if (beam.search(guide, 1, bound, static_cast<int>(length))) {
        const std::vector<int> shorter = beam.path(beam.front.nodes[0]);
        std::copy(shorter.begin(), shorter.end(), path_.begin() + begin);
        path_.erase(path_.begin() + begin + shorter.size(), path_.begin() + end);
        control_.note_plan(static_cast<std::int64_t>(path_.size()));
      }
      for (std::size_t i = 0; i < length / 2 && begin < path_.size(); ++i) board.move(path_[begin++]);
    }
  }

  const Instance& instance_;
  std::vector<int>& path_;
  Control& control_;
  Grid grid_;
  Prices prices_;
};

}  // namespace

Stop improve(const Instance& instance, std::vector<int>& path, Control& control) {
  try {
    Improvement(instance, path, control).run();
    return Stop::none;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
}

search::Solution construct_plan(const Instance& instance, int width, bool improving, Control& control) {
  search::Solution solution;
  solution.plan = construct(instance, control, width);
  control.best_cost = static_cast<std::int64_t>(solution.plan.size());
  solution.status = search::Status::solved;
  if (improving) solution.stop = improve(instance, solution.plan, control);
  return solution;
}

}  // namespace budge::tiles
