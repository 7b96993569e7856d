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

enum class Advisor : std::uint8_t {
  nobody,
  few_moves,
  packing,
  connectivity,
  rooms,
  hot_spots,
  explorer,
  opener,
  out_of_plan
};

// For those who look on; null for nobody.
inline const char* name(Advisor advisor) {
  switch (advisor) {
    case Advisor::nobody:
      return nullptr;
    case Advisor::few_moves:
      return "few moves";
    case Advisor::packing:
      return "packing";
    case Advisor::connectivity:
      return "connectivity";
    case Advisor::rooms:
      return "rooms";
    case Advisor::hot_spots:
      return "hot spots";
    case Advisor::explorer:
      return "explorer";
    case Advisor::opener:
      return "opener";
    case Advisor::out_of_plan:
      return "out of plan";
  }
  __builtin_unreachable();
}

// A box goes from one cell to another by so many pushes, and leaves the player beside it.
struct BoxMove {
  Level::Cell from, to;
  std::uint8_t side;
  std::uint16_t pushes = 0;
  Advisor advisor = Advisor::nobody;  // the first to name it
  bool spoils = false;                // the packing plan
};

struct Offer {
  BoxMove move;
  Features then;
  std::uint64_t score;
  bool opens;  // gives a push of another box that was not possible

  bool is_advised() const { return move.advisor != Advisor::nobody; }
};

class Advisors {
 public:
  using Cell = Level::Cell;

  // Tests at most `undo_tries` moves for each advisor that needs moves that can be undone.
  Advisors(const PackingPlan& plan, std::uint64_t undo_tries) : plan_(plan), undo_tries_(undo_tries) {}

  // Marks what they name, and nothing else. `can_undo(offer)` says whether the box can be brought back, and the player.
  template <class CanUndo>
  void advise(const Features& now, std::vector<Offer>& offers, CanUndo&& can_undo) {
    now_ = now;
    for (Offer& offer : offers) offer.move.advisor = Advisor::nobody;
    if (offers.size() <= 2 && !offers.empty()) credit(offers.front(), Advisor::few_moves);
    const bool packs = choose(
        offers, Advisor::packing,
        [&](const Offer& offer) { return offer.then.stage > now.stage && !offer.move.spoils; },
        [](const Offer&) { return 0; });
    reduce(offers, Advisor::connectivity, &Features::regions);
    reduce(offers, Advisor::rooms, &Features::links);
    reduce(offers, Advisor::hot_spots, &Features::hot);
    explore(offers, can_undo);
    if (!packs) open(offers);
    if (now.out_of_plan > 0) clear_zone(offers, can_undo);
  }

 private:
  bool keeps_stage(const Offer& offer) const { return offer.then.stage >= now_.stage && !offer.move.spoils; }

  // That there was little choice says less than what any other has to say of a move.
  static void credit(Offer& offer, Advisor advisor) {
    if (!offer.is_advised() || offer.move.advisor == Advisor::few_moves) offer.move.advisor = advisor;
  }

  // The least by `order` of those allowed, then the best by score; false if there is none.
  template <class Allowed, class Order>
  static bool choose(std::vector<Offer>& offers, Advisor advisor, Allowed&& allowed, Order&& order) {
    Offer* best = nullptr;
    for (Offer& offer : offers) {
      if (!allowed(offer)) continue;
      if (!best || order(offer) < order(*best) || (order(offer) == order(*best) && offer.score > best->score)) {
        best = &offer;
      }
    }
    if (best) credit(*best, advisor);
    return best != nullptr;
  }

  // Connectivity, rooms, hot spots: less than now, as little as can be.
  void reduce(std::vector<Offer>& offers, Advisor advisor, int Features::* feature) const {
    choose(
        offers, advisor, [&](const Offer& offer) { return keeps_stage(offer) && offer.then.*feature < now_.*feature; },
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
    choose_first(Advisor::explorer, can_undo);
  }

  // Where nothing packs, the box nearest to the next place of the plan goes farthest from it.
  void open(std::vector<Offer>& offers) {
    rank(offers, plan_.from_next(now_.stage),
         [&](const Offer& offer) { return offer.then.regions <= now_.regions && offer.then.links <= now_.links; });
    if (!order_.empty()) credit(*order_.front(), Advisor::opener);
  }

  // While boxes are out of plan, the one nearest to the zone goes farthest from it, and can come back.
  template <class CanUndo>
  void clear_zone(std::vector<Offer>& offers, CanUndo&& can_undo) {
    rank(offers, plan_.from_zone(now_.stage), [](const Offer&) { return true; });
    choose_first(Advisor::out_of_plan, can_undo);
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
  void choose_first(Advisor advisor, CanUndo&& can_undo) {
    for (std::size_t i = 0; i < order_.size() && i < undo_tries_; ++i) {
      if (!order_[i]->is_advised() && !can_undo(*order_[i])) continue;
      credit(*order_[i], advisor);
      return;
    }
  }

  const PackingPlan& plan_;
  const std::uint64_t undo_tries_;
  Features now_{};
  std::vector<Offer*> order_;
};

}  // namespace budge::sokoban
