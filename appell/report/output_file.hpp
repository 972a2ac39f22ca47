#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace appell::report {

/// A result file that appears complete or not at all. Everything goes to a file beside it,
/// `path`.<process>-<random>.partial, which takes the final name in commit(). A symbolic link at
/// `path` stays one: the file that it leads to is the one that appears. The partial file is created
/// anew, so neither an old file nor a symbolic link of that name is ever written to, and it is
/// locked while it is open: a second writer of the same `path` is refused. Unless keep() is called
/// it is removed when this is destroyed; whatever stood under the final name is untouched.
class OutputFile {
 public:
  /// Who else may write `path` meanwhile: to find them the folder is read. Nobody, where the caller
  /// has a lock of its own, as for one of thousands of files of a folder.
  enum class Others { kAny, kNone };

  /// @throws InvalidArgument if `path` is a folder or a device, its folder is missing or cannot be
  ///   written to, or another process is writing `path`.
  explicit OutputFile(std::string path, Others others = Others::kAny);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends text.
  /// @throws NumericalError if the disk is full or the file cannot be written; whole lines stay,
  /// and
  ///   the message names the file that they are in.
  void write(std::string_view text);

  /// Writes the file to the disk and gives it its final name, which goes to the disk, too.
  /// @throws NumericalError if that fails; the message names the file in which everything is.
  void commit();

  /// The same without waiting for the disk: for files of which it can be seen whether they are
  /// whole.
  void commit_unsynced();

  /// Lets the partial file stay.
  /// @return "; what was written is in FILE" for a message; empty if nothing was, and no file stays
  ///   then, or if a message has said it already.
  std::string keep();

  /// For formats that write in several places; false and `errno` if it fails.
  bool try_write_at(std::uint64_t offset, std::string_view bytes);
  /// Likewise; what lies beyond the end reads as zeros.
  bool try_read_at(std::uint64_t offset, char* bytes, std::size_t size) const;
  bool try_resize(std::uint64_t size);

  /// Tells the disk how large the file will be: blocks that it hands out at once cost a third less
  /// than one by one. A wish: nothing happens where that is not known, or the disk may become full.
  void expect_size(std::uint64_t bytes);

  /// How many of some rows to write at once: all, but few if the disk is nearly full, so that most
  /// of those that fit are written before it is.
  std::size_t rows_at_once(std::size_t num_rows, std::size_t row_bytes) const;

  /// Takes space on the disk that release_space() gives back: what a format needs to end a file
  /// properly when the disk is full. False and `errno` if there is no such space.
  bool try_reserve_space(std::size_t bytes);
  void release_space();

  const std::string& path() const { return path_; }
  const std::string& partial_path() const { return partial_path_; }
  std::uint64_t size() const { return size_; }

 private:
  void rename_or_throw();
  void refuse_other_writer(const std::string& name) const;
  void create_partial(const std::filesystem::path& folder, const std::string& name);
  void sync_folder_or_throw();

  std::string path_;    ///< As it was given.
  std::string target_;  ///< The file itself: behind symbolic links.
  std::string folder_;  ///< Of target_.
  std::string partial_path_;
  int file_ = -1;
  int reserve_ = -1;
  std::uint64_t size_ = 0;
  std::uint64_t unsent_ = 0;  ///< Bytes since the disk was last told to begin.
  bool is_kept_ = false;
};

/// @throws NumericalError if `stop` is set: `path` is then not written.
void throw_if_stopped(const std::atomic<bool>* stop, const std::string& path);

}  // namespace appell::report
