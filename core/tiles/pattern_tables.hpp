// The tables for fast search with additive pattern databases: how each slide of each tile changes a state of a pattern.
//
// A tile belongs to one database of each sum, so a move changes one state per sum. Two bits of its set of cells change.
// Its places shift, by an amount that depends on the tiles that the move passes. Its distance changes by one, and a bit
// of the database gives the sign (see patterns/bits/bit_table.hpp). For a folded database (patterns/bits/mirror.hpp),
// the tables also give the places of the mirror image.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tiles/guide.hpp"
#include "tokens/graph.hpp"

namespace budge::tiles {

// What does not change during a search. Tiles are named by their homes.
class PatternTables {
 public:
  static constexpr int max_tiles = 32, max_sums = 8, widest = 8;

  // Whether all of a guide can be looked up here.
  static bool serve(const tokens::Puzzle& puzzle, const Guide& guide) {
    if (puzzle.goal.size() > max_tiles || guide.sums.empty() || guide.sums.size() > max_sums || !guide.names.empty())
      return false;
    for (const patterns::LookupSum& sum : guide.sums) {
      for (const patterns::Lookup& lookup : sum) {
        const patterns::Pattern& pattern = lookup.database->pattern;
        if (!pattern.additive || pattern.width > widest || pattern.tiles() > patterns::Orders::max_tabled) return false;
      }
    }
    return true;
  }

  PatternTables(const tokens::Puzzle& puzzle, const Guide& guide)
      : cells_(static_cast<int>(puzzle.goal.size())), moves_(cells_) {
    for (int blank = 0; blank < cells_; ++blank) {
      for (const int from : puzzle.graph[blank]) {
        const int step = from - blank;
        const int direction = step == -puzzle.width ? 0 : step == puzzle.width ? 3 : step < 0 ? 1 : 2;
        moves_[blank].add({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(direction)});
      }
    }
    std::size_t lookups = 0;
    for (const patterns::LookupSum& sum : guide.sums) lookups += sum.size();
    views_.reserve(lookups);  // roles point into it
    for (const patterns::LookupSum& sum : guide.sums) {
      roles_.emplace_back(cells_);
      readers_.emplace_back(sum.begin(), sum.end());
      for (std::size_t i = 0; i < sum.size(); ++i) add(sum[i], static_cast<std::uint8_t>(i));
    }
    while (roles_.size() > 2 && roles_.size() < max_sums) {  // sums of nothing, so that fewer numbers of them occur
      roles_.emplace_back(cells_);
      readers_.emplace_back();
    }
  }

  struct Move {
    std::uint8_t from;  // where the tile stands that the blank changes places with
    std::uint8_t direction;
  };
  class Moves {
   public:
    void add(Move move) { moves_[count_++] = move; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + count_; }

   private:
    std::array<Move, 4> moves_{};
    int count_ = 0;
  };

  // A tile's slide onto the blank as its database sees it: the cells that it changes, one of which the blank is on
  // afterwards, and those that it passes, as cells of the puzzle. All slides pass the same number of cells: where there
  // are fewer the tile's own stands for the rest, for nothing passes itself.
  struct Slide {
    std::uint32_t cells = 0;
    std::uint32_t backwards = 0;  // all ones or none
    std::uint8_t blank = 0;
    std::array<std::uint8_t, widest - 1> passed{};
  };

  // A table, and how it sees the board: directly, and in the mirror if the table is folded.
  struct View {
    using Slides = std::array<std::array<Slide, 4>, max_tiles>;  // by the blank's cell and direction

    patterns::BitTable::Tables table;
    Slides slides;
    bool folded;
    Slides mirrored;
  };

  // A tile's part in a sum.
  struct Role {
    const View* view = nullptr;  // none: the sum leaves the tile out
    std::uint8_t lookup = 0;
    using Passing = std::array<std::uint32_t, max_tiles>;
    Passing passing{};   // how places change when it passes another forwards, by home
    Passing mirrored{};  // the same for the image
  };

  // A state of a pattern.
  struct State {
    std::uint32_t set;
    std::uint32_t places;
    std::uint32_t image;  // the places of the image, if the table is folded
  };

  // A state and its distance.
  struct Entry {
    State state;
    int value;
  };

  // What a search begins from: the home of what stands on each cell, and the entries of all sums, one after another.
  struct Position {
    std::array<std::uint8_t, max_tiles> board{};
    int blank;
    std::vector<Entry> entries{};
  };

  // The first `values` are known; what is beyond them is found by walking home.
  template <class Values>
  Position position(const std::array<std::uint8_t, max_tiles>& board, int blank, const Values& values) const {
    Position position{board, blank};
    std::array<std::uint8_t, patterns::max_cells> where{};
    for (int cell = 0; cell < cells_; ++cell) where[board[cell]] = static_cast<std::uint8_t>(cell);
    for (const std::vector<patterns::Reader>& sum : readers_) {
      for (const patterns::Reader& reader : sum) {
        const patterns::BitTable::State state = reader.state(where.data(), blank);
        const std::size_t number = position.entries.size();
        position.entries.push_back({{static_cast<std::uint32_t>(state.set), static_cast<std::uint32_t>(state.places),
                                     static_cast<std::uint32_t>(reader.image(state))},
                                    number < values.size() ? values[number] : reader.value(where.data(), blank)});
      }
    }
    return position;
  }

  // How places change when a tile slides onto the blank. `Passed` is how many cells slides pass.
  template <int Passed>
  static std::uint32_t change(const Role::Passing& passing, const std::uint8_t* board, const Slide& slide) {
    std::uint32_t shift = 0;
    for (int i = 0; i < Passed; ++i) shift += passing[board[slide.passed[i]]];
    return (shift ^ slide.backwards) - slide.backwards;
  }

  int cells() const { return cells_; }
  int passed() const { return passed_; }  // cells by the longest slide
  bool folded() const {                   // any of them
    return std::any_of(views_.begin(), views_.end(), [](const View& view) { return view.folded; });
  }
  int sums() const { return static_cast<int>(roles_.size()); }
  const Moves& moves(int blank) const { return moves_[blank]; }
  const Role* roles(int sum) const { return roles_[sum].data(); }
  int lookups(int sum) const { return static_cast<int>(readers_[sum].size()); }

 private:
  void add(const patterns::Lookup& lookup, std::uint8_t number) {
    const patterns::Pattern& pattern = lookup.database->pattern;
    std::vector<int> own(cells_);  // the database's cell for one of the puzzle
    for (int cell = 0; cell < cells_; ++cell) own[lookup.map[cell]] = cell;

    passed_ = std::max(passed_, pattern.width - 1);
    const patterns::BitTable& table = *lookup.database->bits;
    const patterns::Mirror& mirror = table.mirror();
    View& view = views_.emplace_back(View{table.tables(), {}, mirror.folds(), {}});
    const auto slide = [&](int from, int to, auto&& in_puzzle) {
      Slide made;
      made.cells = 1u << from | 1u << to;
      made.blank = static_cast<std::uint8_t>(from);
      made.backwards = to > from ? 0 : ~0u;
      made.passed.fill(static_cast<std::uint8_t>(in_puzzle(from)));
      for (int cell = std::min(from, to) + 1, i = 0; cell < std::max(from, to); ++cell, ++i) {
        made.passed[i] = static_cast<std::uint8_t>(in_puzzle(cell));
      }
      return made;
    };
    for (int blank = 0; blank < cells_; ++blank) {
      for (const Move& move : moves_[blank]) {
        const int from = own[move.from], to = own[blank];
        view.slides[blank][move.direction] = slide(from, to, [&](int cell) { return lookup.map[cell]; });
        view.mirrored[blank][move.direction] =
            slide(mirror.of(from), mirror.of(to), [&](int cell) { return lookup.map[mirror.of(cell)]; });
      }
    }
    for (int i = 0; i < pattern.tiles(); ++i) {
      Role& role = roles_.back()[lookup.map[pattern.homes[i]]];
      role.view = &view;
      role.lookup = number;
      const int bits = table.orders().bits();
      const auto passing = [&](int one, int other) { return (1u << (bits * one)) - (1u << (bits * other)); };
      for (int j = 0; j < pattern.tiles(); ++j) {
        const int home = lookup.map[pattern.homes[j]];
        if (j == i) continue;
        role.passing[home] = passing(i, j);
        if (view.folded) role.mirrored[home] = passing(table.images()->part(i), table.images()->part(j));
      }
    }
  }

  int cells_;
  std::vector<Moves> moves_;
  std::vector<View> views_;
  std::vector<std::vector<Role>> roles_;  // by sum, home of the tile
  std::vector<std::vector<patterns::Reader>> readers_;
  int passed_ = 0;
};

}  // namespace budge::tiles
