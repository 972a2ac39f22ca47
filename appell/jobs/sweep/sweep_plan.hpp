#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "appell/study/study.hpp"
#include "appell/study/study_statistics.hpp"

/// Not installed: what the folder of a sweep says of its study.
namespace appell::jobs {

/// Items of a part: first, first + 1, ..., end - 1.
struct ItemRange {
  long long first = 0;
  long long end = 0;

  long long size() const { return end - first; }
};

/// What the folder of a sweep says of its study, in study.json: enough to make the summary of its
/// parts, and to see whether it is the same study.
struct SweepPlan {
  struct Input {
    std::string name;
    std::string hash;  ///< Of all that is read for it, 16 hexadecimal digits.

    bool operator==(const Input&) const = default;
  };
  /// How a motion is looked at.
  struct Sampling {
    long long samples = 0;
    double step = 0.0;  ///< s from one to the next, at speed 1.
  };
  std::string program;     ///< "appell 0.1.0".
  std::string study;       ///< Name of its file, without folders.
  std::string study_hash;  ///< Of what it says.
  std::vector<Input> models;
  std::vector<Input> motions;  ///< Paths from the folder of the study on.
  /// Of each motion; none where only limits are checked, which takes no samples, and by plan_of().
  std::vector<Sampling> samplings;
  std::vector<Input> others;  ///< Limits, and how logs are read.
  std::string design;
  std::string indices;
  double seed = 0.0;
  long long draws = 0;
  long long items_per_part = 0;
  std::vector<study::Factor> factors;
  std::vector<study::DrawnNumber> numbers;
  std::vector<study::ResultColumn> results;

  long long num_items() const { return draws * std::ssize(models) * std::ssize(motions); }
  long long num_parts() const { return (num_items() + items_per_part - 1) / items_per_part; }
  ItemRange items_of(long long part) const {
    const long long first = part * items_per_part;
    return {first, std::min(first + items_per_part, num_items())};
  }
  study::ItemPlace place(long long item) const {
    return study::item_place(item, draws, static_cast<int>(motions.size()));
  }
  study::StudyLayout layout() const;
};

/// Without samplings: no motion is read but the first.
/// @throws ModelError if a file cannot be read.
SweepPlan plan_of(const study::Study& study);

/// What study.json says. Without what may be computed from it.
std::string plan_json(const SweepPlan& plan);
/// study.json: plan_json() with a checksum as its last field.
std::string plan_file_text(const SweepPlan& plan);
/// @throws ModelError naming the file and what is wrong with it; a checksum of other bytes is, too.
SweepPlan read_plan(const std::string& path);

/// 16 hexadecimal digits that tell studies apart, of all that plan_json() has but the study's name
/// and samplings, which follow from the rest.
std::string plan_hash(const SweepPlan& plan);

/// What differs: "motion swing.toml"; empty if they are the same.
std::string plan_difference(const SweepPlan& there, const SweepPlan& here);

/// FNV-1a, 64 bits, as 16 hexadecimal digits.
std::string text_hash(std::string_view text);

}  // namespace appell::jobs
