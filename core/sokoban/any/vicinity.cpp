// A sweep along the plan from start to end expands all positions nearby: those in which few boxes stand elsewhere than
// in a position of the plan. To do things in another order, to take a box another way, or another box to a place, leads
// through such positions from where it leaves the plan to where it returns. A position belongs to the step of the plan
// with which it has most boxes in common, or to the last of several. The sweep expands positions in the order of these
// steps, and for each step those of lowest f first, up to the width. So a sweep takes a bounded time and treats all of
// the plan alike. A gain early on helps all that follows, since the rest of the plan can be carried out from any of its
// positions, however it was reached.
//
// Positions with f at least the cost of the cheapest plan so far are pruned. If the width leaves nothing out, no
// cheaper plan is this near; if all boxes may stand elsewhere, there is none.
#include "sokoban/any/vicinity.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "search/record_store.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/space.hpp"
#include "support/bucket_queue.hpp"

namespace budge::sokoban {

// The search behind one interface, whatever the size of its states.
struct Vicinity::Search {
  virtual ~Search() = default;
  virtual Found search(const std::vector<int>& plan, Reach reach) = 0;
};

template <int Words>
struct Vicinity::Sweep : Vicinity::Search {
  using Space = PushSpace<Words>;
  using State = typename Space::State;
  using Store = typename Space::Store;
  using Id = typename Store::Id;

  Sweep(const Level& level, Metric metric, Control& control)
      : level_(level),
        metric_(metric),
        control_(control),
        space_(level, metric, Heuristic::matching),
        max_states_(level.tuning().vicinity_bytes / sizeof(typename Store::Slot)) {}

  Found search(const std::vector<int>& plan, Reach reach) override {
    reach_ = reach;
    Found found{End::searched, {}};
    follow(plan);
    std::optional<Front> front;
    try {
      front.emplace(space_, control_);
      enter_plan(*front);
      sweep(*front, found.end);
    } catch (const Stopped&) {
      found.end = End::cut_short;
    }
    if (whole_ < steps_.back().g) found.plan = space_.plan(cheapest_path(*front));
    return found;
  }

 private:
  // A position of the plan. At its first occurrence it has the record of the same number in the store.
  struct Step {
    State state;
    Cost g, rest;  // from the start, and to the end
    Id id = Store::none;
  };

  // The positions generated, and the open ones: by the step that they belong to, then by f.
  struct Front {
    Front(const Space& space, Control& control) : store(space, control), open(control) {}
    Store store;
    BucketQueue<Id> open;
  };

  struct Sink {
    Sweep& sweep;
    Front& front;
    Id parent;
    Cost g;

    void prefetch(std::uint64_t hash) const { front.store.prefetch(hash); }
    void prefetch_entry(std::uint64_t hash) const { front.store.prefetch_entry(hash); }

    template <class H>
    void operator()(const State& child, std::uint64_t hash, Cost edge, search::Nothing, H&& h) const {
      ++sweep.control_.generated;
      sweep.meet(front, child, hash, g + edge, parent, h);
    }
  };

  void follow(const std::vector<int>& plan) {
    State state;
    for (int box = 0; box < level_.boxes(); ++box) state.flip(space_.bit(level_.start()[box], level_.kind(box)));
    state.player = level_.players().front();
    steps_.clear();
    places_.clear();
    add_step(state, {});
    std::uint32_t pushes = 0, moves = 0;
    for (const int direction : plan) {
      const int to = level_.next(state.player, direction);
      state.player = static_cast<Level::Cell>(to);
      ++moves;
      for (int kind = 0; to < level_.box_cells() && kind < level_.kinds(); ++kind) {
        if (!state.test(space_.bit(to, kind))) continue;
        const int beyond = level_.next(to, direction);
        assert(beyond < level_.box_cells());
        state.flip(space_.bit(to, kind));
        state.flip(space_.bit(beyond, kind));
        add_step(state, cost(metric_, ++pushes, moves));
        break;
      }
    }
    whole_ = steps_.back().g;
    for (Step& step : steps_) step.rest = {whole_.first - step.g.first, whole_.second - step.g.second};
  }

  void add_step(const State& state, Cost g) {
    const State image = space_.image(state);
    steps_.push_back({image, g, {}});
    places_.push_back(image);
    for (const auto& symmetry : level_.symmetries()) {
      State& other = places_.emplace_back();
      image.each([&](int bit) { other.flip(symmetry[bit]); });
    }
  }

  void enter_plan(Front& front) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      control_.poll_clock();  // on large levels a bound takes long
      Step& step = steps_[i];
      const std::uint64_t hash = space_.hash(step.state);
      step.id = front.store.find_id(step.state, hash);
      if (step.id != Store::none) continue;
      step.id = front.store.add(step.state, hash);
      auto& slot = front.store[step.id];
      slot.set_g(step.g);
      slot.set_h(space_.h(step.state));
      slot.link = i == 0 ? Store::none : steps_[i - 1].id;
      front.open.push(static_cast<std::int64_t>(i), 0, step.id);
    }
    on_plan_ = static_cast<Id>(front.store.size());
    cheapest_ = {steps_.back().id, steps_.size() - 1};
  }

  void sweep(Front& front, End& end) {
    std::vector<int> expanded(steps_.size(), 0);
    while (!front.open.empty()) {
      const auto number = static_cast<std::size_t>(front.open.best().cost);
      const Id id = front.open.pop();
      auto& slot = front.store[id];
      if (slot.closed()) continue;  // a cheaper way was found after this entry was queued
      slot.close();
      const Cost g = slot.g();
      if (id < on_plan_) {
        go_along(front, number, g);
      } else if (g + slot.h() >= whole_) {
        continue;
      } else if (++expanded[number] > reach_.width) {
        end = End::narrow;
        continue;
      }
      const State state = slot.state();
      if (space_.is_goal(state)) continue;
      ++control_.expanded;
      space_.expand(state, Sink{*this, front, id, g});
      if (front.store.size() > max_states_) throw Stopped{Stop::memory};
      if (control_.due()) control_.poll();
    }
  }

  // Follows the plan itself: pruning of the space may have left its next step out.
  void go_along(Front& front, std::size_t number, Cost g) {
    if (number + 1 == steps_.size()) return;
    const Step &step = steps_[number], &next = steps_[number + 1];
    const Cost edge{step.rest.first - next.rest.first, step.rest.second - next.rest.second};
    if (g + edge < front.store[next.id].g()) reach(front, next.id, g + edge, step.id);
  }

  template <class H>
  void meet(Front& front, const State& state, std::uint64_t hash, Cost g, Id parent, H&& h) {
    int number = -1;
    const auto is_lost = [&](Cost value) {
      if (value >= Space::infinite || g + value >= whole_) return true;
      number = nearest(state);
      return number < 0;
    };
    const auto [slot, id, fresh] = front.store.insert(state, hash, g, parent, h, is_lost);
    if (!slot) return;
    if (!fresh) {
      if (g < slot->g()) reach(front, id, g, parent);
      return;
    }
    queue(front, number, id);
    if (space_.is_goal(state)) note_plan({id, none}, g);
  }

  // Records a cheaper path to a known position.
  void reach(Front& front, Id id, Cost g, Id parent) {
    auto& slot = front.store[id];
    slot.reopen();
    slot.set_g(g);
    slot.link = parent;
    const int number = id < on_plan_ ? step_of(id) : nearest(slot.state());
    queue(front, number, id);
    if (id < on_plan_) note_plan({id, static_cast<std::size_t>(number)}, g + steps_[number].rest);
    if (space_.is_goal(slot.state())) note_plan({id, none}, g);
  }

  void queue(Front& front, int number, Id id) {
    const auto& slot = front.store[id];
    front.open.push(number, id < on_plan_ ? 0 : (slot.g() + slot.h()).first, id);
  }

  // Records of the plan are in its order; a position that it reaches twice has only one.
  int step_of(Id id) const {
    int number = static_cast<int>(id);
    while (steps_[number].id != id) ++number;
    return number;
  }

  // The last of the steps with most boxes in common with a state; -1 if all are too far away.
  int nearest(const State& state) const {
    const int images = static_cast<int>(places_.size() / steps_.size());
    int least = reach_.boxes + 1, number = -1;
    for (int i = static_cast<int>(places_.size()) - 1; i >= 0 && least > 0; --i) {
      int elsewhere = 0;
      for (int word = 0; word < Words; ++word) elsewhere += std::popcount(state.boxes[word] & ~places_[i].boxes[word]);
      if (elsewhere >= least) continue;
      least = elsewhere;
      number = i / images;
    }
    return number;
  }

  // A plan that leads to a state, and if that is a step of the given plan, continues along it.
  static constexpr std::size_t none = ~std::size_t{0};
  struct Cheapest {
    Id id;
    std::size_t step;
  };
  void note_plan(Cheapest plan, Cost cost) {
    if (cost >= whole_) return;
    whole_ = cost;
    cheapest_ = plan;
  }

  std::vector<State> cheapest_path(Front& front) const {
    std::vector<State> path = front.store.path(cheapest_.id);
    if (cheapest_.step == none) return path;
    for (std::size_t i = cheapest_.step + 1; i < steps_.size(); ++i) path.push_back(steps_[i].state);
    return path;
  }

  const Level& level_;
  Metric metric_;
  Control& control_;
  Space space_;
  const std::uint64_t max_states_;
  Reach reach_{};
  std::vector<Step> steps_;
  std::vector<State> places_;  // the states of the steps, each followed by its mirror images
  Id on_plan_ = 0;             // the records of the plan come before all others
  Cost whole_;                 // of the cheapest plan so far
  Cheapest cheapest_{};
};

Vicinity::Vicinity(const Level& level, Metric metric, Control& control)
    : search_(with_fewer_sizes(level, [&](auto words) -> std::unique_ptr<Search> {
        return std::make_unique<Sweep<words>>(level, metric, control);
      })) {}
Vicinity::~Vicinity() = default;

Vicinity::Found Vicinity::search(const std::vector<int>& plan, Reach reach) { return search_->search(plan, reach); }

}  // namespace budge::sokoban
