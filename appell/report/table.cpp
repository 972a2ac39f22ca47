#include "appell/report/table.hpp"

#include <fmt/format.h>

#include "appell/base/check.hpp"

namespace appell::report {

std::size_t TableHeader::num_columns() const {
  std::size_t count = 0;
  for (const ColumnGroup& group : groups) count += group.columns.size();
  return count;
}

std::string group_part(std::string_view name) {
  std::string part;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_awkward =
        byte < 0x20 || byte == 0x7F || c == '/' || c == '%' || (c == '.' && part.empty());
    part += is_awkward ? fmt::format("%{:02X}", byte) : std::string(1, c);
  }
  return part;
}

std::string kept_text(long long num_rows, const std::string& file, const std::string& how_to_read) {
  return concat("; ", num_rows, num_rows == 1 ? " sample is in " : " samples are in ", file, " (",
                how_to_read, ")");
}

std::string unreadable_text(const std::string& file) {
  return concat("; what was written is in ", file, ", which may be unreadable");
}

void check_table_path(const std::string& path) {
  check(path.ends_with(".csv") || path.ends_with(".npz") || path.ends_with(".h5") ||
            path.ends_with(".hdf5"),
        path, ": ends with none of .csv, .npz, .h5, .hdf5; the ending says what to write");
}

std::unique_ptr<TableWriter> open_table(const std::string& path, const TableHeader& header) {
  check_table_path(path);
  if (path.ends_with(".csv")) return open_csv_table(path, header);
  if (path.ends_with(".npz")) return open_npz_table(path, header);
  return open_hdf5_table(path, header);
}

}  // namespace appell::report
