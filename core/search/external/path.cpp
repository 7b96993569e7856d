// The plan of a search on disk, from its end to the start.
#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "search/external/disk_search.hpp"

namespace budge::search::external {

std::vector<Word> DiskSearch::path() {
  if (tail_.empty()) {
    assert(best_);
    tail_.push_back(*best_);
  }
  try {
    if (target_) search();  // a checkpoint within the second search
    while (tail_.back().cost != Cost{}) {
      if (auto before = predecessor(tail_.back())) {
        tail_.push_back(std::move(*before));
      } else {
        restart(tail_.back());
        search();
        if (!best_) throw std::logic_error("a state of the plan cannot be reached");
      }
    }
  } catch (const Stopped&) {
    if (!error_.empty()) throw std::runtime_error(error_);
    save_if_resumable();
    throw;
  }
  std::vector<Word> states;
  for (auto each = tail_.rbegin(); each != tail_.rend(); ++each) {
    states.insert(states.end(), each->state.begin(), each->state.end());
  }
  return states;
}

// A state from which one move leads to `end` at its cost; nothing if the files that hold it are deleted.
std::optional<DiskSearch::Reached> DiskSearch::predecessor(const Reached& end) {
  return traits_.is_local ? neighbour_before(end) : parent_of(end);
}

std::optional<DiskSearch::Reached> DiskSearch::neighbour_before(const Reached& end) {
  Children children;
  workers_[0].expander->expand(end.state.data(), 1, -1, children);
  const std::int64_t g = end.cost.first - 1;
  for (std::size_t i = 0; i < children.children.size(); ++i) {
    const Word* const state = &children.states[i * shape_.state_words];
    const auto bucket = closed_.find({g + children.children[i].h, g});
    if (bucket == closed_.end() || !contains(*bucket->second, state)) continue;
    return Reached{{state, state + shape_.state_words}, {g, 0}};
  }
  return std::nullopt;
}

bool DiskSearch::contains(Bucket& bucket, const Word* state) {
  bool found = false;
  bucket.visit(partition_of(state), shape_, control_, [&](const Word* records, std::size_t count, bool) {
    for (; count > 0 && !found; --count, records += shape_.width()) {
      found = std::equal(state, state + shape_.state_words, records);
    }
    control_.poll_clock();
  });
  return found;
}

std::optional<DiskSearch::Reached> DiskSearch::parent_of(const Reached& end) {
  std::vector<std::pair<Key, Bucket*>> before;
  for (const auto& [key, bucket] : closed_) {
    if (key.g < end.cost.first) before.emplace_back(key, bucket.get());
  }
  std::stable_sort(before.begin(), before.end(), [](const auto& a, const auto& b) { return a.first.g > b.first.g; });
  std::vector<std::size_t> partitions(partitions_);
  for (std::size_t i = 0; i < partitions_; ++i) partitions[i] = i;
  std::optional<Reached> found;
  std::atomic<bool> is_found{false};
  for (const auto& [key, bucket] : before) {
    const auto look = [&, key = key, bucket = bucket](std::size_t partition, Worker& worker) {
      bucket->visit(partition, shape_, control_, [&](const Word* records, std::size_t count, bool) {
        for (; count > 0 && !is_found; --count, records += shape_.width()) {
          const Cost cost = cost_of(records, key);
          worker.children.clear();
          worker.expander->expand(records, 1, traits_.is_consistent ? key.f - key.g : -1, worker.children);
          for (std::size_t i = 0; i < worker.children.children.size(); ++i) {
            const Word* const state = &worker.children.states[i * shape_.state_words];
            if (cost + worker.children.children[i].edge != end.cost) continue;
            if (!std::equal(end.state.begin(), end.state.end(), state)) continue;
            const std::lock_guard lock(mutex_);
            if (!is_found.exchange(true)) found = Reached{{records, records + shape_.state_words}, cost};
          }
        }
        control_.check();
      });
    };
    each_partition(look, partitions, workers_.size() == 1);
    if (found) break;
  }
  assert(found);
  return found;
}

// Begins a search for the way to a state that the plan leads through.
void DiskSearch::restart(const Reached& target) {
  for (Worker& worker : workers_) {
    worker.boxes.clear();
    worker.bytes = 0;
  }
  for (Buckets* buckets : {&open_, &closed_}) {
    for (auto& [key, bucket] : *buckets) {
      if (!bucket->removed) garbage_.push_back(std::move(bucket));
    }
    buckets->clear();
  }
  key_ = {};
  current_ = closing_ = nullptr;
  best_.reset();
  best_first_ = std::numeric_limits<std::int64_t>::max();
  found_ = false;
  target_ = target;
  Children children;
  workers_[0].expander->start(children);
  deliver(children, nullptr, workers_[0]);
  if (resumable_) save();
  remove_garbage();
}

}  // namespace budge::search::external
