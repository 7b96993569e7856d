#include "sokoban/players/joint.hpp"

#include "search/run.hpp"
#include "sokoban/players/joint_backwards.hpp"
#include "sokoban/players/joint_space.hpp"
#include "sokoban/rules/words.hpp"

namespace budge::sokoban {

namespace {

// See search/kit.hpp.
template <int Words>
class JointKit {
 public:
  template <class Space>
  using Table = search::ReplacingTable<Space>;

  JointKit(const Level& level, Heuristic heuristic) : level_(level), heuristic_(heuristic) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    JointSpace<Words> space(level_, heuristic_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    JointSpace<Words> space(level_, Heuristic::zero);
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
    return ends(heuristic_, body);
  }
  template <class Body>
  search::Solution consistent_ends(Body&& body) const {
    return guided_ends(body);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    return ends(Heuristic::zero, body);
  }

 private:
  template <class Body>
  void in_thread(Control& control, Heuristic heuristic, Body&& body) const {
    const Level level(level_, control);
    JointSpace<Words> space(level, heuristic);
    body(space);
  }
  template <class Body>
  search::Solution ends(Heuristic heuristic, Body&& body) const {
    JointSpace<Words> forward(level_, heuristic);
    JointBackwards<Words> backward(level_, forward, heuristic);
    return body(forward, backward);
  }

  const Level& level_;
  Heuristic heuristic_;
};

}  // namespace

search::Solution solve_jointly(const Level& level, Heuristic heuristic, const search::Request& request,
                               Control& control) {
  return with_words_of<2, 64>(
      level, [&](auto words) { return search::run(JointKit<words>(level, heuristic), request, control); });
}

int evaluate_jointly(const Level& level, Heuristic heuristic) {
  const auto bound = with_words_of<2, 64>(level, [&](auto words) {
    JointSpace<words> space(level, heuristic);
    return space.h(space.start());
  });
  return bound >= Matching::infinite ? -1 : static_cast<int>(bound);
}

}  // namespace budge::sokoban
