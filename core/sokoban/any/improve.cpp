// A plan becomes cheaper by way of positions near it (see vicinity.cpp): near at first, then, when nothing more is
// gained, twice as many of them. What that comes to depends on where it begins. So in turns with that the best plan is
// varied (see variations.cpp), and each variation made cheaper by way of the positions nearest to it. Variations have
// twice as many positions as searches near plans while they gain, and fewer when they have long gained nothing.
//
// In turns with both it is proven how much any plan costs at least: by A* on the whole level, and by what boxes must
// lose near the targets and elsewhere (see bounds/zones.hpp). Whichever of these has proven more has more of the turn.
// They have more positions where little is left between the best plan and what is proven, fewer while there is more to
// gain from above. So the best plan is known ever more closely from both sides, and where they meet it is optimal.
#include "sokoban/any/improve.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "sokoban/any/variations.hpp"
#include "sokoban/any/vicinity.hpp"
#include "sokoban/bounds/zones.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/solve.hpp"
#include "support/mix.hpp"

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
    if (can_search_zones()) zones_.emplace(level_, level_.placement(), control_);
    search_zones(first_positions);
    if (is_proven()) return;
    raise_bound();
    while (!is_proven() && !is_widest_) {
      const std::uint64_t before = control_.expanded;
      improve();
      search_zones(control_.expanded - before);
    }
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
    std::uint64_t next = 0, last = 0;  // positions expanded, and nodes that may be generated, until the next turn
    Told told;
    const auto take_turn = [&](Cost) -> std::optional<search::Solution> {
      if (inner.expanded < next && inner.generated < last && inner.lower_bound < control_.best_cost)
        return std::nullopt;
      tell(inner, told);
      control_.poll();
      const std::uint64_t before = control_.expanded;
      const std::int64_t best = control_.best_cost;
      const bool gained = !is_proven() && !is_widest_ && improve();
      const std::uint64_t taken = control_.expanded - before;
      above_ += taken;
      if (control_.best_cost < best) gained_at_ = above_;
      const std::uint64_t share = is_widest_ ? few_positions : gained ? taken / small_share : for_proof(taken, inner);
      const bool zones_lead = control_.lower_bound > inner.lower_bound;
      next = inner.expanded + (zones_lead ? share / behind : share);
      search_zones(zones_lead ? share : share / behind);
      last = inner.generated + all.nodes - std::min(all.nodes, control_.generated);
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

  // Positions that the proof has next, when searches from above have taken so many and gained nothing: more where
  // little is left between the best plan and what is proven, for that is then mostly the proof; few while plans still
  // become cheaper, or where long nothing more has been proven.
  std::uint64_t for_proof(std::uint64_t taken, const Control& inner) {
    const std::uint64_t below = inner.expanded + by_zones_;
    if (control_.lower_bound > proven_) {
      proven_ = control_.lower_bound;
      proven_at_ = below;
    }
    if (control_.best_cost - control_.lower_bound <= control_.lower_bound / near) return 3 * taken;
    const bool gains = above_ <= 2 * gained_at_, is_stuck = below > few_positions + 4 * proven_at_;
    return gains || is_stuck ? 2 * taken / small_share : taken;
  }

  bool can_search_zones() const {
    const bool counts_pushes = metric_ == Metric::pushes || metric_ == Metric::pushes_then_moves;
    return counts_pushes && level_.kinds() == 1 && level_.spare() == 0;
  }

  // A search takes as long as it takes; the next then waits until it is paid.
  void search_zones(std::uint64_t positions) {
    due_to_zones_ += static_cast<std::int64_t>(positions);
    try {
      while (zones_ && due_to_zones_ > 0 && !is_proven()) {
        const std::uint64_t before = control_.expanded;
        if (!zones_->go_on()) zones_.reset();
        const std::uint64_t taken = control_.expanded - before;
        by_zones_ += taken;
        due_to_zones_ -= static_cast<std::int64_t>(taken);
        if (!zones_) return;
        const int pushes = zones_->pushes();
        const Cost least = cost(metric_, Bounds{pushes, pushes});
        control_.lower_bound = std::max(control_.lower_bound, coded(metric_, least));
      }
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      zones_.reset();
    }
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
    int pushes = 0;
    int elsewhere = 1;    // boxes, in the next search
    int searched = 0;     // with so many of them elsewhere there is no cheaper plan
    bool gained = false;  // by searches as wide as now
  };

  // One step: a search near one of the plans, or another plan. True if the best one, or the one looked at, has become
  // cheaper.
  bool improve() {
    if (now_ == plans_.size()) {
      if (may_vary()) return vary();
      begin_wider_searches();
      if (is_widest_) return false;
    }
    const std::uint64_t before = control_.expanded;
    const bool gained = look_nearby(plans_[now_]);
    credit_ += static_cast<std::int64_t>((control_.expanded - before) * worth_of_variations() / 8);
    return gained;
  }

  bool may_vary() const { return has_variations_ && credit_ >= 0; }

  // In eighths of what searches near plans are worth: as many positions may be expanded for their sake.
  std::uint64_t worth_of_variations() const {
    if (variations_ && variations_->in_vain()) return 1;
    return vain_ < 16 ? 16 : vain_ < 64 ? 8 : 4;
  }

  // Tries a variation of the best plan, or of the last that was as good. What gains is free.
  bool vary() {
    const std::uint64_t before = control_.expanded;
    const Stage stage = control_.stage;
    std::vector<int> plan;
    try {
      if (!variations_) variations_.emplace(level_, control_);
      plan = variations_->next(base_.plan, base_.pushes + base_.pushes / slack);
    } catch (const Stopped& stopped) {
      if (stopped.reason != Stop::memory) throw;
      has_variations_ = false;
    }
    control_.stage = stage;
    const bool gained = !plan.empty() && take(improvable(plan));
    vain_ = gained ? 0 : vain_ + 1;
    if (!gained) credit_ -= static_cast<std::int64_t>(control_.expanded - before);
    return gained;
  }

  // Climbs from a variation, unless it was met before. True if it becomes the best plan.
  bool take(Improvable other) {
    if (!met_.insert(hash(other.plan)).second) return false;
    const std::int64_t best = control_.best_cost;
    other = climb(std::move(other));
    const bool gained = other.cost < best;
    if (gained) variations_->praise();
    if (other.cost <= best) {
      base_ = other;
      variations_->accept();
    }
    const auto is_same = [&](const Improvable& plan) { return plan.plan == other.plan; };
    if ((gained || plans_.size() < most_plans) && std::ranges::none_of(plans_, is_same)) plans_.push_back(other);
    return gained;
  }

  static std::uint64_t hash(const std::vector<int>& plan) {
    std::uint64_t hash = plan.size();
    for (const int direction : plan) hash = mix(hash * Level::directions + direction);
    return hash;
  }

  // As cheap as a plan becomes by searches of the least width.
  Improvable climb(Improvable now) {
    offer(now);
    for (int boxes = 1; boxes <= std::min(together, level_.boxes());) {
      const Vicinity::Found found = vicinity_->search(now.plan, {boxes, least_width});
      if (found.plan.empty()) {
        ++boxes;
      } else {
        now = improvable(found.plan);
        offer(now);
      }
      control_.check();
      if (boxes > 2 && now.cost > control_.best_cost + control_.best_cost / far) break;
    }
    return now;
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
    result.pushes = static_cast<int>(pushes);
    result.cost = coded(metric_, cost(metric_, pushes, static_cast<std::uint32_t>(result.plan.size())));
    return result;
  }

  // Takes a plan for the best one if it is cheaper, or as cheap and of fewer steps.
  void offer(const Improvable& other) {
    const std::pair now{control_.best_cost, plan_.size()}, then{other.cost, other.plan.size()};
    if (control_.best_cost >= 0 && then >= now) return;
    plan_ = other.plan;
    base_ = other;
    control_.note_plan(other.cost);
  }

  static constexpr std::size_t most_plans = 2;               // that are looked at more widely
  static constexpr std::uint64_t few_positions = 1 << 16;    // of A*
  static constexpr std::uint64_t first_positions = 1 << 14;  // in zones
  static constexpr int near = 25;   // the best plan is not beyond what is proven by more than one in so many pushes
  static constexpr int far = 50;    // a plan is beyond the best one by more than one in so many
  static constexpr int slack = 20;  // of the pushes of a plan: one in so many more is a variation worth a look
  static constexpr int least_width = 4;
  static constexpr std::uint64_t most_bytes = 1'500'000'000;  // for A*
  static constexpr int together = 4;               // numbers of boxes elsewhere that are tried one after another
  static constexpr std::uint64_t small_share = 8;  // of the positions: one in so many
  static constexpr std::uint64_t behind = 4;       // likewise, for what has proven less

  const Puzzle& puzzle_;
  const Level& level_;
  Metric metric_;
  std::vector<int>& plan_;  // the best
  Control& control_;
  std::optional<Vicinity> vicinity_;
  std::optional<Variations> variations_;
  std::optional<Zones> zones_;  // while they may prove more
  std::vector<Improvable> plans_;
  Improvable base_;             // what is varied
  bool has_variations_ = true;  // until they find no memory
  std::size_t now_ = 0;
  std::int64_t credit_ = 0;                  // positions that may be expanded for variations
  std::uint64_t vain_ = 0;                   // variations since one gained
  std::set<std::uint64_t> met_;              // variations, by hash
  std::uint64_t above_ = 0, gained_at_ = 0;  // positions expanded in turns with A*, and until the last gain
  std::int64_t proven_ = 0;
  std::uint64_t proven_at_ = 0;    // after so many positions of A* and in zones
  std::int64_t due_to_zones_ = 0;  // positions
  std::uint64_t by_zones_ = 0;     // likewise, done
  int width_ = least_width, most_width_ = 1 << 24;
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
