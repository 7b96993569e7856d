// The files of a search on disk: a folder of its own with a limit on its size.
//
// Files are written at their end and read anywhere, by any thread. A write that does not fit, because of the limit or
// because the disk is full, throws Stopped{Stop::disk}, after `make_room` has had a chance to delete what is not
// needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace budge::search::external {

class Folder;

class File {
 public:
  File(Folder& folder, std::uint32_t number, std::uint64_t size = 0) : folder_(folder), number_(number), size_(size) {}
  ~File() { close(); }
  File(const File&) = delete;

  // Appends bytes; returns where they begin.
  std::uint64_t append(const void* bytes, std::size_t count);
  void read(std::uint64_t offset, void* bytes, std::size_t count);
  // Asks the system to read a range soon.
  void announce(std::uint64_t offset, std::size_t count);

  // No other thread may use the file.
  void remove();
  void close();
  // Cuts the file to its recorded size after a crash. Returns false if it is missing or shorter.
  bool recover();

  std::uint32_t number() const { return number_; }
  std::uint64_t size() const { return size_; }

 private:
  int descriptor();
  std::string path() const;

  Folder& folder_;
  const std::uint32_t number_;
  std::atomic<std::uint64_t> size_;  // with what is being written
  std::atomic<int> descriptor_{-1};
  std::mutex mutex_;  // opens the file
};

class Folder {
 public:
  Folder(std::string path, std::uint64_t limit);

  const std::string& path() const { return path_; }
  std::string path_of(std::uint32_t number) const;
  std::uint64_t used() const { return used_; }
  std::uint64_t peak() const { return peak_; }
  std::uint64_t limit() const { return limit_; }
  int open_files() const { return open_files_; }

  // Deletes files that the search does not need; returns false if there are none.
  std::function<bool()> make_room;

  // The checkpoint: replaced as a whole, with a checksum. load() returns an empty vector if there is none, or if it is
  // damaged.
  void save(const std::vector<std::uint8_t>& checkpoint);
  std::vector<std::uint8_t> load() const;

  // Deletes all files of a search except those with these numbers. Without any, deletes the checkpoint first.
  void clean(const std::vector<std::uint32_t>& kept);

 private:
  friend class File;

  void reserve(std::uint64_t bytes);
  void release(std::uint64_t bytes) { used_ -= bytes; }
  [[noreturn]] void fail(const char* action) const;

  const std::string path_;
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0}, peak_{0};
  std::atomic<int> open_files_{0};
};

std::uint32_t checksum(const void* bytes, std::size_t count);

}  // namespace budge::search::external
