// The containers of the searches, their memory accounting, and how often they read the clock.
#include <chrono>
#include <map>
#include <numeric>
#include <thread>

#include "search/result.hpp"
#include "support/bucket_queue.hpp"
#include "support/flat_table.hpp"
#include "support/trace.hpp"
#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tokens/cells.hpp"

namespace budge::test {

TEST(slow_nodes_make_polls_more_frequent) {
  Control control;
  int looks = 0;
  control.tick = [&](const Control&) { return ++looks > 0; };
  for (int node = 0; node < 8; ++node) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // more than the time between two ticks
    ++control.generated;
    if (control.due()) control.poll();
  }
  CHECK_EQ(looks, 8);
}

TEST(a_vector_beyond_the_address_space_is_a_lack_of_memory) {
  Control control;
  search::Result<int> result;
  search::guarded(result, [&] { Vector<std::uint64_t>(Accounted<std::uint64_t>(control)).reserve(~std::size_t{0}); });
  CHECK(result.stop == Stop::memory);
}

TEST(the_node_limit_is_exact) {
  Control control(Limits{.nodes = 1000});
  while (control.generated < 2000) {
    try {
      if (control.due()) control.poll();
    } catch (const Stopped&) {
      break;
    }
    ++control.generated;
  }
  CHECK_EQ(control.generated, 1000u);
}

TEST(a_stage_with_a_larger_completed_share_is_beyond_another) {
  const Stage walking{"walking"}, half{"packing", 2, 4}, third{"packing", 2, 6}, none{"packing", 0, 4};
  CHECK(half.is_beyond(third) && !third.is_beyond(half) && !half.is_beyond(half));
  CHECK(none.is_beyond(walking) && !walking.is_beyond(none) && !walking.is_beyond(walking));
}

TEST(the_table_finds_inserted_states_and_no_others) {
  Control control;
  {
    FlatTable<tokens::Nibbles, std::uint8_t> table(control);
    std::map<std::uint64_t, std::int64_t> truth;
    std::mt19937_64 random(1);
    for (int i = 0; i < 50'000; ++i) {
      const tokens::Nibbles state{random() % 30'000};
      const auto g = static_cast<std::int64_t>(random() % 1000);
      const auto [slot, fresh] = table.insert(state, state.hash(), g, 7);
      CHECK_EQ(fresh, truth.try_emplace(state.word, g).second);
      CHECK_EQ(slot->g(), truth[state.word]);
    }
    CHECK_EQ(table.size(), truth.size());
    for (std::uint64_t word = 0; word < 40'000; ++word) {
      const tokens::Nibbles state{word};
      CHECK_EQ(table.find(state, state.hash()) != nullptr, truth.count(word) == 1);
    }
  }
  CHECK_EQ(control.bytes(), 0u);
}

TEST(a_full_table_takes_at_most_22_bytes_per_state) {
  Control control;
  FlatTable<tokens::Nibbles, std::uint8_t> table(control);
  for (std::uint64_t word = 0; word < 1'000'000; ++word)
    table.insert(tokens::Nibbles{word}, tokens::Nibbles{word}.hash(), 1, 0);
  CHECK(control.peak_bytes() <= 22 * table.size());
}

TEST(the_table_keeps_depths_of_a_million_moves) {
  Control control;
  FlatTable<tokens::Nibbles, std::uint8_t> table(control);
  for (std::uint64_t word = 0; word < 100; ++word) {
    table.insert(tokens::Nibbles{word}, tokens::Nibbles{word}.hash(), static_cast<std::uint32_t>(10'000 * word), 3)
        .slot->close();
  }
  for (std::uint64_t word = 0; word < 100; ++word) {
    const auto* slot = table.find(tokens::Nibbles{word}, tokens::Nibbles{word}.hash());
    CHECK(slot->g() == static_cast<std::int64_t>(10'000 * word) && slot->closed() && slot->link == 3);
  }
}

TEST(the_table_stops_before_it_exceeds_the_memory_limit) {
  Control control(Limits{.memory = 100'000});
  FlatTable<tokens::Nibbles, std::uint8_t> table(control);
  bool stopped = false;
  try {
    for (std::uint64_t word = 0; word < 1'000'000; ++word)
      table.insert(tokens::Nibbles{word}, tokens::Nibbles{word}.hash(), 1, 0);
  } catch (const Stopped& reason) {
    stopped = reason.reason == Stop::memory;
  }
  CHECK(stopped);
  CHECK(control.peak_bytes() <= 100'000);
}

namespace {

// Random pushes and pops, compared with a map from priorities to stacks.
template <class Cost, class Draw>
void check_queue(Draw&& draw) {
  Control control;
  {
    BucketQueue<std::uint64_t, Cost> queue(control);
    std::mt19937_64 random(2);
    std::map<std::pair<Cost, std::size_t>, std::vector<std::uint64_t>> truth;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      if (truth.empty() || random() % 3 != 0) {
        const Cost cost = draw(random);
        const std::size_t rank = random() % 20;
        queue.push(cost, rank, i);
        truth[{cost, rank}].push_back(i);
        continue;
      }
      auto& [priority, stack] = *truth.begin();
      CHECK(queue.best().cost == priority.first && queue.best().rank == priority.second);
      CHECK_EQ(queue.peek(), stack.back());
      CHECK_EQ(queue.pop(), stack.back());
      stack.pop_back();
      CHECK(stack.empty() ? !queue.next() : queue.next() && *queue.next() == stack.back());
      if (stack.empty()) truth.erase(truth.begin());
    }
  }
  CHECK_EQ(control.bytes(), 0u);
}

}  // namespace

TEST(the_queue_pops_by_cost_then_rank_then_last_in_first_out) {
  check_queue<std::int64_t>([](auto& random) { return static_cast<std::int64_t>(random() % 50); });
  check_queue<CostPair>([](auto& random) {
    return CostPair{static_cast<std::uint32_t>(random() % 7), static_cast<std::uint32_t>(random() % 7)};
  });
}

TEST(the_queue_takes_no_memory_for_unused_priorities) {
  Control control;
  {
    BucketQueue<std::uint64_t> queue(control);
    for (std::size_t i = 0; i < 100; ++i)
      queue.push(static_cast<std::int64_t>(100'000'000 + (i * 37 % 100) * 10'000), 50'000 + i, i);
    CHECK(control.peak_bytes() < 3'000'000);
    std::int64_t last = 0;
    for (std::size_t i = 0; i < 100; ++i) {
      const auto [f, g] = queue.best();
      CHECK(f > last && queue.pop() == g - 50'000);
      last = f;
    }
    CHECK(queue.empty());
    queue.push(3, 1, 7);  // far below all earlier priorities
    CHECK(queue.best().cost == 3 && queue.pop() == 7);
  }
  CHECK_EQ(control.bytes(), 0u);
}

TEST(the_queue_pops_from_all_ranks_in_turn) {
  Control control;
  BucketQueue<int> queue(control);
  for (int i = 0; i < 3; ++i) {
    for (const int rank : {7, 300, 41}) queue.push(5, rank, 1000 * i + rank);
    queue.push(6, 2, i);  // a higher cost: popped last
  }
  std::vector<int> taken;
  while (queue.best().cost == 5) taken.push_back(queue.pop_in_turn());
  CHECK(taken == std::vector<int>({2007, 2041, 2300, 1007, 1041, 1300, 7, 41, 300}));
  CHECK_EQ(queue.pop_in_turn(), 2);
}

TEST(the_queue_stops_at_the_memory_limit) {
  Control control(Limits{.memory = 200'000});
  bool stopped = false;
  try {
    BucketQueue<std::uint64_t> queue(control);
    for (std::size_t i = 0; i < 1'000'000; ++i) queue.push(static_cast<std::int64_t>(i * 1000), 0, i);
  } catch (const Stopped& reason) {
    stopped = reason.reason == Stop::memory;
  }
  CHECK(stopped);
  CHECK(control.peak_bytes() <= 200'000);
  CHECK_EQ(control.bytes(), 0u);
}

TEST(a_thinned_trace_keeps_all_counts) {
  Trace trace;
  trace.on = true;
  for (std::size_t i = 0; i < 300'000; ++i) trace.expansion(i / 10'000);
  const Trace seen = trace.thinned(1000);
  CHECK(seen.depths.size() > 500 && seen.depths.size() <= 1000);
  CHECK_EQ(seen.stride % trace.stride, 0u);
  for (std::size_t i = 0; i < seen.depths.size(); ++i) CHECK_EQ(seen.depths[i], i * seen.stride / 10'000);
  CHECK(seen.by_depth == std::vector<std::uint64_t>(30, 10'000));
}

TEST(a_long_trace_of_two_directions_keeps_pairs) {
  Trace trace;
  trace.on = true;
  for (std::uint32_t step = 0; step < 600'000; ++step) {  // enough for the stride to grow
    trace.expansion(step % 50);
    trace.expansion(50 + step % 50, true);
  }
  CHECK(trace.stride > 1);
  for (const Trace& seen : {trace, trace.thinned(1000)}) {
    CHECK_EQ(seen.depths.size(), seen.backward_depths.size());
    for (std::size_t i = 0; i < seen.depths.size(); ++i) {
      CHECK_EQ(seen.depths[i], i * seen.stride % 50);
      CHECK_EQ(seen.backward_depths[i], 50 + seen.depths[i]);
    }
    CHECK_EQ(std::accumulate(seen.by_depth.begin(), seen.by_depth.end(), std::uint64_t{0}), 1'200'000u);
    CHECK_EQ(std::accumulate(seen.backward_by_depth.begin(), seen.backward_by_depth.end(), std::uint64_t{0}), 600'000u);
  }
}

TEST(a_trace_counted_in_batches_has_ordered_depths_at_its_stride) {
  Trace trace;
  trace.on = true;
  for (std::size_t i = 0; i < 1000; ++i) trace.expansion(0);
  std::vector<std::uint64_t> all{1000};
  for (std::uint32_t batch = 1; batch <= 3000; ++batch) {
    all.resize(batch + 8);  // includes depths without expansions
    all[batch] = 30'000;
    trace.count(all, std::vector<std::uint32_t>(200, batch));
    CHECK_EQ(trace.by_depth.size(), batch + 1u);
    const std::uint64_t seen = 1000 + 30'000 * std::uint64_t{batch};
    CHECK_EQ(trace.depths.size(), (seen + trace.stride - 1) / trace.stride);
  }
  CHECK(std::is_sorted(trace.depths.begin(), trace.depths.end()));
  CHECK_EQ(trace.depths.back(), 3000u);
  trace.count({1000, 30'000}, {});  // fewer than counted before
  CHECK_EQ(trace.depths.size(), (31'000 + trace.stride - 1) / trace.stride);
}

}  // namespace budge::test
