// How long does what a control loop asks take, single and in batches, beside the libraries that
// people use, and beside a tape?
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/comparison.hpp"
#include "bench/print.hpp"

namespace appell::bench {
namespace {

constexpr const char* kUsage =
    "usage: bench/compare [--json] [--quick] [ROBOT...]\n"
    "  --json   a list of measurements\n"
    "  --quick  a tenth of the repeats\n"
    "  ROBOT    only these: panda, puma560, humanoid32, chain6, chain12, ..., chain1000\n";

int run(int count, char** arguments) {
  bool json = false, quick = false;
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
    } else {
      names.push_back(argument);
    }
  }
  const std::vector<Robot> all = robots();
  for (const std::string& name : names) {
    const auto is_it = [&](const Robot& robot) { return robot.name == name; };
    if (std::any_of(all.begin(), all.end(), is_it)) continue;
    fmt::print(stderr, "bench/compare: unknown argument '{}'\n{}", name, kUsage);
    return 2;
  }
  Comparison comparison(quick);
  for (const Robot& robot : all) {
    const bool is_wanted = std::find(names.begin(), names.end(), robot.name) != names.end();
    if (names.empty() || is_wanted) comparison.run(robot);
  }
  if (names.empty()) comparison.run_analysis();
  json ? print_json(comparison.found) : print_table(comparison.found);
  return 0;
}

}  // namespace
}  // namespace appell::bench

int main(int count, char** arguments) { return appell::bench::run(count, arguments); }
