#include "bench/print.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace appell::bench {
namespace {

using Json = nlohmann::ordered_json;

std::string label(const Measurement& m) {
  static const std::map<std::string, std::string> kLabels = {
      {"gravity", "gravity"},
      {"bias", "bias and gravity"},
      {"mass", "M"},
      {"solve", "M^-1 x from M"},
      {"coriolis", "C"},
      {"partials", "dtau/dq, dtau/dq'"},
      {"kinematics", "motion of all bodies"},
      {"jacobian", "the same, J, J'"},
      {"kinetic_energy", "kinetic energy"},
      {"end_to_end", "law to HDF5"},
      {"analyze_everything", "all quantities"},
      {"sweep", "an item of a sweep"},
      {"sweep_to_disk", "the same, on disk"},
      {"sweep_2_threads", "2 threads, on disk"},
      {"sweep_2_ranks", "2 ranks, on disk"}};
  const auto found = kLabels.find(m.what);
  if (found != kLabels.end()) return found->second;
  if (m.what == "retime") return fmt::format("retime, {} intervals", m.K);
  return fmt::format("{}, K = {}", m.what == "energies" ? "tau, energies" : "tau", m.K);
}

/// A line of the table: times by column.
struct Line {
  std::string label;
  std::map<std::string, double> ns;
};

std::vector<Line> lines_of(const std::vector<Measurement>& found, const std::string& robot) {
  std::vector<Line> lines;
  for (const Measurement& m : found) {
    if (m.robot != robot) continue;
    const std::string name = label(m);
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const Line& other) { return other.label == name; });
    if (line == lines.end()) line = lines.insert(lines.end(), {name, {}});
    if (m.what != "tape") line->ns[m.mode] = m.ours_ns;
    // Beside higher orders stands the same, or nothing.
    const bool is_other = m.what == "energies" || (m.what == "inverse" && m.K > 1);
    if (!m.peer.empty() && !is_other) line->ns[m.peer] = m.peer_ns;
  }
  return lines;
}

Json number_or_null(double number, bool there_is) { return there_is ? Json(number) : Json(); }

}  // namespace

void print_json(const std::vector<Measurement>& found) {
  Json list = Json::array();
  for (const Measurement& m : found) {
    const bool has_peer = !m.peer.empty();
    list.push_back({{"case", m.what},
                    {"robot", m.robot},
                    {"n", m.n},
                    {"K", m.K},
                    {"mode", m.mode},
                    {"ours_ns", m.ours_ns},
                    {"peer", has_peer ? Json(m.peer) : Json()},
                    {"peer_ns", number_or_null(m.peer_ns, has_peer)},
                    {"ratio", number_or_null(m.ours_ns / m.peer_ns, has_peer)},
                    {"kdl_inverse_ns", number_or_null(m.kdl_ns, m.kdl_ns > 0.0)},
                    {"kdl_ratio", number_or_null(m.ours_ns / m.kdl_ns, m.kdl_ns > 0.0)}});
  }
  fmt::print("{}\n", list.dump(1));
}

void print_table(const std::vector<Measurement>& found, engine::InstructionSet instructions) {
  std::vector<std::string> columns = {"single", "batch"}, robots;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (!name.empty() && std::find(list.begin(), list.end(), name) == list.end()) {
      list.push_back(name);
    }
  };
  for (const Measurement& m : found) {
    add(columns, m.peer);
    add(robots, m.robot);
  }
  fmt::print("Time per sample, least of many runs, one thread, {} instructions.\n",
             engine::name(instructions));
  fmt::print("K outputs: K = 3 gives tau, tau', tau''. Single and batch are ours.\n");
  for (const std::string& robot : robots) {
    const auto first = std::find_if(found.begin(), found.end(),
                                    [&](const Measurement& m) { return m.robot == robot; });
    const double unit = first->kdl_ns > 0.0 ? first->kdl_ns : 1.0;
    fmt::print(
        "\n{}, {} coordinates; 1 is {}\n{:<22}", robot, first->n,
        first->kdl_ns > 0.0 ? fmt::format("KDL's inverse dynamics, {:.0f} ns", unit) : "1 ns", "");
    for (const std::string& column : columns) fmt::print(" {:>11}", column);
    fmt::print("\n");
    for (const Line& line : lines_of(found, robot)) {
      fmt::print("{:<22}", line.label);
      for (const std::string& column : columns) {
        const auto time = line.ns.find(column);
        fmt::print(" {:>11}",
                   time == line.ns.end() ? "-" : fmt::format("{:.3f}", time->second / unit));
      }
      fmt::print("\n");
    }
  }
}

}  // namespace appell::bench
