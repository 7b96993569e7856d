// A plan becomes cheaper by way of positions near it (see vicinity.cpp): near at first, then, when nothing more is
// gained, twice as many of them. What that comes to depends on where it begins. So plans of other shapes, as feature
// space search finds them with other wishes, are improved as well, and whenever more positions are looked at, the worst
// of the plans is given up. The best one is given other ends, too: from positions on the way, feature space search
// looks for a plan of few pushes, as if the level began there.
//
// In turns with that A* on the whole level proves how much any plan costs at least: for as many nodes, but for few of
// them while there is still much to gain. So the best plan is known ever more closely from both sides, and where they
// meet it is optimal.
#include "sokoban/any/improve.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sokoban/any/fess.hpp"
#include "sokoban/any/vicinity.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/solve.hpp"

namespace budge::sokoban {

namespace {

class Improvement {
 public:
  Improvement(const Puzzle& puzzle, const Level& level, Metric metric, std::vector<int>& plan, Control& control)
      : puzzle_(puzzle), level_(level), metric_(metric), plan_(plan), control_(control) {
    plans_.push_back(improvable(plan));
    offer(plans_.front());
  }

  // Until the plan is proven optimal, or memory suffices for nothing more.
  void run() {
    if (is_proven()) return;
    vicinity_.emplace(level_, metric_, control_);
    raise_bound();
    while (!is_proven() && !is_widest_) improve();
  }

 private:
  bool is_proven() const { return control_.best_cost <= control_.lower_bound; }

  // A* takes turns with looking nearby, until the plan is proven optimal or the memory given to A* is full.
  void raise_bound() {
    const Limits& all = control_.limits();
    Limits limits;
    limits.nodes = all.nodes - std::min(all.nodes, control_.generated);
    limits.memory = std::min((all.memory - std::min(all.memory, control_.bytes())) / 4 * 3, most_bytes);
    Control inner(limits);
    inner.tick = [this](const Control&) {
      try {
        control_.poll();
        return true;
      } catch (const Stopped&) {
        return false;
      }
    };
    std::uint64_t next = 0;
    Told told;
    const auto take_turn = [&](Cost) -> std::optional<search::Solution> {
      if (inner.generated < next && inner.lower_bound < control_.best_cost) return std::nullopt;
      tell(inner, told);
      control_.poll();
      const std::uint64_t before = control_.generated;
      const bool gained = !is_proven() && !is_widest_ && improve();
      const std::uint64_t taken = control_.generated - before, left = all.nodes - std::min(all.nodes, before + taken);
      next = inner.generated + std::min(is_widest_ ? few_nodes : gained ? taken / small_share : taken, left);
      if (!is_proven()) return std::nullopt;
      return search::Solution{search::Status::optimal, Stop::none, plan_, {}};
    };
    const search::Solution found =
        solve(puzzle_, metric_, Heuristic::matching, {search::Algorithm::astar, {}, 1, false}, inner, {}, take_turn);
    tell(inner, told);
    control_.release(told.bytes);
    if (found.status == search::Status::optimal) offer(improvable(found.plan));
    control_.poll();
  }

  // What A* has done and proven by now counts for all.
  struct Told {
    std::uint64_t expanded = 0, generated = 0, bytes = 0;
  };
  void tell(const Control& inner, Told& told) {
    control_.lower_bound = std::max(control_.lower_bound, inner.lower_bound);
    control_.expanded += inner.expanded - told.expanded;
    control_.generated += inner.generated - told.generated;
    control_.release(told.bytes);
    control_.charge(inner.bytes());
    told = {inner.expanded, inner.generated, inner.bytes()};
  }

  struct Improvable {
    std::vector<int> plan;
    std::int64_t cost = 0;
    int elsewhere = 1;    // boxes, in the next search
    int searched = 0;     // with so many of them elsewhere there is no cheaper plan
    bool gained = false;  // by searches as wide as now
  };

  // One step: a search near one of the plans, or for another plan. True if one has become cheaper.
  bool improve() {
    if (now_ == plans_.size()) {
      if (wants_ends()) return find_end(++ends_);
      if (next_start_ < starts.size()) {
        const bool found = find_plan(starts[next_start_++]);
        has_ends_ |= found && next_start_ < thrifty;
        if (!found && next_start_ < thrifty) next_start_ = thrifty;  // the next are harder to find
        return false;
      }
      begin_wider_searches();
      if (is_widest_) return false;
    }
    return look_nearby(plans_[now_]);
  }

  // True if the best plan is to be given other ends, or more of them: where plans of few pushes are found, once a plan.
  bool wants_ends() {
    if (next_start_ < thrifty || !has_ends_) return false;
    if (ends_ == cuts && given_ends_ != plan_) {
      given_ends_ = plan_;
      ends_ = 0;
    }
    return ends_ < cuts;
  }

  // Searches with more and more boxes elsewhere follow one another, and again while they gain. If one of them leaves
  // nothing out, those with fewer boxes elsewhere are a part of it.
  bool look_nearby(Improvable& now) {
    const Vicinity::Found found = vicinity_->search(now.plan, {now.elsewhere, width_});
    if (!found.plan.empty()) {
      const int elsewhere = now.elsewhere;
      now = improvable(found.plan);
      now.elsewhere = elsewhere;
      now.gained = true;
      offer(now);
      control_.check();
      return true;
    }
    control_.check();
    if (found.end == Vicinity::End::cut_short) most_width_ = std::max(1, width_ / 2);
    if (found.end == Vicinity::End::searched) now.searched = now.elsewhere;
    if (now.searched == level_.boxes()) {
      control_.lower_bound = control_.best_cost;  // it was looked for everywhere
    } else if (now.elsewhere < std::min(now.searched + together, level_.boxes())) {
      ++now.elsewhere;
    } else {
      now.elsewhere = now.searched + 1;
      if (!std::exchange(now.gained, false)) ++now_;
    }
    return false;
  }

  void begin_wider_searches() {
    is_widest_ = width_ >= most_width_;
    width_ = std::min(2 * width_, most_width_);
    std::ranges::stable_sort(plans_, {}, &Improvable::cost);
    const auto same = std::ranges::unique(plans_, {}, &Improvable::plan);
    plans_.erase(same.begin(), same.end());
    if (plans_.size() > 1) plans_.resize(std::min(plans_.size() - 1, most_plans));
    now_ = 0;
  }

  // Another plan, if that takes few nodes. True if there is one.
  bool find_plan(FessOptions options) {
    const Stage stage = control_.stage;
    options.plan_until = control_.seconds() + 1;
    if (!deadlocks_) deadlocks_.emplace(level_, control_);
    try {
      const auto found = FeatureSpaceSearch(level_, options, *deadlocks_, control_).go_on(few_nodes);
      control_.stage = stage;
      if (!found || found->plan.empty()) return false;
      Improvable other = improvable(found->plan);
      const auto is_same = [&](const Improvable& plan) { return plan.plan == other.plan; };
      if (std::ranges::any_of(plans_, is_same)) return true;
      offer(other);
      plans_.push_back(std::move(other));
      return true;
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      return false;
    }
  }

  // The best plan up to one of its positions, and from there on another way, if that takes few nodes and is cheaper.
  bool find_end(std::size_t cut) {
    const Stage stage = control_.stage;
    std::vector<int> plan(plan_.begin(), plan_.begin() + static_cast<std::ptrdiff_t>(plan_.size() * cut / (cuts + 1)));
    Puzzle rest = puzzle_;
    Level::Cell at = level_.players().front();
    for (const int direction : plan) {
      at = level_.next(at, direction);
      const auto box = std::ranges::find(rest.boxes, level_.grid(at));
      if (box != rest.boxes.end()) *box = level_.grid(level_.next(at, direction));
    }
    rest.players.front() = level_.grid(at);
    FessOptions options{.sink = Sink::nearest, .price = Price::two_detours};
    options.plan_until = control_.seconds() + 1;
    try {
      const Level level(rest, &control_);
      Deadlocks deadlocks(level, control_);
      const auto found = FeatureSpaceSearch(level, options, deadlocks, control_).go_on(few_nodes / 4);
      control_.stage = stage;
      if (!found || found->plan.empty()) return false;
      plan.insert(plan.end(), found->plan.begin(), found->plan.end());
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      return false;
    }
    const Improvable other = improvable(plan);
    if (other.cost >= control_.best_cost) return false;
    offer(other);
    plans_.push_back(other);
    return true;
  }

  // A plan with the shortest walks between its pushes.
  Improvable improvable(const std::vector<int>& plan) const {
    Board board(level_);
    for (int box = 0; box < level_.boxes(); ++box) board.add(level_.start()[box], level_.kind(box));
    Walk walk(level_);
    Level::Cell player = level_.players().front(), at = player;
    Improvable result;
    std::uint32_t pushes = 0;
    for (const int direction : plan) {
      const Level::Cell from = std::exchange(at, level_.next(at, direction));
      if (!board.has_box(at)) continue;
      walk.fill(board, player);
      const std::vector<int> way = walk.way(from);
      result.plan.insert(result.plan.end(), way.begin(), way.end());
      result.plan.push_back(direction);
      board.move(board.box_at(at), level_.next(at, direction));
      player = at;
      ++pushes;
    }
    result.cost = coded(metric_, cost(metric_, pushes, static_cast<std::uint32_t>(result.plan.size())));
    return result;
  }

  // Takes a plan for the best one if it is cheaper, or as cheap and of fewer steps.
  void offer(const Improvable& other) {
    const std::pair now{control_.best_cost, plan_.size()}, then{other.cost, other.plan.size()};
    if (control_.best_cost >= 0 && then >= now) return;
    plan_ = other.plan;
    control_.note_plan(other.cost);
  }

  // First some of few pushes, each time fewer.
  static constexpr std::size_t thrifty = 3;
  static constexpr std::array<FessOptions, thrifty + 4> starts{
      {{.sink = Sink::nearest, .price = Price::five_detours},
       {.sink = Sink::nearest, .price = Price::three_detours},
       {.sink = Sink::nearest, .price = Price::two_detours},
       {.offered = Offered::all},
       {.sink = Sink::nearest},
       {.parking = Parking::anywhere, .offered = Offered::all},
       {.sink = Sink::nearest, .price = Price::from_start, .offered = Offered::all}}};
  static constexpr std::size_t cuts = 7;        // where another end is looked for
  static constexpr std::size_t most_plans = 4;  // that are improved beyond what the first searches gain
  static constexpr std::uint64_t few_nodes = 1 << 19;
  static constexpr std::uint64_t most_bytes = 1'500'000'000;  // for A*
  static constexpr int together = 4;               // numbers of boxes elsewhere that are tried one after another
  static constexpr std::uint64_t small_share = 8;  // of the nodes: one in so many

  const Puzzle& puzzle_;
  const Level& level_;
  Metric metric_;
  std::vector<int>& plan_;  // the best
  Control& control_;
  std::optional<Vicinity> vicinity_;
  std::optional<Deadlocks> deadlocks_;
  std::vector<Improvable> plans_;
  std::size_t now_ = 0, next_start_ = 0;
  bool has_ends_ = false;        // plans of few pushes are easy to find
  std::size_t ends_ = cuts;      // that were looked for
  std::vector<int> given_ends_;  // the plan that they are for
  int width_ = 4, most_width_ = 1 << 24;
  bool is_widest_ = false;  // and nothing more was gained
};

}  // namespace

Stop improve(const Puzzle& puzzle, const Level& level, Metric metric, bool go_on, std::vector<int>& plan,
             Control& control) {
  try {
    Improvement improvement(puzzle, level, metric, plan, control);
    if (go_on) improvement.run();
    return Stop::none;
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
}

}  // namespace budge::sokoban
