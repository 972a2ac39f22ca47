// The keys of the papers, as they are spelled out.
#include "appell/base/papers.hpp"
#include "tests/support/places.hpp"

#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

namespace appell {
namespace {

/// A field of an entry of docs/references.bib, with single blanks.
std::string field(const std::string& bibliography, const std::string& key,
                  const std::string& name) {
  const std::size_t entry = bibliography.find("{" + key + ",");
  const std::size_t end = bibliography.find("\n}", entry);
  std::smatch found;
  const std::string text = bibliography.substr(entry, end - entry);
  const std::regex pattern("\n  " + name + " +=\\s*\\{([^}]*)\\}");
  if (!std::regex_search(text, found, pattern)) return "";
  return std::regex_replace(found[1].str(), std::regex("\\s+"), " ");
}

// Oracle: the bibliography.
TEST(Papers, AreThoseOfTheBibliography) {
  std::ifstream file(support::source_dir() + "/docs/references.bib");
  std::stringstream bibliography;
  bibliography << file.rdbuf();
  ASSERT_EQ(papers().size(), 5U);
  for (const Paper& paper : papers()) {
    const std::string key(paper.key);
    EXPECT_EQ(field(bibliography.str(), key, "title"), paper.title) << key;
    const std::string year = field(bibliography.str(), key, "year");
    EXPECT_EQ(year == "n.d." ? "" : year, paper.year) << key;
  }
}

TEST(Papers, OnlyKeysThatStandThereAreSpelledOut) {
  EXPECT_EQ(keys_spelled_out("S3 (58) and AS2, S21, S1_x"),
            "S3: Negrean, Energies of Higher Order in Advanced Dynamics of Systems\n");
  // A long title is folded, and is the same without the folds.
  const std::string folded = keys_spelled_out("S0");
  std::istringstream lines(folded);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 79U) << line;
  EXPECT_EQ(std::regex_replace(folded, std::regex("\n    "), " "),
            "S0: Negrean, Crișan, Morariu-Gligor 2026, " + std::string(papers()[0].title) + "\n");
  const std::string two = keys_spelled_out("(S4) S2: x");
  EXPECT_TRUE(two.starts_with("S2: Negrean 2016, Advanced notions ")) << two;
  EXPECT_NE(two.find("\nS4: Negrean 2017, Mass Distribution"), std::string::npos) << two;
  EXPECT_EQ(keys_spelled_out("nothing"), "");
}

}  // namespace
}  // namespace appell
