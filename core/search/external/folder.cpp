#include "search/external/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <stdexcept>

#include "support/control.hpp"
#include "support/mix.hpp"

namespace budge::search::external {

namespace {

constexpr const char* checkpoint_name = "checkpoint";
constexpr std::string_view suffix = ".states";

void write_all(int descriptor, const void* bytes, std::size_t count, std::uint64_t offset) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::pwrite(descriptor, at, count, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw std::errc(written < 0 ? errno : ENOSPC);
    at += written;
    offset += static_cast<std::uint64_t>(written);
    count -= static_cast<std::size_t>(written);
  }
}

}  // namespace

std::uint32_t checksum(const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  std::uint64_t sum = count;
  for (; count >= 8; at += 8, count -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
    sum ^= sum >> 32;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at, count);
  return static_cast<std::uint32_t>(mix(sum ^ rest));
}

Folder::Folder(std::string path, std::uint64_t limit) : path_(std::move(path)), limit_(limit) {}

std::string Folder::path_of(std::uint32_t number) const {
  return path_ + "/" + std::to_string(number) + std::string(suffix);
}

void Folder::fail(const char* action) const {
  throw std::runtime_error(std::string("cannot ") + action + " in " + path_ + ": " + std::strerror(errno));
}

void Folder::reserve(std::uint64_t bytes) {
  std::uint64_t now = used_ += bytes;
  while (now > limit_) {
    if (!make_room || !make_room()) {
      used_ -= bytes;
      throw Stopped{Stop::disk};
    }
    now = used_;
  }
  std::uint64_t peak = peak_;
  while (now > peak && !peak_.compare_exchange_weak(peak, now)) {
  }
}

void Folder::save(const std::vector<std::uint8_t>& checkpoint) {
  const std::string path = path_ + "/" + checkpoint_name, fresh = path + ".new";
  const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail("write");
  try {
    const std::uint32_t sum = checksum(checkpoint.data(), checkpoint.size());
    write_all(descriptor, &sum, sizeof sum, 0);
    write_all(descriptor, checkpoint.data(), checkpoint.size(), sizeof sum);
  } catch (const std::errc&) {
    ::close(descriptor);
    ::unlink(fresh.c_str());
    throw Stopped{Stop::disk};
  }
  ::close(descriptor);
  if (::rename(fresh.c_str(), path.c_str()) != 0) fail("write");
}

std::vector<std::uint8_t> Folder::load() const {
  const int descriptor = ::open((path_ + "/" + checkpoint_name).c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  struct stat about{};
  std::vector<std::uint8_t> bytes;
  std::uint32_t sum = 0;
  if (::fstat(descriptor, &about) == 0 && about.st_size > static_cast<off_t>(sizeof sum) &&
      ::pread(descriptor, &sum, sizeof sum, 0) == static_cast<ssize_t>(sizeof sum)) {
    bytes.resize(static_cast<std::size_t>(about.st_size) - sizeof sum);
    std::size_t at = 0;
    for (ssize_t got; at < bytes.size(); at += static_cast<std::size_t>(got)) {
      got = ::pread(descriptor, bytes.data() + at, bytes.size() - at, static_cast<off_t>(sizeof sum + at));
      if (got <= 0) break;
    }
    if (at != bytes.size() || checksum(bytes.data(), bytes.size()) != sum) bytes.clear();
  }
  ::close(descriptor);
  return bytes;
}

void Folder::clean(const std::vector<std::uint32_t>& kept) {
  if (kept.empty()) ::unlink((path_ + "/" + checkpoint_name).c_str());  // first: it lists the others
  std::set<std::string> paths;
  for (const std::uint32_t number : kept) paths.insert(path_of(number));
  std::vector<std::string> unwanted;
  DIR* const folder = ::opendir(path_.c_str());
  if (!folder) return;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string path = path_ + "/" + entry->d_name;
    if (path.ends_with(suffix) && !paths.contains(path)) unwanted.push_back(path);
  }
  ::closedir(folder);
  for (const std::string& path : unwanted) ::unlink(path.c_str());
}

std::string File::path() const { return folder_.path_of(number_); }

int File::descriptor() {
  if (const int known = descriptor_.load(std::memory_order_acquire); known >= 0) return known;
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0) {
    const int opened = ::open(path().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (opened < 0 && errno == ENOSPC) throw Stopped{Stop::disk};
    if (opened < 0) folder_.fail("open a file");
    ++folder_.open_files_;
    descriptor_.store(opened, std::memory_order_release);
  }
  return descriptor_;
}

std::uint64_t File::append(const void* bytes, std::size_t count) {
  folder_.reserve(count);
  const std::uint64_t offset = size_.fetch_add(count);
  try {
    write_all(descriptor(), bytes, count, offset);
  } catch (const std::errc& error) {
    errno = static_cast<int>(error);
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) throw Stopped{Stop::disk};
    folder_.fail("write");
  }
  return offset;
}

void File::read(std::uint64_t offset, void* bytes, std::size_t count) {
  char* at = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor(), at, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) folder_.fail("read");
    if (got == 0) throw std::runtime_error("a file of the search is damaged: " + path() + " is too short");
    at += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
}

void File::announce([[maybe_unused]] std::uint64_t offset, [[maybe_unused]] std::size_t count) {
#ifdef POSIX_FADV_WILLNEED
  ::posix_fadvise(descriptor(), static_cast<off_t>(offset), static_cast<off_t>(count), POSIX_FADV_WILLNEED);
#endif
}

void File::remove() {
  close();
  ::unlink(path().c_str());
  folder_.release(size_.exchange(0));
}

void File::close() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  descriptor_ = -1;
  --folder_.open_files_;
}

bool File::recover() {
  struct stat about{};
  if (::stat(path().c_str(), &about) != 0 || static_cast<std::uint64_t>(about.st_size) < size_) return false;
  if (::ftruncate(descriptor(), static_cast<off_t>(size_.load())) != 0) folder_.fail("cut a file");
  folder_.used_ += size_;
  return true;
}

}  // namespace budge::search::external
