#include "sokoban/growing/grow.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <random>

#include "sokoban/growing/farthest.hpp"

namespace budge::sokoban {

namespace {

struct Draft {
  Cells floor = 0, targets = 0;
  Start start{};

  double value() const { return start.pushes + start.mean_pushes; }
};

class Grower {
 public:
  Grower(const GrowthParams& params, std::uint64_t seed, Control& control)
      : params_(params),
        board_(params.width, params.height),
        control_(control),
        farthest_start_(board_, control),
        random_(seed) {}

  std::optional<GrownLevel> run() {
    assert(params_.width * params_.height <= SmallBoard::max_cells && params_.min_boxes <= params_.max_boxes);
    std::vector<Draft> drafts;
    std::optional<GrownLevel> longest;
    for (const auto& floor : params_.floors) drafts.push_back({.floor = cells_of(floor)});
    for (boxes_ = 1; boxes_ <= params_.max_boxes && !drafts.empty(); ++boxes_) {
      std::vector<Draft> better;
      for (const Draft& draft : drafts) {
        const std::optional<Draft> more = with_target_added(draft);
        if (!more) continue;
        better.push_back(improved(*more));
        const Draft& grown = better.back();
        if (boxes_ < params_.min_boxes || (longest && longest->pushes >= grown.start.pushes)) continue;
        longest = to_level(grown);
        control_.stage = {"growing a level", longest->pushes, params_.min_pushes};
        if (meets_target(grown)) return longest;
      }
      std::ranges::stable_sort(better, std::greater<>(), &Draft::value);
      better.resize(std::min(better.size(), (drafts.size() + 1) / 2));
      drafts = std::move(better);
    }
    return longest;
  }

 private:
  static constexpr int max_idle_changes = 800;  // changes in a row without improvement
  static constexpr int history_length = 100;    // of late acceptance
  static constexpr int min_cells_per_box = 3;

  bool meets_target(const Draft& draft) const {
    return boxes_ >= params_.min_boxes && draft.start.pushes >= params_.min_pushes;
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
      if (measure(more) && (!best || more.value() > best->value())) best = more;
    }
    return best;
  }

  Draft improved(const Draft& start) {
    Draft best = start, now = start;
    std::array<double, history_length> history;
    history.fill(now.value());
    for (int change = 0, idle = 0; idle < max_idle_changes && !meets_target(best); ++change, ++idle) {
      Draft next = changed(now);
      double& earlier = history[change % history_length];
      if (board_.is_connected(next.floor) && measure(next) && next.value() >= std::min(now.value(), earlier))
        now = next;
      earlier = now.value();
      if (now.value() <= best.value()) continue;
      best = now;
      idle = 0;
    }
    return best;
  }

  Draft changed(Draft draft) {
    for (std::uint64_t left = 1 + random_() % 3; left > 0; --left) {
      const Cells empty = draft.floor & ~draft.targets, wall = board_.neighbours(draft.floor) & ~draft.floor;
      switch (random_() % 3) {
        case 0:
          if (std::popcount(draft.floor) > min_cells_per_box * boxes_) draft.floor ^= one_of(empty);
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

  static GrownLevel to_level(const Draft& draft) {
    return {numbers_of(draft.floor), numbers_of(draft.targets), numbers_of(draft.start.boxes), draft.start.player,
            draft.start.pushes};
  }

  const GrowthParams& params_;
  const SmallBoard board_;
  Control& control_;
  FarthestStart farthest_start_;
  std::mt19937_64 random_;
  int boxes_ = 0;
};

}  // namespace

std::optional<GrownLevel> grow(const GrowthParams& params, std::uint64_t seed, Control& control) {
  try {
    return Grower(params, seed, control).run();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace budge::sokoban
