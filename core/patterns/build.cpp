// Breadth-first search without a queue: each level is a sweep over all entries. In a plain database, a sweep finds the
// entries at this distance and marks their successors for the next level; units of entries without a pending one are
// skipped. In an additive database, a sweep advances whole rows of bits: see bits/levels.hpp.
#include "patterns/build.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <vector>

#include "patterns/bits/bit_table.hpp"
#include "patterns/bits/levels.hpp"
#include "patterns/bits/transpose.hpp"
#include "patterns/tuning.hpp"
#include "support/share.hpp"
#include "tokens/graph.hpp"

namespace budge::patterns {

namespace {

template <class T>
T load(const T& place) {
  return __atomic_load_n(&place, __ATOMIC_RELAXED);
}
template <class T>
void store(T& place, T value) {
  __atomic_store_n(&place, value, __ATOMIC_RELAXED);
}

// Runs the levels of the search; threads share each sweep by units of entries.
class Sweeps {
 public:
  Sweeps(std::uint64_t entries, int threads, Control& control)
      : entries_(entries),
        threads_(threads),
        control_(control),
        pending_{flags(entries, control), flags(entries, control)} {
    assert(threads > 0);
  }

  int level() const { return level_; }
  int parity() const { return level_ % 2; }

  // Marks an entry for expansion at the next level of this parity.
  void mark(std::uint64_t entry, int parity) {
    assert(entry < entries_);
    std::uint8_t& flag = pending_[parity][entry >> unit_bits];
    if (!load(flag)) store<std::uint8_t>(flag, 1);
  }

  // Runs levels until no entry is pending. `build.next(entry, end)` returns the first entry to expand from `entry` on;
  // `build.expand(entry, cursor)` marks its successors. Each thread has a cursor.
  template <class Build>
  void run(Build& build, const Ranking& ranking) {
    for (bool more = true; more; ++level_) {
      control_.lower_bound = level_;
      more = sweep(build, ranking);
    }
  }

 private:
  static constexpr int unit_bits = 8;

  static Vector<std::uint8_t> flags(std::uint64_t entries, Control& control) {
    return Vector<std::uint8_t>((entries >> unit_bits) + 1, 0, Accounted<std::uint8_t>(control));
  }

  template <class Build>
  bool sweep(Build& build, const Ranking& ranking) {
    Vector<std::uint8_t>& pending = pending_[parity()];
    std::atomic<std::uint64_t> next{0}, reached{control_.generated};
    std::atomic<bool> any{false};
    const std::uint64_t share = tuning.share_marks;
    const auto work = [&](bool owner) {
      Cursor cursor(ranking);
      for (std::uint64_t unit; (unit = next.fetch_add(share)) < pending.size();) {
        const std::uint64_t end = std::min<std::uint64_t>(unit + share, pending.size());
        for (; unit < end; ++unit) {
          if (!load(pending[unit])) continue;
          store<std::uint8_t>(pending[unit], 0);
          any.store(true, std::memory_order_relaxed);
          std::uint64_t expanded = 0;
          const std::uint64_t last = std::min(entries_, (unit + 1) << unit_bits);
          for (std::uint64_t entry = unit << unit_bits; (entry = build.next(entry, last)) < last; ++entry, ++expanded) {
            build.expand(entry, cursor);
          }
          reached.fetch_add(expanded, std::memory_order_relaxed);
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
  Vector<std::uint8_t> pending_[2];
};

// Builds an additive database: advances all rows level by level, then transposes the table strip by strip.
class AdditiveBuild {
 public:
  AdditiveBuild(const Pattern& pattern, int threads, Control& control)
      : pattern_(pattern),
        threads_(threads),
        control_(control),
        rows_(pattern.width, pattern.height, pattern.tiles(), pattern.mirror(), [&] { control.poll(); }),
        rows_bytes_(control, rows_.bytes()),
        orders_(pattern.tiles()),
        home_(BitTable::at_home(pattern.homes, pattern.blank, orders_)),
        moves_(pattern.tiles()),
        images_(rows_.mirror(), orders_, home_.set, home_.places),
        steps_(rows_, images_, Vector<Neighbour>(Accounted<Neighbour>(control)),
               Vector<std::uint64_t>(Accounted<std::uint64_t>(control)),
               Vector<std::uint8_t>(Accounted<std::uint8_t>(control)), [&] { control.poll(); }),
        images_bytes_(control, images_.bytes()),
        words_(RowMoves::bytes(pattern.tiles()) / 8),
        table_(rows_.count() * words_, 0, Accounted<std::uint64_t>(control)),
        reached_(rows_.count(), Reached{}, Accounted<Reached>(control)) {}

  std::vector<std::uint64_t> run(const Write& write) {
    const Levels levels{table_.data(),
                        reached_.data(),
                        words_,
                        orders_.count(),
                        rows_.place(home_.set, pattern_.blank).row,
                        orders_.rank(home_.places)};
    const int parity = rows_.field().parity(home_.set);
    std::vector<std::uint64_t> counts;
    // Continues after the last level until level % 4 == 3 is done: then the bit of every unreachable state is zero.
    for (int level = 0; level == static_cast<int>(counts.size()) || level % 4 != 0; ++level) {
      if (const std::uint64_t fresh = advance_all(levels, level, parity)) counts.push_back(fresh);
    }
    transpose_all(write);
    return counts;
  }

 private:
  struct Charge {
    Charge(Control& control, std::uint64_t bytes) : control(control), bytes(bytes) { control.charge(bytes); }
    ~Charge() { control.release(bytes); }
    Charge(const Charge&) = delete;
    Charge& operator=(const Charge&) = delete;
    Control& control;
    std::uint64_t bytes;
  };

  std::uint64_t advance_all(const Levels& levels, int level, int home_parity) {
    control_.lower_bound = level;
    std::atomic<std::uint32_t> next{0};
    std::atomic<std::uint64_t> fresh{0};
    const std::uint64_t before = control_.generated;
    const auto share_rows = static_cast<std::uint32_t>(tuning.share_rows);
    const auto work = [&](bool owner) {
      std::vector<std::uint64_t> near(words_), image(words_);
      for (std::uint32_t row; (row = next.fetch_add(share_rows)) < rows_.count();) {
        const std::uint32_t end = std::min(row + share_rows, rows_.count());
        std::uint64_t count = 0;
        for (; row < end; ++row) {
          if (steps_.parity(row) != (home_parity + level) % 2) continue;
          count += levels.advance(steps_, moves_, images_, row, level, near.data(), image.data());
        }
        fresh.fetch_add(count, std::memory_order_relaxed);
        if (owner) {
          control_.generated = before + fresh.load(std::memory_order_relaxed);
          control_.poll();
        }
        control_.check();
      }
    };
    together(threads_, control_, work, [&] { control_.poll(); });
    control_.generated = before + fresh;
    control_.check();
    return fresh;
  }

  void transpose_all(const Write& write) {
    const std::size_t orders = orders_.count(), width = words_for(rows_.count()), strip_columns = 64 * tile_words;
    const std::size_t tiles = (width + tile_words - 1) / tile_words;
    Vector<std::uint64_t> transposed(std::min(orders, strip_columns) * width, 0, Accounted<std::uint64_t>(control_));
    for (std::size_t strip = 0; strip * strip_columns < orders; ++strip) {
      share(threads_, tiles, control_, [&](std::size_t tile) {
        transpose_tile(table_.data(), transposed.data(), rows_.count(), orders, strip, tile);
      });
      const std::size_t columns = std::min(orders - strip * strip_columns, strip_columns);
      write(reinterpret_cast<const std::uint8_t*>(transposed.data()), columns * width * 8);
    }
  }

  const Pattern& pattern_;
  const int threads_;
  Control& control_;
  const Rows rows_;
  const Charge rows_bytes_;
  const Orders orders_;
  const BitTable::State home_;
  const RowMoves moves_;
  ColumnImages images_;
  const Steps<Vector<Neighbour>, Vector<std::uint64_t>, Vector<std::uint8_t>> steps_;
  const Charge images_bytes_;
  const std::size_t words_;  // of a row
  Vector<std::uint64_t> table_;
  Vector<Reached> reached_;
};

// Builds a plain database: an entry is a state, expanded at the level that equals its distance.
class PlainBuild {
 public:
  PlainBuild(const Pattern& pattern, int threads, Control& control)
      : pattern_(pattern),
        ranking_(pattern.ranking()),
        graph_(tokens::grid(pattern.width, pattern.height)),
        entries_(pattern.bytes(), Pattern::unreached, Accounted<std::uint8_t>(control)),
        sweeps_(pattern.entries(), threads, control) {}

  std::vector<std::uint64_t> run(const Write& write) {
    reach(pattern_.home(), 0);
    sweeps_.run(*this, ranking_);
    write(entries_.data(), entries_.size());
    return histogram(entries_.data(), entries_.size());
  }

  std::uint64_t next(std::uint64_t entry, std::uint64_t end) const {
    while (entry < end && load(entries_[entry]) != sweeps_.level()) ++entry;
    return entry;
  }

  void expand(std::uint64_t entry, Cursor& cursor) {
    cursor.seek(entry << pattern_.is_whole());
    Ranking::Cells cells = cursor.cells();
    const int last = pattern_.objects() - 1;
    if (!pattern_.reachable(cells)) std::swap(cells[last], cells[last - 1]);
    const std::uint8_t from = cells[0];
    for (const int to : graph_[from]) {
      int tile = last;  // the pattern's tile on that cell, or 0 if there is none
      while (tile > 0 && cells[tile] != to) --tile;
      cells[tile] = from;
      cells[0] = static_cast<std::uint8_t>(to);
      reach(cells, sweeps_.level() + 1);
      cells[tile] = static_cast<std::uint8_t>(to);
      cells[0] = from;
    }
  }

 private:
  void reach(const Ranking::Cells& cells, int distance) {
    std::uint8_t& entry = entries_[pattern_.index(ranking_.rank(cells))];
    if (load(entry) != Pattern::unreached || distance >= Pattern::unreached) return;
    // Threads that race here write the same value.
    store(entry, static_cast<std::uint8_t>(distance));
    sweeps_.mark(&entry - entries_.data(), distance % 2);
  }

  const Pattern& pattern_;
  const Ranking ranking_;
  const tokens::Adjacency graph_;
  Vector<std::uint8_t> entries_;
  Sweeps sweeps_;
};

}  // namespace

Built build(const Pattern& pattern, const Write& write, int threads, Control& control) {
  Built built;
  try {
    built.histogram = pattern.additive ? AdditiveBuild(pattern, threads, control).run(write)
                                       : PlainBuild(pattern, threads, control).run(write);
  } catch (const Stopped& stopped) {
    built.stop = stopped.reason;
  } catch (const std::bad_alloc&) {
    built.stop = Stop::memory;
  }
  return built;
}

}  // namespace budge::patterns
