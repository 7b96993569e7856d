#include "sokoban/any/unpacking.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "sokoban/any/cut.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;
using Id = Positions::Id;

// One box is pulled to a cell, the player on a side of it; and if that is a sink, it vanishes there.
struct Pull {
  Cell from, to;
  std::uint8_t side;
  bool vanishes;
};

class Unpacking {
 public:
  Unpacking(const Level& level, Rooms& rooms, const std::vector<Cell>& cells, const PackingWish& wish, Control& control)
      : level_(level),
        rooms_(rooms),
        wish_(wish),
        control_(control),
        slots_(static_cast<int>(level.targets().size())),
        sinks_(level, cells),
        cuts_(level, rooms),
        board_(level),
        reach_(level),
        tour_(level, Motion::pull),
        positions_(slots_ + 1 + sinks_.count(), control),
        open_(control),
        row_(slots_ + 1 + sinks_.count()) {}

  void run(double until) {
    control_.stage = {"planning an order of targets", 0, slots_};
    add_ends();
    while (nodes_[best_].left > 0 && positions_.size() < level_.tuning().packing_positions &&
           control_.seconds() < until) {
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
    int left;
  };

  Cell nothing() const { return level_.outside(); }

  // The player may end in any part of the floor.
  void add_ends() {
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

  // A row: the boxes left in order, the player, and which sinks are used.
  void add(Id parent, std::uint32_t weight, Pull pull) {
    std::fill(row_.begin(), row_.end(), nothing());
    for (int box = 0; box < board_.boxes(); ++box) row_[box] = board_.cell(box);
    std::sort(row_.begin(), row_.begin() + slots_);
    row_[slots_] = reach_.first();
    std::copy(used_.begin(), used_.end(), row_.begin() + slots_ + 1);
    const auto [id, fresh] = positions_.insert(row_.data());
    if (!fresh) return;
    nodes_.push_back({parent, weight, pull, board_.boxes()});
    ++control_.expanded;
    if (board_.boxes() < nodes_[best_].left) best_ = id;
    control_.stage.done = slots_ - nodes_[best_].left;
    if (board_.boxes() > 0) offer(id);
  }

  void load(Id id) {
    const Cell* row = positions_[id];
    board_.clear();
    for (int i = 0; i < slots_ && row[i] != nothing(); ++i) board_.add(row[i], 0);
    reach_.fill(board_, row[slots_]);
    used_.assign(row + slots_ + 1, row + row_.size());
  }

  void make(const Leaves::Leaf& leaf) {
    load(leaf.node);
    const Pull pull = leaf.move;
    const Cell player = level_.next(pull.to, pull.side);
    if (pull.vanishes) {
      used_[sinks_.number(pull.to)] = 1;
      take_away(board_.box_at(pull.from));
    } else {
      board_.move(board_.box_at(pull.from), pull.to);
    }
    reach_.fill(board_, player);
    add(leaf.node, leaf.weight, pull);
    if (control_.due()) control_.poll(1024);
  }

  void take_away(int box) {
    left_.clear();
    for (int other = 0; other < board_.boxes(); ++other) {
      if (other != box) left_.push_back(board_.cell(other));
    }
    board_.clear();
    for (const Cell cell : left_) board_.add(cell, 0);
  }

  static std::uint64_t key(int left, int on_targets, Cut cut) {
    const auto few = [](int number) { return static_cast<std::uint64_t>(0xfff - std::min(number, 0xfff)); };
    return few(left) << 48 | few(on_targets) << 36 | few(cut.regions) << 24 | few(cut.links) << 12;
  }

  struct Offer {
    Pull pull;
    Cut cut;
    int on_targets;
    int length;
  };

  // All that can be done from the position on the board.
  void offer(Id id) {
    offers_.clear();
    const int on_targets =
        static_cast<int>(std::ranges::count_if(level_.targets(), [&](Cell target) { return board_.has_box(target); }));
    const Cut now = cuts_.of(board_);
    const std::vector<char>& group = sinks_.group(board_, reach_, used_);
    sinks_.match(board_, used_);
    const bool may_remove = std::ranges::any_of(group, [](char in) { return in != 0; });
    if (may_remove) offer_removals(group, on_targets);
    const bool removes = !offers_.empty();
    if (!removes) offer_pulls(on_targets);

    const std::uint64_t cell_key = key(board_.boxes(), on_targets, now);
    const std::uint32_t cell = open_.enter(cell_key, cell_key);
    const std::array<int, 3> free = removes ? std::array{best_removal(), -1, -1} : best_pulls(now);
    const std::uint32_t weight = nodes_[id].weight;
    for (int i = 0; i < static_cast<int>(offers_.size()); ++i) {
      const Offer& offer = offers_[i];
      const bool is_free = std::ranges::find(free, i) != free.end();
      const std::uint64_t score = key(board_.boxes() - removes, offer.on_targets, offer.cut) +
                                  static_cast<std::uint64_t>(std::min(offer.length, 0xfff));
      open_.add(cell, id, weight + !is_free, score, offer.pull);
    }
  }

  // One for every box that can be taken away so that those left can come from the sinks left.
  void offer_removals(const std::vector<char>& group, int on_targets) {
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
        if (!found || (wish_.sink == Sink::farthest ? stop.length > found->length : stop.length < found->length)) {
          found = &stop;
        }
      }
      if (!found) continue;
      sinks_.lift(box);
      if (!sinks_.match_without(sinks_.number(found->cell))) continue;
      cuts_.lift(board_, box);
      offers_.push_back(
          {{home, found->cell, found->side, true}, cuts_.lifted(), on_targets - level_.is_target(home), found->length});
    }
  }

  void offer_pulls(int on_targets) {
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell home = board_.cell(box);
      tour_.find(board_, box, reach_);
      if (tour_.stops().size() == 1) continue;
      control_.poll_clock();
      cuts_.lift(board_, box);
      sinks_.lift(box);
      for (const Tour::Stop& stop : tour_.stops()) {
        ++control_.generated;
        if (stop.parent < 0 || stop.cell == home || !sinks_.match_with(stop.cell)) continue;
        const int then = on_targets - level_.is_target(home) + level_.is_target(stop.cell);
        offers_.push_back(
            {{home, stop.cell, stop.side, false}, cuts_.drop(stop.cell, tour_.sides()), then, stop.length});
      }
    }
  }

  // Least by what `order` says, or -1 if nothing is allowed.
  template <class Allowed, class Order>
  int least(Allowed&& allowed, Order&& order) const {
    int best = -1;
    for (int i = 0; i < static_cast<int>(offers_.size()); ++i) {
      if (allowed(offers_[i]) && (best < 0 || order(offers_[i]) < order(offers_[best]))) best = i;
    }
    return best;
  }

  bool is_hole(Cell cell) const { return std::ranges::count(level_.next(cell), level_.outside()) >= 3; }

  // The pulls that it takes.
  int weighed(const Offer& offer) const {
    return wish_.weights.empty() ? offer.length : wish_.weights[offer.pull.from] * offer.length;
  }

  int best_removal() const {
    const int sign = wish_.sink == Sink::farthest ? -1 : 1;
    return least([](const Offer&) { return true; },
                 [&](const Offer& offer) {
                   const Cell home = offer.pull.from;
                   return std::tuple(level_.is_target(home), is_hole(home), offer.cut.regions, sign * weighed(offer));
                 });
  }

  std::array<int, 3> best_pulls(Cut now) const {
    const auto leaves_target = [&](const Offer& offer) {
      return level_.is_target(offer.pull.from) && !level_.is_target(offer.pull.to) &&
             offer.cut.regions <= now.regions && offer.cut.links <= now.links;
    };
    const auto keyed = [](const Offer& offer) { return std::tuple(offer.on_targets, -offer.length); };
    return {least(leaves_target, [](const Offer& offer) { return -offer.length; }),
            least([&](const Offer& offer) { return offer.cut.regions < now.regions; },
                  [&](const Offer& offer) { return std::pair(offer.cut.regions, keyed(offer)); }),
            least([&](const Offer& offer) { return offer.cut.links < now.links; },
                  [&](const Offer& offer) { return std::pair(offer.cut.links, keyed(offer)); })};
  }

  const Level& level_;
  Rooms& rooms_;
  const PackingWish& wish_;
  Control& control_;
  int slots_;
  Sinks sinks_;
  Cuts cuts_;
  Board board_;
  Reach reach_;
  Tour tour_;
  Positions positions_;
  Leaves open_;
  std::vector<Cell> row_, used_, left_;
  std::vector<Node> nodes_;
  std::vector<Offer> offers_;
  Id best_ = 0;
};

// What could not be taken away comes first, in any order, and at once to where it is to stay.
std::vector<PackingStep> Unpacking::steps() {
  std::vector<PackingStep> steps;
  const bool stuck = nodes_[best_].left == slots_;  // boxes are only parked: that is no plan
  if (!stuck) {
    const Cell* row = positions_[best_];
    for (int i = 0; i < nodes_[best_].left; ++i) steps.push_back({row[i], nothing()});
    for (Id id = best_; nodes_[id].parent != none; id = nodes_[id].parent) {
      const Pull pull = nodes_[id].pull;
      const Cell from = pull.vanishes ? nothing() : pull.to;
      // Moves of one box that follow each other are one.
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

std::vector<PackingStep> unpack(const Level& level, Rooms& rooms, const std::vector<Cell>& cells,
                                const PackingWish& wish, double until, Control& control) {
  Unpacking unpacking(level, rooms, cells, wish, control);
  unpacking.run(until);
  return unpacking.steps();
}

}  // namespace budge::sokoban
