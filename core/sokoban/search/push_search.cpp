#include "sokoban/search/push_search.hpp"

#include "search/run.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/two_way_spaces.hpp"

namespace budge::sokoban {

namespace {

// See search/kit.hpp.
template <int Words>
class PushKit {
 public:
  template <class Space>
  using Table = search::ReplacingTable<Space>;

  PushKit(const Level& level, Metric metric, Heuristic heuristic, const PollPortfolio& poll_portfolio)
      : level_(level), metric_(metric), heuristic_(heuristic), poll_portfolio_(poll_portfolio) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    PushSpace<Words> space(level_, metric_, heuristic_, poll_portfolio_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    PushSpace<Words> space(level_, metric_, Heuristic::zero);
    return body(space);
  }
  template <class Body>
  void guided_in_thread(Control& control, Body&& body) const {
    in_thread(control, heuristic_, body);
  }
  template <class Body>
  void blind_in_thread(Control& control, Body&& body) const {
    in_thread(control, Heuristic::zero, body);
  }
  template <class Body>
  search::Solution guided_ends(Body&& body) const {
    Ends<Words> ends(level_, metric_, heuristic_, heuristic_);
    return body(ends.forward, ends.backward);
  }
  template <class Body>
  search::Solution consistent_ends(Body&& body) const {
    Tuning tuning = level_.tuning();
    tuning.conflicts_after = Tuning::never;  // conflicts make the bound inconsistent
    const Level level(level_, tuning);
    Ends<Words> ends(level, metric_, heuristic_, heuristic_);
    return body(ends.forward, ends.backward);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    Ends<Words> ends(level_, metric_, Heuristic::zero, heuristic_);
    return body(ends.forward, ends.backward);
  }

 private:
  template <class Body>
  void in_thread(Control& control, Heuristic heuristic, Body&& body) const {
    const Level level(level_, control);
    PushSpace<Words> space(level, metric_, heuristic);
    body(space);
  }

  const Level& level_;
  Metric metric_;
  Heuristic heuristic_;
  const PollPortfolio& poll_portfolio_;
};

}  // namespace

std::vector<std::string_view> push_searches() { return search::served_by<PushKit<1>>(); }

search::Solution search_pushes(const Level& level, Metric metric, Heuristic heuristic, const search::Request& request,
                               Control& control, const PollPortfolio& poll_portfolio) {
  return with_words(level, [&](auto words) {
    return search::run(PushKit<words>(level, metric, heuristic, poll_portfolio), request, control);
  });
}

Bounds bounds_at_start(const Level& level, Metric metric, Heuristic heuristic) {
  return with_words(level, [&](auto words) {
    PushSpace<words> space(level, metric, heuristic);
    return space.bound(space.start());
  });
}

}  // namespace budge::sokoban
