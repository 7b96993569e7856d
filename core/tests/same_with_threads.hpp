// Compares a search on several threads with the same search on one.
#pragma once

#include <optional>
#include <random>

#include "search/request.hpp"
#include "search/tuning.hpp"
#include "tests/check.hpp"

namespace budge::test {

struct Threaded {
  search::Status status;
  std::int64_t cost, bound;
  bool operator==(const Threaded&) const = default;
};

// Lets the smallest searches use several threads, in shards that are left after few nodes.
struct ManyShards {
  explicit ManyShards(std::mt19937& random) {
    search::tuning.astar_shared_after = random() % 20;
    search::tuning.shards_per_thread = 1 + random() % 4;
    search::tuning.shard_expansions = 1 + random() % 20;
    search::tuning.min_shard_batches = random() % 3;
  }
  ~ManyShards() { search::tuning = {}; }
};

// `solve(request, control)` returns a solution; `cost_of(plan)` the cost by the rules.
template <class Solve, class CostOf>
void check_threads(std::string_view algorithm, std::mt19937& random, const Solve& solve, const CostOf& cost_of) {
  std::optional<Threaded> reference;
  for (const int threads : {1, 2, 3, 8}) {
    const ManyShards tuned(random);
    Control control;
    const search::Solution found = solve(search::Request{search::Algorithm(algorithm), {}, threads, false}, control);
    const Threaded result{found.status, control.best_cost,
                          found.status == search::Status::optimal ? control.lower_bound : 0};
    if (!reference) reference = result;
    CHECK(result == *reference);
    CHECK_EQ(control.bytes(), 0u);
    if (found.status == search::Status::optimal) CHECK_EQ(cost_of(found.plan), control.best_cost);
  }
}

}  // namespace budge::test
