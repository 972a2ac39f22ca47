// Quantities along a motion, in blocks of samples: what `appell analyze` does.
#include <cstdio>
#include <memory>

#include <appell/appell.hpp>

using namespace appell;

int main() {
  const model::Model arm = io::load_model("planar2r").model;
  const trajectory::Trajectory swing(
      {"shoulder", "elbow"},
      {std::make_shared<trajectory::ExpressionLaw>("0.5*sin(2*t)"),
       std::make_shared<trajectory::ExpressionLaw>("1 - 0.3*cos(3*t)")},
      {0.0, 2.0});

  // Which quantities, with which derivatives; and who computes them, one for each thread.
  const analysis::Selection selection(
      analysis::along_motion({.model = arm, .frame = arm.default_frame(), .order = 1}),
      {"Q_drive", "power"});
  constexpr int kSamples = 5;
  analysis::Evaluator numbers(selection, kSamples);
  trajectory::TrajectoryCursor cursor(swing);
  model::StateBlock states(arm.num_coordinates(), selection.state_order(), kSamples);

  cursor.sample(std::vector{0.0, 0.5, 1.0, 1.5, 2.0}, states);
  numbers.compute(states);
  for (const analysis::NamedArray& array : selection.arrays()) {
    const auto width = static_cast<std::size_t>(array.num_entries());
    std::vector<double> rows(kSamples * width);
    numbers.write_rows(array, rows.data(), width);
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      std::printf("%-22s", analysis::entry_name(arm, array, entry).c_str());
      for (std::size_t i = 0; i < kSamples; ++i) {
        std::printf(" %10.4f", rows[i * width + static_cast<std::size_t>(entry)]);
      }
      std::printf("  %s\n", array.units[entry].text().c_str());
    }
  }
}
