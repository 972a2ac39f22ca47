#include "appell/report/hdf5_store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

namespace appell::report {

void Hdf5Store::note_failure() {
  if (reason_.empty()) reason_ = std::strerror(errno);
}

void Hdf5Store::write(std::uint64_t offset, std::string_view bytes, H5FD_mem_t kind) {
  size_ = std::max(size_, offset + bytes.size());
  if (!has_failed()) {
    if (file_.try_write_at(offset, bytes)) return;
    note_failure();
  }
  held_back_.push_back({offset, std::string(bytes), kind});
}

bool Hdf5Store::read(std::uint64_t offset, char* bytes, std::size_t size) const {
  if (!file_.try_read_at(offset, bytes, size)) return false;
  for (const Piece& piece : held_back_) {
    const std::uint64_t begin = std::max(offset, piece.offset);
    const std::uint64_t end = std::min(offset + size, piece.offset + piece.bytes.size());
    if (begin < end) {
      std::memcpy(bytes + (begin - offset), piece.bytes.data() + (begin - piece.offset),
                  end - begin);
    }
  }
  return true;
}

void Hdf5Store::resize(std::uint64_t size) {
  size_ = size;
  if (!has_failed() && !file_.try_resize(size)) note_failure();
}

bool Hdf5Store::settle() {
  file_.release_space();
  for (const Piece& piece : std::exchange(held_back_, {})) {
    if (piece.kind == H5FD_MEM_DRAW || piece.offset >= size_) continue;
    is_torn_ = is_torn_ || !file_.try_write_at(piece.offset, piece.bytes);
  }
  if (!file_.try_resize(size_)) {
    note_failure();
    is_torn_ = true;
  }
  return !is_torn_;
}

namespace {

/// An open file as HDF5 knows it: it begins with HDF5's own fields.
struct DriverFile {
  H5FD_t common;
  haddr_t end_of_allocation;
  std::shared_ptr<Hdf5Store> store;
};

/// How the store gets to open_file(): HDF5 copies these bytes.
struct DriverInfo {
  const std::shared_ptr<Hdf5Store>* store;
};

static_assert(std::is_standard_layout_v<DriverFile>, "a pointer to it is one to its first member");

DriverFile& cast(H5FD_t* file) { return *reinterpret_cast<DriverFile*>(file); }
const DriverFile& cast(const H5FD_t* file) { return *reinterpret_cast<const DriverFile*>(file); }

H5FD_t* open_file(const char*, unsigned, hid_t access, haddr_t) {
  const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(access));
  if (info == nullptr) return nullptr;
  return reinterpret_cast<H5FD_t*>(new DriverFile{{}, 0, *info->store});
}

herr_t close_file(H5FD_t* file) {
  delete &cast(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) { return a == b ? 0 : std::less<>()(a, b) ? -1 : 1; }

herr_t query(const H5FD_t*, unsigned long* flags) {
  if (flags != nullptr) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  }
  return 0;
}

haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t) { return cast(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  cast(file).end_of_allocation = address;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) { return cast(file).store->size(); }

herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* buffer) {
  return cast(file).store->read(at, static_cast<char*>(buffer), size) ? 0 : -1;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t at, size_t size,
                   const void* buffer) {
  try {
    cast(file).store->write(at, {static_cast<const char*>(buffer), size}, kind);
    return 0;
  } catch (...) {  // Out of memory; no exception may pass through C.
    return -1;
  }
}

herr_t cut(H5FD_t* file, hid_t, hbool_t) {
  DriverFile& open = cast(file);
  if (open.store->size() != open.end_of_allocation) open.store->resize(open.end_of_allocation);
  return 0;
}

H5FD_class_t driver_class() {
  constexpr H5FD_mem_t kTwoKinds[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(512);  // The range for tests and one's own use.
#endif
  driver.name = "appell";
  driver.maxaddr = (haddr_t{1} << 62) - 1;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(DriverInfo);
  driver.open = open_file;
  driver.close = close_file;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = end_of_file;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = cut;
  std::copy(std::begin(kTwoKinds), std::end(kTwoKinds), std::begin(driver.fl_map));
  return driver;
}

}  // namespace

hid_t create_hdf5(const std::shared_ptr<Hdf5Store>& store, hsize_t metadata_block) {
  static const H5FD_class_t driver_description = driver_class();
  const hid_t driver = H5FDregister(&driver_description);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  const DriverInfo info{&store};
  hid_t file = -1;
  // Samples go straight to the file: none is waiting in memory when the disk turns out to be full.
  if (H5Pset_driver(access, driver, &info) >= 0 && H5Pset_cache(access, 0, 0, 0, 0.0) >= 0 &&
      H5Pset_meta_block_size(access, metadata_block) >= 0 &&
      H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0) {
    file = H5Fcreate(store->file().partial_path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  }
  H5Pclose(access);
  if (driver >= 0) H5FDunregister(driver);
  return file;
}

}  // namespace appell::report
