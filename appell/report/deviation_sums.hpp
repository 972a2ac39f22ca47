#pragma once

#include <string>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/report/table.hpp"

namespace appell::report {

/// Along an uncertain motion: how large a quantity is and how well it is known.
struct DeviationSum {
  std::string name;      ///< "Q_drive.joint1.d2"
  std::string quantity;  ///< "Q_drive"
  std::string joint;
  int derivative = 0;
  std::string unit;
  double rms = 0.0;
  double sd = 0.0;  ///< Root mean square of its standard deviation.
};

/// Gathers them from the rows of a table.
class DeviationSums {
 public:
  /// The selection must outlive it.
  explicit DeviationSums(const analysis::Selection& selection);

  void take(const TableBlock& block);
  std::vector<DeviationSum> result() const;

 private:
  struct Pair {
    const analysis::NamedArray* values;
    const analysis::NamedArray* deviations;
    std::vector<double> squares;    ///< Of each entry.
    std::vector<double> variances;  ///< Likewise.
  };

  const analysis::Selection& selection_;
  std::vector<Pair> pairs_;
  std::size_t num_rows_ = 0;
};

/// One table: a row per joint, columns q', q'', τ, τ', τ'' (those that were computed), each as root
/// mean square ± standard deviation along the motion. Empty without q and Q_drive.
std::string deviations_text(const std::vector<DeviationSum>& sums);

}  // namespace appell::report
