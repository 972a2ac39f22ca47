#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <zlib.h>

#include "appell/base/check.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

void append(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}

/// The header of an .npy array: its type and shape, padded to a multiple of 64 bytes.
/// @param shape  at first the longest: with fewer rows the header keeps its size.
std::string npy_header(const std::string& type, const std::vector<std::uint64_t>& shape,
                       std::size_t least_size = 0) {
  std::string dict = concat("{'descr': '", type, "', 'fortran_order': False, 'shape': (");
  for (const std::uint64_t n : shape) dict += concat(n, ", ");
  dict += "), }";
  constexpr std::size_t kPrefix = 10;  // Magic, version, length.
  dict.append(63 - (kPrefix + dict.size()) % 64, ' ');
  if (kPrefix + dict.size() + 1 < least_size)
    dict.append(least_size - kPrefix - dict.size() - 1, ' ');
  dict += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  append(header, dict.size(), 2);
  return header + dict;
}

/// Text as NumPy keeps it: 4 bytes for each character, all entries of one length.
std::string utf32(const std::vector<std::string>& texts, std::size_t& longest) {
  std::vector<std::vector<std::uint32_t>> decoded;
  longest = 1;
  for (const std::string& text : texts) {
    std::vector<std::uint32_t> codes;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte & 0xC0U) == 0x80U && !codes.empty()) {
        codes.back() = codes.back() << 6U | (byte & 0x3FU);
      } else {
        const unsigned mask = byte < 0x80U   ? 0x7FU
                              : byte < 0xE0U ? 0x1FU
                              : byte < 0xF0U ? 0x0FU
                                             : 7U;
        codes.push_back(byte & mask);
      }
    }
    longest = std::max(longest, codes.size());
    decoded.push_back(std::move(codes));
  }
  std::string bytes;
  for (auto& codes : decoded) {
    codes.resize(longest, 0);
    for (const std::uint32_t code : codes) append(bytes, code, 4);
  }
  return bytes;
}

std::uint32_t crc_of(std::uint32_t crc, const char* bytes, std::size_t size) {
  return static_cast<std::uint32_t>(
      ::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes), size));
}

/// Of bytes and those after them.
std::uint32_t crc_of_both(std::uint32_t first, std::uint32_t second, std::uint64_t second_size) {
  return static_cast<std::uint32_t>(
      ::crc32_combine(first, second, static_cast<z_off_t>(second_size)));
}

/// One array in the archive. Where it lies is known from the start, because its size is.
struct Entry {
  std::string name;
  std::string header;
  std::uint64_t room = 0;            ///< Bytes of data when complete.
  std::vector<std::uint64_t> shape;  ///< Of one row.
  std::size_t width = 0;             ///< Numbers per row; 0 for what is written at once.
  std::uint64_t offset = 0;          ///< Of its local header.
  std::uint64_t written = 0;         ///< Bytes of data that are there.
  std::uint32_t data_crc = 0;        ///< Of these.

  std::uint64_t size() const { return header.size() + written; }
  std::uint64_t data_offset() const { return offset + 30 + name.size() + 20 + header.size(); }
  std::uint32_t crc() const {
    return crc_of_both(crc_of(0, header.data(), header.size()), data_crc, written);
  }
};

/// A zip archive of stored .npy arrays, each written in place block after block. All sizes are in
/// zip64 fields, so that an array may be of any size. Headers and directory are there from the
/// start, with no rows; to end the archive after any row they are written again, in the same place,
/// which takes no space on the disk. What is then between the arrays belongs to none.
class NpzTable final : public TableWriter {
 public:
  NpzTable(const std::string& path, const TableHeader& header)
      : file_(path), num_columns_(header.num_columns()), num_rows_(header.num_rows) {
    std::vector<std::string> columns;
    std::vector<std::string> units;
    for (const ColumnGroup& group : header.groups) {
      add_rows(group);
      columns.insert(columns.end(), group.columns.begin(), group.columns.end());
      units.insert(units.end(), group.units.begin(), group.units.end());
    }
    JsonWriter json;
    json.begin_object();
    for (const auto& [name, text] : header.metadata) json.key(name).value(text);
    json.end_object();
    add_texts("columns.npy", columns, {columns.size()});
    add_texts("units.npy", units, {units.size()});
    add_texts("metadata.npy", {json.text()}, {});
    if (!try_finish()) fail();
  }

  /// The checksum of the rows of each array.
  void prepare(TableBlock& block) const override {
    block.checksums.clear();
    const double* numbers = block.numbers.data();
    for (const Entry& entry : entries_) {
      if (entry.width == 0) continue;
      const std::size_t count = block.num_rows * entry.width;
      block.checksums.push_back(crc_of(0, reinterpret_cast<const char*>(numbers), 8 * count));
      numbers += count;
    }
  }

  void write(const TableBlock& block) override {
    const std::size_t at_once = file_.rows_at_once(block.num_rows, 8 * num_columns_);
    for (std::size_t row = 0; row < block.num_rows; row += at_once) {
      write_rows(block, row, std::min(at_once, block.num_rows - row));
    }
  }

  void commit() override {
    check(num_written_ == num_rows_, file_.path(), ": has ", num_written_, " of ", num_rows_,
          " rows");
    if (!try_finish()) fail();
    file_.commit();
  }

  std::string keep_partial() override {
    if (num_written_ == 0 || file_.keep().empty()) return "";
    return try_finish() ? kept_text(num_written_, file_.partial_path(), "numpy.load() reads it")
                        : unreadable_text(file_.partial_path());
  }

 private:
  void write_rows(const TableBlock& block, std::size_t row, std::size_t num_rows) {
    std::vector<std::uint32_t> crcs;  // Counted only when all arrays have the rows.
    const double* numbers = block.numbers.data();
    for (const Entry& entry : entries_) {
      if (entry.width == 0) continue;
      const auto* bytes = reinterpret_cast<const char*>(numbers + row * entry.width);
      const std::size_t size = 8 * num_rows * entry.width;
      check(entry.written + size <= entry.room, file_.path(), ": too many rows");
      if (!file_.try_write_at(entry.data_offset() + entry.written, {bytes, size})) fail();
      const std::uint32_t crc =
          num_rows == block.num_rows ? block.checksums[crcs.size()] : crc_of(0, bytes, size);
      crcs.push_back(crc_of_both(entry.data_crc, crc, size));
      numbers += block.num_rows * entry.width;
    }
    for (std::size_t i = 0; i < crcs.size(); ++i) {  // They come before the texts.
      entries_[i].data_crc = crcs[i];
      entries_[i].written += 8 * num_rows * entries_[i].width;
    }
    num_written_ += static_cast<long long>(num_rows);
  }

  [[noreturn]] void fail() {
    const std::string reason = std::strerror(errno);
    throw NumericalError(concat(file_.path(), ": writing failed: ", reason, keep_partial()));
  }

  void add(Entry entry) {
    entry.offset = next_offset_;
    next_offset_ = entry.data_offset() + entry.room;
    entries_.push_back(std::move(entry));
  }

  static std::string rows_header(long long num_rows, std::vector<std::uint64_t> shape,
                                 std::size_t least_size = 0) {
    shape.insert(shape.begin(), static_cast<std::uint64_t>(num_rows));
    return npy_header("<f8", shape, least_size);
  }

  void add_rows(const ColumnGroup& group) {
    const std::vector<std::uint64_t> shape(group.shape.begin(), group.shape.end());
    add({.name = group.name + ".npy",
         .header = rows_header(num_rows_, shape),
         .room = static_cast<std::uint64_t>(num_rows_) * 8 * group.columns.size(),
         .shape = shape,
         .width = group.columns.size()});
  }

  void add_texts(const std::string& name, const std::vector<std::string>& texts,
                 const std::vector<std::uint64_t>& shape) {
    std::size_t longest = 0;
    const std::string bytes = utf32(texts, longest);
    add({.name = name,
         .header = npy_header(concat("<U", longest), shape),
         .room = bytes.size(),
         .written = bytes.size(),
         .data_crc = crc_of(0, bytes.data(), bytes.size())});
    if (!file_.try_write_at(entries_.back().data_offset(), bytes)) fail();
  }

  /// Headers and directory for the rows that are there.
  bool try_finish() {
    std::string directory;
    for (Entry& entry : entries_) {
      if (entry.width > 0) {
        entry.header = rows_header(num_written_, entry.shape, entry.header.size());
      }
      if (!file_.try_write_at(entry.offset, local_header(entry))) return false;
      directory += central_header(entry);
    }
    directory += end_of_archive(next_offset_, directory.size());
    return file_.try_write_at(next_offset_, directory);
  }

  static void append_common(std::string& bytes, const Entry& entry, int extra_size) {
    append(bytes, 45, 2);          // Version 4.5: zip64.
    append(bytes, 0x0800, 2);      // Names are UTF-8.
    append(bytes, 0, 2);           // Stored.
    append(bytes, 0x00210000, 4);  // 1980-01-01: equal input gives equal files.
    append(bytes, entry.crc(), 4);
    append(bytes, 0xFFFFFFFFU, 4);  // Sizes are in the extra field.
    append(bytes, 0xFFFFFFFFU, 4);
    append(bytes, entry.name.size(), 2);
    append(bytes, static_cast<std::uint64_t>(extra_size), 2);
  }

  static std::string local_header(const Entry& entry) {
    std::string bytes("PK\x03\x04");
    append_common(bytes, entry, 20);
    bytes += entry.name;
    append(bytes, 1, 2);
    append(bytes, 16, 2);
    append(bytes, entry.size(), 8);
    append(bytes, entry.size(), 8);
    return bytes + entry.header;
  }

  static std::string central_header(const Entry& entry) {
    std::string bytes("PK\x01\x02");
    append(bytes, 45, 2);
    append_common(bytes, entry, 28);
    append(bytes, 0, 2 + 2 + 2);
    append(bytes, 0, 4);
    append(bytes, 0xFFFFFFFFU, 4);
    bytes += entry.name;
    append(bytes, 1, 2);
    append(bytes, 24, 2);
    append(bytes, entry.size(), 8);
    append(bytes, entry.size(), 8);
    append(bytes, entry.offset, 8);
    return bytes;
  }

  std::string end_of_archive(std::uint64_t start, std::uint64_t size) const {
    std::string bytes("PK\x06\x06");
    append(bytes, 44, 8);
    append(bytes, 45, 2);
    append(bytes, 45, 2);
    append(bytes, 0, 8);
    append(bytes, entries_.size(), 8);
    append(bytes, entries_.size(), 8);
    append(bytes, size, 8);
    append(bytes, start, 8);
    bytes += "PK\x06\x07";
    append(bytes, 0, 4);
    append(bytes, start + size, 8);
    append(bytes, 1, 4);
    bytes += "PK\x05\x06";
    append(bytes, 0, 4);
    append(bytes, 0xFFFFU, 2);
    append(bytes, 0xFFFFU, 2);
    append(bytes, 0xFFFFFFFFU, 4);
    append(bytes, 0xFFFFFFFFU, 4);
    append(bytes, 0, 2);
    return bytes;
  }

  OutputFile file_;
  std::size_t num_columns_;
  long long num_rows_;
  long long num_written_ = 0;
  std::uint64_t next_offset_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<TableWriter> open_npz_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<NpzTable>(path, header);
}

}  // namespace appell::report
