// Compares a search on disk with the same search in memory.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>

#include "search/request.hpp"
#include "search/tuning.hpp"
#include "tests/check.hpp"

namespace budge::test {

namespace fs = std::filesystem;
using DiskSolve = std::function<search::Solution(const search::Request&, Control&)>;
using CostByRules = std::function<std::int64_t(const std::vector<int>&)>;

inline constexpr std::uint64_t unlimited = std::uint64_t{1} << 62;

// A folder of its own, removed at the end.
struct DiskScratch {
  DiskScratch() {
    std::string name = (fs::temp_directory_path() / "budge-disk-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    disk.folder = name;
  }
  ~DiskScratch() { fs::remove_all(disk.folder); }

  search::Disk disk{{}, unlimited, false};
};

// Sends small searches through all code: many passes over small partitions, and threads for the smallest buckets.
struct SmallDiskPieces {
  explicit SmallDiskPieces(std::mt19937& random) {
    search::tuning.disk_partitions = 1 + random() % 9;
    search::tuning.disk_shared_after = random() % 3 ? 0 : 1000;
    search::tuning.chunk_bytes = 64 << random() % 6;
    search::tuning.checkpoint_ms = random() % 2 ? 1 : 10'000;
  }
  ~SmallDiskPieces() { search::tuning = {}; }
};

struct DiskOutcome {
  search::Status status;
  std::int64_t cost, bound;
  bool operator==(const DiskOutcome&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const DiskOutcome& found) {
    return out << static_cast<int>(found.status) << " " << found.cost << " " << found.bound;
  }
};

inline DiskOutcome disk_outcome(const search::Solution& solution, const Control& control, const CostByRules& cost) {
  if (solution.status == search::Status::optimal) CHECK_EQ(cost(solution.plan), control.best_cost);
  CHECK_EQ(control.bytes(), 0u);
  return {solution.status, control.best_cost, solution.status == search::Status::optimal ? control.lower_bound : 0};
}

inline void check_disk(std::string_view algorithm, std::mt19937& random, const DiskSolve& solve,
                       const CostByRules& cost) {
  Control in_memory;
  const DiskOutcome expected = disk_outcome(solve({search::Algorithm(algorithm)}, in_memory), in_memory, cost);
  for (const int threads : {1, 3}) {
    const SmallDiskPieces tuned(random);
    DiskScratch scratch;
    scratch.disk.resume = random() % 2;
    Control control(Limits{.memory = random() % 2 ? std::uint64_t{1} << 30 : std::uint64_t{20} << 20});
    search::Request request{search::Algorithm(algorithm), {}, threads};
    request.disk = &scratch.disk;
    CHECK_EQ(disk_outcome(solve(request, control), control, cost), expected);
  }
}

}  // namespace budge::test
