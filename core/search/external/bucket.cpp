#include "search/external/bucket.hpp"

#include <algorithm>
#include <stdexcept>

#include "search/tuning.hpp"

namespace budge::search::external {

void Bucket::append(std::size_t partition, const Words& records, const Shape& shape, Control& control) {
  const std::size_t width = shape.width(), all = records.size() / width;
  const std::size_t most = std::max<std::size_t>(1, tuning.chunk_bytes / shape.bytes());
  Bytes bytes{Accounted<std::uint8_t>(control)};
  Vector<Chunk> chunks{Accounted<Chunk>(control)};
  for (std::size_t at = 0; at < all; at += most) {
    const std::size_t count = std::min(most, all - at), begin = bytes.size();
    encode(records.data() + at * width, count, shape, bytes);
    chunks.push_back({begin, static_cast<std::uint32_t>(bytes.size() - begin), static_cast<std::uint32_t>(count),
                      checksum(bytes.data() + begin, bytes.size() - begin), at == 0});
  }
  if (chunks.empty()) return;
  const std::uint64_t offset = file.append(bytes.data(), bytes.size());
  for (Chunk& chunk : chunks) chunk.offset += offset;
  const std::lock_guard lock(mutex_);
  parts_[partition].insert(parts_[partition].end(), chunks.begin(), chunks.end());
}

std::uint64_t Bucket::count(std::size_t partition) const {
  std::uint64_t sum = 0;
  for (const Chunk& chunk : parts_[partition]) sum += chunk.count;
  return sum;
}

std::uint64_t Bucket::count() const {
  std::uint64_t sum = 0;
  for (std::size_t partition = 0; partition < parts_.size(); ++partition) sum += count(partition);
  return sum;
}

void Bucket::read(const Chunk& chunk, const Shape& shape, Bytes& bytes, Words& records) {
  bytes.resize(chunk.bytes + padding);
  file.read(chunk.offset, bytes.data(), chunk.bytes);
  if (checksum(bytes.data(), chunk.bytes) != chunk.sum) throw std::runtime_error("a file of the search is damaged");
  records.resize(chunk.count * shape.width());
  decode(bytes.data(), chunk.bytes, chunk.count, shape, records.data());
}

void Bucket::announce(std::size_t partition) {
  for (const Chunk& chunk : parts_[partition]) file.announce(chunk.offset, chunk.bytes);
}

}  // namespace budge::search::external
