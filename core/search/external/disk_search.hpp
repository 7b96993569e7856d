// The implementation of search.hpp, which explains it: the search in disk_search.cpp, the plan in path.cpp, and
// checkpoints in checkpoint.cpp.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "search/external/bucket.hpp"
#include "search/external/folder.hpp"
#include "search/external/search.hpp"
#include "support/control.hpp"
#include "support/team.hpp"
#include "support/trace.hpp"

namespace budge::search::external {

class DiskSearch {
 public:
  // One expander for each thread, the first for the calling one. `coded(cost)` is a cost as Control holds it. With
  // `resume`, the search continues from a checkpoint in the folder, if there is one, and leaves one if it is stopped.
  DiskSearch(Folder& folder, bool resume, Traits traits, std::vector<Expander*> expanders,
             std::function<std::int64_t(Cost)> coded, Trace& trace, Control& control);
  ~DiskSearch();

  // Returns the cost of an optimal plan, or nothing if there is none. Throws Stopped.
  std::optional<Cost> run();

  // The states of the plan that run() found, one after another.
  std::vector<Word> path();

 private:
  struct Key {
    std::int64_t f = 0, g = 0;
    auto operator<=>(const Key&) const = default;
  };
  // Children that wait in memory to be written to a bucket, by partition.
  struct Box {
    Key key;
    Bucket* bucket;
    std::vector<Words> parts;
  };
  struct Worker {
    explicit Worker(Expander* expander, Control& control) : expander(expander), scratch(Accounted<Word>(control)) {}

    Expander* expander;
    Words scratch;
    Children children;
    std::deque<Box> boxes;
    std::uint64_t bytes = 0;  // in the boxes
    bool busy = false;
  };
  struct Reached {
    std::vector<Word> state;
    Cost cost;
  };
  using Buckets = std::map<Key, std::unique_ptr<Bucket>>;

  // search.cpp
  void begin();
  void search();
  void process(Key key);
  void process_partition(std::size_t partition, Worker& worker);
  void load(std::size_t partition, std::uint64_t pass, std::uint64_t passes, Words& records);
  void remove_known(std::size_t partition, Words& records);
  void expand(const Words& records, Worker& worker);
  void deliver(const Children& children, const Word* parents, Worker& worker);
  bool is_goal(const Children::Child& child, const Word* state, Cost cost) const;
  void note_goal(const Word* state, Cost cost);
  bool may_improve(Key key) const;
  std::int64_t bound(Key key) const { return std::max(key.f, key.g + 1); }
  Box& box(Worker& worker, Key key);
  void flush(Worker& worker);
  void flush(Box& box, Worker& worker);
  bool forget();
  void count(std::uint64_t expanded, std::uint64_t generated);
  void each_partition(const std::function<void(std::size_t, Worker&)>& task, const std::vector<std::size_t>& partitions,
                      bool alone);
  Cost cost_of(const Word* record, Key key) const;
  std::size_t partition_of(const Word* state) const;
  std::unique_ptr<Bucket> new_bucket();
  void close_files();

  // path.cpp
  std::optional<Reached> predecessor(const Reached& end);
  std::optional<Reached> neighbour_before(const Reached& end);
  std::optional<Reached> parent_of(const Reached& end);
  bool contains(Bucket& bucket, const Word* state);
  void restart(const Reached& target);

  // checkpoint.cpp
  void save();
  void save_if_resumable();
  void remove_garbage();
  bool resume();
  std::vector<std::size_t> partitions_to_do() const;

  Folder& folder_;
  const bool resumable_;
  const Traits traits_;
  const Shape shape_;
  const std::function<std::int64_t(Cost)> coded_;
  Trace& trace_;
  Control& control_;
  const std::thread::id owner_ = std::this_thread::get_id();

  std::size_t partitions_;
  std::uint64_t pass_bytes_, outbox_bytes_;  // for each thread
  std::deque<Worker> workers_;
  Team team_;

  Buckets open_, closed_;  // open_: guarded by the mutex while threads work
  std::uint32_t next_file_ = 0;

  // The bucket that is being processed.
  Key key_;
  Bucket *current_ = nullptr, *closing_ = nullptr;
  std::vector<Bucket*> known_;
  std::vector<std::vector<Words>> in_memory_;  // taken from the outboxes
  std::vector<char> is_done_;                  // by partition

  std::atomic<bool> found_{false};  // no better plan is possible
  std::optional<Reached> best_, target_;
  std::atomic<std::int64_t> best_first_{std::numeric_limits<std::int64_t>::max()};  // the first part of the best cost
  std::vector<Reached> tail_;  // of the plan, from its end, once run() has found its cost

  std::atomic<std::uint64_t> expanded_{0}, generated_{0};
  Control::Clock::time_point saved_at_ = Control::Clock::now();
  std::vector<std::unique_ptr<Bucket>> garbage_;  // to be deleted after the next checkpoint

  mutable std::mutex mutex_;
  std::string error_;  // of a thread
};

}  // namespace budge::search::external
