#include "appell/study/motion_times.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/stop.hpp"
#include "appell/study/item_evaluator.hpp"
#include "tests/support/program.hpp"

namespace appell::study {
namespace {

io::StudyFile study_with(const std::string& sampling) {
  return io::read_study_toml("s.toml", "model = \"panda\"\nmotions = [\"m.toml\"]\n" + sampling +
                                           "\nquantities = [\"q\"]\n");
}

std::string complaint_of(const std::string& sampling, trajectory::TimeRange range) {
  try {
    const MotionTimes times(study_with(sampling), "m.toml", range);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

// By hand: 1 s in steps of 0.25 s has 5 samples, and its end is one of them however the last step
// is rounded; in steps of 0.3 s it has 4.
TEST(MotionTimes, LieAStepApart) {
  const MotionTimes quarters(study_with("every = 0.25"), "m.toml", {2.0, 3.0});
  ASSERT_EQ(quarters.count(), 5);
  EXPECT_EQ(quarters[1], 2.25);
  EXPECT_EQ(quarters[4], 3.0);
  EXPECT_EQ(MotionTimes(study_with("every = 0.3"), "m.toml", {2.0, 3.0}).count(), 4);
  EXPECT_EQ(MotionTimes(study_with("every = 0.1"), "m.toml", {0.0, 0.3}).count(), 4);
  const MotionTimes whole(study_with("samples = 11"), "m.toml", {0.0, 0.3});
  double last[2] = {};
  whole.copy(9, last);
  EXPECT_EQ(last[0], whole[9]);
  EXPECT_EQ(last[1], 0.3);
}

// A step that leaves the start alone, and more samples than a study can compute.
TEST(MotionTimes, RefuseStepsThatAreNone) {
  EXPECT_EQ(complaint_of("every = 1.2", {0.0, 1.2}), "");
  EXPECT_EQ(
      complaint_of("every = 5", {0.0, 1.2}),
      "s.toml:3:9: every: is 5 s, but m.toml lasts 1.2 s; a step within the motion is needed");
  EXPECT_EQ(complaint_of("every = 1e-12", {0.0, 1.2}),
            "s.toml:3:9: every: m.toml has 1.2e+12 samples; at most 1e+08 are possible");
}

/// A study of a motion that begins at 0.1 s.
struct LateStudy {
  explicit LateStudy(const std::string& lines) {
    std::string motion = "kind = \"expression\"\nduration = 1.0\nstart_time = 0.1\n";
    for (int j = 1; j <= 7; ++j) {
      motion += concat("[[joint]]\nname = \"joint", j, "\"\nq = \"-0.5 + 0.3*sin(", j, "*t)\"\n");
    }
    folder.write("late.toml", motion);
    study.emplace(io::load_study(folder.write(
        "s.toml", concat("model = \"panda\"\nmotion = \"late.toml\"\norder = 0\n", lines))));
  }

  support::TemporaryFolder folder;
  std::optional<Study> study;
};

// Oracle: the formula at the times of the samples, of a motion whose 1.2e6 states (67 MB) are not
// kept; the times are those of the samples, bit for bit.
TEST(MotionTimes, LongMotionsAreSampledBlockByBlock) {
  const LateStudy made(
      "samples = 1200001\nquantities = [\"q\"]\nreduce = [\"max\", \"time_of_max_abs\"]\n");
  ItemEvaluator items(*made.study, 0, 0);
  std::vector<double> results(made.study->results().size());
  items.compute(0, {}, results);
  const MotionTimes times = made.study->times(0, made.study->motion(0, 0)->trajectory);
  for (int j = 1; j <= 7; ++j) {
    double largest = -1.0, size = -1.0, at = 0.0;
    for (long long i = 0; i < times.count(); ++i) {
      const double q = -0.5 + 0.3 * std::sin(j * times[i]);
      largest = std::max(largest, q);
      if (std::abs(q) > size) size = std::abs(q), at = times[i];
    }
    const std::size_t first = 2 * static_cast<std::size_t>(j - 1);
    EXPECT_NEAR(results[first], largest, 1e-15) << j;
    EXPECT_NEAR(results[first + 1], at, 1e-5)
        << j;  // Near a peak q is flat: 1e-16 of it is 1e-8 s.
    const double index = std::round((results[first + 1] - 0.1) * 1.2e6);
    EXPECT_EQ(results[first + 1], times[static_cast<long long>(index)]) << j;
  }
}

// Of 1e8 samples nothing is kept for a maximum; for quantiles of 7 numbers it would be 5.6 GB.
TEST(MotionTimes, WhatMemoryCannotHoldIsRefused) {
  const std::string head = "samples = 100000000\nquantities = [\"q\"]\n";
  const LateStudy largest(head + "reduce = [\"max\"]\n");
  EXPECT_NO_THROW(largest.study->check_motions());
  for (const char* more : {"reduce = [\"max\", \"q95\"]\n", "series = [\"q\"]\n"}) {
    const LateStudy made(head + more);
    try {
      made.study->check_motions();
      ADD_FAILURE() << more;
    } catch (const InvalidArgument& error) {
      const std::string said = error.what();
      EXPECT_NE(said.find("s.toml:4:11: samples: "), std::string::npos) << said;
      EXPECT_NE(said.find("has 100000000 samples"), std::string::npos) << said;
      EXPECT_NE(said.find("at most 1 GB"), std::string::npos) << said;
    }
  }
}

// A long item ends when it is told to, not when it is done: 1e8 samples take a minute.
TEST(MotionTimes, ALongItemCanBeStopped) {
  const LateStudy made("samples = 100000000\nquantities = [\"Q_drive\"]\n");
  ItemEvaluator items(*made.study, 0, 0);
  const std::atomic<bool> stop = true;
  const StopScope scope(&stop);
  std::vector<double> results(made.study->results().size());
  EXPECT_THROW(items.compute(0, {}, results), Interrupted);
  EXPECT_THROW(made.study->motion_words(0, 0), Interrupted);
}

}  // namespace
}  // namespace appell::study
