#include "blocks/goal_states.hpp"

#include <algorithm>

#include "blocks/board.hpp"
#include "blocks/tuning.hpp"

namespace budge::blocks {

namespace {

class Enumeration {
 public:
  using Visit = std::function<void(const std::vector<Place>&)>;

  Enumeration(const Layout& layout, std::uint64_t max_states, Control& control, const Visit& visit)
      : layout_(layout), max_(max_states), control_(control), visit_(visit), places_(layout.slots()) {
    for (const Group& group : layout.groups) {
      auto& boards = cells_.emplace_back(group.places());
      for (std::size_t place = 0; place < boards.size(); ++place) {
        for (const int cell : group.cells[place]) boards[place].add(cell);
      }
    }
    for (const Goal& goal : layout.goals) {
      wanted_.assign(layout.groups.size(), {});
      for (const Want& want : goal) wanted_[want.group].push_back(want.place);
      // Pieces with a goal first: they have the fewest places.
      order_.clear();
      for (const bool first : {true, false}) {
        for (std::size_t group = 0; group < layout.groups.size(); ++group) {
          if (wanted_[group].empty() != first) order_.push_back(static_cast<int>(group));
        }
      }
      fill(0, 0, 0, 0, Board1024{});
    }
  }

  bool complete = true;

 private:
  // Puts piece number `member` of the group order_[turn] at each place from `from` on, and then all later pieces.
  void fill(std::size_t turn, std::size_t member, std::size_t met, std::size_t from, const Board1024& occupied) {
    if (!complete) return;
    if (turn == order_.size()) {
      if (found_++ == max_) {
        complete = false;
      } else {
        visit_(places_);
      }
      return;
    }
    if (++steps_ % 4096 == 0) {
      control_.poll();
      if (steps_ > tuning.goal_steps * max_) complete = false;  // dense boards: too many dead ends
    }
    const int number = order_[turn];
    const Group& group = layout_.groups[number];
    const auto& wanted = wanted_[number];
    const std::size_t left = group.size() - member;
    if (left == 0) {
      if (met == wanted.size()) fill(turn + 1, 0, 0, 0, occupied);
      return;
    }
    if (wanted.size() - met > left) return;
    // Places are tried in increasing order, so none may pass the next wanted one.
    const std::size_t last = met < wanted.size() ? wanted[met] : group.places() - 1;
    const std::size_t begin = wanted.size() - met == left ? std::max<std::size_t>(from, wanted[met]) : from;
    for (std::size_t place = begin; place <= last; ++place) {
      const Board1024& cells = cells_[number][place];
      if (cells.meets(occupied)) continue;
      places_[group.first + member] = static_cast<Place>(place);
      Board1024 more = occupied;
      more |= cells;
      const bool meets = met < wanted.size() && place == wanted[met];
      fill(turn, member + 1, met + meets, place + 1, more);
    }
  }

  const Layout& layout_;
  const std::uint64_t max_;
  Control& control_;
  const Visit& visit_;
  std::uint64_t steps_ = 0, found_ = 0;
  std::vector<std::vector<Board1024>> cells_;  // by group and place
  std::vector<std::vector<Place>> wanted_;     // by group, in increasing order
  std::vector<int> order_;
  std::vector<Place> places_;
};

}  // namespace

bool each_goal_state(const Layout& layout, std::uint64_t max_states, Control& control,
                     const std::function<void(const std::vector<Place>&)>& visit) {
  return Enumeration(layout, max_states, control, visit).complete;
}

}  // namespace budge::blocks
