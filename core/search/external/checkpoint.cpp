// Checkpoints of a search on disk.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "search/external/disk_search.hpp"

namespace budge::search::external {

namespace {

constexpr std::uint64_t format = 0x62'75'64'67'65'00'00'01;  // of checkpoints and files

class Writer {
 public:
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  }
  template <class List>
  void put_all(const List& list) {
    put(std::uint64_t{list.size()});
    for (const auto& each : list) put(each);
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

// The checksum of a checkpoint is correct, so its lengths are, too.
class Reader {
 public:
  explicit Reader(const std::vector<std::uint8_t>& bytes) : at_(bytes.data()) {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T get() {
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class List>
  void get_all(List& list) {
    for (auto left = get<std::uint64_t>(); left > 0; --left) list.push_back(get<typename List::value_type>());
  }

 private:
  const std::uint8_t* at_;
};

}  // namespace

std::vector<std::size_t> DiskSearch::partitions_to_do() const {
  std::vector<std::size_t> partitions;
  for (std::size_t i = 0; i < partitions_; ++i) {
    if (!is_done_[i]) partitions.push_back(i);
  }
  return partitions;
}

// Partitions that are not done are processed again, so what they have closed does not count. Children that they have
// generated may be written twice, and are merged.
void DiskSearch::save() {
  for (Worker& worker : workers_) flush(worker);
  for (std::size_t partition = 0; closing_ && current_ && partition < partitions_; ++partition) {
    if (!is_done_[partition]) closing_->set_chunks(partition, Vector<Chunk>(Accounted<Chunk>(control_)));
  }
  Writer out;
  out.put(format);
  out.put(shape_.state_words);
  out.put(shape_.has_cost);
  out.put(partitions_);
  out.put(control_.expanded);
  out.put(control_.generated);
  out.put(control_.lower_bound);
  out.put(next_file_);
  const auto put_reached = [&](const Reached& reached) {
    out.put(reached.cost);
    out.put_all(reached.state);
  };
  for (const auto* reached : {&best_, &target_}) {
    out.put(reached->has_value());
    if (*reached) put_reached(**reached);
  }
  out.put(std::uint64_t{tail_.size()});
  for (const Reached& reached : tail_) put_reached(reached);
  out.put_all(is_done_);
  for (const Buckets* buckets : {&open_, &closed_}) {
    out.put(std::uint64_t{buckets->size()});
    for (const auto& [key, bucket] : *buckets) {
      out.put(key);
      out.put(bucket->removed);
      out.put(bucket->file.number());
      std::uint64_t size = 0;
      for (std::size_t partition = 0; partition < partitions_; ++partition) {
        for (const Chunk& chunk : bucket->chunks(partition)) size = std::max(size, chunk.offset + chunk.bytes);
      }
      out.put(size);
      for (std::size_t partition = 0; partition < partitions_; ++partition) out.put_all(bucket->chunks(partition));
    }
  }
  folder_.save(out.bytes());
  remove_garbage();
  saved_at_ = Control::Clock::now();
}

// When the search is stopped. If the disk is full, the checkpoint before remains.
void DiskSearch::save_if_resumable() {
  if (!resumable_) return;
  try {
    save();
  } catch (const Stopped&) {
  }
}

void DiskSearch::remove_garbage() {
  for (const auto& bucket : garbage_) bucket->remove();
  garbage_.clear();
}

// Returns false if there is no checkpoint that fits this search.
bool DiskSearch::resume() {
  const std::vector<std::uint8_t> bytes = folder_.load();
  if (bytes.empty()) return false;
  Reader in(bytes);
  if (in.get<std::uint64_t>() != format || in.get<int>() != shape_.state_words || in.get<bool>() != shape_.has_cost) {
    return false;
  }
  partitions_ = in.get<std::size_t>();
  const auto expanded = in.get<std::uint64_t>(), generated = in.get<std::uint64_t>();
  const auto lower_bound = in.get<std::int64_t>();
  next_file_ = in.get<std::uint32_t>();
  const auto get_reached = [&] {
    Reached reached;
    reached.cost = in.get<Cost>();
    in.get_all(reached.state);
    return reached;
  };
  for (auto* reached : {&best_, &target_}) {
    if (in.get<bool>()) *reached = get_reached();
  }
  for (auto left = in.get<std::uint64_t>(); left > 0; --left) tail_.push_back(get_reached());
  is_done_.clear();
  in.get_all(is_done_);
  std::vector<std::uint32_t> kept;
  for (Buckets* buckets : {&open_, &closed_}) {
    for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
      const auto key = in.get<Key>();
      const bool removed = in.get<bool>();
      const auto number = in.get<std::uint32_t>();
      const auto size = in.get<std::uint64_t>();
      auto bucket = std::make_unique<Bucket>(folder_, number, partitions_, control_, size);
      for (std::size_t partition = 0; partition < partitions_; ++partition) {
        Vector<Chunk> chunks{Accounted<Chunk>(control_)};
        in.get_all(chunks);
        bucket->set_chunks(partition, std::move(chunks));
      }
      kept.push_back(number);
      if (removed || (size > 0 && !bucket->file.recover())) {
        // A local search may have deleted it after the checkpoint, to make room.
        if (!removed && (buckets == &open_ || !traits_.is_local)) {
          throw std::runtime_error("a file of the search is missing: " + folder_.path_of(number));
        }
        bucket->removed = true;
        for (std::size_t part = 0; part < partitions_; ++part) {
          bucket->set_chunks(part, Vector<Chunk>(Accounted<Chunk>(control_)));
        }
      }
      (*buckets)[key] = std::move(bucket);
    }
  }
  folder_.clean(kept);
  control_.expanded = expanded;
  control_.generated = generated;
  control_.lower_bound = lower_bound;
  if (best_) best_first_ = best_->cost.first;
  if (best_ && !target_) control_.best_cost = coded_(best_->cost);
  return true;
}

}  // namespace budge::search::external
