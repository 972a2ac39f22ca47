#include "appell/base/papers.hpp"

#include <array>
#include <cctype>

#include "appell/base/text.hpp"

namespace appell {
namespace {

constexpr std::array kPapers{
    Paper{"S0", "Negrean, Crișan, Morariu-Gligor", "2026",
          "A Review on Dynamic Formulations in Multibody Systems: Mass Distribution, Higher-Order "
          "Acceleration Energies, Generalized Forces and Advanced Dynamics Equations"},
    Paper{"S1", "Negrean, Crișan, Vlase", "2025",
          "Acceleration Energies and Higher-Order Dynamic Equations in Analytical Mechanics"},
    Paper{"S2", "Negrean", "2016",
          "Advanced notions and differential principles of motion in analytical dynamics"},
    Paper{"S3", "Negrean", "", "Energies of Higher Order in Advanced Dynamics of Systems"},
    Paper{"S4", "Negrean", "2017", "Mass Distribution in Analytical Dynamics of Systems"}};

bool stands_in(std::string_view key, std::string_view text) {
  const auto is_letter = [&](std::size_t i) {
    return i < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const bool begins = at == 0 || !is_letter(at - 1);
    if (begins && !is_letter(at + key.size())) return true;
  }
  return false;
}

/// A text in lines of at most 79 bytes, those after the first behind four blanks.
std::string folded(std::string line) {
  constexpr std::size_t kWidth = 79;
  std::string text;
  while (line.size() > kWidth) {
    const std::size_t at = line.rfind(' ', kWidth);
    text += line.substr(0, at) + "\n";
    line = "    " + line.substr(at + 1);
  }
  return text + line + "\n";
}

}  // namespace

std::span<const Paper> papers() { return kPapers; }

std::string keys_spelled_out(std::string_view text) {
  std::string lines;
  for (const Paper& paper : kPapers) {
    if (!stands_in(paper.key, text)) continue;
    lines += folded(concat(paper.key, ": ", paper.authors, paper.year.empty() ? "" : " ",
                           paper.year, ", ", paper.title));
  }
  return lines;
}

}  // namespace appell
