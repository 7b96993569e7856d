// Advisors: each names one of the moves of a position, which is then free; all others cost one.
//
// None of them may lower the stage of the plan. Where several moves serve an advisor, it takes the best by what it
// looks at, then by the score of the position after. (After Shoham and Schaeffer, "The FESS Algorithm", 2020.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sokoban/any/features.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

// A box goes from one cell to another by so many pushes, and leaves the player beside it.
struct BoxMove {
  Level::Cell from, to;
  std::uint8_t side;
  std::uint16_t pushes = 0;
};

struct Offer {
  BoxMove move;
  Features then;
  std::uint64_t score;
  bool opens;  // gives a push of another box that was not possible
  bool advised = false;
};

class Advisors {
 public:
  using Cell = Level::Cell;

  explicit Advisors(const PackingPlan& plan) : plan_(plan) {}

  // Marks what they name. `can_undo(offer)` says whether the box can be brought back, and the player, too.
  template <class CanUndo>
  void advise(const Features& now, std::vector<Offer>& offers, CanUndo&& can_undo) {
    now_ = now;
    if (offers.size() <= 2 && !offers.empty()) offers.front().advised = true;
    const bool packs =
        name(offers, [&](const Offer& offer) { return offer.then.stage > now.stage; }, [](const Offer&) { return 0; });
    reduce(offers, &Features::regions);
    reduce(offers, &Features::links);
    reduce(offers, &Features::hot);
    explore(offers, can_undo);
    if (!packs) open(offers);
    if (now.astray > 0) clear_zone(offers, can_undo);
  }

 private:
  static constexpr int most_tries = 8;  // of undoing a move

  bool keeps_stage(const Offer& offer) const { return offer.then.stage >= now_.stage; }

  // The least by `order` of those allowed, then the best by score; false if there is none.
  template <class Allowed, class Order>
  static bool name(std::vector<Offer>& offers, Allowed&& allowed, Order&& order) {
    Offer* best = nullptr;
    for (Offer& offer : offers) {
      if (!allowed(offer)) continue;
      if (!best || order(offer) < order(*best) || (order(offer) == order(*best) && offer.score > best->score)) {
        best = &offer;
      }
    }
    if (best) best->advised = true;
    return best != nullptr;
  }

  // Connectivity, rooms, hot spots: less than now, as little as can be.
  void reduce(std::vector<Offer>& offers, int Features::* feature) const {
    name(
        offers, [&](const Offer& offer) { return keeps_stage(offer) && offer.then.*feature < now_.*feature; },
        [&](const Offer& offer) { return offer.then.*feature; });
  }

  // A move that makes others possible, and that can be undone.
  template <class CanUndo>
  void explore(std::vector<Offer>& offers, CanUndo&& can_undo) {
    order_.clear();
    for (Offer& offer : offers) {
      if (offer.opens && keeps_stage(offer)) order_.push_back(&offer);
    }
    std::ranges::sort(order_, [](const Offer* a, const Offer* b) { return a->score > b->score; });
    name_first(can_undo);
  }

  // Where nothing packs, the box nearest to the next place of the plan goes farthest from it.
  void open(std::vector<Offer>& offers) {
    rank(offers, plan_.from_next(now_.stage),
         [&](const Offer& offer) { return offer.then.regions <= now_.regions && offer.then.links <= now_.links; });
    if (!order_.empty()) order_.front()->advised = true;
  }

  // While boxes are out of plan, the one nearest to the zone goes farthest from it, and can come back.
  template <class CanUndo>
  void clear_zone(std::vector<Offer>& offers, CanUndo&& can_undo) {
    rank(offers, plan_.from_zone(now_.stage), [](const Offer&) { return true; });
    name_first(can_undo);
  }

  // Lists the moves away from somewhere: of the nearest boxes first, and the farthest first.
  template <class Allowed>
  void rank(std::vector<Offer>& offers, const std::vector<std::uint16_t>& steps, Allowed&& allowed) {
    order_.clear();
    for (Offer& offer : offers) {
      if (keeps_stage(offer) && steps[offer.move.to] > steps[offer.move.from] && allowed(offer))
        order_.push_back(&offer);
    }
    std::ranges::sort(order_, [&](const Offer* a, const Offer* b) {
      const auto nearest = steps[a->move.from], than = steps[b->move.from];
      if (nearest != than) return nearest < than;
      if (steps[a->move.to] != steps[b->move.to]) return steps[a->move.to] > steps[b->move.to];
      return a->score > b->score;
    });
  }

  template <class CanUndo>
  void name_first(CanUndo&& can_undo) {
    for (std::size_t i = 0; i < order_.size() && i < most_tries; ++i) {
      if (!order_[i]->advised && !can_undo(*order_[i])) continue;
      order_[i]->advised = true;
      return;
    }
  }

  const PackingPlan& plan_;
  Features now_{};
  std::vector<Offer*> order_;
};

}  // namespace budge::sokoban
