// Tables as files: the same numbers come back from CSV, NPZ and HDF5.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <hdf5.h>
#include <zlib.h>

#include "appell/base/error.hpp"
#include "appell/report/table.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::report {
namespace {

/// A block of rows that have the numbers of all groups side by side.
TableBlock block_of(const TableHeader& header, std::span<const double> rows) {
  TableBlock block;
  block.num_rows = rows.size() / header.num_columns();
  std::size_t first = 0;
  for (const ColumnGroup& group : header.groups) {
    for (std::size_t row = 0; row < block.num_rows; ++row) {
      const auto from = rows.subspan(row * header.num_columns() + first, group.columns.size());
      block.numbers.insert(block.numbers.end(), from.begin(), from.end());
    }
    first += group.columns.size();
  }
  return block;
}

void write_rows(TableWriter& table, const TableHeader& header, std::span<const double> rows) {
  TableBlock block = block_of(header, rows);
  table.prepare(block);
  table.write(block);
}

/// A table of 7 rows: t, a vector of two derivatives of three joints, a number.
struct Example {
  TableHeader header;
  std::vector<double> rows;

  Example() {
    header.num_rows = 7;
    header.metadata = {{"model", "näme"}, {"gravity", "0,0,-9.81"}};
    header.groups = {{"t", {}, {"t"}, {"s"}},
                     {"Q", {2, 3}, {"Q.a", "Q.b,x", "Q.c", "Q.a.d1", "Q.b.d1", "Q.c.d1"}, {}},
                     {"E/1", {}, {"E.1"}, {"J/s^2"}}};
    header.groups[1].units = std::vector<std::string>(6, "N m");
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 8; ++j) rows.push_back(1.0 / 3.0 + i - 0.1 * j * i * i);
    }
  }

  void write(const std::string& path) const {
    const auto table = open_table(path, header);
    write_rows(*table, header, std::span(rows).first(3 * 8));
    write_rows(*table, header, std::span(rows).subspan(3 * 8, 8));
    write_rows(*table, header, std::span(rows).subspan(4 * 8));
    EXPECT_EQ(support::partial_files(path).size(), 1U);
    EXPECT_FALSE(std::filesystem::exists(path));
    table->commit();
    EXPECT_TRUE(support::partial_files(path).empty());
  }
};

TEST(Table, CsvReadsBackExactly) {
  const support::TemporaryFolder folder;
  const Example example;
  const std::string path = (folder.path() / "x.csv").string();
  example.write(path);
  std::istringstream lines(support::text_of(path));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "# model: näme");
  std::getline(lines, line);
  EXPECT_EQ(line, "# gravity: 0,0,-9.81");
  std::getline(lines, line);
  EXPECT_EQ(line, "# units: s,N m,N m,N m,N m,N m,N m,J/s^2");
  std::getline(lines, line);
  EXPECT_EQ(line, "t,Q.a,\"Q.b,x\",Q.c,Q.a.d1,Q.b.d1,Q.c.d1,E.1");
  for (std::size_t i = 0; std::getline(lines, line);) {
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ','); ++i) {
      EXPECT_EQ(std::stod(field), example.rows[i]);
    }
  }
}

/// The stored bytes of an entry of a zip archive, by its central directory (zip64).
std::string zip_entry(const std::string& archive, const std::string& name) {
  const auto number = [&archive](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, archive.data() + at, size);
    return value;
  };
  const std::size_t end = archive.rfind("PK\x06\x06");
  const std::uint64_t count = number(end + 32, 8);
  std::size_t at = number(end + 48, 8);
  for (std::uint64_t i = 0; i < count; ++i) {
    EXPECT_EQ(archive.substr(at, 4), "PK\x01\x02");
    const std::size_t length = number(at + 28, 2);
    const std::size_t extra = at + 46 + length;
    if (archive.substr(at + 46, length) == name) {
      const std::uint64_t size = number(extra + 4, 8);
      const std::size_t local = number(extra + 20, 8);
      const std::size_t start = local + 30 + number(local + 26, 2) + number(local + 28, 2);
      const std::string bytes = archive.substr(start, size);
      const auto crc = crc32(0, reinterpret_cast<const unsigned char*>(bytes.data()),
                             static_cast<unsigned>(bytes.size()));
      EXPECT_EQ(crc, number(at + 16, 4)) << name;
      EXPECT_EQ(crc, number(local + 14, 4)) << name;
      return bytes;
    }
    at = extra + number(at + 30, 2);
  }
  ADD_FAILURE() << "no entry " << name;
  return {};
}

TEST(Table, NpzHoldsTheArrays) {
  const support::TemporaryFolder folder;
  const Example example;
  const std::string path = (folder.path() / "x.npz").string();
  example.write(path);
  const std::string archive = support::text_of(path);
  const std::string Q = zip_entry(archive, "Q.npy");
  ASSERT_GT(Q.size(), 7 * 6 * 8U);
  EXPECT_EQ(Q.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_NE(Q.find("'descr': '<f8', 'fortran_order': False, 'shape': (7, 2, 3, )"),
            std::string::npos);
  const std::size_t start = Q.size() - 7 * 6 * 8;
  EXPECT_EQ(start % 64, 0U);
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      double value = 0.0;
      std::memcpy(&value, Q.data() + start + 8 * (6 * i + j), 8);
      EXPECT_EQ(value, example.rows[8 * i + 1 + j]);
    }
  }
  EXPECT_NE(zip_entry(archive, "E/1.npy").find("'shape': (7, )"), std::string::npos);
  EXPECT_NE(zip_entry(archive, "columns.npy").find("'shape': (8, )"), std::string::npos);
  zip_entry(archive, "units.npy");
  zip_entry(archive, "metadata.npy");
}

TEST(Table, Hdf5HoldsTheDatasets) {
  const support::TemporaryFolder folder;
  const Example example;
  const std::string path = (folder.path() / "x.h5").string();
  example.write(path);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t Q = H5Dopen2(file, "Q", H5P_DEFAULT);
  const hid_t space = H5Dget_space(Q);
  hsize_t size[3] = {};
  ASSERT_EQ(H5Sget_simple_extent_dims(space, size, nullptr), 3);
  EXPECT_EQ(size[0], 7U);
  EXPECT_EQ(size[1], 2U);
  EXPECT_EQ(size[2], 3U);
  std::vector<double> values(42);
  ASSERT_GE(H5Dread(Q, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  for (std::size_t i = 0; i < 42; ++i) {
    EXPECT_EQ(values[i], example.rows[8 * (i / 6) + 1 + i % 6]);
  }
  EXPECT_GT(H5Aexists(Q, "units"), 0);
  EXPECT_GT(H5Aexists(Q, "columns"), 0);
  EXPECT_GT(H5Aexists(file, "gravity"), 0);
  EXPECT_GT(H5Lexists(file, "E/1", H5P_DEFAULT), 0);
  H5Sclose(space);
  H5Dclose(Q);
  H5Fclose(file);
}

// What a program wants to hear of HDF5's errors is its own business; ours are not among them.
TEST(Table, LeavesHdf5sMessagesAsTheyWere) {
  const auto count = [](hid_t, void* calls) -> herr_t { return ++*static_cast<int*>(calls), 0; };
  H5E_auto2_t before = nullptr;
  void* data_before = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data_before);
  int calls = 0;
  H5Eset_auto2(H5E_DEFAULT, count, &calls);
  const support::TemporaryFolder folder;
  Example().write((folder.path() / "x.h5").string());
  TableHeader bad = Example().header;
  bad.groups[1].name = bad.groups[0].name;  // HDF5 refuses a second dataset of a name.
  EXPECT_THROW(open_table((folder.path() / "y.h5").string(), bad), NumericalError);
  EXPECT_EQ(calls, 0);
  H5Dopen2(H5I_INVALID_HID, "x", H5P_DEFAULT);
  EXPECT_EQ(calls, 1);
  H5Eset_auto2(H5E_DEFAULT, before, data_before);
}

/// How many rows of a dataset there are; its values go to `values`.
hsize_t read_hdf5(const std::string& path, const std::string& name, std::vector<double>& values) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return 0;
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  hsize_t size[8] = {};
  H5Sget_simple_extent_dims(space, size, nullptr);
  values.resize(H5Sget_simple_extent_npoints(space));
  const bool is_read =
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return is_read ? size[0] : 0;
}

/// An array of doubles at the end of the bytes of an .npy file.
std::vector<double> npy_values(const std::string& bytes, std::size_t count) {
  std::vector<double> values(count);
  if (bytes.size() < 8 * count) return {};
  std::memcpy(values.data(), bytes.data() + bytes.size() - 8 * count, 8 * count);
  return values;
}

// A table that ends early has the rows so far, and is a file like a complete one.
TEST(Table, PartialTablesCanBeRead) {
  const support::TemporaryFolder folder;
  const Example example;
  for (const char* name : {"x.csv", "x.npz", "x.h5"}) {
    const std::string path = (folder.path() / name).string();
    std::string said;
    {
      const auto table = open_table(path, example.header);
      write_rows(*table, example.header, std::span(example.rows).first(3 * 8));
      write_rows(*table, example.header, std::span(example.rows).subspan(3 * 8, 8));
      said = table->keep_partial();
    }
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_EQ(support::partial_files(path).size(), 1U);
    const std::string partial = support::partial_files(path).front();
    EXPECT_TRUE(said.starts_with("; 4 samples are in " + partial + " (")) << said;
    std::vector<double> Q;
    if (path.ends_with(".csv")) {
      const std::string text = support::text_of(partial);
      EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 2 + 4);
      EXPECT_TRUE(text.ends_with("\n"));
      continue;
    }
    if (path.ends_with(".npz")) {
      const std::string bytes = zip_entry(support::text_of(partial), "Q.npy");
      EXPECT_NE(bytes.find("'shape': (4, 2, 3, )"), std::string::npos);
      EXPECT_EQ((bytes.size() - 8 * 24) % 64, 0U);
      Q = npy_values(bytes, 24);
      EXPECT_EQ(zip_entry(support::text_of(partial), "E/1.npy").size() % 64, 4 * 8U);
      zip_entry(support::text_of(partial), "metadata.npy");
    } else {
      EXPECT_EQ(read_hdf5(partial, "Q", Q), 4U);
    }
    ASSERT_EQ(Q.size(), 24U);
    for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(Q[i], example.rows[8 * (i / 6) + 1 + i % 6]);
  }
}

// Without a row there is nothing to keep; given up without a word, neither.
TEST(Table, NothingStaysWithoutRows) {
  const support::TemporaryFolder folder;
  const Example example;
  for (const char* name : {"x.csv", "x.npz", "x.h5"}) {
    const std::string path = (folder.path() / name).string();
    EXPECT_EQ(open_table(path, example.header)->keep_partial(), "");
    write_rows(*open_table(path, example.header), example.header, example.rows);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

/// A wide table with many arrays and rows.
TableHeader wide_header(long long num_rows) {
  TableHeader header;
  header.num_rows = num_rows;
  header.groups.push_back({"t", {}, {"t"}, {"s"}});
  for (int i = 0; i < 20; ++i) {
    ColumnGroup group{"T/link" + std::to_string(i), {3, 4, 4}, {}, {}};
    for (int j = 0; j < 48; ++j) {
      group.columns.push_back("T.link" + std::to_string(i) + "[" + std::to_string(j) + "]");
    }
    group.units = std::vector<std::string>(48, "1");
    header.groups.push_back(group);
  }
  return header;
}

// On disks of many sizes, full at any place of the file: an error of its own, no crash, and the
// rows that the message promises can be read.
TEST(Table, FullDiskLeavesWhatCanBeRead) {
  int kept = 0;
  for (long long size = 16 << 10; size < 4 << 20; size = size * 4 / 3) {
    const support::SmallDisk disk(size);
    if (!disk.is_there()) GTEST_SKIP() << "mounting a small disk is not allowed here";
    for (const char* name : {"x.csv", "x.npz", "x.h5"}) {
      const std::string path = (disk.path() / name).string();
      const TableHeader header = wide_header(1 << 10);
      std::string said;
      try {
        const auto table = open_table(path, header);
        for (long long i = 0; i < header.num_rows; i += 64) {
          std::vector<double> rows(64 * header.num_columns(), 0.25);
          for (std::size_t j = 0; j < 64; ++j) {
            rows[j * header.num_columns()] = static_cast<double>(i) + static_cast<double>(j);
          }
          write_rows(*table, header, rows);
        }
        ADD_FAILURE() << "a disk of " << size << " bytes is not full";
      } catch (const NumericalError& error) {
        said = error.what();
      }
      EXPECT_NE(said.find("writing failed: No space left on device"), std::string::npos) << said;
      const auto partial = support::partial_files(path);
      EXPECT_EQ(partial.empty(), said.find(".partial") == std::string::npos) << said;
      if (partial.empty()) continue;
      if (path.ends_with(".csv")) {
        EXPECT_TRUE(support::text_of(partial.front()).ends_with("\n"));
        std::filesystem::remove(partial.front());
        continue;
      }
      const std::size_t at = said.find(" samples are in ");
      ASSERT_NE(at, std::string::npos) << size << ": " << said;
      const auto promised = std::stoull(said.substr(said.rfind(' ', at - 1)));
      std::vector<double> t;
      std::vector<double> T;
      if (path.ends_with(".npz")) {
        const std::string archive = support::text_of(partial.front());
        t = npy_values(zip_entry(archive, "t.npy"), promised);
        T = npy_values(zip_entry(archive, "T/link19.npy"), promised * 48);
      } else {
        EXPECT_EQ(read_hdf5(partial.front(), "t", t), promised) << size;
        EXPECT_EQ(read_hdf5(partial.front(), "T/link19", T), promised) << size;
      }
      ASSERT_EQ(t.size(), promised);
      for (std::size_t i = 0; i < t.size(); ++i) EXPECT_EQ(t[i], static_cast<double>(i));
      EXPECT_EQ(T, std::vector<double>(promised * 48, 0.25));
      ++kept;
      std::filesystem::remove(partial.front());
    }
  }
  EXPECT_GT(kept, 10);
}

// Names that are paths: written so that they are none.
TEST(Table, NamesBecomePartsOfPaths) {
  const std::pair<const char*, const char*> cases[] = {
      {"forearm", "forearm"},           {"a/b", "a%2Fb"}, {"a%2Fb", "a%252Fb"},
      {"../../etc", "%2E.%2F..%2Fetc"}, {".", "%2E"},     {"näme 1.5", "näme 1.5"},
      {"tab\there", "tab%09here"},      {"\x7f", "%7F"}};
  for (const auto& [name, part] : cases) {
    EXPECT_EQ(group_part(name), part);
  }
}

/// The texts of a dataset.
std::vector<std::string> hdf5_texts(hid_t file, const char* name) {
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t type = H5Dget_type(dataset);
  const hid_t space = H5Dget_space(dataset);
  std::vector<char*> read(H5Sget_simple_extent_npoints(space));
  H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data());
  std::vector<std::string> texts(read.begin(), read.end());
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, read.data());
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(dataset);
  return texts;
}

std::string hdf5_attribute(hid_t object, const char* name) {
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  char* read = nullptr;
  H5Aread(attribute, type, &read);
  std::string text = read == nullptr ? "" : read;
  H5free_memory(read);
  H5Tclose(type);
  H5Aclose(attribute);
  return text;
}

// Lists that are long, or have commas in their names, are datasets too; no list is dropped.
TEST(Table, Hdf5KeepsLongLists) {
  const support::TemporaryFolder folder;
  Example example;
  std::vector<std::string>& long_names = example.header.groups[1].columns;
  for (std::string& name : long_names) name += std::string(20000, 'x');
  const std::string path = (folder.path() / "x.h5").string();
  example.write(path);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  EXPECT_EQ(hdf5_texts(file, "/columns/Q"), long_names);
  const hid_t Q = H5Dopen2(file, "Q", H5P_DEFAULT);
  for (const char* name : {"columns", "columns_dataset", "units"}) {
    EXPECT_GT(H5Aexists(Q, name), 0) << name;
  }
  EXPECT_EQ(H5Aexists(Q, "units_dataset"), 0);
  std::string joined;
  for (const std::string& name : long_names) joined += (joined.empty() ? "" : ",") + name;
  EXPECT_EQ(hdf5_attribute(Q, "columns"), joined);
  EXPECT_EQ(hdf5_attribute(Q, "columns_dataset"), "/columns/Q");
  H5Dclose(Q);
  H5Fclose(file);
}

// Bad input: an unknown ending or a missing folder.
TEST(Table, SaysWhenItCannotWrite) {
  const Example example;
  EXPECT_THROW_MESSAGE(open_table("x.xlsx", example.header), InvalidArgument, "ends with none of");
  for (const char* path : {"/nowhere/x.csv", "/nowhere/x.npz", "/nowhere/x.h5"}) {
    EXPECT_THROW_MESSAGE(open_table(path, example.header), InvalidArgument, "cannot be written");
  }
}

}  // namespace
}  // namespace appell::report
