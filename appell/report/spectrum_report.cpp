#include "appell/report/spectrum_report.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "appell/base/text.hpp"
#include "appell/base/version.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/table.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using analysis::MotionSpectra;
using analysis::SignalSpectrum;

double share_in(const SignalSpectrum& signal, const NamedBand& band) {
  return signal.spectrum.share(band.low,
                               band.high.value_or(std::numeric_limits<double>::infinity()));
}

}  // namespace

std::vector<NamedBand> bands_of(const std::vector<double>& above, const std::vector<double>& near,
                                const std::vector<analysis::FrequencyRange>& eigenfrequencies) {
  std::vector<NamedBand> bands;
  for (const double f : above) bands.push_back({fmt::format("> {:g} Hz", f), f, std::nullopt});
  for (const double f : near) {
    bands.push_back(
        {fmt::format("near {:g} Hz", f), (1.0 - kBandShare) * f, (1.0 + kBandShare) * f});
  }
  for (std::size_t i = 0; i < eigenfrequencies.size(); ++i) {
    const auto [low, high] = eigenfrequencies[i];
    const std::string range = high - low < 1e-3 * high ? fmt::format("{:.4g}", low)
                                                       : fmt::format("{:.4g} to {:.4g}", low, high);
    bands.push_back({fmt::format("f{} = {} Hz", i + 1, range), (1.0 - kBandShare) * low,
                     (1.0 + kBandShare) * high});
  }
  return bands;
}

std::string spectrum_text(const MotionSpectra& spectra, const std::vector<NamedBand>& bands) {
  std::string text = fmt::format(
      "Spectra: {} samples of {:.6g} s, lines every {:.4g} Hz up to {:.6g} Hz, window {}\n",
      spectra.num_samples, spectra.dt, 1.0 / spectra.duration, spectra.highest_frequency(),
      analysis::window_name(spectra.window));
  std::vector<std::vector<std::string>> table{
      {"", "effective", "unit", "dominant (Hz)", "amplitude"}};
  for (const NamedBand& band : bands) table[0].push_back(band.name);
  for (const SignalSpectrum& signal : spectra.signals) {
    const double dominant = signal.spectrum.dominant_frequency();
    const auto line = static_cast<std::size_t>(std::lround(dominant / signal.spectrum.line_width));
    const bool is_constant = !(signal.spectrum.mean_square() > 0.0);
    std::vector<std::string> row{
        signal.label, fmt::format("{:.4g}", std::sqrt(signal.spectrum.mean_square())), signal.unit,
        is_constant ? "constant" : fmt::format("{:.4g}", dominant),
        fmt::format("{:.4g}", signal.spectrum.amplitude[line])};
    for (const NamedBand& band : bands) {
      row.push_back(is_constant ? "-" : fmt::format("{:.3g} %", 100.0 * share_in(signal, band)));
    }
    table.push_back(std::move(row));
  }
  return text + text_table(table);
}

void write_spectrum(const MotionSpectra& spectra, const std::vector<NamedBand>& bands,
                    JsonWriter& json) {
  json.begin_object();
  json.key("window").value(analysis::window_name(spectra.window));
  json.key("samples").value(static_cast<double>(spectra.num_samples));
  json.key("rate").value(1.0 / spectra.dt);
  json.key("line_width").value(1.0 / spectra.duration);
  json.key("bands").begin_array();
  for (const NamedBand& band : bands) {
    json.begin_object().key("name").value(band.name).key("low").value(band.low).key("high");
    (band.high ? json.value(*band.high) : json.null()).end_object();
  }
  json.end_array();
  json.key("signals").begin_array();
  for (const SignalSpectrum& signal : spectra.signals) {
    json.begin_object().key("name").value(signal.name).key("unit").value(signal.unit);
    json.key("effective").value(std::sqrt(signal.spectrum.mean_square()));
    json.key("dominant_frequency").value(signal.spectrum.dominant_frequency());
    json.key("aliased").value(signal.aliased);
    json.key("shares").begin_array();
    for (const NamedBand& band : bands) json.value(share_in(signal, band));
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

void write_spectrum_table(const model::Model& model, const std::string& motion_name,
                          const MotionSpectra& spectra, const std::string& path) {
  TableHeader header;
  const std::size_t num_lines = spectra.signals.front().spectrum.amplitude.size();
  header.num_rows = static_cast<long long>(num_lines);
  header.groups.push_back({.name = "f", .columns = {"f"}, .units = {"Hz"}});
  header.metadata = {{"program", concat("appell ", std::string_view(kVersion))},
                     {"model", model.name()},
                     {"motion", motion_name},
                     {"content", "one-sided amplitude spectra, mean removed"},
                     {"window", analysis::window_name(spectra.window)},
                     {"samples", std::to_string(spectra.num_samples)},
                     {"rate", fmt::format("{:.17g}", 1.0 / spectra.dt)}};
  TableBlock block{.num_rows = num_lines, .numbers = {}};
  for (std::size_t k = 0; k < num_lines; ++k) {
    block.numbers.push_back(spectra.signals.front().spectrum.frequency(k));
  }
  for (const SignalSpectrum& signal : spectra.signals) {
    header.groups.push_back(
        {.name = group_part(signal.name), .columns = {signal.name}, .units = {signal.unit}});
    const std::vector<double>& amplitude = signal.spectrum.amplitude;
    block.numbers.insert(block.numbers.end(), amplitude.begin(), amplitude.end());
  }
  const std::unique_ptr<TableWriter> table = open_table(path, header);
  table->prepare(block);
  table->write(block);
  table->commit();
}

std::vector<std::string> aliasing_warnings(const MotionSpectra& spectra, double share) {
  std::vector<std::string> warnings;
  for (const SignalSpectrum& signal : spectra.signals) {
    if (signal.aliased <= share) continue;
    warnings.push_back(
        fmt::format("{}: {:.2g} % of the energy is above {:.6g} Hz, half the rate, and appears "
                    "below it at wrong "
                    "frequencies; take more samples",
                    signal.name, 100.0 * signal.aliased, spectra.highest_frequency()));
  }
  return warnings;
}

}  // namespace appell::report
