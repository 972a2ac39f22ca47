#include "appell/jobs/analyze/spectrum.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/version.hpp"
#include "appell/io/actuator_file.hpp"
#include "appell/io/numbers.hpp"
#include "appell/report/json.hpp"
#include "appell/report/table.hpp"

namespace appell::jobs {
namespace {

using analysis::MotionSpectra;
using analysis::SignalSpectrum;

constexpr double kMuchAliased = 1e-4;  // Of the energy: a hundredth of the amplitude.
constexpr double kBandShare = 0.1;     // Of a frequency, on either side.

std::vector<double> frequencies(const std::string& called, const std::vector<std::string>& texts) {
  std::vector<double> found;
  for (const std::string& text : texts) {
    const auto number = io::number_in(text);
    check(number && *number > 0.0, called, ": '", text,
          "' is found; a frequency in Hz above zero is needed");
    found.push_back(*number);
  }
  return found;
}

double share_in(const SignalSpectrum& signal, const SpectrumBand& band) {
  return signal.spectrum.share(band.low,
                               band.high.value_or(std::numeric_limits<double>::infinity()));
}

/// Bands above frequencies, near frequencies, and near eigenfrequencies, in this order.
std::vector<SpectrumBand> bands_of(const std::vector<double>& above,
                                   const std::vector<double>& near,
                                   const std::vector<analysis::FrequencyRange>& eigenfrequencies) {
  std::vector<SpectrumBand> bands;
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

/// The columns of a table of the spectra: f, then the amplitude of each.
report::TableHeader header_of(const MotionSpectra& spectra) {
  report::TableHeader header;
  header.num_rows = static_cast<long long>(spectra.signals.front().spectrum.amplitude.size());
  header.groups.push_back({.name = "f", .columns = {"f"}, .units = {"Hz"}});
  for (const SignalSpectrum& signal : spectra.signals) {
    header.groups.push_back({.name = report::group_part(signal.name),
                             .columns = {signal.name},
                             .units = {signal.unit}});
  }
  return header;
}

void write_table(const model::Model& model, const std::string& motion_name,
                 const MotionSpectra& spectra, const std::string& path) {
  report::TableHeader header = header_of(spectra);
  header.metadata = {{"program", concat("appell ", std::string_view(kVersion))},
                     {"model", model.name()},
                     {"motion", motion_name},
                     {"content", "one-sided amplitude spectra, mean removed"},
                     {"window", analysis::window_name(spectra.window)},
                     {"samples", std::to_string(spectra.num_samples)},
                     {"rate", fmt::format("{:.17g}", 1.0 / spectra.dt)}};
  const std::size_t num_lines = spectra.signals.front().spectrum.amplitude.size();
  report::TableBlock block{.num_rows = num_lines, .numbers = {}};
  for (std::size_t k = 0; k < num_lines; ++k) {
    block.numbers.push_back(spectra.signals.front().spectrum.frequency(k));
  }
  for (const SignalSpectrum& signal : spectra.signals) {
    const std::vector<double>& amplitude = signal.spectrum.amplitude;
    block.numbers.insert(block.numbers.end(), amplitude.begin(), amplitude.end());
  }
  const std::unique_ptr<report::TableWriter> table = report::open_table(path, header);
  table->prepare(block);
  table->write(block);
  table->commit();
}

/// For each spectrum with more than `share` of its energy above half the rate, a sentence.
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

}  // namespace

Parameters spectrum_parameters() {
  using R = SpectrumRequest;
  return under(
      "Spectra",
      {as(Kind::kFile, "FILE",
          parameter(&R::path, "spectrum",
                    "write amplitude spectra of the joints' forces and of the end effector's jerk: "
                    ".csv, .h5 or .npz")),
       offering({"hann", "rectangular"},
                as(Kind::kText, "NAME",
                   parameter(&R::window, "window", "with --spectrum: hann or rectangular"))),
       as(Kind::kList, "HZ,HZ,...",
          parameter(&R::above, "above",
                    "with --spectrum: print the share of the energy above these frequencies, Hz")),
       as(Kind::kList, "HZ,HZ,...",
          parameter(&R::near, "near",
                    "with --spectrum: print the share of the energy within 10 % of these "
                    "frequencies, Hz")),
       as(Kind::kFile, "FILE.toml",
          parameter(&R::actuators, "actuators",
                    "with --spectrum: joint stiffnesses, or manutec_r3, for the "
                    "eigenfrequencies"))});
}

void check_spectrum(const SpectrumRequest& request, const std::vector<std::string>& inputs,
                    const Context& context) {
  check(request.window == "hann" || request.window == "rectangular", context.called("window"),
        ": is '", request.window, "'; hann or rectangular is needed");
  if (!request.is_wanted()) {
    check(request.above.empty() && request.near.empty() && request.actuators.empty(),
          context.called("above"), ", ", context.called("near"), ", ", context.called("actuators"),
          ": need ", context.called("spectrum"), " FILE");
    return;
  }
  frequencies(context.called("above"), request.above);
  frequencies(context.called("near"), request.near);
  if (!request.path.empty()) report::check_table_path(request.path);
  check_file(request.path, inputs);
}

SpectrumResult run(const SpectrumRequest& request, const analysis::Subject& subject,
                   const MotionSource& source, const trajectory::Trajectory& motion, double dt,
                   mass::Physics physics, Context& context) {
  const model::Model& own = subject.model;
  const model::Model elastic =
      request.actuators.empty()
          ? own
          : io::with_actuators(own, io::load_actuators(request.actuators, own), physics);
  const auto window =
      request.window == "hann" ? analysis::Window::kHann : analysis::Window::kRectangular;
  SpectrumResult result{
      from(context.called("spectrum"),
           [&] { return analysis::motion_spectra(subject, motion, dt, window); }),
      bands_of(
          frequencies("above", request.above), frequencies("near", request.near),
          from(request.actuators.empty() ? concat("model '", own.name(), "'") : request.actuators,
               [&] { return analysis::eigenfrequency_ranges(elastic, motion); }))};
  for (const std::string& warning : aliasing_warnings(result.spectra, kMuchAliased)) {
    context.warn(one_line(warning));
  }
  if (!request.path.empty()) write_table(own, source.path, result.spectra, request.path);
  return result;
}

report::MotionRecord table_of(const SpectrumResult& of) {
  report::MotionRecord record{.header = header_of(of.spectra)};
  const std::vector<SignalSpectrum>& signals = of.spectra.signals;
  for (std::size_t k = 0; k < signals.front().spectrum.amplitude.size(); ++k) {
    record.rows.push_back(signals.front().spectrum.frequency(k));
    for (const SignalSpectrum& signal : signals) {
      record.rows.push_back(signal.spectrum.amplitude[k]);
    }
  }
  return record;
}

Document show(const SpectrumResult& of) {
  const MotionSpectra& spectra = of.spectra;
  Document document;
  document.opening = {fmt::format(
      "Spectra: {} samples of {:.6g} s, lines every {:.4g} Hz up to {:.6g} Hz, window {}",
      spectra.num_samples, spectra.dt, 1.0 / spectra.duration, spectra.highest_frequency(),
      analysis::window_name(spectra.window))};
  report::PageTable table{
      .title = "Spectra",
      .columns = {{"signal"}, {"effective"}, {"unit"}, {"dominant", "Hz"}, {"amplitude"}}};
  for (const SpectrumBand& band : of.bands) table.columns.push_back({band.name});
  for (const SignalSpectrum& signal : spectra.signals) {
    const double dominant = signal.spectrum.dominant_frequency();
    const auto line = static_cast<std::size_t>(std::lround(dominant / signal.spectrum.line_width));
    const bool is_constant = !(signal.spectrum.mean_square() > 0.0);
    table.rows.push_back({signal.label,
                          fmt::format("{:.4g}", std::sqrt(signal.spectrum.mean_square())),
                          signal.unit, is_constant ? "constant" : fmt::format("{:.4g}", dominant),
                          fmt::format("{:.4g}", signal.spectrum.amplitude[line])});
    for (const SpectrumBand& band : of.bands) {
      table.rows.back().emplace_back(
          is_constant ? "-" : fmt::format("{:.3g} %", 100.0 * share_in(signal, band)));
    }
  }
  document.tables = {std::move(table)};
  return document;
}

Json json(const SpectrumResult& of) {
  const MotionSpectra& spectra = of.spectra;
  const Json bands = report::list_of(of.bands, [](const SpectrumBand& band) {
    return Json{{"name", band.name}, {"low", band.low}, {"high", report::or_null(band.high)}};
  });
  const Json signals = report::list_of(spectra.signals, [&](const SignalSpectrum& signal) {
    return Json{{"name", signal.name},
                {"unit", signal.unit},
                {"effective", std::sqrt(signal.spectrum.mean_square())},
                {"dominant_frequency", signal.spectrum.dominant_frequency()},
                {"aliased", signal.aliased},
                {"shares", report::list_of(of.bands, [&](const SpectrumBand& band) {
                   return share_in(signal, band);
                 })}};
  });
  return {{"window", analysis::window_name(spectra.window)},
          {"samples", spectra.num_samples},
          {"rate", 1.0 / spectra.dt},
          {"line_width", 1.0 / spectra.duration},
          {"bands", bands},
          {"signals", signals}};
}

}  // namespace appell::jobs
