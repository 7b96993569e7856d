#include "sokoban/bounds/penalty_patterns.hpp"

#include <algorithm>
#include <array>

namespace budge::sokoban {

namespace {

constexpr std::uint8_t never = 0xff;
constexpr int dearest = 30;              // what costs more is not told apart
constexpr int max_positions = 200;       // of a search
constexpr std::uint64_t calls_each = 4;  // for one position
constexpr std::uint64_t letting_go = 4;  // costs as much as so many positions
constexpr std::size_t max_patterns = 20'000;

}  // namespace

PenaltyPatterns::PenaltyPatterns(const Level& level, Control& control, std::uint64_t head_start)
    : level_(level),
      control_(control),
      board_(level),
      reach_(level),
      around_(level),
      freeze_(level),
      vanishing_(level, Motion::push),
      target_at_(level.floor() + 1, -1),
      cost_(static_cast<std::size_t>(level.box_cells()) * Level::directions, never),
      asked_(level, control),
      first_with_(level.floor()),
      rest_(level),
      chosen_(level),
      head_start_(head_start) {
  for (std::size_t i = 0; i < level.targets().size(); ++i) target_at_[level.targets()[i]] = static_cast<int>(i);
  for (int cell = 0; cell < level.box_cells(); ++cell) {
    for (int d = 0; d < Level::directions; ++d) {
      const Cell to = level.next(cell, d), from = level.next(cell, Level::opposite(d));
      if (to >= level.box_cells() || from == level.outside()) continue;
      const std::uint16_t* const now = level.costs().line(level.line(0, level.stance(cell, from)));
      const std::uint16_t* const then = level.costs().line(level.line(0, level.stance(to, cell)));
      int least = never;
      for (int target = 0; target < level.boxes(); ++target) {
        if (then[target] != CostTable::far) least = std::min(least, 1 + then[target] - now[target]);
      }
      cost_[cell * Level::directions + d] = static_cast<std::uint8_t>(least);
    }
  }
}

int PenaltyPatterns::operator()(const CellSet& boxes, Cell player, CellSet& jammed) {
  match(boxes, player, jammed);
  if (spent_ > head_start_ + ++calls_ / calls_each || patterns_.size() >= max_patterns) return sum_;
  // Boxes that are in no jam yet may be in one; and all together may need more than patterns say.
  rest_ = boxes;
  rest_.subtract(jammed);
  int least = 0, found = ask(rest_, player);
  if (found == 0 && sum_ > 0) {
    least = sum_;
    found = ask(boxes, player);
  }
  if (found == infinite) return infinite;
  if (found <= least) return sum_;
  learn(player, found);
  match(boxes, player, jammed);
  return sum_;
}

// Finds the patterns on the board, and those of them to count.
void PenaltyPatterns::match(const CellSet& boxes, Cell player, CellSet& jammed) {
  held_.clear();
  boxes.each([&](Cell cell) {
    for (const std::uint32_t number : first_with_[cell]) {
      const Pattern& pattern = patterns_[number];
      CellSet::Word missing = 0;
      for (std::size_t word = 0; word < boxes.words().size(); ++word) {
        missing |= pattern.boxes.words()[word] & ~boxes.words()[word];
      }
      if (missing == 0 && pattern.walks.has(player)) held_.push_back(number);
    }
  });
  jammed.clear();
  sum_ = 0;
  choose(jammed, [](const Pattern& one, const Pattern& two) { return one.pushes * two.size > two.pushes * one.size; });
  choose(jammed, [](const Pattern& one, const Pattern& two) { return one.pushes > two.pushes; });
}

// Takes those without a box in common that come first by some order, if they cost more than what was taken before.
template <class Before>
void PenaltyPatterns::choose(CellSet& jammed, Before&& before) {
  std::ranges::stable_sort(held_, [&](std::uint32_t a, std::uint32_t b) { return before(patterns_[a], patterns_[b]); });
  chosen_.clear();
  int sum = 0;
  for (const std::uint32_t number : held_) {
    if (patterns_[number].boxes.meets(chosen_)) continue;
    chosen_.unite(patterns_[number].boxes);
    sum += patterns_[number].pushes;
  }
  if (sum <= sum_) return;
  sum_ = sum;
  jammed = chosen_;
}

// What the boxes need that remain when all that can have gone home; those are then in kept_.
int PenaltyPatterns::ask(const CellSet& boxes, Cell player) {
  board_.clear();
  boxes.each([&](Cell cell) { board_.add(cell, 0); });
  let_go(player);
  spent_ += letting_go;
  if (board_.boxes() == 0) return 0;
  kept_.clear();
  for (int box = 0; box < board_.boxes(); ++box) kept_.push_back(board_.cell(box));
  const auto [id, fresh] = asked_.insert(board_, reach_.first());
  if (fresh) {
    answers_.push_back(0);
    const int found = search(asked_.load(id, board_), infinite);
    answers_[id] = found == infinite ? never : static_cast<std::uint8_t>(found);
  }
  return answers_[id] == never ? infinite : answers_[id];
}

void PenaltyPatterns::put(const std::vector<Cell>& cells) {
  board_.clear();
  for (const Cell cell : cells) board_.add(cell, 0);
}

// Leaves out the boxes of kept_ without which the others need as many pushes; those are a new pattern.
void PenaltyPatterns::learn(Cell player, int pushes) {
  for (std::size_t i = 0; i < kept_.size() && kept_.size() > 1;) {
    const Cell without = kept_[i];
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    put(kept_);
    if (search(player, pushes) >= pushes) continue;
    kept_.insert(kept_.begin() + static_cast<std::ptrdiff_t>(i), without);
    ++i;
  }
  put(kept_);
  reach_.fill(board_, player);
  Pattern pattern{CellSet(level_), reach_.cells(), pushes, static_cast<int>(kept_.size())};
  for (const Cell cell : kept_) pattern.boxes.add(cell);
  first_with_[pattern.boxes.first()].push_back(static_cast<std::uint32_t>(patterns_.size()));
  patterns_.push_back(std::move(pattern));
}

// Takes away all boxes that go home at no cost, and leaves the player's region in reach_.
void PenaltyPatterns::let_go(Cell player) {
  const auto is_free = [&](Cell cell, int side) {
    return cost_[cell * Level::directions + Level::opposite(side)] == 0;
  };
  const auto is_home = [&](Cell from, Cell to, int pushes) {
    if (target_at_[to] < 0) return false;
    return pushes == 0 || level_.costs().line(level_.line(0, level_.stance(from, player)))[target_at_[to]] == pushes;
  };
  vanishing_(board_, player, reach_, is_free, is_home);
}

// Dijkstra's algorithm, by buckets, from the boxes on the board. Given up beyond a number of positions, or where it is
// known to be `enough`; what it has come to by then is a bound.
int PenaltyPatterns::search(Cell player, int enough) {
  SubPositions seen(level_, control_);
  std::vector<std::uint8_t> cost;                               // by position; never once it is expanded
  std::array<std::vector<SubPositions::Id>, dearest / 2> open;  // by half the cost, which is even
  int home = dearest;  // what it costs until all have vanished, as far as it is known
  bool cut = false;
  const auto add = [&](Cell at, int g) {
    let_go(at);
    if (board_.boxes() == 0) {
      home = std::min(home, g);
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
    open[g / 2].push_back(id);
  };
  add(player, 0);
  int expanded = 0;
  for (int g = 0; g < home && g < enough; g += 2) {
    while (!open[g / 2].empty() && g < home) {
      const SubPositions::Id id = open[g / 2].back();
      open[g / 2].pop_back();
      if (cost[id] < g) continue;
      ++spent_;
      if (++expanded > max_positions) return g;
      if (control_.due()) control_.poll();
      around_.fill(board_, seen.load(id, board_));
      for (int box = 0; box < board_.boxes(); ++box) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell cell = board_.cell(box), to = level_.next(cell, d);
          if (to >= level_.box_cells() || board_.blocked(to)) continue;
          const int push = cost_[cell * Level::directions + d];
          if (push == never) continue;
          if (!around_.has(level_.next(cell, Level::opposite(d)))) continue;
          if (g + push >= home) {
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
    if (g < home && g + 2 >= enough) return enough;
  }
  return home < dearest || cut ? home : infinite;
}

}  // namespace budge::sokoban
