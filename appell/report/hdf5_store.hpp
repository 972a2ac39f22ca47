#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hdf5.h>

#include "appell/report/output_file.hpp"

namespace appell::report {

/// Where HDF5 writes: an OutputFile. HDF5 keeps tables of its own in memory and cannot close a
/// file, nor end the process, once it is told that one of them could not be written. So it is never
/// told: from the first failure on, all it writes is held back in memory, where it reads it again.
/// When the file is closed, settle() tries once more.
class Hdf5Store {
 public:
  /// @throws InvalidArgument as OutputFile.
  explicit Hdf5Store(const std::string& path) : file_(path) {}

  OutputFile& file() { return file_; }
  bool has_failed() const { return !reason_.empty(); }
  /// Why writing failed first.
  const std::string& reason() const { return reason_; }

  /// After HDF5 has closed the file: writes what was held back, except samples, which the file must
  /// not refer to any more. Gives the reserved space back first.
  /// @return whether the file is complete.
  bool settle();

  /// What HDF5 calls.
  void write(std::uint64_t offset, std::string_view bytes, H5FD_mem_t kind);
  bool read(std::uint64_t offset, char* bytes, std::size_t size) const;
  void resize(std::uint64_t size);
  std::uint64_t size() const { return size_; }

 private:
  struct Piece {
    std::uint64_t offset;
    std::string bytes;
    H5FD_mem_t kind;
  };
  void note_failure();

  OutputFile file_;
  std::uint64_t size_ = 0;  ///< As HDF5 sees it.
  std::string reason_;
  std::vector<Piece> held_back_;  ///< In the order in which it was written.
  bool is_torn_ = false;          ///< Something that was held back is lost.
};

/// Creates an HDF5 file in a store; negative if that fails. The file keeps the store alive: should
/// HDF5 not get rid of the file, its exit handler still finds the store there.
/// @param metadata_block  bytes that HDF5 sets aside at a time for tables of its own.
hid_t create_hdf5(const std::shared_ptr<Hdf5Store>& store, hsize_t metadata_block);

}  // namespace appell::report
