#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/motion_spectra.hpp"
#include "appell/model/model.hpp"

namespace appell::report {

class JsonWriter;

/// A range of frequencies that one wants to know the share of.
struct NamedBand {
  std::string name;  ///< "> 20 Hz", "f1 = 11.2 to 13.4 Hz"
  double low = 0.0;
  std::optional<double> high;  ///< None: all above.
};

/// Of the width of a band about a frequency, on either side.
inline constexpr double kBandShare = 0.1;

/// Bands above frequencies, near frequencies, and near eigenfrequencies, in this order.
std::vector<NamedBand> bands_of(const std::vector<double>& above, const std::vector<double>& near,
                                const std::vector<analysis::FrequencyRange>& eigenfrequencies);

/// How the spectra were made, and a line for each of them: effective value, dominant frequency,
/// share of the energy in each band.
std::string spectrum_text(const analysis::MotionSpectra& spectra,
                          const std::vector<NamedBand>& bands);

/// The same as an object (docs/formats.md).
void write_spectrum(const analysis::MotionSpectra& spectra, const std::vector<NamedBand>& bands,
                    JsonWriter& json);

/// Spectra as a table: f, then the amplitude of each.
/// @param path  .csv, .npz or .h5.
/// @throws InvalidArgument if the file cannot be created, NumericalError if the disk is full.
void write_spectrum_table(const model::Model& model, const std::string& motion_name,
                          const analysis::MotionSpectra& spectra, const std::string& path);

/// For each spectrum with more than `share` of its energy above half the rate, a sentence.
std::vector<std::string> aliasing_warnings(const analysis::MotionSpectra& spectra, double share);

}  // namespace appell::report
