#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "appell/jobs/sweep/sweep_plan.hpp"

namespace appell::jobs {

/// The items of a part, in memory.
struct SweepPart {
  /// The samples of some quantities, of all items one after the other.
  struct Series {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::string> units;
    std::vector<double> rows;  ///< A row of entries per sample.
  };
  long long number = 0;
  ItemRange items;
  std::vector<double> numbers;        ///< A row for each item, as SweepPlan::numbers describes it.
  std::vector<double> results;        ///< Likewise.
  std::vector<double> times;          ///< Of the samples of all items, if there are series.
  std::vector<double> first_samples;  ///< Of each item among them.
  std::vector<Series> series;
  /// What is to be said of the models and motions that begin here, a line each: the part that has
  /// the first draw of a motion has its texts.
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
  /// Vector instructions that it was computed with, "avx2": others give other last digits. As
  /// read() finds it; write() puts that of this machine.
  std::string instructions;
};

/// Parts of a sweep as HDF5 files, part-000017.h5 and so on. Each has a user block of 512 bytes
/// before what HDF5 wrote, with a checksum of it: what is not whole is no part. HDF5 is not
/// thread-safe: threads take turns in it, by this object.
class PartFiles {
 public:
  /// @param folder  of the parts; must be there.
  PartFiles(std::string folder, const SweepPlan& plan);

  std::string path(long long part) const;

  /// Writes a part; it is there whole or not at all.
  /// @throws NumericalError if the disk is full; nothing stays then.
  void write(const SweepPart& part);

  /// Reads numbers, results and texts of a part.
  /// @return none if there is no such file; else the part, or `problem` says what is wrong with it.
  std::optional<SweepPart> read(long long part, std::string& problem);
  /// Reads the samples of a part: times, first_samples and series (none if the study keeps none),
  /// in the order of their names.
  /// @return as read().
  std::optional<SweepPart> read_series(long long part, std::string& problem);
  /// Whether a part is there and whole; `problem` as in read().
  bool is_there(long long part, std::string& problem) const;

 private:
  std::string image_of(const SweepPart& part) const;
  std::string user_block(long long part, std::string_view image,
                         std::string_view instructions) const;
  /// What HDF5 wrote, without the user block; empty and `problem` if it is not whole.
  struct CheckedImage {
    std::string bytes;
    std::string instructions;
  };
  CheckedImage checked_image(long long part, std::string& problem) const;
  /// A part with what `fill` reads of its file.
  template <class Fill>
  std::optional<SweepPart> read_by(long long part, std::string& problem, const Fill& fill);

  std::string folder_;
  const SweepPlan plan_;
  std::string hash_;
  std::mutex hdf5_;
};

}  // namespace appell::jobs
