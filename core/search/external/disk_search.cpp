#include "search/external/disk_search.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "search/tuning.hpp"

namespace budge::search::external {

namespace {

constexpr std::uint64_t max_pass_bytes = std::uint64_t{1} << 30, max_outbox_bytes = std::uint64_t{64} << 20;
constexpr std::uint64_t min_bytes = 16 << 10;
constexpr int max_open_files = 256;

}  // namespace

std::optional<Plan> search_on_disk(const Disk& disk, const Traits& traits, const std::vector<Expander*>& expanders,
                                   const std::function<std::int64_t(Cost)>& coded, Trace& trace, Control& control) {
  Folder folder(disk.folder, disk.limit);
  std::optional<Plan> plan;
  {
    DiskSearch search(folder, disk.resume, traits, expanders, coded, trace, control);
    if (const std::optional<Cost> cost = search.run()) plan = {*cost, search.path()};
  }
  folder.clean({});
  return plan;
}

DiskSearch::DiskSearch(Folder& folder, bool resume, Traits traits, std::vector<Expander*> expanders,
                       std::function<std::int64_t(Cost)> coded, Trace& trace, Control& control)
    : folder_(folder),
      resumable_(resume),
      traits_(traits),
      shape_(traits.shape),
      coded_(std::move(coded)),
      trace_(trace),
      control_(control),
      partitions_(tuning.disk_partitions),
      team_(static_cast<int>(expanders.size()), control) {
  const std::uint64_t memory = control.limits().memory - std::min(control.limits().memory, control.bytes());
  const std::uint64_t share = memory / expanders.size();
  pass_bytes_ = std::clamp(share / 4, min_bytes, max_pass_bytes);
  outbox_bytes_ = std::clamp(share / 16, min_bytes, max_outbox_bytes);
  for (Expander* expander : expanders) workers_.emplace_back(expander, control);
  folder_.make_room = [this] { return forget(); };
}

DiskSearch::~DiskSearch() { folder_.make_room = nullptr; }

std::optional<Cost> DiskSearch::run() {
  const auto work = [&] {
    if (!resumable_ || !resume()) begin();
    if (tail_.empty()) search();
  };
  try {
    work();
  } catch (const Stopped&) {
    if (!error_.empty()) throw std::runtime_error(error_);
    save_if_resumable();
    throw;
  }
  if (!tail_.empty()) return tail_.front().cost;
  if (!best_) return std::nullopt;
  return best_->cost;
}

void DiskSearch::begin() {
  folder_.clean({});
  Children children;
  workers_[0].expander->start(children);
  const Children::Child& root = children.children[0];
  control_.generated = 1;
  if (is_goal(root, children.states.data(), {})) return note_goal(children.states.data(), {});
  deliver(children, nullptr, workers_[0]);
}

void DiskSearch::search() {
  while (!open_.empty() && may_improve(open_.begin()->first)) {
    const Key key = open_.begin()->first;
    if (!target_) control_.lower_bound = std::max(control_.lower_bound, coded_({bound(key), 0}));
    process(key);
  }
}

// Whether the states of a bucket, none of which is a goal, may lead to a better plan.
bool DiskSearch::may_improve(Key key) const {
  if (!best_) return true;
  if (target_) return false;
  return traits_.has_two_parts ? best_->cost.first >= bound(key) : best_->cost.first > bound(key);
}

void DiskSearch::process(Key key) {
  key_ = key;
  if (const auto closed = closed_.find(key); closed == closed_.end()) {  // else it was begun before a checkpoint
    closed_[key] = new_bucket();
    is_done_.assign(partitions_, false);
  }
  current_ = open_.at(key).get();
  closing_ = closed_.at(key).get();
  known_.clear();
  for (const auto& [other, bucket] : closed_) {
    const bool is_before = traits_.is_consistent ? other.f - other.g == key.f - key.g && other.g < key.g
                                                 : other != key && other.g <= key.g;
    if (!is_before || (traits_.is_local && other.g < key.g - 2)) continue;
    if (bucket->removed) throw std::runtime_error("a file of the search is missing in " + folder_.path());
    known_.push_back(bucket.get());
  }
  in_memory_.clear();
  std::uint64_t size = current_->count();
  for (Worker& worker : workers_) {
    const auto mine = std::find_if(worker.boxes.begin(), worker.boxes.end(), [&](auto& box) { return box.key == key; });
    if (mine == worker.boxes.end()) continue;
    if (resumable_) flush(*mine, worker);
    for (const Words& part : mine->parts) {
      size += part.size() / shape_.width();
      worker.bytes -= part.size() * sizeof(Word);
    }
    in_memory_.push_back(std::move(mine->parts));
    worker.boxes.erase(mine);
  }
  const auto task = [this](std::size_t partition, Worker& worker) { process_partition(partition, worker); };
  const std::vector<std::size_t> all = partitions_to_do();
  const bool alone = workers_.size() == 1 || size < tuning.disk_shared_after;
  const std::size_t round = alone ? all.size() : std::min(all.size(), 8 * workers_.size());
  for (std::size_t at = 0; at < all.size() && !found_; at += round) {
    const std::size_t end = std::min(all.size(), at + round);
    each_partition(task, {all.begin() + at, all.begin() + end}, alone);
    const auto passed = Control::Clock::now() - saved_at_;
    if (resumable_ && !found_ && passed >= std::chrono::milliseconds(tuning.checkpoint_ms)) save();
  }
  if (found_) {  // what the unfinished partitions have closed may hold the plan
    current_ = nullptr;
    return;
  }
  if (trace_.on) {
    for (std::uint64_t left = closing_->count(); left > 0; --left) trace_.expansion(static_cast<std::size_t>(key.g));
  }
  in_memory_.clear();
  current_ = nullptr;
  if (resumable_) {
    garbage_.push_back(std::move(open_.at(key)));
  } else {
    open_.at(key)->remove();
  }
  open_.erase(key);
  if (folder_.open_files() > max_open_files) close_files();
}

void DiskSearch::close_files() {
  for (Buckets* buckets : {&open_, &closed_}) {
    for (const auto& [key, bucket] : *buckets) bucket->file.close();
  }
  for (const auto& bucket : garbage_) bucket->file.close();
}

// Runs a task for each of some partitions, each with a worker of its own.
void DiskSearch::each_partition(const std::function<void(std::size_t, Worker&)>& task,
                                const std::vector<std::size_t>& partitions, bool alone) {
  const auto run = [&](std::size_t i) {
    Worker* worker = &workers_[0];
    if (std::this_thread::get_id() != owner_) {
      const std::lock_guard lock(mutex_);
      worker = &*std::find_if(workers_.begin() + 1, workers_.end(), [](const Worker& any) { return !any.busy; });
      worker->busy = true;
    }
    const auto release = [&] {
      const std::lock_guard lock(mutex_);
      worker->busy = false;
    };
    try {
      task(partitions[i], *worker);
    } catch (const std::bad_alloc&) {
      release();
      throw;
    } catch (const std::exception& error) {  // a thread may only throw Stopped
      release();
      const std::lock_guard lock(mutex_);
      error_ = error.what();
      throw Stopped{Stop::disk};
    } catch (...) {
      release();
      throw;
    }
    release();
  };
  if (alone) {
    for (std::size_t i = 0; i < partitions.size(); ++i) run(i);
  } else {
    team_.share(partitions.size(), run);
  }
  control_.expanded += expanded_.exchange(0);
  control_.generated += generated_.exchange(0);
  control_.poll();
}

void DiskSearch::process_partition(std::size_t partition, Worker& worker) {
  std::uint64_t size = current_->count(partition);
  for (const auto& parts : in_memory_) size += parts[partition].size() / shape_.width();
  const std::uint64_t passes = 1 + 2 * size * shape_.bytes() / pass_bytes_;
  if (partition + 1 < partitions_) current_->announce(partition + 1);
  for (std::uint64_t pass = 0; pass < passes && size > 0; ++pass) {
    Words records{Accounted<Word>(control_)};
    load(partition, pass, passes, records);
    sort_and_merge(records, worker.scratch, shape_);
    if (worker.scratch.capacity() * sizeof(Word) > min_bytes)
      Words(worker.scratch.get_allocator()).swap(worker.scratch);
    remove_known(partition, records);
    closing_->append(partition, records, shape_, control_);
    expand(records, worker);
    if (found_) return;
  }
  for (auto& parts : in_memory_) Words(parts[partition].get_allocator()).swap(parts[partition]);
  is_done_[partition] = true;
}

// Reads the states of one pass over a partition.
void DiskSearch::load(std::size_t partition, std::uint64_t pass, std::uint64_t passes, Words& records) {
  const std::size_t width = shape_.width();
  const auto take = [&](const Word* from, std::size_t count) {
    if (passes == 1) {
      records.insert(records.end(), from, from + count * width);
      return;
    }
    for (; count > 0; --count, from += width) {
      if ((hash(from, shape_) & 0xffffffff) * passes >> 32 == pass) records.insert(records.end(), from, from + width);
    }
  };
  if (passes == 1) {
    std::uint64_t words = current_->count(partition) * width;
    for (const auto& parts : in_memory_) words += parts[partition].size();
    records.reserve(words);
  }
  for (const auto& parts : in_memory_) take(parts[partition].data(), parts[partition].size() / width);
  current_->visit(partition, shape_, control_, [&](const Word* from, std::size_t count, bool) {
    take(from, count);
    control_.check();
  });
}

void DiskSearch::remove_known(std::size_t partition, Words& records) {
  for (Bucket* bucket : known_) {
    if (records.empty()) return;
    Subtraction subtraction(records, shape_);
    bool begun = false;
    bucket->visit(partition, shape_, control_, [&](const Word* known, std::size_t count, bool is_first) {
      if (is_first) {
        if (std::exchange(begun, true)) subtraction.end_run();
        subtraction.begin_run();
      }
      subtraction.subtract(known, count);
      control_.check();
    });
    if (begun) subtraction.end_run();
  }
}

void DiskSearch::expand(const Words& records, Worker& worker) {
  const std::size_t width = shape_.width(), all = records.size() / width;
  const std::size_t batch = std::clamp<std::size_t>(4096 / shape_.bytes(), 1, 256);
  const std::int64_t h = traits_.is_consistent ? key_.f - key_.g : -1;
  for (std::size_t at = 0; at < all && !found_; at += batch) {
    const std::size_t count = std::min(batch, all - at);
    worker.children.clear();
    worker.expander->expand(&records[at * width], count, h, worker.children);
    deliver(worker.children, &records[at * width], worker);
    this->count(count, worker.children.children.size());
  }
}

// Counts nodes, and ends the search at a limit. Any thread.
void DiskSearch::count(std::uint64_t expanded, std::uint64_t generated) {
  expanded_ += expanded;
  generated_ += generated;
  if (std::this_thread::get_id() != owner_) return control_.check();
  control_.expanded += expanded_.exchange(0);
  control_.generated += generated_.exchange(0);
  if (control_.due()) control_.poll();
}

void DiskSearch::deliver(const Children& children, const Word* parents, Worker& worker) {
  const Key from = parents ? key_ : Key{};
  const std::size_t state_words = shape_.state_words, width = shape_.width();
  const Word* state = children.states.data();
  Box* to = nullptr;
  for (const Children::Child& child : children.children) {
    const Word* const words = std::exchange(state, state + state_words);
    const Cost g = parents ? cost_of(parents + child.parent * width, from) + child.edge : Cost{};
    assert(!parents || child.edge.first > 0);
    if (parents && is_goal(child, words, g)) {
      note_goal(words, g);
      continue;
    }
    const Key key{std::max(from.f, g.first + child.h), g.first};
    if (key.f > best_first_ || (target_ && key.g >= target_->cost.first)) continue;
    if (!to || to->key != key) to = &box(worker, key);
    Words& part = to->parts[partition_of(words)];
    part.insert(part.end(), words, words + state_words);
    if (shape_.has_cost) part.push_back(static_cast<Word>(g.first) << 32 | static_cast<Word>(g.second));
    worker.bytes += shape_.bytes();
  }
  if (worker.bytes >= outbox_bytes_) flush(worker);
}

bool DiskSearch::is_goal(const Children::Child& child, const Word* state, Cost cost) const {
  if (!target_) return child.is_goal;
  return cost == target_->cost && std::equal(target_->state.begin(), target_->state.end(), state);
}

void DiskSearch::note_goal(const Word* state, Cost cost) {
  const std::lock_guard lock(mutex_);
  if (best_ && best_->cost <= cost) return;
  best_ = Reached{{state, state + shape_.state_words}, cost};
  best_first_ = cost.first;
  if (!target_) control_.best_cost = coded_(cost);
  if (!may_improve(key_)) found_ = true;
}

Cost DiskSearch::cost_of(const Word* record, Key key) const {
  if (!shape_.has_cost) return {key.g, 0};
  const Word cost = record[shape_.width() - 1];
  return {static_cast<std::int64_t>(cost >> 32), static_cast<std::int64_t>(cost & 0xffffffff)};
}

std::size_t DiskSearch::partition_of(const Word* state) const {
  return (hash(state, shape_) >> 32) * partitions_ >> 32;
}

std::unique_ptr<Bucket> DiskSearch::new_bucket() {
  return std::make_unique<Bucket>(folder_, next_file_++, partitions_, control_);
}

DiskSearch::Box& DiskSearch::box(Worker& worker, Key key) {
  for (auto box = worker.boxes.rbegin(); box != worker.boxes.rend(); ++box) {
    if (box->key == key) return *box;
  }
  const std::lock_guard lock(mutex_);
  auto& bucket = open_[key];
  if (!bucket) bucket = new_bucket();
  worker.boxes.push_back({key, bucket.get(), std::vector<Words>(partitions_, Words(Accounted<Word>(control_)))});
  return worker.boxes.back();
}

// Writes the children that wait in an outbox.
void DiskSearch::flush(Worker& worker) {
  for (Box& box : worker.boxes) flush(box, worker);
}

void DiskSearch::flush(Box& box, Worker& worker) {
  for (std::size_t partition = 0; partition < partitions_; ++partition) {
    Words& part = box.parts[partition];
    if (part.empty()) continue;
    worker.bytes -= part.size() * sizeof(Word);
    sort_and_merge(part, worker.scratch, shape_);
    box.bucket->append(partition, part, shape_, control_);
    Words(part.get_allocator()).swap(part);
  }
}

// Deletes closed files that duplicate detection does not need. Any thread.
bool DiskSearch::forget() {
  if (!traits_.is_local) return false;
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (const auto& [key, bucket] : closed_) {
    if (key.f >= key_.f - 2) break;
    if (bucket->removed) continue;
    bucket->remove();
    any = true;
  }
  return any;
}

}  // namespace budge::search::external
