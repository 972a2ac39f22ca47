#pragma once

#include <functional>
#include <string>
#include <vector>

#include "appell/jobs/sweep/sweep_part.hpp"
#include "appell/study/study_statistics.hpp"

namespace appell::jobs {

/// The statistics of a sweep, all parts of which are there.
struct SweepSummary {
  SweepPlan plan;
  std::vector<study::ColumnSummary> results;
  /// Vector instructions that parts were computed with, each once, in the order of their names.
  std::vector<std::string> instructions;
  /// What parts say of models and motions, each text once, in the order of the items.
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
};

/// Reads all parts in order. Whoever computed them, in whatever order: the same bits.
/// @param progress  called with the number of items read; may be empty.
/// @throws NumericalError if a part is missing or damaged.
SweepSummary summarize(PartFiles& files, const SweepPlan& plan,
                       const std::function<void(long long)>& progress = nullptr);

/// What whoever reads a summary should know: what is odd about models and motions, and that parts
/// were computed by unlike processors.
std::vector<std::string> summary_warnings(const SweepSummary& summary);

/// What a factor explains of a result; NaN where that is not known, or the result varies by
/// rounding alone.
double share_of(const study::ColumnSummary& column, int factor);

std::vector<std::string> input_names(const std::vector<SweepPlan::Input>& inputs);

/// In words how many items do not have a result, and what that means; empty if all have it.
std::string undefined_text(const std::string& name, const study::ColumnSummary& column);

/// How much a factor matters for all results together: the mean over results of what it explains.
struct FactorShare {
  std::string name;
  /// Of Sobol indices the total one; else FactorEffect::adjusted. NaN if there are too few draws.
  double share = 0.0;
  /// Standard deviation that chance gives to one result's share of numbers that do nothing; of
  /// Sobol indices the standard error of one result's, mean of all. NaN of grids.
  double chance = 0.0;
};
/// What matters most first, then what is not known; of equals in the order of the study.
std::vector<FactorShare> factor_shares(const SweepSummary& summary);

/// summary.json.
std::string summary_json(const SweepSummary& summary);
/// A row for each result.
std::string summary_csv(const SweepSummary& summary);
/// A row for each result and factor.
std::string factors_csv(const SweepSummary& summary);

/// Writes summary.json, summary.csv and factors.csv into the folder of a sweep, unless they are
/// there as they should be.
/// @throws NumericalError if the disk is full.
void write_summary(const SweepSummary& summary, const std::string& folder);

}  // namespace appell::jobs
