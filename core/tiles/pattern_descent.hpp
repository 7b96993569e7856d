// IDA* with additive pattern databases, made fast.
//
// A tile belongs to one database of each sum, so a move changes one state a sum: its set of cells by two bits, its
// places by a shift that the tiles it passes decide, its distance by one, up or down as a bit of the table says (see
// patterns/bits/bit_table.hpp). For one sum after another, a node works out where the bits of its children are and
// fetches them; only then it looks at them, and a child is given up at the first sum that exceeds the moves left. Of a
// table that is folded (patterns/bits/mirror.hpp) the image's places are carried along, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/ida.hpp"
#include "tiles/automaton.hpp"
#include "tiles/guided.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

// What does not change during a search. Tiles are named by their homes.
class PatternTables {
 public:
  static constexpr int most_tiles = 32, most_sums = 8, widest = 8, nowhere = most_tiles;

  // Whether all of a guide can be looked up here.
  static bool serve(const tokens::Puzzle& puzzle, const Guide& guide) {
    if (puzzle.goal.size() > most_tiles || guide.sums.empty() || guide.sums.size() > most_sums || !guide.names.empty())
      return false;
    for (const patterns::LookupSum& sum : guide.sums) {
      for (const patterns::Lookup& lookup : sum) {
        const patterns::Pattern& pattern = lookup.database->pattern;
        if (!pattern.additive || pattern.width > widest || pattern.tiles() > patterns::Orders::most_tabled)
          return false;
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
    while (roles_.size() > 2 && roles_.size() < most_sums) {  // sums of nothing, so that fewer numbers of them occur
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
  // afterwards, and those that it passes, as cells of the puzzle. All slides pass the same number of cells: those that
  // are too many are `nowhere`, where nothing stands.
  struct Slide {
    std::uint32_t cells = 0;
    std::uint32_t backwards = 0;  // all ones or none
    std::uint8_t blank = 0;
    std::array<std::uint8_t, widest - 1> passed{};
  };

  // What is looked into, and how the board is seen there, and in the mirror if the table is folded.
  struct View {
    using Slides = std::array<std::array<Slide, 4>, most_tiles>;  // by the blank's cell and direction

    patterns::BitTable::Tables table;
    Slides slides;
    bool folded;
    Slides mirrored;
  };

  // A tile's part in a sum.
  struct Role {
    const View* view = nullptr;  // none: the sum leaves the tile out
    std::uint8_t lookup = 0;
    using Passing = std::array<std::uint32_t, most_tiles + 1>;
    Passing passing{};   // how places change when it passes another forwards, by home
    Passing mirrored{};  // the same for the image
  };

  // A state of a pattern.
  struct State {
    std::uint32_t set;
    std::uint32_t places;
    std::uint32_t image;  // the places of the image, if the table is folded
  };

  // How places change when a tile slides onto the blank. `Passed` is how many cells slides pass.
  template <int Passed>
  static std::uint32_t change(const Role::Passing& passing, const std::uint8_t* board, const Slide& slide) {
    std::uint32_t shift = 0;
    for (int i = 0; i < Passed; ++i) shift += passing[board[slide.passed[i]]];
    return (shift ^ slide.backwards) - slide.backwards;
  }

  int cells() const { return cells_; }
  int passed() const { return passed_; }  // cells by the longest slide
  int sums() const { return static_cast<int>(roles_.size()); }
  const Moves& moves(int blank) const { return moves_[blank]; }
  const Role* roles(int sum) const { return roles_[sum].data(); }
  const std::vector<patterns::Reader>& readers(int sum) const { return readers_[sum]; }

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
      made.passed.fill(nowhere);
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

// One depth-first search over this number of sums, whose slides pass this number of cells.
template <int Sums, int Passed>
class PatternDescent {
 public:
  PatternDescent(const PatternTables& tables, const Guided& guided, const Automaton& automaton, search::Meter& meter,
                 const search::Wave& wave)
      : tables_(tables), guided_(guided), automaton_(automaton), meter_(meter), wave_(wave) {
    for (int sum = 0; sum < Sums; ++sum) roles_[sum] = tables.roles(sum);
  }

  // Searches below an arrangement that is not the goal, `depth` moves from the start: board[c] is the home of what
  // stands on cell c. True if a plan of at most `left` moves was found; it is added to `backwards`, last move first.
  bool operator()(const std::uint8_t* board, int blank, Automaton::State path, int depth, int left,
                  std::vector<std::uint8_t>& backwards) {
    backwards_ = &backwards;
    bound_ = depth + left;
    expanded_ = meter_.counters(depth, left) + left;
    board_[PatternTables::nowhere] = PatternTables::nowhere;
    std::array<std::uint8_t, patterns::most_cells> where{};
    for (int cell = 0; cell < tables_.cells(); ++cell) {
      board_[cell] = board[cell];
      where[board[cell]] = static_cast<std::uint8_t>(cell);
    }
    for (int sum = 0; sum < Sums; ++sum) {
      total_[sum] = 0;
      for (std::size_t i = 0; i < tables_.readers(sum).size(); ++i) {
        const patterns::Reader& reader = tables_.readers(sum)[i];
        const patterns::BitTable::State state = reader.state(where.data(), blank);
        entry_[sum][i] = {{static_cast<std::uint32_t>(state.set), static_cast<std::uint32_t>(state.places),
                           static_cast<std::uint32_t>(reader.image(state))},
                          reader.value(where.data(), blank)};
        total_[sum] += entry_[sum][i].value;
      }
    }
    return descend(blank, path, left);
  }

 private:
  struct Entry {
    PatternTables::State state;
    int value;
  };
  struct Child {
    PatternTables::Move move;
    int number;  // among its siblings
    Automaton::State path;
    std::array<std::size_t, Sums> index;
    std::array<Entry, Sums> entry;
    std::array<int, Sums> total;
  };

  // Sum by sum: where the bits of all children are, then what they say. Who exceeds the most that a sum may be, which
  // is the moves left but for a wave, is out of the next. A move changes a sum by one, so only one that leaves no move
  // to spare can be exceeded: the greatest sum comes first.
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
    const int most = wave_.most_h(left - 1);
    ++expanded_[-left];
    meter_.tally.generated += count;
    if (meter_.due()) [[unlikely]]
      meter_.hand_in(bound_ - left);
    Child* within[4];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (!read(children[i], first, most)) continue;
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
        if (read(*within[i], sum, most)) within[kept++] = within[i];
      }
    }
    for (int i = 0; i < kept; ++i) {
      if (visit(*within[i], blank, left - 1)) {
        meter_.tally.generated -= count - 1 - within[i]->number;  // counted in advance, never made
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

  // Whether a sum is within what it may be.
  bool read(Child& child, int sum, int most) const {
    const PatternTables::Role& role = roles_[sum][board_[child.move.from]];
    child.total[sum] = total_[sum];
    if (!role.view) return true;
    const int before = entry_[sum][role.lookup].value;
    const int after = patterns::BitTable::after(before, role.view->table.bit(child.index[sum]));
    child.entry[sum].value = after;
    child.total[sum] += after - before;
    return child.total[sum] <= most;
  }

  // Makes a move that no sum is against, and goes on from there.
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
  std::uint64_t* expanded_ = nullptr;  // with no move left; so many places before it, with so many left
  std::array<const PatternTables::Role*, Sums> roles_;
  std::array<std::uint8_t, PatternTables::most_tiles + 1> board_{};
  std::array<std::array<Entry, PatternTables::most_tiles>, Sums> entry_;  // by sum, look-up
  std::array<int, Sums> total_{};
};

// The space of a board with a guide that these tables serve.
template <class Cells>
class PatternSpace : public tokens::TokenSpace<Cells, Guided> {
 public:
  using Base = tokens::TokenSpace<Cells, Guided>;
  using typename Base::Node;
  using typename Base::Op;

  PatternSpace(const tokens::Puzzle& puzzle, const Guide& guide)
      : Base(puzzle, Guided(puzzle, guide)), tables_(puzzle, guide) {}

  bool descend(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
               search::Meter& meter, std::vector<Op>& plan, const search::Wave& wave) const {
    std::vector<std::uint8_t> backwards;
    const bool found = with_constants([&]<int Sums, int Passed>() {
      std::array<std::uint8_t, patterns::most_cells> board{};
      for (int cell = 0; cell < tables_.cells(); ++cell) {
        board[cell] = static_cast<std::uint8_t>(this->heuristic().home(node.cells[cell]));
      }
      PatternDescent<Sums, Passed> descent(tables_, this->heuristic(), automaton, meter, wave);
      return descent(board.data(), node.blank, path, depth, slack + this->h(node), backwards);
    });
    plan.insert(plan.end(), backwards.rbegin(), backwards.rend());
    return found;
  }

 private:
  // Calls body with the numbers of sums and of cells passed, or somewhat larger ones.
  template <class Body>
  bool with_constants(Body&& body) const {
    if (tables_.sums() <= 1) return with_passed<1>(body);
    if (tables_.sums() <= 2) return with_passed<2>(body);
    return with_passed<PatternTables::most_sums>(body);
  }
  template <int Sums, class Body>
  bool with_passed(Body&& body) const {
    if (tables_.passed() <= 3) return body.template operator()<Sums, 3>();
    if (tables_.passed() <= 4) return body.template operator()<Sums, 4>();
    return body.template operator()<Sums, PatternTables::widest - 1>();
  }

  PatternTables tables_;
};

}  // namespace budge::tiles
