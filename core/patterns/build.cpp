// Breadth-first search without a queue: level after level a sweep over all entries finds those reached at this
// distance, and marks their successors for the next level. Units of entries where nothing is waiting are passed over.
//
// In an additive database only moves of pattern tiles count, so a state is a placement and a region of free cells for
// the blank, not a cell. A placement keeps two bits for each of its regions: reached at an even level, and at an odd
// one. One bit alone means that the region waits for its level; both, that it has been expanded.
#include "patterns/build.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "patterns/regions.hpp"
#include "support/share.hpp"
#include "tokens/graph.hpp"

namespace budge::patterns {

namespace {

constexpr std::uint64_t piece = 16 << 20;  // so many entries may be written between two polls

template <class T>
T load(const T& place) {
  return __atomic_load_n(&place, __ATOMIC_RELAXED);
}
template <class T>
void store(T& place, T value) {
  __atomic_store_n(&place, value, __ATOMIC_RELAXED);
}

// The levels of the search, shared out to threads by units of entries.
class Levels {
 public:
  Levels(std::uint64_t entries, int threads, Control& control)
      : entries_(entries),
        threads_(threads),
        control_(control),
        waiting_{flags(entries, control), flags(entries, control)} {
    assert(threads > 0);
  }

  int level() const { return level_; }
  int parity() const { return level_ % 2; }

  // Says that an entry has something to expand at an even or odd level to come.
  void wait(std::uint64_t entry, int parity) {
    assert(entry < entries_);
    std::uint8_t& flag = waiting_[parity][entry >> unit_bits];
    if (!load(flag)) store<std::uint8_t>(flag, 1);
  }

  // Runs levels until nothing is waiting. `build.next(entry, end)` finds the next entry with something to expand from
  // there on, `build.visit(entry, cursor)` expands it and tells whether for the first time; each thread has a cursor.
  template <class Build>
  void run(Build& build, const Ranking& ranking) {
    for (bool more = true; more; ++level_) {
      control_.lower_bound = level_;
      more = sweep(build, ranking);
    }
  }

 private:
  static constexpr int unit_bits = 8;
  static constexpr std::uint64_t share = 1 << 10;  // units that a thread takes at a time

  static Vector<std::uint8_t> flags(std::uint64_t entries, Control& control) {
    return Vector<std::uint8_t>((entries >> unit_bits) + 1, 0, Accounted<std::uint8_t>(control));
  }

  template <class Build>
  bool sweep(Build& build, const Ranking& ranking) {
    Vector<std::uint8_t>& waiting = waiting_[parity()];
    std::atomic<std::uint64_t> next{0}, reached{control_.generated};
    std::atomic<bool> any{false};
    const auto work = [&](bool owner) {
      Cursor cursor(ranking);
      for (std::uint64_t unit; (unit = next.fetch_add(share)) < waiting.size();) {
        const std::uint64_t end = std::min<std::uint64_t>(unit + share, waiting.size());
        for (; unit < end; ++unit) {
          if (!load(waiting[unit])) continue;
          store<std::uint8_t>(waiting[unit], 0);
          any.store(true, std::memory_order_relaxed);
          std::uint64_t fresh = 0;
          const std::uint64_t last = std::min(entries_, (unit + 1) << unit_bits);
          for (std::uint64_t entry = unit << unit_bits; (entry = build.next(entry, last)) < last; ++entry) {
            fresh += build.visit(entry, cursor);
          }
          reached.fetch_add(fresh, std::memory_order_relaxed);
          if (owner) {
            control_.generated = reached.load(std::memory_order_relaxed);
            control_.poll();
          }
          control_.check();
        }
      }
    };
    together(threads_, control_, work, [&] { control_.poll(); });
    control_.generated = reached;
    control_.check();
    return any;
  }

  const std::uint64_t entries_;
  const int threads_;
  Control& control_;
  int level_ = 0;
  Vector<std::uint8_t> waiting_[2];
};

// `Word` has two bits for each region that a placement may have. `Width` is that of the board, or 0 for any.
template <class Word, int Width>
class AdditiveBuild {
 public:
  AdditiveBuild(const Pattern& pattern, const Regions& regions, std::uint8_t* entries, int threads, Control& control)
      : pattern_(pattern),
        regions_(regions),
        ranking_(pattern.ranking()),
        entries_(entries),
        levels_(pattern.entries(), threads, control),
        reached_(Accounted<Word>(control)) {
    assert(Width == 0 || Width == pattern.width);
    assert(2 * regions.most() <= std::numeric_limits<Word>::digits);
    for (int i = 0; i < pattern.tiles(); ++i) shift_.emplace_back(ranking_, i);
    reached_.reserve(pattern.entries());
    while (reached_.size() < pattern.entries()) {
      reached_.resize(std::min(pattern.entries(), reached_.size() + piece));
      control.poll();
    }
    assert(reinterpret_cast<std::uintptr_t>(reached_.data()) % sizeof(Wide) == 0);
  }

  void run() {
    const Ranking::Cells home = pattern_.home();
    mark(static_cast<std::uint32_t>(ranking_.rank(home)), regions_.of(set(home))[pattern_.blank], 0);
    levels_.run(*this, ranking_);
  }

  std::uint64_t next(std::uint64_t placement, std::uint64_t end) const {
    while (placement < end) {
      if (placement % words == 0 && placement + words <= end) {
        if (waiting(load(reinterpret_cast<const Wide&>(reached_[placement]))) == 0) {
          placement += words;
          continue;
        }
      }
      if (waiting(load(reached_[placement])) != 0) break;
      ++placement;
    }
    return placement;
  }

  // Expands the regions of a placement that wait for this level. Returns whether it is the first time.
  bool visit(std::uint64_t placement, Cursor& cursor) {
    assert(placement < reached_.size());
    const int parity = levels_.parity();
    const Word word = load(reached_[placement]);
    const auto now = static_cast<Word>(waiting(word));
    const bool first = (word & word >> 1 & static_cast<Word>(even)) == 0;
    if (first) entries_[placement] = static_cast<std::uint8_t>(std::min<int>(levels_.level(), Pattern::unreached));
    __atomic_fetch_or(&reached_[placement], static_cast<Word>(now << (1 - parity)), __ATOMIC_RELAXED);
    cursor.seek(placement);
    expand(static_cast<std::uint32_t>(placement), cursor.cells(), now);
    return first;
  }

 private:
  struct Target {
    std::uint32_t placement;
    std::uint8_t region;
  };

  // Several words at once.
  using Wide = std::uint64_t __attribute__((may_alias));
  static constexpr std::uint64_t even = 0x5555555555555555ULL, words = sizeof(Wide) / sizeof(Word);

  // The regions that wait for this level, each at its even bit.
  std::uint64_t waiting(std::uint64_t word) const {
    return word >> levels_.parity() & ~(word >> (1 - levels_.parity())) & even;
  }

  CellSet set(const Ranking::Cells& cells) const {
    CellSet set = 0;
    for (int i = 0; i < pattern_.tiles(); ++i) set |= one_cell(cells[i]);
    return set;
  }

  void mark(std::uint32_t placement, int region, int parity) {
    assert(placement < reached_.size() && region < regions_.most());
    Word& word = reached_[placement];
    if (load(word) >> (2 * region) & 3) return;
    // Another thread may mark another region of the same placement.
    __atomic_fetch_or(&word, static_cast<Word>(Word{1} << (2 * region + parity)), __ATOMIC_RELAXED);
    levels_.wait(placement, parity);
  }

  void expand(std::uint32_t placement, const Ranking::Cells& cells, Word now) {
    const int tiles = pattern_.tiles();
    const auto width = static_cast<std::uint32_t>(Width > 0 ? Width : pattern_.width);
    const Regions::Moves moves = regions_.moves(set(cells));
    std::uint8_t tile_on[most_cells];
    std::memset(tile_on, tiles, pattern_.cells());  // a number that is no tile's: passing it shifts nothing
    for (int i = 0; i < tiles; ++i) tile_on[cells[i]] = static_cast<std::uint8_t>(i);

    Target targets[4 * most_cells];
    assert(moves.rows.size() + moves.columns.size() < std::size(targets));
    Target* end = targets;
    const auto add = [&](const Regions::Move& move, std::uint32_t change) {
      *end = {move.to > move.from ? placement + change : placement - change, move.after};
      __builtin_prefetch(&reached_[end->placement], 1);
      end += now >> (2 * move.before) & 1;
    };
    for (const Regions::Move& move : moves.rows) add(move, shift_[tile_on[move.from]].weight);
    for (const Regions::Move& move : moves.columns) {
      const Shift<std::uint32_t>& shift = shift_[tile_on[move.from]];
      std::uint32_t change = shift.weight * width;
      const std::uint8_t* const passed = tile_on + std::min(move.from, move.to);
      for (std::uint32_t i = 1; i < width; ++i) change += shift.passing[passed[i]];
      add(move, change);
    }
    for (const Target* target = targets; target < end; ++target) {
      mark(target->placement, target->region, 1 - levels_.parity());
    }
  }

  const Pattern& pattern_;
  const Regions& regions_;
  const Ranking ranking_;
  std::vector<Shift<std::uint32_t>> shift_;
  std::uint8_t* const entries_;
  Levels levels_;
  Vector<Word> reached_;
};

// In a plain database an entry is a state and its distance says when to expand it.
class PlainBuild {
 public:
  PlainBuild(const Pattern& pattern, std::uint8_t* entries, int threads, Control& control)
      : pattern_(pattern),
        ranking_(pattern.ranking()),
        graph_(tokens::grid(pattern.width, pattern.height)),
        entries_(entries),
        levels_(pattern.entries(), threads, control) {}

  void run() {
    reach(pattern_.home(), 0);
    levels_.run(*this, ranking_);
  }

  std::uint64_t next(std::uint64_t entry, std::uint64_t end) const {
    while (entry < end && load(entries_[entry]) != levels_.level()) ++entry;
    return entry;
  }

  bool visit(std::uint64_t entry, Cursor& cursor) {
    cursor.seek(entry << pattern_.is_whole());
    Ranking::Cells cells = cursor.cells();
    const int last = pattern_.objects() - 1;
    if (!pattern_.reachable(cells)) std::swap(cells[last], cells[last - 1]);
    const std::uint8_t from = cells[0];
    for (const int to : graph_[from]) {
      int tile = last;  // the object on that cell, or 0 if it is none of the pattern
      while (tile > 0 && cells[tile] != to) --tile;
      cells[tile] = from;
      cells[0] = static_cast<std::uint8_t>(to);
      reach(cells, levels_.level() + 1);
      cells[tile] = static_cast<std::uint8_t>(to);
      cells[0] = from;
    }
    return true;
  }

 private:
  void reach(const Ranking::Cells& cells, int distance) {
    std::uint8_t& entry = entries_[pattern_.index(ranking_.rank(cells))];
    if (load(entry) != Pattern::unreached || distance >= Pattern::unreached) return;
    // Another thread can only write the same.
    store(entry, static_cast<std::uint8_t>(distance));
    levels_.wait(&entry - entries_, distance % 2);
  }

  const Pattern& pattern_;
  const Ranking ranking_;
  const tokens::Adjacency graph_;
  std::uint8_t* const entries_;
  Levels levels_;
};

template <int Width>
void build_additive(const Pattern& pattern, std::uint8_t* entries, int threads, Control& control) {
  const Regions regions(pattern.width, pattern.height, pattern.tiles(), control);
  if (regions.most() <= 8) {
    AdditiveBuild<std::uint16_t, Width>(pattern, regions, entries, threads, control).run();
  } else {
    AdditiveBuild<std::uint64_t, Width>(pattern, regions, entries, threads, control).run();
  }
}

}  // namespace

Stop build(const Pattern& pattern, std::uint8_t* entries, int threads, Control& control) {
  try {
    for (std::uint64_t at = 0; at < pattern.entries(); at += piece) {
      std::memset(entries + at, Pattern::unreached, std::min(piece, pattern.entries() - at));
      control.poll();
    }
    if (!pattern.additive) {
      PlainBuild(pattern, entries, threads, control).run();
    } else if (pattern.width == 4) {
      build_additive<4>(pattern, entries, threads, control);
    } else if (pattern.width == 5) {
      build_additive<5>(pattern, entries, threads, control);
    } else {
      build_additive<0>(pattern, entries, threads, control);
    }
  } catch (const Stopped& stopped) {
    return stopped.reason;
  } catch (const std::bad_alloc&) {
    return Stop::memory;
  }
  return Stop::none;
}

}  // namespace budge::patterns
