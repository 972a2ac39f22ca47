#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include "appell/base/check.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

void append(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}

/// The header of an .npy array: its type and shape, padded to a multiple of 64 bytes.
std::string npy_header(const std::string& type, const std::vector<std::uint64_t>& shape) {
  std::string dict = concat("{'descr': '", type, "', 'fortran_order': False, 'shape': (");
  for (const std::uint64_t n : shape) dict += concat(n, ", ");
  dict += "), }";
  constexpr std::size_t kPrefix = 10;  // Magic, version, length.
  dict.append(63 - (kPrefix + dict.size()) % 64, ' ');
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

/// One array in the archive. Where it lies is known from the start, because its size is.
struct Entry {
  std::string name;
  std::string header;
  std::uint64_t data_size = 0;
  std::uint64_t offset = 0;  ///< Of its local header.
  std::uint64_t written = 0;
  std::uint32_t crc = 0;
  std::size_t width = 0;  ///< Numbers per row; 0 for what is written at once.

  std::uint64_t size() const { return header.size() + data_size; }
  std::uint64_t data_offset() const { return offset + 30 + name.size() + 20 + header.size(); }
};

/// A zip archive of stored .npy arrays, each written in place block after block. All sizes are in
/// zip64 fields, so that an array may be of any size.
class NpzTable final : public TableWriter {
 public:
  NpzTable(const std::string& path, const TableHeader& header)
      : path_(path), num_columns_(header.num_columns()) {
    file_ = ::open(partial_path().c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    check(file_ >= 0, path_, ": cannot be written: ", std::strerror(errno));
    for (const ColumnGroup& group : header.groups) {
      std::vector<std::uint64_t> shape{static_cast<std::uint64_t>(header.num_rows)};
      shape.insert(shape.end(), group.shape.begin(), group.shape.end());
      add({.name = group.name + ".npy",
           .header = npy_header("<f8", shape),
           .data_size = static_cast<std::uint64_t>(header.num_rows) * 8 * group.columns.size(),
           .width = group.columns.size()});
    }
    std::vector<std::string> columns;
    std::vector<std::string> units;
    for (const ColumnGroup& group : header.groups) {
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
  }

  ~NpzTable() override {
    if (file_ >= 0) ::close(file_);
  }

  void write(std::span<const double> rows) override {
    const std::size_t num_rows = rows.size() / num_columns_;
    std::size_t first = 0;
    for (Entry& entry : entries_) {
      if (entry.width == 0) continue;
      buffer_.resize(num_rows * entry.width);
      for (std::size_t i = 0; i < num_rows; ++i) {
        std::memcpy(&buffer_[i * entry.width], &rows[i * num_columns_ + first], 8 * entry.width);
      }
      first += entry.width;
      put(entry, reinterpret_cast<const char*>(buffer_.data()), buffer_.size() * 8);
    }
  }

  void commit() override {
    std::string directory;
    for (const Entry& entry : entries_) {
      check(entry.written == entry.data_size, path_, ": rows are missing in ", entry.name);
      write_at(entry.offset, local_header(entry));
      directory += central_header(entry);
    }
    const std::uint64_t start = next_offset_;
    write_at(start, directory + end_of_archive(start, directory.size()));
    const int file = std::exchange(file_, -1);
    if (::close(file) != 0 || std::rename(partial_path().c_str(), path_.c_str()) != 0) fail();
  }

 private:
  std::string partial_path() const { return path_ + ".partial"; }

  [[noreturn]] void fail() const {
    throw NumericalError(concat(path_, ": writing failed: ", std::strerror(errno),
                                "; what was written is in ", partial_path()));
  }

  void add(Entry entry) {
    entry.offset = next_offset_;
    entry.crc = crc_of(0, entry.header.data(), entry.header.size());
    next_offset_ = entry.data_offset() + entry.data_size;
    entries_.push_back(std::move(entry));
  }

  void add_texts(const std::string& name, const std::vector<std::string>& texts,
                 const std::vector<std::uint64_t>& shape) {
    std::size_t longest = 0;
    const std::string bytes = utf32(texts, longest);
    add({.name = name,
         .header = npy_header(concat("<U", longest), shape),
         .data_size = bytes.size()});
    put(entries_.back(), bytes.data(), bytes.size());
  }

  static std::uint32_t crc_of(std::uint32_t crc, const char* bytes, std::size_t size) {
    return static_cast<std::uint32_t>(
        ::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes), size));
  }

  /// The next bytes of an array.
  void put(Entry& entry, const char* bytes, std::size_t size) {
    entry.crc = crc_of(entry.crc, bytes, size);
    write_at(entry.data_offset() + entry.written, {bytes, size});
    entry.written += size;
  }

  void write_at(std::uint64_t offset, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail();
      bytes.remove_prefix(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
  }

  static void append_common(std::string& bytes, const Entry& entry, int extra_size) {
    append(bytes, 45, 2);          // Version 4.5: zip64.
    append(bytes, 0x0800, 2);      // Names are UTF-8.
    append(bytes, 0, 2);           // Stored.
    append(bytes, 0x00210000, 4);  // 1980-01-01: equal input gives equal files.
    append(bytes, entry.crc, 4);
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

  std::string path_;
  std::size_t num_columns_;
  int file_ = -1;
  std::uint64_t next_offset_ = 0;
  std::vector<Entry> entries_;
  std::vector<double> buffer_;
};

}  // namespace

std::unique_ptr<TableWriter> open_npz_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<NpzTable>(path, header);
}

}  // namespace appell::report
