#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace appell::verify {

/// A section of one of the papers that has equations, as its paper prints it.
struct Section {
  std::string_view key;      ///< "S2", as in docs/references.bib.
  std::string_view number;   ///< "2.2"
  std::string_view heading;  ///< "Acceleration Energy of Second Order"
  int first = 0;             ///< Its equations.
  int last = 0;
};

/// All of them, by paper; docs/coverage.md has the same.
const std::vector<Section>& sections();

/// "Mass Distribution in Analytical Dynamics of Systems" for "S4"; empty for another key.
std::string_view title_of(std::string_view key);

/// An equation by its paper's key and its number.
struct EquationName {
  std::string key;  ///< "S2"
  int number = 0;

  /// "S2 (21)"
  std::string text() const;
};

/// Reads "S2 (21)", also without the blank, without the brackets or with a small s. The key is
/// empty if the text does not look like an equation.
EquationName equation_named(std::string_view text);

/// The section that has an equation, or null if no paper has it.
const Section* section_of(const EquationName& equation);

}  // namespace appell::verify
