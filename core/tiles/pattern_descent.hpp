// Depth-first search with additive pattern databases, in order.
//
// For one sum after another, a node computes where the bits of its children are and prefetches them before it reads
// them. A child is dropped at the first sum that exceeds the moves left.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/meter.hpp"
#include "search/wave.hpp"
#include "tiles/automaton.hpp"
#include "tiles/guided.hpp"
#include "tiles/pattern_tables.hpp"

namespace budge::tiles {

// One depth-first search over this number of sums, whose slides pass this number of cells.
template <int Sums, int Passed>
class PatternDescent {
 public:
  PatternDescent(const PatternTables& tables, const Guided& guided, const Automaton& automaton, search::Meter& meter,
                 const search::Wave& wave)
      : tables_(tables), guided_(guided), automaton_(automaton), meter_(meter), wave_(wave) {
    for (int sum = 0; sum < Sums; ++sum) roles_[sum] = tables.roles(sum);
  }

  // Searches below a position that is not the goal, `depth` moves from the start. Returns true if it finds a plan of at
  // most `left` moves, which it appends to `backwards`, last move first.
  bool operator()(const PatternTables::Position& position, Automaton::State path, int depth, int left,
                  std::vector<std::uint8_t>& backwards) {
    const Charge frames(meter_.control(), frame_bytes * static_cast<std::uint64_t>(left));
    backwards_ = &backwards;
    bound_ = depth + left;
    expanded_ = meter_.counters(depth, left) + left;
    board_ = position.board;
    auto next = position.entries.begin();
    for (int sum = 0; sum < Sums; ++sum) {
      total_[sum] = 0;
      for (int i = 0; i < tables_.lookups(sum); ++i) {
        entry_[sum][i] = *next++;
        total_[sum] += entry_[sum][i].value;
      }
    }
    return descend(position.blank, path, left);
  }

 private:
  using Entry = PatternTables::Entry;

  struct Child {
    PatternTables::Move move;
    int number;  // among its siblings
    Automaton::State path;
    std::array<std::size_t, Sums> index;
    std::array<Entry, Sums> entry;
    std::array<int, Sums> total;
  };
  // Of the stack for each move of the path: four children, and what GCC saves on x86-64.
  static constexpr std::uint64_t frame_bytes = 4 * sizeof(Child) + 128;

  // Sum by sum: first where the bits of all children are, then their values. A child that exceeds the limit of a sum,
  // which is the moves left unless a wave lowers it, is dropped before the next sum. A move changes a sum by one, so
  // only a sum without a move to spare can be exceeded: the greatest sum comes first.
  bool descend(int blank, Automaton::State path, int left) {
    const int first = greatest_sum();
    Child children[4];
    int count = 0;
    for (const PatternTables::Move move : tables_.moves(blank)) {
      Child& child = children[count];
      child.path = automaton_.after(path, move.direction);
      if (child.path == Automaton::refused) continue;
      child.move = move;
      child.number = count++;
      find(child, first, blank);
    }
    const int max_h = wave_.max_h(left - 1);
    ++expanded_[-left];
    meter_.tally.generated += count;
    if (meter_.due()) [[unlikely]]
      meter_.report_if_due(bound_ - left);
    Child* within[4];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (!read(children[i], first, max_h)) continue;
      within[kept++] = &children[i];
      if constexpr (Sums == 2) find(children[i], 1 - first, blank);
    }
    for (int sum = 0; sum < Sums; ++sum) {
      if (sum == first) continue;
      if constexpr (Sums > 2) {
        for (int i = 0; i < kept; ++i) find(*within[i], sum, blank);
      }
      const int before = kept;
      kept = 0;
      for (int i = 0; i < before; ++i) {
        if (read(*within[i], sum, max_h)) within[kept++] = within[i];
      }
    }
    for (int i = 0; i < kept; ++i) {
      if (visit(*within[i], blank, left - 1)) {
        meter_.tally.generated -= count - 1 - within[i]->number;  // counted in advance, never generated
        return true;
      }
    }
    return false;
  }

  int greatest_sum() const {
    int greatest = 0;
    for (int sum = 1; sum < Sums; ++sum) greatest = total_[sum] > total_[greatest] ? sum : greatest;
    return greatest;
  }

  void find(Child& child, int sum, int blank) const {
    const PatternTables::Role& role = roles_[sum][board_[child.move.from]];
    if (!role.view) return;
    const PatternTables::Slide& slide = role.view->slides[blank][child.move.direction];
    PatternTables::State& state = child.entry[sum].state;
    state = entry_[sum][role.lookup].state;
    state.set ^= slide.cells;
    state.places += PatternTables::change<Passed>(role.passing, board_.data(), slide);
    if (role.view->folded) {
      const PatternTables::Slide& mirrored = role.view->mirrored[blank][child.move.direction];
      state.image += PatternTables::change<Passed>(role.mirrored, board_.data(), mirrored);
    }
    child.index[sum] = role.view->table.index(state.set, state.places, state.image, slide.blank);
    __builtin_prefetch(role.view->table.byte(child.index[sum]));
  }

  // Whether a sum is within its limit.
  bool read(Child& child, int sum, int max_h) const {
    const PatternTables::Role& role = roles_[sum][board_[child.move.from]];
    child.total[sum] = total_[sum];
    if (!role.view) return total_[sum] <= max_h;
    const int before = entry_[sum][role.lookup].value;
    const int after = patterns::BitTable::after(before, role.view->table.bit(child.index[sum]));
    child.entry[sum].value = after;
    child.total[sum] += after - before;
    return child.total[sum] <= max_h;
  }

  // Applies a move that no sum excludes, and continues from there.
  bool visit(Child& child, int blank, int left) {
    const int from = child.move.from, tile = board_[from];
    const auto exchange = [&] {
      for (int sum = 0; sum < Sums; ++sum) {
        const PatternTables::Role& role = roles_[sum][tile];
        if (role.view) std::swap(entry_[sum][role.lookup], child.entry[sum]);
      }
      std::swap(total_, child.total);
      std::swap(board_[blank], board_[from]);
    };
    exchange();
    const bool found = !cut_by_dual(from, left) && (is_goal() || descend(from, child.path, left));
    if (found) backwards_->push_back(static_cast<std::uint8_t>(from));
    exchange();
    return found;
  }

  bool cut_by_dual(int blank, int left) const {
    return guided_.has_duals() && guided_.dual(board_.data(), blank) > left;
  }

  bool is_goal() const {
    if (total_[0] != 0) return false;
    for (int cell = 0; cell < tables_.cells(); ++cell) {
      if (board_[cell] != cell) return false;
    }
    return true;
  }

  const PatternTables& tables_;
  const Guided& guided_;
  const Automaton& automaton_;
  search::Meter& meter_;
  const search::Wave& wave_;
  std::vector<std::uint8_t>* backwards_ = nullptr;
  int bound_ = 0;
  std::uint64_t* expanded_ = nullptr;  // expanded_[-n]: expansions with n moves left
  std::array<const PatternTables::Role*, Sums> roles_;
  std::array<std::uint8_t, PatternTables::max_tiles> board_{};
  std::array<std::array<Entry, PatternTables::max_tiles>, Sums> entry_;  // by sum, look-up
  std::array<int, Sums> total_{};
};

}  // namespace budge::tiles
