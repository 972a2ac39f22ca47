#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include <hdf5.h>

#include "appell/base/check.hpp"
#include "appell/report/hdf5_handle.hpp"
#include "appell/report/hdf5_store.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

Hdf5Handle text_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

/// Links whose groups are created on the way.
Hdf5Handle link_properties() {
  Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links, 1);
  H5Pset_char_encoding(links, H5T_CSET_UTF8);
  return links;
}

/// Datasets that do not say when they were written: equal results are equal bytes.
Hdf5Handle dataset_properties() {
  Hdf5Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(how, false);
  return how;
}

/// A dataset per group, its first dimension the rows, with attributes `columns` and `units` (one
/// text, separated by commas); a list that is long or has commas in it is also a dataset of texts,
/// which the attribute `columns_dataset` or `units_dataset` names. Metadata are attributes of the
/// file. Not thread-safe, as HDF5 is not.
class Hdf5Table final : public TableWriter {
 public:
  Hdf5Table(const std::string& path, const TableHeader& header)
      : path_(path),
        num_columns_(header.num_columns()),
        num_rows_(static_cast<hsize_t>(std::max<long long>(0, header.num_rows))) {
    const Hdf5Silence silence;  // Messages are ours, here and below.
    store_ = std::make_shared<Hdf5Store>(path);
    // A part of the file for tables of HDF5, so that they are not scattered over it.
    const hsize_t bytes = static_cast<hsize_t>(header.num_rows) * num_columns_ * 8;
    file_ =
        Hdf5Handle(create_hdf5(store_, std::clamp<hsize_t>(bytes / 64, 2048, 1 << 20)), H5Fclose);
    require(file_);
    store_->file().expect_size(bytes);
    for (const auto& [name, text] : header.metadata) attach(file_, name, text);
    for (const ColumnGroup& group : header.groups) create(group);
    // Enough for the tables of HDF5 that are still in memory when the disk is full.
    if (!store_->file().try_reserve_space((1 << 16) + arrays_.size() * (1 << 13))) {
      fail(std::strerror(errno));
    }
    flush();
  }

  ~Hdf5Table() override {
    const Hdf5Silence silence;
    close();
  }

  void write(const TableBlock& block) override {
    const Hdf5Silence silence;
    const std::size_t at_once = store_->file().rows_at_once(block.num_rows, 8 * num_columns_);
    for (std::size_t row = 0; row < block.num_rows; row += at_once) {
      write_rows(block, row, std::min(at_once, block.num_rows - row));
    }
  }

  void commit() override {
    const Hdf5Silence silence;
    if (num_written_ != num_rows_) drop_rows_beyond_written();
    const bool is_closed = close();
    // The reserved space may be just enough for a file that is complete after all.
    if (!store_->settle()) fail(store_->reason());
    if (!is_closed) fail("HDF5 cannot close the file");
    store_->file().commit();
  }

  std::string keep_partial() override {
    const Hdf5Silence silence;
    drop_rows_beyond_written();
    const bool is_closed = close();
    const bool is_complete = store_->settle() && is_closed;
    if (num_written_ == 0 || store_->file().keep().empty()) return "";
    const std::string& kept = store_->file().partial_path();
    if (!is_complete) return unreadable_text(kept);
    return kept_text(static_cast<long long>(num_written_), kept, "h5py.File() and h5dump read it");
  }

 private:
  void write_rows(const TableBlock& block, std::size_t row, std::size_t num_rows) {
    const double* numbers = block.numbers.data();
    for (const Array& array : arrays_) {
      write(array, numbers + row * array.width, num_rows);
      numbers += block.num_rows * array.width;
    }
    num_written_ += num_rows;
    constexpr std::size_t kFlushBytes = 1 << 26;
    unflushed_ += 8 * num_rows * num_columns_;
    if (unflushed_ > kFlushBytes) flush();
  }

  struct Array {
    Hdf5Handle dataset;
    std::vector<hsize_t> shape;
    std::size_t width;
  };

  /// Rows that were announced and not written, or that not every array has.
  void drop_rows_beyond_written() {
    for (const Array& array : arrays_) {
      std::vector<hsize_t> extent = array.shape;
      extent.front() = num_written_;
      H5Dset_extent(array.dataset, extent.data());
    }
  }

  [[noreturn]] void fail(const std::string& reason) {
    throw NumericalError(concat(path_, ": writing failed: ", reason, keep_partial()));
  }

  void require(hid_t result) {
    if (store_->has_failed()) fail(store_->reason());
    if (result < 0) fail("HDF5 refuses it");
  }

  /// HDF5 hands over its own tables, so that little is in memory if the disk is full later.
  void flush() {
    require(H5Fflush(file_, H5F_SCOPE_LOCAL));
    unflushed_ = 0;
  }

  bool close() {
    bool is_closed = true;
    for (Array& array : arrays_) is_closed = array.dataset.close() && is_closed;
    arrays_.clear();
    return file_.close() && is_closed;
  }

  /// The next rows of an array.
  void write(const Array& array, const double* numbers, std::size_t num_rows) {
    std::vector<hsize_t> extent = array.shape;
    if (num_written_ + num_rows > num_rows_) {  // More than was announced.
      extent.front() = num_written_ + num_rows;
      require(H5Dset_extent(array.dataset, extent.data()));
    }
    const Hdf5Handle space(H5Dget_space(array.dataset), H5Sclose);
    std::vector<hsize_t> start(extent.size(), 0);
    start.front() = num_written_;
    extent.front() = num_rows;
    require(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr));
    const Hdf5Handle memory(
        H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose);
    require(H5Dwrite(array.dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, numbers));
  }

  void attach(hid_t object, const std::string& name, const std::string& text) {
    if (text.empty()) return;
    const Hdf5Handle type = text_type();
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Hdf5Handle attribute(
        H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    require(attribute);
    const char* bytes = text.c_str();
    require(H5Awrite(attribute, type, &bytes));
  }

  /// One text per entry, in a dataset of its own.
  void create_list(const std::string& name, const std::vector<std::string>& texts) {
    const Hdf5Handle type = text_type();
    const hsize_t size = texts.size();
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Hdf5Handle links = link_properties();
    const Hdf5Handle how = dataset_properties();
    const Hdf5Handle dataset(H5Dcreate2(file_, name.c_str(), type, space, links, how, H5P_DEFAULT),
                             H5Dclose);
    require(dataset);
    std::vector<const char*> bytes;
    for (const std::string& text : texts) bytes.push_back(text.c_str());
    require(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
  }

  /// A list of texts that belongs to a group: `kind` is "columns" or "units".
  void attach_list(hid_t dataset, const std::string& kind, const ColumnGroup& group,
                   const std::vector<std::string>& texts) {
    constexpr std::size_t kLong = 60000;
    std::string joined;
    bool has_comma = false;
    for (const std::string& text : texts) {
      joined += (joined.empty() ? "" : ",") + text;
      has_comma = has_comma || text.find(',') != std::string::npos;
    }
    attach(dataset, kind, joined);
    if (joined.size() <= kLong && !has_comma) return;
    const std::string name = concat("/", kind, "/", group.name);
    create_list(name, texts);
    attach(dataset, kind + "_dataset", name);
  }

  void create(const ColumnGroup& group) {
    constexpr hsize_t kChunkBytes = 1 << 18;
    const std::size_t width = std::max<std::size_t>(1, group.columns.size());
    std::vector<hsize_t> shape{
        num_rows_};  // All at once: to lengthen it block by block takes time.
    shape.insert(shape.end(), group.shape.begin(), group.shape.end());
    std::vector<hsize_t> chunk = shape;
    chunk.front() =
        std::clamp<hsize_t>(kChunkBytes / (8 * width), 1, std::max<hsize_t>(1, num_rows_));
    std::vector<hsize_t> limit = shape;
    limit.front() = H5S_UNLIMITED;
    const auto rank = static_cast<int>(shape.size());
    const Hdf5Handle space(H5Screate_simple(rank, shape.data(), limit.data()), H5Sclose);
    const Hdf5Handle how = dataset_properties();
    require(H5Pset_chunk(how, rank, chunk.data()));
    require(H5Pset_fill_time(how, H5D_FILL_TIME_NEVER));
    const Hdf5Handle links = link_properties();
    Hdf5Handle dataset(
        H5Dcreate2(file_, group.name.c_str(), H5T_IEEE_F64LE, space, links, how, H5P_DEFAULT),
        H5Dclose);
    require(dataset);
    attach_list(dataset, "columns", group, group.columns);
    attach_list(dataset, "units", group, group.units);
    arrays_.push_back({std::move(dataset), std::move(shape), width});
  }

  std::string path_;
  std::size_t num_columns_;
  hsize_t num_rows_;  ///< As announced: what the arrays have from the start.
  std::shared_ptr<Hdf5Store> store_;
  Hdf5Handle file_;
  std::vector<Array> arrays_;
  hsize_t num_written_ = 0;
  std::size_t unflushed_ = 0;
};

}  // namespace

std::unique_ptr<TableWriter> open_hdf5_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<Hdf5Table>(path, header);
}

}  // namespace appell::report
