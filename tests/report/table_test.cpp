// Tables as files: the same numbers come back from CSV, NPZ and HDF5; plots are well-formed.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <hdf5.h>
#include <zlib.h>

#include "appell/base/error.hpp"
#include "appell/report/svg_plot.hpp"
#include "appell/report/table.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::report {
namespace {

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
    table->write(std::span(rows).first(3 * 8));
    table->write(std::span(rows).subspan(3 * 8, 8));
    table->write(std::span(rows).subspan(4 * 8));
    EXPECT_TRUE(std::filesystem::exists(path + ".partial"));
    EXPECT_FALSE(std::filesystem::exists(path));
    table->commit();
    EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
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

// Bad input: a full disk is a NumericalError, an unknown ending or a missing folder is not.
TEST(Table, SaysWhenItCannotWrite) {
  const support::TemporaryFolder folder;
  const Example example;
  for (const char* name : {"x.csv", "x.npz"}) {
    const std::string path = (folder.path() / name).string();
    std::filesystem::create_symlink("/dev/full", path + ".partial");
    EXPECT_THROW_MESSAGE(
        {
          const auto table = open_table(path, example.header);
          for (int i = 0; i < 1000; ++i) table->write(example.rows);
          table->commit();
        },
        NumericalError, ".partial");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_THROW_MESSAGE(open_table("x.xlsx", example.header), InvalidArgument, "ends with none of");
  for (const char* path : {"/nowhere/x.csv", "/nowhere/x.npz", "/nowhere/x.h5"}) {
    EXPECT_THROW_MESSAGE(open_table(path, example.header), InvalidArgument, "cannot be written");
  }
}

TEST(Plot, TicksAreRound) {
  EXPECT_EQ(plot_ticks(0.0, 1.0, 5), (std::vector<double>{0.0, 0.2, 0.4, 0.2 * 3, 0.8, 1.0}));
  EXPECT_EQ(plot_ticks(-3.0, 17.0, 4), (std::vector<double>{0.0, 5.0, 10.0, 15.0}));
  EXPECT_TRUE(plot_ticks(1.0, 1.0, 4).empty());
}

TEST(Plot, SvgHasEverything) {
  Plot plot{.title = "a < b", .y_label = "N m", .x = {0, 1, 2}};
  plot.lines = {{"first", {1, 2, 3}}, {"second & last", {-1, 0, 4}}};
  const std::string svg = svg_plot(plot);
  for (const char* part : {"<svg xmlns", "a &lt; b", "N m", "t (s)", "first", "second &amp; last",
                           "polyline", "prefers-color-scheme:dark", "</svg>"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  plot.lines = {{"constant", {2, 2, 2}}};
  EXPECT_EQ(svg_plot(plot).find("nan"), std::string::npos);
  EXPECT_NE(terminal_plot(plot).find("a < b (N m)"), std::string::npos);
  plot.lines = {{"short", {2, 2}}};
  EXPECT_THROW_MESSAGE(svg_plot(plot), InvalidArgument, "has 2 values for 3 x");
}

}  // namespace
}  // namespace appell::report
