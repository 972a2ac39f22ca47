#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace appell::report {

/// One array of a table: a quantity, or what belongs to one link or joint of it.
struct ColumnGroup {
  std::string name;                  ///< "Q_drive", "T/forearm".
  std::vector<std::size_t> shape;    ///< Of one sample; empty for a number.
  std::vector<std::string> columns;  ///< A name for each number of a sample, last index fastest.
  std::vector<std::string> units;    ///< Likewise.
};

/// What a table consists of; everything is known before the first row.
struct TableHeader {
  long long num_rows = 0;
  std::vector<ColumnGroup> groups;
  /// Model, gravity, program version, ...: name and text.
  std::vector<std::pair<std::string, std::string>> metadata;

  std::size_t num_columns() const;
};

/// Takes the rows of a table one block after the other. A table that is not committed stays in a
/// file `path`.partial.
class TableWriter {
 public:
  TableWriter() = default;
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  virtual ~TableWriter() = default;

  /// The next rows, each with the numbers of all groups side by side.
  /// @throws NumericalError if the disk is full.
  virtual void write(std::span<const double> rows) = 0;

  /// Completes the file and gives it its final name.
  /// @throws NumericalError if that fails.
  virtual void commit() = 0;
};

/// A table in a .csv, .npz or .h5 file, by the ending of its name.
/// @throws InvalidArgument for another ending, or if the file cannot be created.
std::unique_ptr<TableWriter> open_table(const std::string& path, const TableHeader& header);

/// @throws InvalidArgument unless open_table() knows the ending of the path.
void check_table_path(const std::string& path);

std::unique_ptr<TableWriter> open_csv_table(const std::string& path, const TableHeader& header);
std::unique_ptr<TableWriter> open_npz_table(const std::string& path, const TableHeader& header);
std::unique_ptr<TableWriter> open_hdf5_table(const std::string& path, const TableHeader& header);

}  // namespace appell::report
