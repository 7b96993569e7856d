#include "sokoban/bounds/penalty_patterns.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace budge::sokoban {

namespace {

constexpr std::uint8_t never = 0xff;
constexpr int max_penalty = 30;  // greater penalties are capped
static_assert(max_penalty % 2 == 0 && max_penalty < never);

}  // namespace

PenaltyPatterns::PenaltyPatterns(const Level& level, Control& control, std::uint64_t head_start)
    : level_(level),
      control_(control),
      board_(level),
      reach_(level),
      around_(level),
      freeze_(level),
      removal_(level, Motion::push),
      target_at_(level.floor() + 1, -1),
      cost_(static_cast<std::size_t>(level.box_cells()) * Level::directions, never),
      searched_(level, control),
      first_with_(level.floor()),
      rest_(level),
      chosen_(level),
      head_start_(head_start) {
  assert(level.kinds() == 1 && level.spare() == 0);
  for (std::size_t i = 0; i < level.targets().size(); ++i) target_at_[level.targets()[i]] = static_cast<int>(i);
  for (int cell = 0; cell < level.box_cells(); ++cell) {
    for (int d = 0; d < Level::directions; ++d) {
      const Cell to = level.next(cell, d), from = level.next(cell, Level::opposite(d));
      if (to >= level.box_cells() || from == level.outside()) continue;
      const std::uint16_t* const before = level.costs().line(level.line(0, level.stance(cell, from)));
      const std::uint16_t* const after = level.costs().line(level.line(0, level.stance(to, cell)));
      int least = never;
      for (int target = 0; target < level.boxes(); ++target) {
        if (after[target] != CostTable::far) least = std::min(least, 1 + after[target] - before[target]);
      }
      cost_[cell * Level::directions + d] = static_cast<std::uint8_t>(least);
    }
  }
}

int PenaltyPatterns::operator()(const CellSet& boxes, Cell player, CellSet& penalized) {
  match(boxes, player, penalized);
  const Tuning& tuning = level_.tuning();
  const std::uint64_t budget = head_start_ + ++calls_ / tuning.penalty_calls;
  if (spent_ > budget || patterns_.size() >= tuning.penalty_patterns) return sum_;
  // The boxes outside the known patterns may form a new one. All boxes together may need more than the patterns say.
  rest_ = boxes;
  rest_.subtract(penalized);
  int known = 0, found = penalty(rest_, player);
  if (found == 0 && sum_ > 0) {
    known = sum_;
    found = penalty(boxes, player);
  }
  if (found == infinite) return infinite;
  if (found <= known) return sum_;
  learn(player, found);
  match(boxes, player, penalized);
  return sum_;
}

// Finds the patterns that match the board, and chooses disjoint ones.
void PenaltyPatterns::match(const CellSet& boxes, Cell player, CellSet& penalized) {
  matching_.clear();
  boxes.each([&](Cell cell) {
    for (const std::uint32_t number : first_with_[cell]) {
      const Pattern& pattern = patterns_[number];
      CellSet::Word missing = 0;
      for (std::size_t word = 0; word < boxes.words().size(); ++word) {
        missing |= pattern.boxes.words()[word] & ~boxes.words()[word];
      }
      if (missing == 0 && pattern.region.has(player)) matching_.push_back(number);
    }
  });
  penalized.clear();
  sum_ = 0;
  choose(penalized,
         [](const Pattern& one, const Pattern& two) { return one.pushes * two.size > two.pushes * one.size; });
  choose(penalized, [](const Pattern& one, const Pattern& two) { return one.pushes > two.pushes; });
}

// Chooses disjoint patterns greedily in the given order. Keeps them if their sum is greater than the best one so far.
template <class Before>
void PenaltyPatterns::choose(CellSet& penalized, Before&& before) {
  std::ranges::stable_sort(matching_,
                           [&](std::uint32_t a, std::uint32_t b) { return before(patterns_[a], patterns_[b]); });
  chosen_.clear();
  int sum = 0;
  for (const std::uint32_t number : matching_) {
    if (patterns_[number].boxes.meets(chosen_)) continue;
    chosen_.unite(patterns_[number].boxes);
    sum += patterns_[number].pushes;
  }
  if (sum <= sum_) return;
  sum_ = sum;
  penalized = chosen_;
}

// The penalty of these boxes, by a search unless one has been made before. Boxes that are not free are then in kept_.
int PenaltyPatterns::penalty(const CellSet& boxes, Cell player) {
  board_.clear();
  boxes.each([&](Cell cell) { board_.add(cell, 0); });
  remove_free_boxes(player);
  spent_ += level_.tuning().penalty_removal_cost;
  if (board_.boxes() == 0) return 0;
  kept_.clear();
  for (int box = 0; box < board_.boxes(); ++box) kept_.push_back(board_.cell(box));
  const auto [id, fresh] = searched_.insert(board_, reach_.first());
  if (fresh) {
    answers_.push_back(0);
    const int found = search(searched_.load(id, board_), infinite);
    answers_[id] = found == infinite ? never : static_cast<std::uint8_t>(found);
  }
  return answers_[id] == never ? infinite : answers_[id];
}

void PenaltyPatterns::place(const std::vector<Cell>& cells) {
  board_.clear();
  for (const Cell cell : cells) board_.add(cell, 0);
}

// Drops boxes from kept_ as long as the rest needs as many pushes, and stores the rest as a new pattern.
void PenaltyPatterns::learn(Cell player, int pushes) {
  for (std::size_t i = 0; i < kept_.size() && kept_.size() > 1;) {
    const Cell without = kept_[i];
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    place(kept_);
    if (search(player, pushes) >= pushes) continue;
    kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), without);
    ++i;
  }
  place(kept_);
  reach_.fill(board_, player);
  Pattern pattern{CellSet(level_), reach_.cells(), pushes, static_cast<int>(kept_.size())};
  for (const Cell cell : kept_) pattern.boxes.add(cell);
  first_with_[pattern.boxes.first()].push_back(static_cast<std::uint32_t>(patterns_.size()));
  patterns_.push_back(std::move(pattern));
}

// Removes all boxes that free pushes can bring to a target, and stores the player's region in reach_.
void PenaltyPatterns::remove_free_boxes(Cell player) {
  const auto is_free = [&](Cell cell, int side) {
    return cost_[cell * Level::directions + Level::opposite(side)] == 0;
  };
  const auto is_done = [&](Cell from, Cell to, int pushes) {
    if (target_at_[to] < 0) return false;
    return pushes == 0 || level_.costs().line(level_.line(0, level_.stance(from, player)))[target_at_[to]] == pushes;
  };
  removal_(board_, player, reach_, is_free, is_done);
}

// Dijkstra's algorithm with buckets, from the position on the board. It stops once its budget of positions is used up,
// or when the penalty is known to be at least `limit`; the value reached so far is a lower bound.
int PenaltyPatterns::search(Cell player, int limit) {
  SubPositions seen(level_, control_);
  std::vector<std::uint8_t> cost;                                   // by position
  std::array<std::vector<SubPositions::Id>, max_penalty / 2> open;  // by half the cost; costs are even
  int best = max_penalty;  // cheapest cost found at which all boxes are removed
  bool cut = false;        // a push was skipped because of its cost
  const auto add = [&](Cell at, int g) {
    remove_free_boxes(at);
    if (board_.boxes() == 0) {
      best = std::min(best, g);
      return;
    }
    const auto [id, fresh] = seen.insert(board_, reach_.first());
    if (fresh) {
      cost.push_back(static_cast<std::uint8_t>(g));
    } else if (cost[id] > g) {
      cost[id] = static_cast<std::uint8_t>(g);
    } else {
      return;
    }
    assert(g % 2 == 0);
    open[g / 2].push_back(id);
  };
  add(player, 0);
  std::uint64_t expanded = 0;
  for (int g = 0; g < best && g < limit; g += 2) {
    while (!open[g / 2].empty() && g < best) {
      const SubPositions::Id id = open[g / 2].back();
      open[g / 2].pop_back();
      if (cost[id] < g) continue;
      ++spent_;
      if (++expanded > level_.tuning().penalty_positions) return g;
      if (control_.due()) control_.poll();
      around_.fill(board_, seen.load(id, board_));
      for (int box = 0; box < board_.boxes(); ++box) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell cell = board_.cell(box), to = level_.next(cell, d);
          if (to >= level_.box_cells() || board_.blocked(to)) continue;
          const int push = cost_[cell * Level::directions + d];
          if (push == never) continue;
          if (!around_.has(level_.next(cell, Level::opposite(d)))) continue;
          if (g + push >= best) {
            cut = true;
            continue;
          }
          ++control_.generated;
          board_.move(box, to);
          if (!freeze_.deadlocked(board_, to)) add(cell, g + push);
          seen.load(id, board_);
        }
      }
    }
    if (g < best && g + 2 >= limit) return limit;
  }
  return best < max_penalty || cut ? best : infinite;
}

}  // namespace budge::sokoban
