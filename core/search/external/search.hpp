// Best-first search on disk, for spaces of more states than fit in memory.
//
// The idea: states are written to files when they are generated, and duplicates are removed later, many at a time
// (delayed duplicate detection: Korf, 2004; external A*: Edelkamp, Jabbar and Schrödl, 2004).
//
//   bucket      All states of equal f and g. Without a heuristic f is g, and buckets are the layers of a breadth-first
//               search. Every move costs something, so the children of a bucket belong to buckets with a larger g and
//               at least the same f. The search takes the bucket of the smallest f, then g; it is then complete.
//   partition   The hash of a state decides to which of 64 partitions it belongs. Equal states share one, so each
//               partition of a bucket is processed alone, by one thread, in memory:
//
//                  read and sort it  →  merge equal states  →  subtract the states that earlier buckets closed
//                  →  append the rest to the closed file  →  expand it  →  children, by bucket and partition
//
//               A partition that exceeds its share of the memory is processed in several passes over its file, each of
//               which takes the states of another range of hashes.
//   outbox      Children wait in memory, one outbox for each thread, and are written as sorted runs when it is full.
//               Small buckets never reach the disk.
//   duplicates  The heuristic value of a state is f - g, so its duplicates are in buckets of the same difference. If
//               moves can be undone and cost one, only the two buckets before can contain them (frontier search: Korf,
//               Zhang, Thayer and Hohwald, 2005). If heuristic values depend on the path, records hold their cost, all
//               closed buckets are compared, and a cheaper path reopens a state.
//   plan        Found backwards. If moves can be undone, the neighbours of a state are looked up in the closed bucket
//               before it. Otherwise closed buckets are expanded again, each at most once.
//   disk limit  When the disk limit is reached, a search whose duplicates are local deletes the oldest closed buckets.
//               If the plan leads through them, a second search finds the way to the first state that is left.
//   resume      A checkpoint lists all files with their lengths. It is written now and then, and when a limit or Ctrl-C
//               ends the search; a file is deleted only after a checkpoint without it. Files only grow, so whatever a
//               killed process wrote after the last checkpoint is cut off. Checksums detect damage.
//
// Reading ahead and writing behind is left to the operating system: files are read and written in order, in large
// pieces, the next partitions are announced to it, and further threads compute while one waits.
//
// Optimal, as A* is. Memory is bounded by the limit, whatever the number of states; see expander.hpp for the spaces.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "search/external/expander.hpp"
#include "search/request.hpp"

namespace budge::search::external {

// What the search needs to know about a space.
struct Traits {
  Shape shape;
  bool is_local = false;  // see is_local and is_consistent in expander.hpp
  bool is_consistent = false;
  bool has_two_parts = false;  // costs do
};

struct Plan {
  Cost cost;
  std::vector<Word> states;  // one after another, from the start
};

// Returns an optimal plan, or nothing if there is none. There is one expander for each thread; the first is that of the
// calling one. `coded(cost)` is a cost as Control holds it. Throws Stopped.
std::optional<Plan> search_on_disk(const Disk& disk, const Traits& traits, const std::vector<Expander*>& expanders,
                                   const std::function<std::int64_t(Cost)>& coded, Trace& trace, Control& control);

}  // namespace budge::search::external
