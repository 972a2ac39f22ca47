#include "appell/jobs/sweep/sweep_part.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <utility>

#include <hdf5.h>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/report/hdf5_handle.hpp"
#include "appell/report/output_file.hpp"
#include "appell/study/item_evaluator.hpp"

namespace appell::jobs {
namespace {

constexpr std::size_t kUserBlock = 512;
constexpr std::string_view kInstructionsKey = "instructions ";

/// What a user block says of them, if it is a name that they have.
std::string instructions_in(const std::string& block) {
  for (const std::string& name : study::all_instructions()) {
    if (block.find(concat("\n", kInstructionsKey, name, "\n")) != std::string::npos) return name;
  }
  return "";
}

/// What is not valid throws.
class PartHandle : public report::Hdf5Handle {
 public:
  PartHandle(hid_t id, Close how) : Hdf5Handle(id, how) {
    if (id < 0) throw NumericalError("HDF5 refuses a part of a sweep");
  }
};

/// A checksum of many bytes, eight at a time: FNV-1a on words, with its upper bits folded down,
/// since a product only carries upwards.
std::string checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U ^ bytes.size();
  std::uint64_t word = 0;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(sizeof word, bytes.size()))) {
    word = 0;
    std::memcpy(&word, bytes.data(), std::min(sizeof word, bytes.size()));
    hash = (hash ^ word) * 0x100000001b3U;
    hash ^= hash >> 32;
  }
  return fmt::format("{:016x}", hash);
}

void require(herr_t result) {
  if (result < 0) throw NumericalError("HDF5 refuses a part of a sweep");
}

/// Texts as one, a line each.
std::string lines(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "\n") + text;
  return all;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) found.push_back(line);
  return found;
}

/// Texts of so many bytes.
PartHandle text_type(std::size_t size) {
  PartHandle type(H5Tcopy(H5T_C_S1), H5Tclose);
  require(H5Tset_size(type, size));
  require(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

/// Datasets that have the same bytes whenever they are written.
PartHandle untimed() {
  PartHandle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  require(H5Pset_obj_track_times(how, 0));
  return how;
}

/// A text of fixed length: such an attribute is part of the object's own header.
void attach_text(hid_t object, const char* name, const std::string& text) {
  constexpr std::size_t kMostAttribute = 60000;
  if (text.empty() || text.size() > kMostAttribute) return;
  const PartHandle type = text_type(text.size());
  const PartHandle space(H5Screate(H5S_SCALAR), H5Sclose);
  const PartHandle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  require(H5Awrite(attribute, type, text.data()));
}

/// A table of so many rows, with what its columns are.
void put_table(hid_t file, const char* name, const std::vector<double>& rows, std::size_t num_rows,
               const std::vector<std::string>& columns, const std::vector<std::string>& units) {
  const hsize_t shape[2] = {num_rows, columns.empty() ? 1 : columns.size()};
  const PartHandle space(H5Screate_simple(columns.empty() ? 1 : 2, shape, nullptr), H5Sclose);
  const PartHandle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  require(H5Pset_create_intermediate_group(links, 1));
  const PartHandle how = untimed();
  const PartHandle data(H5Dcreate2(file, name, H5T_IEEE_F64LE, space, links, how, H5P_DEFAULT),
                        H5Dclose);
  if (!rows.empty()) {
    require(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()));
  }
  attach_text(data, "columns", lines(columns));
  attach_text(data, "units", lines(units));
}

/// Texts, a line each, of any length; nothing if there are none.
void put_texts(hid_t file, const char* name, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  const std::string text = lines(texts);
  const PartHandle type = text_type(text.size());
  const PartHandle space(H5Screate(H5S_SCALAR), H5Sclose);
  const PartHandle how = untimed();
  const PartHandle data(H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT),
                        H5Dclose);
  require(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
}

/// The bytes that an open file would have on a disk.
std::string bytes_of(hid_t file) {
  require(H5Fflush(file, H5F_SCOPE_LOCAL));
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  require(size < 0 ? -1 : 0);
  std::string bytes(size, '\0');
  require(H5Fget_file_image(file, bytes.data(), bytes.size()) < 0 ? -1 : 0);
  return bytes;
}

/// All numbers of a table.
std::vector<double> numbers_of(hid_t table) {
  const PartHandle space(H5Dget_space(table), H5Sclose);
  std::vector<double> numbers(H5Sget_simple_extent_npoints(space));
  if (numbers.empty()) return numbers;
  require(H5Dread(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  return numbers;
}

std::vector<double> table_of(hid_t file, const char* name, std::size_t size) {
  const PartHandle table(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  std::vector<double> numbers = numbers_of(table);
  if (numbers.size() != size) throw NumericalError("a table of a part has another size");
  return numbers;
}

/// The lines of a text that attach_text() wrote; none if it was too long for it.
std::vector<std::string> attached_lines(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const PartHandle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const PartHandle type(H5Aget_type(attribute), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  require(H5Aread(attribute, type, text.data()));
  return split_lines(text);
}

/// The texts that put_texts() wrote.
std::vector<std::string> texts_in(hid_t file, const char* name) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return {};
  const PartHandle data(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const PartHandle type(H5Dget_type(data), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  require(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  return split_lines(text);
}

/// Names of everything below a group, in their order.
std::vector<std::string> names_below(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* all) -> herr_t {
    static_cast<std::vector<std::string>*>(all)->emplace_back(name);
    return 0;
  };
  require(H5Lvisit(group, H5_INDEX_NAME, H5_ITER_INC, add, &names));
  return names;
}

/// A table of samples; none if the name is that of a group.
std::optional<SweepPart::Series> series_of(hid_t group, const std::string& name) {
  const PartHandle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
  if (H5Iget_type(object) != H5I_DATASET) return std::nullopt;
  return SweepPart::Series{.name = name,
                           .columns = attached_lines(object, "columns"),
                           .units = attached_lines(object, "units"),
                           .rows = numbers_of(object)};
}

/// The file of a part that was read into memory.
class PartImage {
 public:
  explicit PartImage(std::string& bytes)
      : access_(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), file_(opened(access_, bytes), H5Fclose) {}
  operator hid_t() const { return file_; }  // NOLINT: as the C functions want it.

 private:
  static hid_t opened(hid_t access, std::string& bytes) {
    require(H5Pset_fapl_core(access, std::size_t{1} << 18, 0));
    require(H5Pset_file_image(access, bytes.data(), bytes.size()));
    return H5Fopen("part", H5F_ACC_RDONLY, access);
  }

  PartHandle access_;
  PartHandle file_;
};

template <class Named>
std::pair<std::vector<std::string>, std::vector<std::string>> names_and_units(
    const std::vector<Named>& all) {
  std::pair<std::vector<std::string>, std::vector<std::string>> texts;
  for (const Named& one : all) {
    texts.first.push_back(one.name);
    texts.second.push_back(one.unit);
  }
  return texts;
}

}  // namespace

PartFiles::PartFiles(std::string folder, const SweepPlan& plan)
    : folder_(std::move(folder)), plan_(plan), hash_(plan_hash(plan)) {}

std::string PartFiles::path(long long part) const {
  return (std::filesystem::path(folder_) / fmt::format("part-{:06}.h5", part)).string();
}

std::string PartFiles::user_block(long long part, std::string_view image,
                                  std::string_view instructions) const {
  const ItemRange items = plan_.items_of(part);
  std::string text = fmt::format(
      "appell sweep part, format 2: a user block of HDF5\nstudy {}\npart {} of {}\nitems {} to {}\n"
      "bytes {}\nchecksum {}\n{}{}\n",
      hash_, part, plan_.num_parts(), items.first, items.end - 1, image.size(), checksum(image),
      kInstructionsKey, instructions);
  text.resize(kUserBlock, '\0');
  return text;
}

std::string PartFiles::image_of(const SweepPart& part) const {
  const report::Hdf5Silence quiet;
  const PartHandle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  require(H5Pset_fapl_core(access, std::size_t{1} << 18, 0));  // In memory alone.
  const PartHandle file(H5Fcreate("part", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  attach_text(file, "program", plan_.program);
  attach_text(file, "study_hash", hash_);
  const std::size_t num_items = part.items.size();
  std::vector<double> items(num_items);
  std::iota(items.begin(), items.end(), static_cast<double>(part.items.first));
  put_table(file, "item", items, num_items, {}, {});
  const auto [numbers, number_units] = names_and_units(plan_.numbers);
  if (!numbers.empty()) {
    put_table(file, "numbers", part.numbers, num_items, numbers, number_units);
  }
  const auto [results, result_units] = names_and_units(plan_.results);
  put_table(file, "results", part.results, num_items, results, result_units);
  put_texts(file, "warnings", part.warnings);
  put_texts(file, "notes", part.notes);
  if (!part.series.empty()) {
    put_table(file, "series/t", part.times, part.times.size(), {}, {});
    put_table(file, "series/first_sample", part.first_samples, num_items, {}, {});
  }
  for (const SweepPart::Series& series : part.series) {
    put_table(file, ("series/" + series.name).c_str(), series.rows, part.times.size(),
              series.columns, series.units);
  }
  return bytes_of(file);
}

void PartFiles::write(const SweepPart& part) {
  std::string image;
  {
    const std::lock_guard lock(hdf5_);
    image = image_of(part);
  }
  const std::string instructions = study::own_instructions();
  report::OutputFile file(path(part.number),
                          report::OutputFile::Others::kNone);  // SweepFolder has the lock.
  if (!file.try_write_at(0, user_block(part.number, image, instructions)) ||
      !file.try_write_at(kUserBlock, image)) {
    throw NumericalError(concat(file.path(), ": writing failed: ", std::strerror(errno)));
  }
  file.commit_unsynced();
}

PartFiles::CheckedImage PartFiles::checked_image(long long part, std::string& problem) const {
  problem.clear();
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path(part), error);
  if (error) return {};
  std::string block(kUserBlock, '\0');
  std::string image(size > kUserBlock ? size - kUserBlock : 0, '\0');
  errno = 0;
  std::ifstream stream(path(part), std::ios::binary);
  stream.read(block.data(), static_cast<std::streamsize>(block.size()));
  stream.read(image.data(), static_cast<std::streamsize>(image.size()));
  if (!stream.is_open() || stream.bad()) {
    problem = concat("cannot be read: ", std::strerror(errno));
  } else if (!stream || image.empty()) {
    problem = "is cut off";
  } else if (block.find(hash_) == std::string::npos) {
    problem = "is of another study, or damaged";
  } else if (block != user_block(part, image, instructions_in(block))) {
    problem = "is damaged: its checksum is another";
  }
  if (!problem.empty()) return {};
  return {std::move(image), instructions_in(block)};
}

bool PartFiles::is_there(long long part, std::string& problem) const {
  return !checked_image(part, problem).bytes.empty();
}

template <class Fill>
std::optional<SweepPart> PartFiles::read_by(long long part, std::string& problem,
                                            const Fill& fill) {
  CheckedImage image = checked_image(part, problem);
  if (image.bytes.empty()) return std::nullopt;
  SweepPart found{
      .number = part, .items = plan_.items_of(part), .instructions = std::move(image.instructions)};
  const std::lock_guard lock(hdf5_);
  const report::Hdf5Silence quiet;
  fill(PartImage(image.bytes), found);
  return found;
}

std::optional<SweepPart> PartFiles::read(long long part, std::string& problem) {
  return read_by(part, problem, [this](const PartImage& file, SweepPart& found) {
    const std::size_t num_items = found.items.size();
    if (!plan_.numbers.empty()) {
      found.numbers = table_of(file, "numbers", num_items * plan_.numbers.size());
    }
    found.results = table_of(file, "results", num_items * plan_.results.size());
    found.warnings = texts_in(file, "warnings");
    found.notes = texts_in(file, "notes");
  });
}

std::optional<SweepPart> PartFiles::read_series(long long part, std::string& problem) {
  return read_by(part, problem, [](const PartImage& file, SweepPart& found) {
    if (H5Lexists(file, "series", H5P_DEFAULT) <= 0) return;
    const PartHandle group(H5Gopen2(file, "series", H5P_DEFAULT), H5Gclose);
    for (const std::string& name : names_below(group)) {
      std::optional<SweepPart::Series> series = series_of(group, name);
      if (!series) continue;
      if (name == "t") {
        found.times = std::move(series->rows);
      } else if (name == "first_sample") {
        found.first_samples = std::move(series->rows);
      } else {
        found.series.push_back(std::move(*series));
      }
    }
  });
}

}  // namespace appell::jobs
