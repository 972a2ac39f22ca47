#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace appell::report {

/// One array of a table: a quantity, or what belongs to one link or joint of it.
struct ColumnGroup {
  std::string name;                  ///< "Q_drive", "T/forearm"; of names, see group_part().
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

/// Some rows of a table as files keep them: all of the first group, then all of the second, ...
struct TableBlock {
  std::size_t num_rows = 0;
  /// Of each group row by row: that which begins at column c begins at numbers[c * num_rows].
  std::vector<double> numbers;

  /// By TableWriter::prepare().
  std::string text;
  std::vector<std::uint32_t> checksums;  ///< Of each group.

  std::vector<TableBlock> sides = {};  ///< The same rows of tables that are shown beside this one.
};

/// The name of a link or joint as a part of ColumnGroup::name, which becomes a path in an archive:
/// "/", "%", control characters and a "." in front are written as "%2F", "%25", ..., "%2E".
std::string group_part(std::string_view name);

/// Takes the rows of a table one block after the other, into an OutputFile. A table that is neither
/// committed nor kept leaves no file.
class TableWriter {
 public:
  TableWriter() = default;
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  virtual ~TableWriter() = default;

  /// What can be done with a block before its turn, by any thread: another one may be in write().
  virtual void prepare(TableBlock&) const {}

  /// The next rows; prepare() has seen the block.
  /// @throws NumericalError if the disk is full; the message ends with keep_partial().
  virtual void write(const TableBlock& block) = 0;

  /// Completes the file and gives it its final name.
  /// @throws NumericalError likewise.
  virtual void commit() = 0;

  /// Ends the table before its last row, so that the rows that are there can be read; nothing else
  /// may be called after it.
  /// @return for the end of a message: where the rows are and how to read them, or that they may be
  ///   unreadable; empty if there are none, and no file stays then, or if a
  ///   message has said it already.
  virtual std::string keep_partial() = 0;
};

/// A table in a .csv, .npz or .h5 file, by the ending of its name.
/// @throws InvalidArgument for another ending, or if the file cannot be created.
std::unique_ptr<TableWriter> open_table(const std::string& path, const TableHeader& header);

/// @throws InvalidArgument unless open_table() knows the ending of the path.
void check_table_path(const std::string& path);

/// For keep_partial(): "; 12 samples are in FILE (an HDF5 file)".
std::string kept_text(long long num_rows, const std::string& file, const std::string& how_to_read);
std::string unreadable_text(const std::string& file);

std::unique_ptr<TableWriter> open_csv_table(const std::string& path, const TableHeader& header);
std::unique_ptr<TableWriter> open_npz_table(const std::string& path, const TableHeader& header);
std::unique_ptr<TableWriter> open_hdf5_table(const std::string& path, const TableHeader& header);

}  // namespace appell::report
