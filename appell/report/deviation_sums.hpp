#pragma once

#include <string>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/report/table.hpp"

namespace appell::report {

/// Along an uncertain motion: how large a quantity is and how well it is known.
struct DeviationSum {
  std::string name;  ///< "Q_drive.joint1.d2"
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

}  // namespace appell::report
