#include "papers/verify/sections.hpp"

#include <cctype>

#include "appell/base/text.hpp"

namespace appell::verify {

const std::vector<Section>& sections() {
  static const std::vector<Section> kSections{
      {"S0", "2", "Mass Distribution in the Dynamics of Mechanical Systems", 1, 7},
      {"S0", "2.1", "The Inertial Tensor in Case of a Rigid Body", 8, 54},
      {"S0", "2.2", "The Generalized Variation of the Inertial Tensor", 55, 63},
      {"S0", "2.3", "The Inertial Tensor for Multibody Systems (MBS)", 64, 70},
      {"S0", "3.1", "The Differential Matrices in the Advanced Kinematics", 71, 91},
      {"S0", "3.2", "The Matrix Expressions for the Higher Order Acceleration Energies", 92, 92},
      {"S0", "3.3", "The Acceleration Energies of the First Order", 93, 97},
      {"S0", "3.4", "The Acceleration Energy of Second-Order", 98, 101},
      {"S0", "3.5", "The Acceleration Energy of Third-Order", 102, 107},
      {"S0", "3.6", "The Acceleration Energy of p-th-Order", 108, 109},
      {"S0", "4.1", "The Generalized Static Forces", 110, 132},
      {"S0", "4.2", "The Generalized Dynamics Forces", 133, 160},
      {"S0", "5", "The Advanced Dynamics Equations", 161, 167},
      {"S1", "2.1", "Position and Orientation Parameters of Solid Body", 1, 34},
      {"S1", "2.2", "The Parameters of Advanced Mechanics", 35, 64},
      {"S1", "3.1", "Higher Order Acceleration Energies", 65, 122},
      {"S1", "3.2", "The Equations of the Advanced Dynamics", 123, 135},
      {"S2", "2", "Advanced Notions in Analytical Mechanics", 1, 2},
      {"S2", "2.1", "Acceleration Energy of First Order", 3, 19},
      {"S2", "2.2", "Acceleration Energy of Second Order", 20, 35},
      {"S2", "2.3", "Acceleration Energy of Third Order", 36, 44},
      {"S2", "2.4", "Acceleration Energy of Fourth Order", 45, 46},
      {"S2", "3", "Generalized and Operational Accelerations of Higher Order", 47, 56},
      {"S2", "4.1", "Formulations on Advanced Differential Principles", 57, 69},
      {"S2", "4.2", "The Motion Equations of Higher Order", 70, 80},
      {"S2", "5", "Applications", 81, 91},
      {"S3", "1", "Advanced Kinematics Notions", 1, 6},
      {"S3", "2", "Classical Notions in Dynamics", 7, 72},
      {"S3", "3", "Energies of Higher Order", 73, 109},
      {"S4", "1", "Introduction", 1, 1},
      {"S4", "2", "Mass. Position of Mass Center", 2, 9},
      {"S4", "3", "Inertial Tensor for Rigid Body", 10, 71},
      {"S4", "4", "Variation of Inertial Tensor", 72, 92},
      {"S4", "5", "Inertial Tensor for MBS", 93, 103}};
  return kSections;
}

std::string_view title_of(std::string_view key) {
  if (key == "S0") {
    return "A Review on Dynamic Formulations in Multibody Systems: Mass Distribution, Higher-Order "
           "Acceleration Energies, Generalized Forces and Advanced Dynamics Equations";
  }
  if (key == "S1") {
    return "Acceleration Energies and Higher-Order Dynamic Equations in Analytical Mechanics";
  }
  if (key == "S2") {
    return "Advanced notions and differential principles of motion in analytical dynamics";
  }
  if (key == "S3") return "Energies of Higher Order in Advanced Dynamics of Systems";
  if (key == "S4") return "Mass Distribution in Analytical Dynamics of Systems";
  return {};
}

std::string EquationName::text() const { return concat(key, " (", number, ")"); }

EquationName equation_named(std::string_view text) {
  std::string packed;
  for (const char c : text) {
    if (c != ' ' && c != '(' && c != ')') packed += c;
    if (c == '(' || c == ' ') packed += ' ';
  }
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (packed.size() < 4 || (packed[0] != 'S' && packed[0] != 's') || !is_digit(packed[1])) {
    return {};
  }
  const std::size_t start = packed.find_first_not_of(' ', 2);
  if (start == 2 || start == std::string::npos || packed.size() - start > 3) return {};
  int number = 0;
  for (std::size_t i = start; i < packed.size(); ++i) {
    if (!is_digit(packed[i])) return {};
    number = 10 * number + (packed[i] - '0');
  }
  return {concat("S", packed[1]), number};
}

const Section* section_of(const EquationName& equation) {
  for (const Section& section : sections()) {
    if (section.key == equation.key && section.first <= equation.number &&
        equation.number <= section.last) {
      return &section;
    }
  }
  return nullptr;
}

}  // namespace appell::verify
