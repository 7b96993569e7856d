#include "custom/solve.hpp"

#include "custom/path_states.hpp"
#include "custom/space.hpp"
#include "search/run.hpp"

namespace budge::custom {

namespace {

// See search/kit.hpp.
class Kit {
 public:
  explicit Kit(Rules& rules) : rules_(rules) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    Space space(rules_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    Space space(rules_, Towards::goal, false);
    return body(space);
  }
  template <class Body>
  search::Solution guided_ends(Body&& body) const {
    Space forward(rules_), backward(rules_, Towards::start);
    return body(forward, backward);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    Space forward(rules_, Towards::goal, false), backward(rules_, Towards::start, false);
    return body(forward, backward);
  }

  // On one thread: the rules are the caller's code.
  search::Solution run(search::AStarSearch, const search::Request& request, Control& control) const {
    return guided([&](Space& space) {
      return search::widen(search::AStar<Space>(space, request.weight, control).run(request.trace));
    });
  }
  search::Solution run(search::DijkstraSearch, const search::Request& request, Control& control) const {
    return blind([&](Space& space) {
      return search::widen(search::AStar<Space>(space, search::Weight(), control).run(request.trace));
    });
  }
  search::Solution run(search::IdaSearch, const search::Request& request, Control& control) const {
    Space space(rules_);
    PathStates path(rules_, control);
    space.keep_path(path);
    return search::widen(search::IdaWithTable<Space, Table>(space, request.weight, control).run(request.trace));
  }

 private:
  Rules& rules_;
};

}  // namespace

std::vector<std::string_view> searches() { return search::served_by<Kit>(); }

search::Solution solve(Rules& rules, const search::Request& request, Control& control) {
  return search::run(Kit(rules), request, control);
}

}  // namespace budge::custom
