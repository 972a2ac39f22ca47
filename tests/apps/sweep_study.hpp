#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::support {

/// A folder with a study of panda's inertias along a short motion.
struct StudyFolder {
  explicit StudyFolder(int draws, const std::string& more = "") {
    std::string motion = "kind = 'expression'\nduration = 1.0\n";
    for (int j = 1; j <= 7; ++j) {
      const std::string number = std::to_string(j);
      motion += "[[joint]]\nname = 'joint" + number + "'\nq = '0.2*sin(" + number + "*t) - 0.1*" +
                number + "'\n";
    }
    folder.write("swing.toml", motion);
    study =
        folder.write("study.toml",
                     "model = 'panda'\nmotions = ['swing.toml']\norder = 1\nsamples = 201\n"
                     "quantities = ['Q_drive']\nreduce = ['max_abs', 'rms']\nseed = 7\ndraws = " +
                         std::to_string(draws) + "\n" + more +
                         "[[vary]]\nwhat = 'inertia'\nlinks = ['*']\nsd = 0.05\n");
  }

  std::string out(const std::string& name) const { return (folder.path() / name).string(); }
  Outcome run(const std::string& name, const std::string& options = "") const {
    return run_program("sweep " + study + " -o " + out(name) + " " + options);
  }
  std::string summary(const std::string& name) const {
    return text_of(out(name) + "/summary.json");
  }

  TemporaryFolder folder;
  std::string study;
};

inline std::vector<std::filesystem::path> parts_in(const std::string& folder) {
  std::vector<std::filesystem::path> parts;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/parts")) {
    parts.push_back(entry.path());
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

/// Summary and all parts of two folders are the same, byte by byte.
inline void expect_same_results(const std::string& a, const std::string& b) {
  EXPECT_EQ(text_of(a + "/summary.json"), text_of(b + "/summary.json"));
  const auto parts = parts_in(a), others = parts_in(b);
  ASSERT_EQ(parts.size(), others.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].filename(), others[i].filename());
    EXPECT_EQ(text_of(parts[i]), text_of(others[i])) << parts[i];
  }
}

}  // namespace appell::support
