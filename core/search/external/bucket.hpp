// A bucket: the states of equal f and g, in one file, as sorted runs by partition.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "search/external/folder.hpp"
#include "search/external/records.hpp"

namespace budge::search::external {

// An encoded part of a run, small enough to be decoded at once.
struct Chunk {
  std::uint64_t offset;
  std::uint32_t bytes, count, sum;
  std::uint32_t first;  // 1 for the first chunk of a run
};

class Bucket {
 public:
  Bucket(Folder& folder, std::uint32_t number, std::size_t partitions, Control& control, std::uint64_t size = 0)
      : file(folder, number, size), parts_(partitions, Vector<Chunk>(Accounted<Chunk>(control))) {}

  // Appends sorted records as a run. Any thread.
  void append(std::size_t partition, const Words& records, const Shape& shape, Control& control);

  // The number of records, before duplicates are merged.
  std::uint64_t count(std::size_t partition) const;
  std::uint64_t count() const;

  // Passes the records of a partition to visit(records, count, is_first_of_run), in order.
  template <class Visit>
  void visit(std::size_t partition, const Shape& shape, Control& control, const Visit& visit) {
    Bytes bytes{Accounted<std::uint8_t>(control)};
    Words records{Accounted<Word>(control)};
    for (const Chunk& chunk : parts_[partition]) {
      read(chunk, shape, bytes, records);
      visit(static_cast<const Word*>(records.data()), std::size_t{chunk.count}, chunk.first != 0);
    }
  }
  // Asks the system to read a partition soon.
  void announce(std::size_t partition);

  const Vector<Chunk>& chunks(std::size_t partition) const { return parts_[partition]; }
  void set_chunks(std::size_t partition, Vector<Chunk> chunks) { parts_[partition] = std::move(chunks); }

  void remove() {
    file.remove();
    for (auto& part : parts_) part.clear();
    removed = true;
  }

  File file;
  bool removed = false;  // its file is deleted

 private:
  void read(const Chunk& chunk, const Shape& shape, Bytes& bytes, Words& records);

  std::vector<Vector<Chunk>> parts_;
  std::mutex mutex_;  // several threads append
};

}  // namespace budge::search::external
