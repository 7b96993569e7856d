#include "sokoban/growing/grow.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "sokoban/growing/farthest.hpp"

namespace budge::sokoban {

namespace {

struct Draft {
  Cells floor = 0, targets = 0;
  Start start{};

  double worth() const { return start.pushes + start.mean_pushes; }
};

class Grower {
 public:
  Grower(const Wish& wish, std::uint64_t seed, Control& control)
      : wish_(wish), ground_(wish.width, wish.height), farthest_start_(ground_, control), random_(seed) {}

  std::optional<Grown> run() {
    std::vector<Draft> drafts;
    for (const auto& floor : wish_.floors) drafts.push_back({.floor = cells_of(floor)});
    for (boxes_ = 1; boxes_ <= wish_.max_boxes && !drafts.empty(); ++boxes_) {
      std::vector<Draft> better;
      for (const Draft& draft : drafts) {
        const std::optional<Draft> more = with_target_added(draft);
        if (!more) continue;
        better.push_back(climbed(*more));
        if (is_as_wished(better.back())) return grown(better.back());
      }
      std::ranges::stable_sort(better, std::greater<>(), &Draft::worth);
      better.resize(std::min(better.size(), (drafts.size() + 1) / 2));
      drafts = std::move(better);
    }
    return std::nullopt;
  }

 private:
  static constexpr int patience = 800;  // changes in a row that gain nothing
  static constexpr int leniency = 100;  // a change may be as bad as what was there so many changes before
  static constexpr int cells_a_box = 3;

  bool is_as_wished(const Draft& draft) const {
    return boxes_ >= wish_.fewest_boxes && draft.start.pushes >= wish_.pushes;
  }

  bool measure(Draft& draft) {
    const std::optional<Start> found = farthest_start_(draft.floor, draft.targets);
    if (found) draft.start = *found;
    return found.has_value();
  }

  std::optional<Draft> with_target_added(const Draft& draft) {
    std::optional<Draft> best;
    for (Cells left = draft.floor & ~draft.targets; left != 0; left &= left - 1) {
      Draft more = draft;
      more.targets |= first_of(left);
      if (measure(more) && (!best || more.worth() > best->worth())) best = more;
    }
    return best;
  }

  Draft climbed(const Draft& begun) {
    Draft best = begun, now = begun;
    std::array<double, leniency> before;
    before.fill(now.worth());
    for (int change = 0, idle = 0; idle < patience && !is_as_wished(best); ++change, ++idle) {
      Draft next = changed(now);
      double& then = before[change % leniency];
      if (ground_.is_joined(next.floor) && measure(next) && next.worth() >= std::min(now.worth(), then)) now = next;
      then = now.worth();
      if (now.worth() <= best.worth()) continue;
      best = now;
      idle = 0;
    }
    return best;
  }

  Draft changed(Draft draft) {
    for (std::uint64_t left = 1 + random_() % 3; left > 0; --left) {
      const Cells empty = draft.floor & ~draft.targets, wall = ground_.beside(draft.floor) & ~draft.floor;
      switch (random_() % 3) {
        case 0:
          if (std::popcount(draft.floor) > cells_a_box * boxes_) draft.floor ^= one_of(empty);
          break;
        case 1:
          if (wall != 0) draft.floor ^= one_of(wall);
          break;
        case 2:
          if (empty == 0) break;
          draft.targets ^= one_of(draft.targets);
          draft.targets |= one_of(empty);
          break;
      }
    }
    return draft;
  }

  Cells one_of(Cells cells) {
    for (std::uint64_t skipped = random_() % std::popcount(cells); skipped > 0; --skipped) cells &= cells - 1;
    return first_of(cells);
  }

  static Grown grown(const Draft& draft) {
    return {numbers_of(draft.floor), numbers_of(draft.targets), numbers_of(draft.start.boxes), draft.start.player,
            draft.start.pushes};
  }

  const Wish& wish_;
  const Ground ground_;
  FarthestStart farthest_start_;
  std::mt19937_64 random_;
  int boxes_ = 0;
};

}  // namespace

std::optional<Grown> grow(const Wish& wish, std::uint64_t seed, Control& control) {
  try {
    return Grower(wish, seed, control).run();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace budge::sokoban
