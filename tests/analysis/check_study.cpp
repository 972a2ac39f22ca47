// Does `appell check` miss anything? Random motions of small robots, all kinds of limits, against
// many samples by the reference implementation; with dry friction, moves from rest to rest with
// pauses. Too long for every day: part of ./check --release.
//
//   check_study [MOTIONS [SEED]]     prints the worst errors; fails if a bar is missed
#include <cstdio>
#include <cstdlib>

#include "appell/io/load_model.hpp"
#include "tests/analysis/random_checks.hpp"

int main(int argc, char** argv) {
  using namespace appell;
  const int motions = argc > 1 ? std::atoi(argv[1]) : 10000;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1U;
  constexpr int kSamples = 200;
  const model::Model planar = analysis::with_motors(io::load_model("planar2r").model);
  const model::Model rpr = analysis::with_motors(io::load_model("rpr").model);
  const model::Model robots[] = {planar, rpr, analysis::with_dry_friction(planar),
                                 analysis::with_dry_friction(rpr)};
  support::Random random(seed);
  double missed = -1.0, beyond = 0.0;
  for (int i = 0; i < motions; ++i) {
    const analysis::CheckErrors errors =
        analysis::errors_of_random_check(random, robots[i % 4], kSamples);
    if (errors.missed > missed) missed = errors.missed;
    if (errors.beyond > beyond) beyond = errors.beyond;
    if (errors.missed > 1e-9 || errors.beyond > 1e-6) {
      std::printf("motion %d: a sample is %.3g beyond %s, the worst %.3g beyond %s\n", i,
                  errors.missed, errors.missed_what.c_str(), errors.beyond,
                  errors.beyond_what.c_str());
    }
  }
  std::printf(
      "%d motions: no sample is beyond what was found by more than %.2g (bar 1e-9), which is "
      "beyond what is attained by at most %.2g (bar 1e-6)\n",
      motions, missed, beyond);
  return missed > 1e-9 || beyond > 1e-6 ? 1 : 0;
}
