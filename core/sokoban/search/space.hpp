// The push space of Sokoban: the successors of a state, their costs, and lower bounds on the cost to a goal. A
// StateSpace (see search/space.hpp).
//
// An edge is one push with the walk to it, or several pushes if the box is in a tunnel. If only pushes count, a state
// is the boxes and the region of the player; if moves count too, it is the boxes and the cell of the player after the
// last push. Positions that are proven dead are pruned, and mirror images of a symmetric level are one state.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "search/hooks.hpp"
#include "search/record_store.hpp"
#include "search/result.hpp"
#include "search/shard.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/deadlocks/cluster_proof.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/corral_proof.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/deadlocks/tunnel.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "sokoban/rules/state.hpp"

namespace budge::sokoban {

// Called before each expansion of A*, with the lower bound that A* has proven: lets other searches of the level take
// their turns, and returns the answer that ends all of them, if one has found it.
using PollPortfolio = std::function<std::optional<search::Result<int>>(Cost lower_bound)>;

template <int Words>
class PushSpace {
 public:
  using State = PackedState<Words>;
  using Op = int;  // a direction
  using Cost = sokoban::Cost;
  using Store = search::RecordStore<State, Cost, PushSpace>;
  using Cell = Level::Cell;
  static constexpr Cost infinite{PushBound::infinite, 0};
  static constexpr bool dominates = true;

  PushSpace(const Level& level, Metric metric, Heuristic heuristic, PollPortfolio poll_portfolio = {})
      : level_(level),
        metric_(metric),
        keys_(level.kinds() * level.box_cells(), level.floor() + 1),
        board_(level),
        reach_(level),
        after_(level),
        walk_(level),
        bound_(level, metric, heuristic, level.tuning().conflicts_after),
        freeze_(level),
        corrals_(level),
        pairs_(level),
        diagonal_(level),
        tunnels_(level),
        poll_portfolio_(std::move(poll_portfolio)),
        proofs_after_(level.tuning().dead_proofs_after),
        images_(level.symmetries().size() + 1) {
    for (Cell target : level.targets()) {
      if (level.kinds() == 1) goal_.flip(target);
    }
  }

  const Level& level() const { return level_; }
  Metric metric() const { return metric_; }
  std::uint64_t hash(const State& state) const { return keys_.hash(state); }
  // The boxes alone: cells of the player that dominate each other belong to one shard.
  std::uint64_t owner_hash(const State& state, std::uint64_t hash) const { return hash ^ keys_.player(state.player); }
  Cost h(const State& state) { return cost(metric_, bound(state)); }
  std::size_t rank(Cost h) const { return remaining_pushes(metric_, h); }
  std::int64_t coded(Cost cost) const { return sokoban::coded(metric_, cost); }

  State start() {
    State state;
    for (int box = 0; box < level_.boxes(); ++box) state.flip(bit(level_.start()[box], level_.kind(box)));
    state.player = level_.players().front();
    return image(state);
  }

  bool is_goal(const State& state) const {
    if (level_.kinds() == 1 && level_.spare() == 0) return state.same_boxes(goal_);
    return solves(level_, state);
  }

  // Lower bounds on the pushes and moves to come, or infinite.
  Bounds bound(const State& state) {
    if (is_goal(state)) return {0, 0};
    load(state);
    return bound_(board_, state.player);
  }

  // A slower bound that is mostly higher, for states that are about to be expanded.
  Cost lazy_h(const State& state) {
    if (counts_moves() || is_goal(state)) return {};
    load(state);
    const int pushes = bound_.strong(board_, state.player);
    return pushes >= PushBound::infinite ? infinite : cost(metric_, Bounds{pushes, pushes});
  }

  // True if the search is long: its bound may have reached the optimum, but most states with that bound are dead ends.
  bool diversify() const { return !counts_moves() && expanded_ > proofs_after_; }

  // If moves count and the sink has dominated(other, key, cost of the walk), first calls it for states that differ from
  // this one by a walk: if one call returns true, `state` is not expanded.
  template <class Sink>
  void expand(const State& state, Sink&& sink) {
    load(state);
    reflect(state);
    children_.clear();
    if (expanded_++ == proofs_after_ && level_.control()) proofs_.emplace(level_, *level_.control());
    if (counts_moves()) {
      walk_.fill(board_, state.player);
      if constexpr (search::HasDominated<std::remove_cvref_t<Sink>, PushSpace>) {
        if (is_dominated(state.player, sink)) return;
      }
      each_push([&](Cell from) { return walk_.has(from); });
    } else {
      reach_.fill(board_, state.player);
      if (proofs_ && proofs_->corral.dead(board_, reach_)) return;
      if (corrals_.find_pi_corral(board_, reach_)) {
        for (const Push push : corrals_.pushes()) try_push(push.box, push.direction);
      } else {
        each_push([&](Cell from) { return reach_.has(from); });
      }
    }
    pass_children(state.player, sink);
  }

  std::optional<search::Result<Op>> poll_portfolio(Cost lower_bound) const {
    return poll_portfolio_ ? poll_portfolio_(lower_bound) : std::nullopt;
  }

  // The representative of a state and its mirror images.
  State image(const State& state) {
    load(state);
    reflect(state);
    note_region(state.player);
    return canonical(state.player).state;
  }

  // Walks and pushes from the level's start through a sequence of states of the search.
  std::vector<int> plan(const std::vector<State>& path);

  // If moves count, the player's cell matters, not just its region.
  bool counts_moves() const { return metric_ != Metric::pushes; }

  int bit(int cell, int kind) const { return kind * level_.box_cells() + cell; }

 private:
  struct Keyed {
    State state;
    std::uint64_t key = 0;

    void shift(int from, int to, const Zobrist& keys) {
      state.flip(from);
      state.flip(to);
      key ^= keys.bit(from) ^ keys.bit(to);
    }
  };

  void load(const State& state) {
    board_.clear();
    state.each([&](int bit) { board_.add(static_cast<Cell>(bit % level_.box_cells()), bit / level_.box_cells()); });
  }

  // If moves count, the search may reach the same boxes with the player on several cells of one region. A cell is
  // dominated if the player can walk there from another one at no higher cost. True if this one is; dominated states of
  // the other cells are set aside.
  template <class Sink>
  bool is_dominated(Cell player, Sink& sink) {
    places_.clear();
    for (int box = 0; box < board_.boxes(); ++box) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell place = level_.next(board_.cell(box), Level::opposite(d));
        if (!walk_.has(place) || place == player || board_.blocked(level_.next(place, Level::opposite(d)))) continue;
        places_.push_back({canonical(place), walk_.steps(place)});
        sink.prefetch_other(places_.back().key);
      }
    }
    for (const Place& place : places_) sink.prefetch_other_entry(place.key);
    return std::ranges::any_of(places_, [&](const Place& place) {
      return sink.dominated(place.state, place.key, cost(metric_, Edge{0, place.steps}));
    });
  }

  template <class CanStand>
  void each_push(CanStand&& can_stand) {
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      for (int d = 0; d < Level::directions; ++d) {
        if (can_stand(level_.next(cell, Level::opposite(d)))) try_push(box, d);
      }
    }
  }

  // Adds the child that a push leads to, if the push is legal and freezes no box off target.
  void try_push(int box, int direction) {
    const Cell cell = board_.cell(box), next = level_.next(cell, direction);
    if (next >= level_.box_cells() || board_.blocked(next)) return;
    const auto [to, further] = counts_moves() ? Tunnels::End{next, 0} : tunnels_.end(board_, next, direction);
    if (to == level_.outside()) return;
    const Cell player = level_.next(to, Level::opposite(direction));
    board_.move(box, to);
    if (!freeze_.deadlocked(board_, to)) {
      Edge edge{1 + further, 1 + further};
      if (counts_moves()) {
        edge.moves += walk_.steps(level_.next(cell, Level::opposite(direction)));
      } else if (further == 0) {
        note_region(cell, to);
      } else {
        note_region(player);
      }
      const int kind = board_.kind(box);
      const PushBound::Step push{box, direction, edge.pushes, to, freeze_.found()};
      children_.push_back({canonical(player, bit(cell, kind), bit(to, kind)), edge, push});
    }
    board_.move(box, cell);
  }

  // The slower deadlock tests, for new states only.
  bool is_dead(const PushBound::Step& push) {
    const Cell cell = board_.cell(push.box), player = level_.next(push.to, Level::opposite(push.direction));
    board_.move(push.box, push.to);
    const bool dead = pairs_.deadlocked(board_, push.to, player) || diagonal_.deadlocked(board_, push.to, player) ||
                      (proofs_ && (proofs_->patterns.match(board_, push.to, player) ||
                                   proofs_->cluster.dead(board_, push.to, player)));
    board_.move(push.box, cell);
    return dead;
  }

  // Passes the children to the sink, after prefetching the table entries of all of them.
  template <class Sink>
  void pass_children(Cell player, Sink& sink) {
    if constexpr (search::HasPrefetch<std::remove_cvref_t<Sink>>) {
      for (const Child& child : children_) sink.prefetch(child.key);
      for (const Child& child : children_) sink.prefetch_entry(child.key);
    }
    bound_.begin();
    for (const Child& child : children_) {
      sink(child.state, child.key, cost(metric_, child.edge), search::Nothing{},
           [&] { return is_dead(child.push) ? infinite : cost(metric_, bound_.after(board_, player, child.push)); });
    }
  }

  // Finds the player's region after a push from `cell` to `to`. Mostly it is the previous one with `cell` added and
  // `to` removed: if the push opens nothing, and the free cells around `to` are connected.
  void note_region(Cell cell, Cell to) {
    const auto is_shut_out = [&](Cell side) { return reach_.shut_out().has(side); };
    changed_ = !reach_.has(to) ||
               !level_.neighbours_connected(to, [&](Cell around) { return !board_.blocked(around); }) ||
               std::ranges::any_of(level_.next(cell), is_shut_out);
    entered_ = cell;
    left_ = to;
    if (changed_) after_.fill(board_, cell);
  }

  // The first cell of that region represents it.
  Cell first() const {
    if (changed_) return after_.first();
    if (reach_.first() != left_) return std::min(entered_, reach_.first(), in_order());
    return first_image([](Cell cell) { return cell; });
  }
  template <class Image>
  Cell first_image(Image&& image) const {
    Cell first = image(entered_);
    (changed_ ? after_ : reach_).cells().each([&](Cell cell) {
      if (changed_ || cell != left_) first = std::min(first, image(cell), in_order());
    });
    return first;
  }
  auto in_order() const {
    return [this](Cell a, Cell b) { return level_.bit(a) < level_.bit(b); };
  }

  // Notes the images of a state's boxes under all symmetries.
  void reflect(const State& state) {
    for (std::size_t symmetry = 0; symmetry < images_.size(); ++symmetry) {
      Keyed& image = images_[symmetry] = {};
      state.each([&](int bit) {
        image.state.flip(seen(symmetry, bit));
        image.key ^= keys_.bit(seen(symmetry, bit));
      });
    }
  }

  // The identity comes first; levels with other symmetries have boxes of one kind, whose bits are their cells.
  int seen(std::size_t symmetry, int bit) const { return symmetry == 0 ? bit : level_.symmetries()[symmetry - 1][bit]; }

  // The smallest image of the state last reflected, with one box moved from one bit to another and the player on
  // `player`; if only the region counts, it is the one last noted.
  Keyed canonical(Cell player, int from = 0, int to = 0) const {
    Keyed least;
    for (std::size_t symmetry = 0; symmetry < images_.size(); ++symmetry) {
      Keyed image = images_[symmetry];
      if (from != to) image.shift(seen(symmetry, from), seen(symmetry, to), keys_);
      if (symmetry > 0 && image.state.boxes > least.state.boxes) continue;
      const auto of = [&](Cell cell) { return static_cast<Cell>(seen(symmetry, cell)); };
      image.state.player = counts_moves() ? of(player) : symmetry == 0 ? first() : first_image(of);
      if (symmetry == 0 || image.state.boxes < least.state.boxes || image.state.player < least.state.player)
        least = image;
    }
    least.key ^= keys_.player(least.state.player);
    return least;
  }

  // True if the boxes of the state last reflected, with one box moved, are those of `other` under some symmetry.
  // Ignores the player, whose comparison takes far longer.
  bool is_image(const State& other, int from, int to) const {
    for (std::size_t symmetry = 0; symmetry < images_.size(); ++symmetry) {
      State image = images_[symmetry].state;
      image.flip(seen(symmetry, from));
      image.flip(seen(symmetry, to));
      if (image.same_boxes(other)) return true;
    }
    return false;
  }

  // Notes the region of the player on the board.
  void note_region(Cell player) {
    changed_ = true;
    entered_ = player;
    after_.fill(board_, player);
  }

  const Level& level_;
  Metric metric_;
  Zobrist keys_;
  State goal_;
  Board board_;
  Reach reach_, after_;
  bool changed_ = false;  // the region last noted is in after_; else it is reach_ with entered_ and without left_
  Cell entered_ = 0, left_ = 0;
  Walk walk_;
  PushBound bound_;
  Freeze freeze_;
  Corrals corrals_;
  PairTable pairs_;
  ClosedDiagonal diagonal_;
  Tunnels tunnels_;
  struct Proofs {
    Proofs(const Level& level, Control& control)
        : patterns(level, control),
          corral(level, max_positions(level), patterns, control),
          cluster(level, max_positions(level), patterns, control) {}

    static int max_positions(const Level& level) { return static_cast<int>(level.tuning().dead_proof_positions); }
    DeadPatterns patterns;
    CorralProof corral;
    ClusterProof cluster;
  };
  const PollPortfolio poll_portfolio_;
  std::optional<Proofs> proofs_;  // once a search is long
  std::uint64_t expanded_ = 0, proofs_after_;
  struct Child : Keyed {
    Edge edge;
    PushBound::Step push;
  };
  std::vector<Child> children_;
  struct Place : Keyed {
    int steps;
  };
  std::vector<Place> places_;
  std::vector<Keyed> images_;  // of the state being expanded, by symmetry, without the player
};

// States are stored up to symmetry and up to walks. So this searches each state among the results of straight pushes of
// one box from the previous one, and takes the cheapest if several have the same image.
template <int Words>
std::vector<int> PushSpace<Words>::plan(const std::vector<State>& path) {
  std::vector<int> plan;
  State now;
  for (int box = 0; box < level_.boxes(); ++box) now.flip(bit(level_.start()[box], level_.kind(box)));
  Cell player = level_.players().front();
  for (std::size_t i = 1; i < path.size(); ++i) {
    load(now);
    reflect(now);
    walk_.fill(board_, player);
    Cell box = level_.outside(), to = box;
    int direction = 0;
    std::pair<int, int> least{PushBound::infinite, 0};  // pushes, and steps to the first
    for (int number = 0; number < board_.boxes(); ++number) {
      const Cell cell = board_.cell(number);
      for (int d = 0; d < Level::directions; ++d) {
        const Cell from = level_.next(cell, Level::opposite(d));
        if (!walk_.has(from)) continue;
        std::pair<int, int> cost{1, walk_.steps(from)};
        for (Cell end = level_.next(cell, d); end < level_.box_cells() && !board_.blocked(end) && cost < least;
             end = level_.next(end, d), ++cost.first) {
          const int kind = board_.kind(number);
          if (!is_image(path[i], bit(cell, kind), bit(end, kind))) continue;
          const Cell behind = level_.next(end, Level::opposite(d));
          board_.move(number, end);
          note_region(behind);
          const bool found = canonical(behind, bit(cell, kind), bit(end, kind)).state == path[i];
          board_.move(number, cell);
          if (!found) continue;
          box = cell;
          to = end;
          direction = d;
          least = cost;
        }
      }
    }
    const int kind = board_.kind(board_.box_at(box));
    const auto way = walk_.path(level_.next(box, Level::opposite(direction)));
    plan.insert(plan.end(), way.begin(), way.end());
    now.flip(bit(box, kind));
    now.flip(bit(to, kind));
    for (; box != to; box = level_.next(box, direction)) {
      plan.push_back(direction);
      player = box;
    }
  }
  return plan;
}

static_assert(search::StateSpace<PushSpace<1>> && search::HasLazyHeuristic<PushSpace<1>>);
static_assert(search::HasDominance<PushSpace<1>> && search::HasDiversify<PushSpace<1>>);
static_assert(search::HasPortfolio<PushSpace<1>> && search::HasOwnerHash<PushSpace<1>>);

}  // namespace budge::sokoban
