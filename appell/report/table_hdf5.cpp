#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <hdf5.h>

#include "appell/base/check.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

/// An HDF5 identifier that is closed at the end.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close how) : id_(id), close_(how) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { close(); }

  /// Whether that worked.
  bool close() {
    const hid_t id = std::exchange(id_, -1);
    return id < 0 || close_(id) >= 0;
  }
  operator hid_t() const { return id_; }  // NOLINT: as the C functions want it.

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// A dataset per group, its first dimension the rows, with attributes `columns` and `units` (one
/// text, separated by commas); metadata are attributes of the file. Not thread-safe, as HDF5 is
/// not.
class Hdf5Table final : public TableWriter {
 public:
  Hdf5Table(const std::string& path, const TableHeader& header)
      : path_(path), num_columns_(header.num_columns()) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // Messages are ours.
    std::FILE* probe = std::fopen(partial_path().c_str(), "wb");
    check(probe != nullptr, path_, ": cannot be written: ", std::strerror(errno));
    std::fclose(probe);
    file_ = Handle(H5Fcreate(partial_path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                   H5Fclose);
    require(file_);
    for (const auto& [name, text] : header.metadata) attach(file_, name, text);
    for (const ColumnGroup& group : header.groups) create(group, header.num_rows);
  }

  void write(std::span<const double> rows) override {
    const std::size_t num_rows = rows.size() / num_columns_;
    std::size_t first = 0;
    for (const Array& array : arrays_) {
      buffer_.resize(num_rows * array.width);
      for (std::size_t i = 0; i < num_rows; ++i) {
        std::memcpy(&buffer_[i * array.width], &rows[i * num_columns_ + first], 8 * array.width);
      }
      first += array.width;
      std::vector<hsize_t> extent = array.shape;
      extent.front() = num_written_ + num_rows;
      require(H5Dset_extent(array.dataset, extent.data()));
      const Handle space(H5Dget_space(array.dataset), H5Sclose);
      std::vector<hsize_t> start(extent.size(), 0);
      start.front() = num_written_;
      extent.front() = num_rows;
      require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extent.data(),
                                  nullptr));
      const Handle memory(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                          H5Sclose);
      require(
          H5Dwrite(array.dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, buffer_.data()));
    }
    num_written_ += num_rows;
  }

  void commit() override {
    bool is_complete = true;
    for (Array& array : arrays_) is_complete = array.dataset.close() && is_complete;
    arrays_.clear();
    is_complete = file_.close() && is_complete;
    require(is_complete && std::rename(partial_path().c_str(), path_.c_str()) == 0 ? 0 : -1);
  }

 private:
  struct Array {
    Handle dataset;
    std::vector<hsize_t> shape;
    std::size_t width;
  };

  std::string partial_path() const { return path_ + ".partial"; }

  void require(hid_t result) const {
    if (result >= 0) return;
    throw NumericalError(concat(
        path_, ": writing failed (is the disk full?); what was written is in ", partial_path()));
  }

  void attach(hid_t object, const std::string& name, const std::string& text) const {
    constexpr std::size_t kLargest = 60000;  // HDF5 keeps attributes of up to 64 KiB.
    if (text.empty() || text.size() > kLargest) return;
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    require(H5Tset_size(type, H5T_VARIABLE));
    require(H5Tset_cset(type, H5T_CSET_UTF8));
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    require(attribute);
    const char* bytes = text.c_str();
    require(H5Awrite(attribute, type, &bytes));
  }

  void create(const ColumnGroup& group, long long num_rows) {
    constexpr hsize_t kChunkBytes = 1 << 18;
    const std::size_t width = std::max<std::size_t>(1, group.columns.size());
    std::vector<hsize_t> shape{0};
    shape.insert(shape.end(), group.shape.begin(), group.shape.end());
    std::vector<hsize_t> chunk = shape;
    chunk.front() = std::clamp<hsize_t>(kChunkBytes / (8 * width), 1,
                                        static_cast<hsize_t>(std::max<long long>(1, num_rows)));
    std::vector<hsize_t> limit = shape;
    limit.front() = H5S_UNLIMITED;
    const auto rank = static_cast<int>(shape.size());
    const Handle space(H5Screate_simple(rank, shape.data(), limit.data()), H5Sclose);
    const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(H5Pset_chunk(how, rank, chunk.data()));
    require(H5Pset_fill_time(how, H5D_FILL_TIME_NEVER));
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    require(H5Pset_create_intermediate_group(links, 1));
    require(H5Pset_char_encoding(links, H5T_CSET_UTF8));
    Handle dataset(
        H5Dcreate2(file_, group.name.c_str(), H5T_IEEE_F64LE, space, links, how, H5P_DEFAULT),
        H5Dclose);
    require(dataset);
    attach(dataset, "columns", joined(group.columns));
    attach(dataset, "units", joined(group.units));
    arrays_.push_back({std::move(dataset), std::move(shape), width});
  }

  static std::string joined(const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& part : texts) text += (text.empty() ? "" : ",") + part;
    return text;
  }

  std::string path_;
  std::size_t num_columns_;
  Handle file_;
  std::vector<Array> arrays_;
  std::vector<double> buffer_;
  hsize_t num_written_ = 0;
};

}  // namespace

std::unique_ptr<TableWriter> open_hdf5_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<Hdf5Table>(path, header);
}

}  // namespace appell::report
