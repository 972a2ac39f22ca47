#include "appell/report/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "appell/base/check.hpp"

namespace appell::report {
namespace {

constexpr std::string_view kEnding = ".partial";

/// An open file or folder.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return fd_; }  // NOLINT: as the C functions want it.

 private:
  int fd_;
};

int open_folder(const std::string& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// Of two processes that begin at the same time, one looks for the other first. Who cannot have the
/// lock within a second goes on without: a stranger may hold it for ever.
void lock_for_a_moment(int folder) {
  for (int attempt = 0; folder >= 0 && attempt < 100; ++attempt) {
    if (::flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Whether `file` is `name`.<digits>-<digits>.partial.
bool is_partial_of(std::string_view file, std::string_view name) {
  if (!file.starts_with(name) || !file.ends_with(kEnding)) return false;
  file.remove_prefix(name.size());
  if (file.size() < kEnding.size() + 4 || file.front() != '.') return false;
  file = file.substr(1, file.size() - 1 - kEnding.size());
  return file.find('-') != std::string_view::npos &&
         file.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}

/// The partial file of a living process that writes the same file; empty if there is none.
std::string other_writer(const std::string& folder, const std::string& name) {
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (!is_partial_of(it->path().filename().string(), name)) continue;
    // Not blocked by a pipe, not led elsewhere by a link.
    const Descriptor file(
        ::open(it->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file >= 0 && ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return it->path().string();
    }
  }
  return {};
}

/// To the disk itself; what has no disk behind it cannot fail in that.
bool synchronise(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
}

/// Where symbolic links lead from `path` on; there need be no file at their end.
std::string behind_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // As the system follows.
  std::filesystem::path at(path);
  std::error_code error;
  for (int i = 0; std::filesystem::is_symlink(at, error); ++i) {
    check(i < kMostLinks, path, ": cannot be written: its symbolic links lead in a circle");
    at = at.parent_path() / std::filesystem::read_symlink(at, error);
    check(!error, path, ": cannot be written: ", error.message());
  }
  return at.string();
}

}  // namespace

OutputFile::OutputFile(std::string path, Others others) : path_(std::move(path)) {
  check(!path_.empty(), "the name of the file to write is empty");
  target_ = behind_links(path_);
  const std::filesystem::path at(target_);
  folder_ = at.has_parent_path() ? at.parent_path().string() : ".";
  const std::string name = at.filename().string();
  std::error_code error;
  const auto status = std::filesystem::status(at, error);
  check(!std::filesystem::is_directory(status) && !name.empty(), path_,
        ": cannot be written: it is a folder; the name of a file is needed");
  check(!std::filesystem::exists(status) || std::filesystem::is_regular_file(status), path_,
        ": cannot be written: it is a device or a pipe; the name of a file is needed");
  if (others == Others::kNone) {
    create_partial(at.parent_path(), name);
    return;
  }
  const Descriptor folder(open_folder(folder_));
  lock_for_a_moment(folder);
  refuse_other_writer(name);
  create_partial(at.parent_path(), name);
}

void OutputFile::refuse_other_writer(const std::string& name) const {
  const std::string other = other_writer(folder_, name);
  check(other.empty(), path_, ": cannot be written: another process is writing it, to ", other,
        "; wait for it, or give another name");
}

void OutputFile::create_partial(const std::filesystem::path& folder, const std::string& name) {
  constexpr std::size_t kLongestName = 255;  // Of a file, in bytes.
  std::random_device random;
  for (int attempt = 0; attempt < 100 && file_ < 0; ++attempt) {
    const std::string ending = fmt::format(".{}-{:08x}{}", ::getpid(), random(), kEnding);
    const std::string stem = name.substr(0, kLongestName - std::min(kLongestName, ending.size()));
    partial_path_ = (folder / (stem + ending)).string();
    file_ = ::open(partial_path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) break;
    if (file_ < 0) continue;
    ::flock(file_, LOCK_EX);  // A file system without locks has no second writer refused.
    // Who removes what dead processes left may have come between the last two calls.
    struct stat status{};
    if (::fstat(file_, &status) == 0 && status.st_nlink == 0) {
      ::close(file_);
      file_ = -1;
      errno = ENOENT;
    }
  }
  check(file_ >= 0, path_, ": cannot be written: ", std::strerror(errno));
}

OutputFile::~OutputFile() {
  release_space();
  if (file_ < 0) return;
  if (!is_kept_) ::unlink(partial_path_.c_str());
  ::close(file_);
}

bool OutputFile::try_write_at(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = ENOSPC;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
    size_ = std::max(size_, offset);
    unsent_ += static_cast<std::uint64_t>(count);
  }
  // The disk works while more is computed: commit() has little left to wait for.
  constexpr std::uint64_t kSendBytes = 16 << 20;
  if (unsent_ >= kSendBytes) {
    ::sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
    unsent_ = 0;
  }
  return true;
}

bool OutputFile::try_read_at(std::uint64_t offset, char* bytes, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = ::pread(file_, bytes, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) {
      std::memset(bytes, 0, size);
      return true;
    }
    bytes += count;
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool OutputFile::try_resize(std::uint64_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) return false;
  size_ = size;
  return true;
}

void OutputFile::expect_size(std::uint64_t bytes) {
  struct statvfs disk{};
  if (::fstatvfs(file_, &disk) != 0 || disk.f_bavail * disk.f_frsize / 2 < bytes) return;
  // What is not written in the end is given back by try_resize(), or with the file.
  (void)::fallocate(file_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes));
}

std::size_t OutputFile::rows_at_once(std::size_t num_rows, std::size_t row_bytes) const {
  struct statvfs disk{};
  if (::fstatvfs(file_, &disk) != 0) return num_rows;
  const bool is_nearly_full = disk.f_bavail * disk.f_frsize < 4 * num_rows * row_bytes;
  return is_nearly_full ? std::max<std::size_t>(1, num_rows / 64) : num_rows;
}

bool OutputFile::try_reserve_space(std::size_t bytes) {
  reserve_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (reserve_ < 0) {  // Not every file system has files without a name.
    const std::string name = partial_path_ + ".space";
    reserve_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (reserve_ >= 0) ::unlink(name.c_str());
  }
  if (reserve_ < 0) return false;
  const std::vector<char> zeros(1 << 16);
  while (bytes > 0) {
    const ssize_t count = ::write(reserve_, zeros.data(), std::min(bytes, zeros.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

void OutputFile::release_space() {
  const int reserve = std::exchange(reserve_, -1);
  if (reserve >= 0) ::close(reserve);
}

void OutputFile::write(std::string_view text) {
  const std::uint64_t start = size_;
  if (try_write_at(start, text)) return;
  const std::string reason = std::strerror(errno);
  // The last line may be torn: cut it off, so that what stays is a table.
  const std::size_t written = static_cast<std::size_t>(size_ - start);
  const std::size_t newline = text.substr(0, written).rfind('\n');
  try_resize(newline == std::string_view::npos ? start : start + newline + 1);
  const std::string kept = keep();
  throw NumericalError(
      concat(path_, ": writing failed: ", reason, kept, kept.empty() ? "" : " (whole lines)"));
}

std::string OutputFile::keep() {
  if (is_kept_) return "";
  is_kept_ = size_ > 0;
  return is_kept_ ? concat("; what was written is in ", partial_path_) : "";
}

void OutputFile::rename_or_throw() {
  if (std::rename(partial_path_.c_str(), target_.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    throw NumericalError(concat(path_, ": cannot be completed: ", reason, keep()));
  }
  ::close(std::exchange(file_, -1));
}

void OutputFile::commit_unsynced() {
  release_space();
  rename_or_throw();
}

void OutputFile::commit() {
  release_space();
  if (!synchronise(file_)) {
    const std::string reason = std::strerror(errno);
    throw NumericalError(concat(path_, ": cannot be completed: ", reason, keep()));
  }
  rename_or_throw();
  sync_folder_or_throw();
}

void OutputFile::sync_folder_or_throw() {
  const Descriptor folder(open_folder(folder_));
  if (folder < 0 && errno == EACCES) return;  // Who may write to it need not be allowed to read it.
  if (folder >= 0 && synchronise(folder)) return;
  const std::string reason = std::strerror(errno);
  // The name may be gone after a power cut: back to the partial one, as for every other failure.
  const bool is_back = std::rename(target_.c_str(), partial_path_.c_str()) == 0;
  throw NumericalError(concat(path_, ": cannot be completed: its folder: ", reason,
                              "; what was written is in ", is_back ? partial_path_ : target_));
}

void throw_if_stopped(const std::atomic<bool>* stop, const std::string& path) {
  if (stop == nullptr || !stop->load()) return;
  throw NumericalError(concat("interrupted; ", path, " is not written"));
}

}  // namespace appell::report
