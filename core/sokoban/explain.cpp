#include "sokoban/explain.hpp"

#include <algorithm>

#include "sokoban/bounds/matching.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/diagonal.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/pairs.hpp"
#include "sokoban/rules/board.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;

class Explainer {
 public:
  explicit Explainer(const Puzzle& puzzle)
      : level_(puzzle), board_(level_), reach_(level_), freeze_(level_), corrals_(level_) {
    for (int box = 0; box < level_.boxes(); ++box) board_.add(level_.start()[box], level_.kind(box));
    reach_.fill(board_, level_.players().front());
  }

  Explanation explain() {
    for (int cell = 0; cell < level_.floor(); ++cell) {
      if (level_.is_dead(cell)) found_.dead_squares.push_back(level_.grid(cell));
    }
    std::ranges::sort(found_.dead_squares);
    find_frozen();
    const bool alone = level_.players().size() == 1;
    if (alone) {
      corrals_.find_regions(reach_);
      for (int region = 0; region < corrals_.regions(); ++region) {
        found_.corrals.push_back(grid(cells(corrals_.region(region))));
      }
    }
    // Simple rules come first; those that are valid only for a single player come last.
    if (unsolvable_start() || square() || frozen_off_target()) return found_;
    if (alone && (bipartite() || diagonal() || pair())) return found_;
    if (alone) corral();
    return found_;
  }

 private:
  template <class Cells>
  std::vector<int> grid(const Cells& cells) const {
    std::vector<int> positions;
    for (const Cell cell : cells) positions.push_back(level_.grid(cell));
    std::ranges::sort(positions);
    return positions;
  }

  static std::vector<Cell> cells(const CellSet& set) {
    std::vector<Cell> cells;
    set.each([&](Cell cell) { cells.push_back(cell); });
    return cells;
  }

  bool is_off_target(Cell cell) const { return !level_.accepts(cell, board_.kind(board_.box_at(cell))); }

  bool set_reason(const char* rule, std::vector<int> culprits, std::string reason) {
    found_.rule = rule;
    found_.culprits = std::move(culprits);
    found_.reason = std::move(reason);
    return true;
  }

  void find_frozen() {
    for (int box = 0; box < board_.boxes(); ++box) {
      if (freeze_.check(board_, board_.cell(box))) found_.frozen.push_back(level_.grid(board_.cell(box)));
    }
    std::ranges::sort(found_.frozen);
  }

  bool unsolvable_start() {
    if (!level_.unsolvable_reason()) return false;
    std::vector<Cell> lost;
    for (int box = 0; box < board_.boxes(); ++box) {
      if (level_.spare() == 0 && level_.is_dead(board_.cell(box))) lost.push_back(board_.cell(box));
    }
    return set_reason(lost.empty() ? "count" : "dead-square", grid(lost), *level_.unsolvable_reason());
  }

  // Four boxes or walls in a square. With spare boxes, some may stay off target: then the freeze rule decides.
  bool square() {
    if (level_.spare() > 0) return false;
    for (int cell = 0; cell < level_.floor(); ++cell) {
      for (int corner = 0; corner < 4; ++corner) {
        const auto& ring = level_.ring(cell);
        const std::vector<Cell> four{static_cast<Cell>(cell), ring[2 * corner], ring[2 * corner + 1],
                                     ring[(2 * corner + 2) % 8]};
        if (!std::ranges::all_of(four, [&](Cell at) { return board_.blocked(at); })) continue;
        std::vector<Cell> boxes;
        for (const Cell at : four) {
          if (board_.has_box(at)) boxes.push_back(at);
        }
        if (!std::ranges::any_of(boxes, [&](Cell at) { return is_off_target(at); })) continue;
        return set_reason("square", grid(boxes),
                          "boxes and walls in a square hold one another, and not all are on targets");
      }
    }
    return false;
  }

  bool frozen_off_target() {
    for (int box = 0; box < board_.boxes(); ++box) {
      if (!freeze_.deadlocked(board_, board_.cell(box))) continue;
      return set_reason("freeze", grid(freeze_.frozen()),
                        "these boxes can never be pushed again, and not all are on targets");
    }
    return false;
  }

  bool bipartite() {
    Matching matching(level_.costs());
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      const int stance = level_.stance(cell, level_.players().front());
      matching.set(box, level_.line(board_.kind(box), stance));
    }
    if (board_.boxes() == 0 || matching.total() < Matching::infinite) return false;
    std::vector<Cell> without;
    for (int box = 0; box < board_.boxes(); ++box) {
      if (level_.costs().line(matching.line(box))[matching.column(box)] == CostTable::far) {
        without.push_back(board_.cell(box));
      }
    }
    return set_reason("bipartite", grid(without), "however boxes are shared out among targets, one can reach none");
  }

  bool diagonal() {
    ClosedDiagonal diagonal(level_);
    for (int box = 0; box < board_.boxes(); ++box) {
      if (!diagonal.deadlocked(board_, board_.cell(box), level_.players().front())) continue;
      return set_reason("diagonal", grid(diagonal.around()),
                        "these boxes close a diagonal: whichever is pushed in freezes");
    }
    return false;
  }

  bool pair() {
    const PairTable pairs(level_);
    for (int box = 0; box < board_.boxes(); ++box) {
      const int partner = pairs.partner(board_, board_.cell(box), level_.players().front());
      if (partner < 0) continue;
      const std::vector<Cell> both{board_.cell(box), board_.cell(partner)};
      return set_reason("pair", grid(both),
                        "these two boxes cannot both be brought to targets, even without the others");
    }
    return false;
  }

  bool corral() {
    if (!corrals_.find_pi_corral(board_, reach_) || !corrals_.pushes().empty()) return false;
    std::vector<Cell> fence;
    for (int box = 0; box < board_.boxes(); ++box) {
      if (corrals_.fences(box)) fence.push_back(board_.cell(box));
    }
    return set_reason("corral", grid(fence),
                      "these boxes shut in a part of the floor that must be opened, and cannot be");
  }

  const Level level_;
  Board board_;
  Reach reach_;
  Freeze freeze_;
  Corrals corrals_;
  Explanation found_;
};

}  // namespace

Explanation explain(const Puzzle& puzzle) { return Explainer(puzzle).explain(); }

}  // namespace budge::sokoban
