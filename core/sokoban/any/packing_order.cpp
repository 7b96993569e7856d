#include "sokoban/any/packing_order.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;
using Id = Positions::Id;

// Pulls one box to a cell, with the player on a side of it. At a sink it may remove the box.
struct Pull {
  Cell from, to;
  std::uint8_t side;
  bool removes;
};

class PackingOrderSearch {
 public:
  PackingOrderSearch(const Level& level, Rooms& rooms, const std::vector<Cell>& cells, const PackingOptions& options,
                     Control& control)
      : level_(level),
        rooms_(rooms),
        options_(options),
        control_(control),
        targets_(static_cast<int>(level.targets().size())),
        sinks_(level, cells),
        connectivity_(level, rooms),
        board_(level),
        reach_(level),
        tour_(level, Motion::pull),
        positions_(targets_ + 1 + sinks_.count(), control),
        open_(control),
        row_(targets_ + 1 + sinks_.count()) {}

  void run(double deadline) {
    control_.stage = {"planning an order of targets", 0, targets_};
    add_goals();
    while (nodes_[best_].remaining > 0 && positions_.size() < level_.tuning().packing_positions &&
           control_.seconds() < deadline) {
      const auto leaf = open_.next();
      if (!leaf) return;
      make(*leaf);
    }
  }

  std::vector<PackingStep> steps();

 private:
  static constexpr Id none = 0xffffffff;
  using Leaves = FeatureCells<Pull>;

  struct Node {
    Id parent;
    std::uint32_t weight;
    Pull pull;
    int remaining;
  };

  Cell nothing() const { return level_.outside(); }

  // The solved positions: the player may end in any region.
  void add_goals() {
    for (const Cell target : level_.targets()) board_.add(target, 0);
    used_.assign(sinks_.count(), 0);
    std::vector<char> covered(level_.floor(), 0);
    for (int cell = 0; cell < level_.floor(); ++cell) {
      if (board_.blocked(cell) || covered[cell]) continue;
      reach_.fill(board_, static_cast<Cell>(cell));
      reach_.cells().each([&](Cell reached) { covered[reached] = 1; });
      add(none, 0, {nothing(), nothing(), 0, false});
      load(0);
    }
  }

  // Adds the position on board_, stored as a row: the remaining boxes in order, the player, and which sinks are used.
  void add(Id parent, std::uint32_t weight, Pull pull) {
    std::fill(row_.begin(), row_.end(), nothing());
    for (int box = 0; box < board_.boxes(); ++box) row_[box] = board_.cell(box);
    std::sort(row_.begin(), row_.begin() + targets_);
    row_[targets_] = reach_.first();
    std::copy(used_.begin(), used_.end(), row_.begin() + targets_ + 1);
    const auto [id, fresh] = positions_.insert(row_.data());
    if (!fresh) return;
    nodes_.push_back({parent, weight, pull, board_.boxes()});
    ++control_.expanded;
    if (board_.boxes() < nodes_[best_].remaining) best_ = id;
    control_.stage.done = targets_ - nodes_[best_].remaining;
    if (board_.boxes() > 0) expand(id);
  }

  void load(Id id) {
    const Cell* row = positions_[id];
    board_.clear();
    for (int i = 0; i < targets_ && row[i] != nothing(); ++i) board_.add(row[i], 0);
    reach_.fill(board_, row[targets_]);
    used_.assign(row + targets_ + 1, row + row_.size());
  }

  void make(const Leaves::Leaf& leaf) {
    load(leaf.node);
    const Pull pull = leaf.move;
    const Cell player = level_.next(pull.to, pull.side);
    if (pull.removes) {
      used_[sinks_.number(pull.to)] = 1;
      remove(board_.box_at(pull.from));
    } else {
      board_.move(board_.box_at(pull.from), pull.to);
    }
    reach_.fill(board_, player);
    add(leaf.node, leaf.weight, pull);
    if (control_.due()) control_.poll(1024);
  }

  void remove(int box) {
    others_.clear();
    for (int other = 0; other < board_.boxes(); ++other) {
      if (other != box) others_.push_back(board_.cell(other));
    }
    board_.clear();
    for (const Cell cell : others_) board_.add(cell, 0);
  }

  static std::uint64_t key(int remaining, int on_targets, Connectivity connectivity) {
    const auto fewer = [](int number) { return static_cast<std::uint64_t>(0xfff - std::min(number, 0xfff)); };
    return fewer(remaining) << 48 | fewer(on_targets) << 36 | fewer(connectivity.regions) << 24 |
           fewer(connectivity.links) << 12;
  }

  struct Candidate {
    Pull pull;
    Connectivity connectivity;
    int on_targets;
    int length;
  };

  // Adds the pulls of the position on board_ to the open list.
  void expand(Id id) {
    candidates_.clear();
    const int on_targets =
        static_cast<int>(std::ranges::count_if(level_.targets(), [&](Cell target) { return board_.has_box(target); }));
    const Connectivity now = connectivity_.measure(board_);
    const std::vector<char>& group = sinks_.group(board_, reach_, used_);
    sinks_.match(board_, used_);
    const bool can_remove = std::ranges::any_of(group, [](char in) { return in != 0; });
    if (can_remove) add_removals(group, on_targets);
    const bool removes = !candidates_.empty();
    if (!removes) add_pulls(on_targets);

    const std::uint64_t cell_key = key(board_.boxes(), on_targets, now);
    const std::uint32_t cell = open_.enter(cell_key, cell_key);
    const std::array<int, 3> free = removes ? std::array{best_removal(), -1, -1} : best_pulls(now);
    const std::uint32_t weight = nodes_[id].weight;
    for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
      const Candidate& candidate = candidates_[i];
      const bool is_free = std::ranges::find(free, i) != free.end();
      const std::uint64_t score = key(board_.boxes() - removes, candidate.on_targets, candidate.connectivity) +
                                  static_cast<std::uint64_t>(std::min(candidate.length, 0xfff));
      open_.add(cell, id, weight + !is_free, score, candidate.pull);
    }
  }

  // One removal for every box whose removal leaves the other boxes matched with the other sinks.
  void add_removals(const std::vector<char>& group, int on_targets) {
    const int boxes = board_.boxes();
    for (int box = 0; box < boxes; ++box) {
      const Cell home = board_.cell(box);
      tour_.find(board_, box, reach_);
      const Tour::Stop* found = nullptr;
      for (const Tour::Stop& stop : tour_.stops()) {
        ++control_.generated;
        const int sink = sinks_.number(stop.cell);
        if (stop.parent < 0 || sink < 0 || !group[sink]) continue;
        if (stop.length < static_cast<int>(level_.tuning().removal_pulls) &&
            rooms_.room(stop.cell) == rooms_.room(home))
          continue;
        if (!found ||
            (options_.sink == SinkChoice::farthest ? stop.length > found->length : stop.length < found->length)) {
          found = &stop;
        }
      }
      if (!found) continue;
      sinks_.lift(box);
      if (!sinks_.match_without(sinks_.number(found->cell))) continue;
      connectivity_.lift(board_, box);
      candidates_.push_back({{home, found->cell, found->side, true},
                             connectivity_.lifted(),
                             on_targets - level_.is_target(home),
                             found->length});
    }
  }

  void add_pulls(int on_targets) {
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell home = board_.cell(box);
      tour_.find(board_, box, reach_);
      if (tour_.stops().size() == 1) continue;
      control_.poll_clock();
      connectivity_.lift(board_, box);
      sinks_.lift(box);
      for (const Tour::Stop& stop : tour_.stops()) {
        ++control_.generated;
        if (stop.parent < 0 || stop.cell == home || !sinks_.match_with(stop.cell)) continue;
        const int then = on_targets - level_.is_target(home) + level_.is_target(stop.cell);
        candidates_.push_back(
            {{home, stop.cell, stop.side, false}, connectivity_.drop(stop.cell, tour_.sides()), then, stop.length});
      }
    }
  }

  // The first of the allowed candidates by `order`, or -1.
  template <class Allowed, class Order>
  int first_by(Allowed&& allowed, Order&& order) const {
    int best = -1;
    for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
      if (allowed(candidates_[i]) && (best < 0 || order(candidates_[i]) < order(candidates_[best]))) best = i;
    }
    return best;
  }

  bool is_hole(Cell cell) const { return std::ranges::count(level_.next(cell), level_.outside()) >= 3; }

  int weighted_length(const Candidate& candidate) const {
    return options_.weights.empty() ? candidate.length : options_.weights[candidate.pull.from] * candidate.length;
  }

  int best_removal() const {
    const int sign = options_.sink == SinkChoice::farthest ? -1 : 1;
    return first_by([](const Candidate&) { return true; },
                    [&](const Candidate& candidate) {
                      const Cell home = candidate.pull.from;
                      return std::tuple(level_.is_target(home), is_hole(home), candidate.connectivity.regions,
                                        sign * weighted_length(candidate));
                    });
  }

  std::array<int, 3> best_pulls(Connectivity now) const {
    const auto leaves_target = [&](const Candidate& candidate) {
      return level_.is_target(candidate.pull.from) && !level_.is_target(candidate.pull.to) &&
             candidate.connectivity.regions <= now.regions && candidate.connectivity.links <= now.links;
    };
    const auto keyed = [](const Candidate& candidate) { return std::tuple(candidate.on_targets, -candidate.length); };
    return {first_by(leaves_target, [](const Candidate& candidate) { return -candidate.length; }),
            first_by([&](const Candidate& candidate) { return candidate.connectivity.regions < now.regions; },
                     [&](const Candidate& candidate) {
                       return std::pair(candidate.connectivity.regions, keyed(candidate));
                     }),
            first_by(
                [&](const Candidate& candidate) { return candidate.connectivity.links < now.links; },
                [&](const Candidate& candidate) { return std::pair(candidate.connectivity.links, keyed(candidate)); })};
  }

  const Level& level_;
  Rooms& rooms_;
  const PackingOptions& options_;
  Control& control_;
  int targets_;
  Sinks sinks_;
  ConnectivityTracker connectivity_;
  Board board_;
  Reach reach_;
  Tour tour_;
  Positions positions_;
  Leaves open_;
  std::vector<Cell> row_, used_, others_;
  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_;
  Id best_ = 0;
};

// Boxes that could not be removed come first, in any order, each straight to its final cell.
std::vector<PackingStep> PackingOrderSearch::steps() {
  std::vector<PackingStep> steps;
  const bool stuck = nodes_[best_].remaining == targets_;  // nothing was removed: to park boxes is no plan
  if (!stuck) {
    const Cell* row = positions_[best_];
    for (int i = 0; i < nodes_[best_].remaining; ++i) steps.push_back({row[i], nothing()});
    for (Id id = best_; nodes_[id].parent != none; id = nodes_[id].parent) {
      const Pull pull = nodes_[id].pull;
      const Cell from = pull.removes ? nothing() : pull.to;
      // Joins consecutive moves of one box.
      if (!steps.empty() && from != nothing() && steps.back().to == from) {
        steps.back().to = pull.from;
      } else {
        steps.push_back({pull.from, from});
      }
    }
    return steps;
  }
  for (const Cell target : level_.targets()) steps.push_back({target, nothing()});
  return steps;
}

}  // namespace

std::vector<PackingStep> find_packing_order(const Level& level, Rooms& rooms, const std::vector<Cell>& cells,
                                            const PackingOptions& options, double deadline, Control& control) {
  PackingOrderSearch unpacking(level, rooms, cells, options, control);
  unpacking.run(deadline);
  return unpacking.steps();
}

}  // namespace budge::sokoban
