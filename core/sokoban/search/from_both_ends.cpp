#include "sokoban/search/from_both_ends.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "search/nbs.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/both_ways.hpp"

namespace budge::sokoban {

namespace {

constexpr std::uint64_t share = 8;  // nodes for one of the other

}  // namespace

// Whatever the size of states.
struct FromBothEnds::Turns {
  virtual ~Turns() = default;
  virtual bool go_on(search::Solution& result, std::uint64_t nodes, Cost least) = 0;
  virtual Cost bound() const = 0;
};

template <int Words>
struct FromBothEnds::Nbs : Turns {
  Nbs(const Level& level, Metric metric, Control& control)
      : ends(level, metric, Heuristic::matching, Heuristic::matching), search(ends.forward, ends.backward, control) {}

  bool go_on(search::Solution& result, std::uint64_t nodes, Cost least) override {
    return search.continue_search(result, nodes, least);
  }
  Cost bound() const override { return search.bound(); }

  Ends<Words> ends;
  search::Nbs<Forwards<Words>, Backwards<Words>> search;
};

FromBothEnds::FromBothEnds(const Level& level, Metric metric, std::uint64_t from, Control& control, std::uint64_t turn)
    : level_(level), metric_(metric), control_(control), next_(from), turn_(turn) {}
FromBothEnds::~FromBothEnds() = default;

std::optional<search::Solution> FromBothEnds::take_turn(Cost least) {
  if (by_astar_.empty() || by_astar_.back().least < least) by_astar_.push_back({least, control_.generated - nodes_});
  if (control_.generated < next_) return std::nullopt;
  const std::uint64_t nodes = control_.generated, bytes = control_.bytes();
  if (!turns_) {
    turns_ = with_words(level_, [&](auto words) -> std::unique_ptr<Turns> {
      return std::make_unique<Nbs<words>>(level_, metric_, control_);
    });
  }
  search::Solution result;
  if (turns_->go_on(result, turn_, least)) return result;
  bytes_ += control_.bytes() - bytes;
  const std::uint64_t taken = control_.generated - nodes;
  nodes_ += taken;
  const auto later = std::ranges::upper_bound(by_astar_, nodes_, {}, &Proven::nodes);
  const bool ahead = later == by_astar_.begin() || turns_->bound() > std::prev(later)->least;
  next_ = control_.generated + (ahead ? taken / share : taken * share);
  if (bytes_ > control_.limits().memory / 2) {  // the rest is for A*
    turns_.reset();
    next_ = std::numeric_limits<std::uint64_t>::max();
  }
  return std::nullopt;
}

}  // namespace budge::sokoban
