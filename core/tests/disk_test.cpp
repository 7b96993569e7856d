// Search on disk: cost, status and counts are those of a search in memory, whatever interrupts it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "blocks/solve.hpp"
#include "robots/solve.hpp"
#include "search/external/records.hpp"
#include "search/tuning.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/plain_blocks.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/random_robots.hpp"
#include "tests/same_on_disk.hpp"
#include "tokens/solve.hpp"

namespace budge::test {

namespace {

namespace fs = std::filesystem;
using search::Request;

CostByRules home(const tokens::Puzzle& puzzle) {
  return [&](const std::vector<int>& plan) {
    return leads_home(puzzle, plan) ? static_cast<std::int64_t>(plan.size()) : -2;
  };
}

tokens::Puzzle unsolvable(std::mt19937& random) {
  tokens::Puzzle puzzle = scrambled(3, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 200, random);
  const int one = puzzle.start[0] != 0 && puzzle.start[1] != 0 ? 0 : 3;
  std::swap(puzzle.start[one], puzzle.start[one + 1]);
  return puzzle;
}

DiskSolve of_tiles(const tokens::Puzzle& puzzle, const char* heuristic) {
  return [&puzzle, heuristic](const Request& request, Control& control) {
    return solve(puzzle, tiles::Heuristic(heuristic), request, 0, control);
  };
}

}  // namespace

TEST(disk_records_survive_encoding_and_merge_equal_states) {
  using namespace search::external;
  std::mt19937_64 random(1);
  Control control;
  for (int i = 0; i < rounds(400); ++i) {
    const Shape shape{static_cast<int>(1 + random() % 6), random() % 2 == 0};
    const std::size_t width = shape.width(), count = random() % (i % 10 ? 40 : 3000);
    const int bits = static_cast<int>(1 + random() % 64), kinds = static_cast<int>(random() % 3);
    Words records{Accounted<Word>(control)}, scratch = records;
    for (std::size_t word = 0; word < count * width; ++word) {
      records.push_back(kinds == 0 ? random() % 3 : random() >> (64 - bits));
    }
    std::vector<std::vector<Word>> expected;
    for (std::size_t at = 0; at < records.size(); at += width) {
      expected.emplace_back(records.begin() + at, records.begin() + at + width);
    }
    std::sort(expected.begin(), expected.end());
    const auto same = [&](const auto& a, const auto& b) {
      return std::equal(a.begin(), a.begin() + shape.state_words, b.begin());
    };
    expected.erase(std::unique(expected.begin(), expected.end(), same), expected.end());
    sort_and_merge(records, scratch, shape);
    CHECK_EQ(records.size(), expected.size() * width);
    for (std::size_t at = 0; at < records.size(); ++at) CHECK_EQ(records[at], expected[at / width][at % width]);
    Bytes bytes{Accounted<std::uint8_t>(control)};
    encode(records.data(), expected.size(), shape, bytes);
    const std::size_t size = bytes.size();
    bytes.resize(size + padding);
    Words decoded(records.size(), 0, Accounted<Word>(control));
    decode(bytes.data(), size, expected.size(), shape, decoded.data());
    CHECK(decoded == records);
    // A state remains unless a run has it at the same cost or a lower one.
    Words known{Accounted<Word>(control)}, left = records;
    std::vector<Word> remaining;
    for (std::size_t at = 0; at < records.size(); at += width) {
      const int what = static_cast<int>(random() % 4);
      std::vector<Word> record(records.begin() + at, records.begin() + at + width);
      const Word cost = record.back();
      if (shape.has_cost) record.back() = what == 0 ? cost + 1 : cost / 2;
      if (what < 2) known.insert(known.end(), record.begin(), record.end());
      const bool removed = what < 2 && (!shape.has_cost || record.back() <= cost);
      if (!removed) remaining.insert(remaining.end(), records.begin() + at, records.begin() + at + width);
    }
    Subtraction subtraction(left, shape);
    subtraction.begin_run();
    const std::size_t half = known.size() / width / 2;
    subtraction.subtract(known.data(), half);
    subtraction.subtract(known.data() + half * width, known.size() / width - half);
    subtraction.end_run();
    CHECK(std::equal(left.begin(), left.end(), remaining.begin(), remaining.end()));
  }
}

TEST(disk_tiles_cost_the_same) {
  std::mt19937 random(21);
  for (int i = 0; i < rounds(60, 9); ++i) {
    const auto [width, height] = std::array<std::pair<int, int>, 3>{{{3, 3}, {4, 4}, {5, 4}}}[i % 3];
    const tokens::Puzzle puzzle = scrambled(width, height, i % 3 == 0 ? 300 : 30, random);
    const char* heuristic = i % 2 ? "manhattan" : "linear-conflict";
    check_disk(i % 4 ? "astar" : "dijkstra", random, of_tiles(puzzle, heuristic), home(puzzle));
  }
  for (int i = 0; i < rounds(4, 1); ++i) {
    const tokens::Puzzle puzzle = unsolvable(random);
    check_disk(i % 2 ? "astar" : "dijkstra", random, of_tiles(puzzle, "manhattan"), home(puzzle));
  }
}

TEST(disk_tokens_cost_the_same) {
  std::mt19937 random(22);
  for (int i = 0; i < rounds(40, 4); ++i) {
    const int size = 5 + static_cast<int>(random() % 3);
    tokens::Puzzle puzzle{tokens::Adjacency(size), shuffled(size, random), shuffled(size, random)};
    for (int vertex = 0; vertex < size; ++vertex) {
      for (const int other : {(vertex + 1) % size, (vertex + 3) % size}) {
        if (other == vertex || (random() % 4 == 0 && other != (vertex + 1) % size)) continue;
        puzzle.graph[vertex].push_back(other);
        puzzle.graph[other].push_back(vertex);
      }
    }
    check_disk(
        i % 2 ? "astar" : "dijkstra", random,
        [&](const Request& request, Control& control) {
          return solve(puzzle, tokens::Heuristic("manhattan"), request, control);
        },
        home(puzzle));
  }
}

TEST(disk_blocks_cost_the_same_in_every_metric) {
  std::mt19937 random(23);
  for (int i = 0; i < rounds(90, 12); ++i) {
    const blocks::Puzzle puzzle = random_blocks(random, 3 + i % 2, 4, 2 + i % 5);
    const blocks::Metric metric = all_metrics[i % std::size(all_metrics)];
    Control reference;
    solve(puzzle, metric, blocks::Heuristic("zero"), {search::Algorithm("bidirectional")}, reference);
    check_disk(
        i % 2 ? "astar" : "dijkstra", random,
        [&](const Request& request, Control& control) {
          return solve(puzzle, metric, blocks::Heuristic("distance"), request, control);
        },
        [&](const std::vector<int>&) { return reference.best_cost; });
  }
}

TEST(disk_robots_cost_the_same) {
  std::mt19937 random(24);
  for (int i = 0; i < rounds(80, 8); ++i) {
    const robots::Puzzle puzzle = random_robots(random, 3 + i % 4, 1 + i % 4);
    check_disk(
        i % 2 ? "astar" : "dijkstra", random,
        [&](const Request& request, Control& control) {
          return solve(puzzle, i % 2 ? robots::Heuristic::stoppers : robots::Heuristic::zero, request, control);
        },
        [](const std::vector<int>& plan) { return static_cast<std::int64_t>(plan.size()); });
  }
}

TEST(disk_layers_have_as_many_states_as_in_memory) {
  std::mt19937 random(26);
  const tokens::Puzzle puzzle = unsolvable(random);
  const auto by_depth = [&](const search::Disk* disk, int threads, std::uint64_t memory) {
    Control control(Limits{.memory = memory});
    Request request{search::Algorithm("dijkstra"), {}, threads, true};
    request.disk = disk;
    return of_tiles(puzzle, "manhattan")(request, control).trace.by_depth;
  };
  const auto expected = by_depth(nullptr, 1, unlimited);
  CHECK_EQ(std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}), 181'440u);
  search::tuning.disk_partitions = 1;
  for (const int threads : {1, 2}) {
    DiskScratch scratch;
    CHECK(by_depth(&scratch.disk, threads, 1 << 20) == expected);  // several passes over the partition
  }
  search::tuning = {};
}

TEST(disk_search_continues_from_where_a_limit_stopped_it) {
  std::mt19937 random(27);
  const tokens::Puzzle solvable = scrambled(3, 3, 400, random), dead = unsolvable(random);
  for (const tokens::Puzzle* puzzle : {&solvable, &dead}) {
    for (const char* algorithm : {"dijkstra", "astar"}) {
      const DiskSolve solve = of_tiles(*puzzle, "manhattan");
      Control reference;
      const DiskOutcome expected =
          disk_outcome(solve({search::Algorithm(algorithm)}, reference), reference, home(*puzzle));
      const SmallDiskPieces tuned(random);
      DiskScratch scratch;
      scratch.disk.resume = true;
      Request request{search::Algorithm(algorithm), {}, 2};
      request.disk = &scratch.disk;
      int runs = 0;
      for (std::uint64_t nodes = 50;; nodes += reference.generated / 5, ++runs) {
        Control control(Limits{.nodes = nodes});
        const auto solution = solve(request, control);
        if (solution.stop == Stop::nodes) continue;
        CHECK_EQ(disk_outcome(solution, control, home(*puzzle)), expected);
        break;
      }
      CHECK(runs > 2);
    }
  }
}

TEST(disk_search_survives_being_killed) {
  std::mt19937 random(28);
  const tokens::Puzzle puzzle = scrambled(3, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 1000, random);
  const DiskSolve solve = of_tiles(puzzle, "manhattan");
  Control reference;
  const DiskOutcome expected = disk_outcome(solve({search::Algorithm("dijkstra")}, reference), reference, home(puzzle));
  search::tuning.checkpoint_ms = 0;
  search::tuning.disk_partitions = 8;
  DiskScratch scratch;
  scratch.disk.resume = true;
  Request request{search::Algorithm("dijkstra")};
  request.disk = &scratch.disk;
  int killed = 0;
  for (int delay = 3;; delay += 3) {
    const pid_t child = fork();
    if (child == 0) {
      Control control(Limits{.memory = 1 << 20});
      solve(request, control);
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status)) break;
    CHECK_EQ(WTERMSIG(status), SIGKILL);
    if (WTERMSIG(status) != SIGKILL) return;
    ++killed;
  }
  CHECK(killed > 0);
  Control control;
  CHECK_EQ(disk_outcome(solve(request, control), control, home(puzzle)), expected);
  search::tuning = {};
}

TEST(disk_limit_deletes_old_layers_and_finds_the_plan_by_a_second_search) {
  std::mt19937 random(29);
  const tokens::Puzzle puzzle = scrambled(3, 3, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 1000, random);
  for (const char* algorithm : {"dijkstra", "astar"}) {
    const DiskSolve solve = of_tiles(puzzle, "manhattan");
    Control reference;
    const DiskOutcome expected =
        disk_outcome(solve({search::Algorithm(algorithm)}, reference), reference, home(puzzle));
    std::uint64_t generated = 0;
    int repeated = 0, full = 0;
    for (std::uint64_t limit = 4 << 20; limit > 1000; limit = limit * 4 / 5) {
      const SmallDiskPieces tuned(random);
      DiskScratch scratch;
      scratch.disk.limit = limit;
      scratch.disk.resume = random() % 2;
      Control control(Limits{.memory = 8 << 20});
      Request request{search::Algorithm(algorithm)};
      request.disk = &scratch.disk;
      const auto solution = solve(request, control);
      if (generated == 0) generated = control.generated;
      if (solution.stop == Stop::disk) {
        ++full;
        CHECK(control.lower_bound <= expected.cost);
        continue;
      }
      CHECK_EQ(disk_outcome(solution, control, home(puzzle)), expected);
      repeated += control.generated > generated;
    }
    CHECK(full > 0);
    CHECK(repeated > 0);
  }
}

TEST(disk_search_on_a_full_disk_stops_and_continues_when_there_is_room) {
  std::mt19937 random(30);
  const robots::Puzzle puzzle = random_robots(random, 6, 4);
  const auto solve = [&](const Request& request, Control& control) {
    return robots::solve(puzzle, robots::Heuristic::zero, request, control);
  };
  Control reference;
  const auto expected = solve({search::Algorithm("dijkstra")}, reference);
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  int stopped = 0;
  for (rlim_t bytes = 100; bytes < 100'000; bytes *= 3) {
    DiskScratch scratch;
    scratch.disk.resume = true;
    Request request{search::Algorithm("dijkstra"), {}, 2};
    request.disk = &scratch.disk;
    const rlimit small{bytes, usual.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);  // a write beyond it fails as on a full disk
    Control control;
    const auto first = solve(request, control);
    setrlimit(RLIMIT_FSIZE, &usual);
    if (first.stop == Stop::disk) ++stopped;
    Control again;
    const auto second = solve(request, again);
    CHECK(second.status == expected.status && again.best_cost == reference.best_cost);
  }
  std::signal(SIGXFSZ, previous);
  CHECK(stopped > 0);
}

TEST(disk_search_notices_damaged_files) {
  std::mt19937 random(31);
  const tokens::Puzzle puzzle = unsolvable(random);
  const DiskSolve solve = of_tiles(puzzle, "manhattan");
  int noticed = 0;
  for (int i = 0; i < rounds(30, 6); ++i) {
    DiskScratch scratch;
    scratch.disk.resume = true;
    Request request{search::Algorithm("dijkstra")};
    request.disk = &scratch.disk;
    Control control(Limits{.nodes = 100'000});
    CHECK(solve(request, control).stop == Stop::nodes);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(scratch.disk.folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    const fs::path& file = files[random() % files.size()];
    if (i % 3 == 0) {
      fs::resize_file(file, fs::file_size(file) / 2);
    } else if (i % 3 == 1) {
      fs::remove(file);
    } else {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      const auto at = static_cast<std::streamoff>(random() % std::max<std::uintmax_t>(1, fs::file_size(file)));
      stream.seekg(at);
      const char byte = static_cast<char>(stream.get() ^ 1);
      stream.seekp(at);
      stream.put(byte);
    }
    Control again;
    try {
      const auto solution = solve(request, again);
      CHECK(solution.status == search::Status::unsolvable);
    } catch (const std::runtime_error&) {
      ++noticed;
    }
  }
  CHECK(sampled || noticed > 0);
}

TEST(disk_search_obeys_limits_and_keeps_its_bound) {
  std::mt19937 random(32);
  const tokens::Puzzle puzzle =
      tiles::board({4, 4, {13, 9, 10, 7, 1, 0, 15, 12, 2, 11, 6, 14, 5, 8, 4, 3}, kBlankFirst});
  const auto run = [&](Control& control, int threads) {
    DiskScratch scratch;
    Request request{search::Algorithm("astar"), {}, threads};
    request.disk = &scratch.disk;
    const auto solution = of_tiles(puzzle, "manhattan")(request, control);
    CHECK(solution.status == search::Status::stopped);
    CHECK_EQ(control.bytes(), 0u);
    return solution.stop;
  };
  for (const int threads : {1, 2}) {
    Control nodes(Limits{.nodes = 300'000});
    CHECK(run(nodes, threads) == Stop::nodes);
    CHECK(nodes.generated >= 300'000 && nodes.generated < 400'000);
    CHECK(nodes.lower_bound >= 41 && nodes.lower_bound <= 54);
    Control memory(Limits{.memory = 60'000});
    CHECK(run(memory, threads) == Stop::memory);
    Control timed(Limits{.seconds = 0.2});
    CHECK(run(timed, threads) == Stop::seconds);
    Control cancelled;
    cancelled.tick = [](const Control&) { return false; };
    CHECK(run(cancelled, threads) == Stop::cancel);
  }
}

}  // namespace budge::test
