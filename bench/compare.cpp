// How long does what a control loop asks take, single and in batches, beside the libraries that
// people use, and beside a tape?
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/comparison.hpp"
#include "bench/print.hpp"

namespace appell::bench {
namespace {

constexpr const char* kUsage =
    "usage: bench/compare [--json] [--quick] [--instructions SET] [NAME...]\n"
    "  --json   a list of measurements\n"
    "  --quick  a tenth of the repeats\n"
    "  --instructions SET  plain, avx2 or avx512, for our own; the best one unless told\n"
    "  NAME     only these: robots panda, puma560, humanoid32, chain6, chain12, ..., chain1000;\n"
    "           cases sweep, retime\n";

std::optional<engine::InstructionSet> set_of(const std::string& name) {
  for (const auto set : engine::available_instruction_sets()) {
    if (name == engine::name(set)) return set;
  }
  return std::nullopt;
}

int run(int count, char** arguments) {
  bool json = false, quick = false;
  engine::InstructionSet instructions = engine::best_instruction_set();
  std::vector<std::string> names;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--json") {
      json = true;
    } else if (argument == "--quick") {
      quick = true;
    } else if (argument == "--help") {
      fmt::print("{}", kUsage);
      return 0;
    } else if (argument == "--instructions" && i + 1 < count && set_of(arguments[i + 1])) {
      instructions = *set_of(arguments[++i]);
    } else {
      names.push_back(argument);
    }
  }
  const bool is_all = names.empty();
  const bool has_sweep = std::erase(names, "sweep") > 0;
  const bool has_retime = std::erase(names, "retime") > 0;
  std::vector<Robot> all = robots();
  for (Robot& robot : all) robot.instructions = instructions;
  for (const std::string& name : names) {
    const auto is_it = [&](const Robot& robot) { return robot.name == name; };
    if (std::any_of(all.begin(), all.end(), is_it)) continue;
    fmt::print(stderr, "bench/compare: unknown argument '{}'\n{}", name, kUsage);
    return 2;
  }
  Comparison comparison(quick);
  for (const Robot& robot : all) {
    const bool is_wanted = std::find(names.begin(), names.end(), robot.name) != names.end();
    if (is_all || is_wanted) comparison.run(robot);
  }
  if (is_all) comparison.run_analysis();
  if (is_all || has_sweep) comparison.run_sweep();
  if (is_all || has_retime) comparison.run_retiming();
  json ? print_json(comparison.found) : print_table(comparison.found, instructions);
  return 0;
}

}  // namespace
}  // namespace appell::bench

int main(int count, char** arguments) { return appell::bench::run(count, arguments); }
