#include "appell/report/table.hpp"

#include "appell/base/check.hpp"

namespace appell::report {

std::size_t TableHeader::num_columns() const {
  std::size_t count = 0;
  for (const ColumnGroup& group : groups) count += group.columns.size();
  return count;
}

void check_table_path(const std::string& path) {
  check(path.ends_with(".csv") || path.ends_with(".npz") || path.ends_with(".h5") ||
            path.ends_with(".hdf5"),
        "-o ", path, ": ends with none of .csv, .npz, .h5, .hdf5; the ending says what to write");
}

std::unique_ptr<TableWriter> open_table(const std::string& path, const TableHeader& header) {
  check_table_path(path);
  if (path.ends_with(".csv")) return open_csv_table(path, header);
  if (path.ends_with(".npz")) return open_npz_table(path, header);
  return open_hdf5_table(path, header);
}

}  // namespace appell::report
