#include "appell/energy/dynamics_matrices.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

template <int a, int b>
std::vector<Array> arrays_of_bracket(const Subject& subject) {
  return {{"", std::vector<int>(a + b, subject.model.num_coordinates())}};
}

/// kg m² over a length for each coordinate that slides.
template <int a, int b>
Unit unit_of_bracket(const Subject& subject, const Entry& entry) {
  static constexpr std::string_view kPowers[] = {"kg m^2", "kg m",   "kg",     "kg/m",  "kg/m^2",
                                                 "kg/m^3", "kg/m^4", "kg/m^5", "kg/m^6"};
  std::size_t num_sliding = 0;
  for (std::size_t i = 0; i < a + b; ++i)
    num_sliding += turns(subject.model, entry.index[i]) ? 0 : 1;
  return {kPowers[num_sliding], 0};
}

template <int a, int b>
void compute_bracket(Stages& at, double* out) {
  put(energy::dynamics_matrix(at.motion(0), a, b), out);
}

template <int a, int b>
Quantity bracket_of(std::string_view name, std::string_view title, std::string_view formula,
                    std::string_view description) {
  return {.name = name,
          .title = title,
          .formula = formula,
          .description = description,
          .derivatives = "value only",
          .axes = std::vector<Axis>(a + b, Axis::kFreedom),
          .least_order = takes_order<0>,
          .arrays = arrays_of_bracket<a, b>,
          .unit = unit_of_bracket<a, b>,
          .compute_sample = compute_bracket<a, b>,
          .full_order = always_order<0>,
          .is_detail = true};
}

}  // namespace

const Quantity kChristoffelSymbols = bracket_of<1, 2>(
    "V", "dynamics matrix V, Christoffel symbols of M", "⟨1|2⟩ = Σ tr(A_i P A_jkᵀ)",
    "`[i][j][k]` = Σ tr(A_i P A_jkᵀ) over the bodies: Christoffel symbols of the "
    "first kind of the mass matrix");
const Quantity kBracket22 = bracket_of<2, 2>("D", "dynamics matrix D", "⟨2|2⟩ = Σ tr(A_ij P A_klᵀ)",
                                             "`[i][j][k][l]` = Σ tr(A_ij P A_klᵀ)");
const Quantity kBracket13 = bracket_of<1, 3>("H", "dynamics matrix H", "⟨1|3⟩ = Σ tr(A_i P A_jklᵀ)",
                                             "`[i][j][k][l]` = Σ tr(A_i P A_jklᵀ)");
const Quantity kBracket23 =
    bracket_of<2, 3>("K23", "dynamics matrix K", "⟨2|3⟩", "five indices: Σ tr(A_ij P A_klmᵀ)");
const Quantity kBracket14 =
    bracket_of<1, 4>("K14", "dynamics matrix K*", "⟨1|4⟩", "five indices: Σ tr(A_i P A_jklmᵀ)");
const Quantity kBracket33 =
    bracket_of<3, 3>("N", "dynamics matrix N", "⟨3|3⟩", "six indices: Σ tr(A_ijk P A_lmrᵀ)");
const Quantity kBracket24 = bracket_of<2, 4>("K24", "dynamics matrix ⟨2|4⟩ of E_3", "⟨2|4⟩",
                                             "six indices: Σ tr(A_ij P A_klmrᵀ)");
const Quantity kBracket34 = bracket_of<3, 4>("K34", "dynamics matrix ⟨3|4⟩ of E_3", "⟨3|4⟩",
                                             "seven indices: Σ tr(A_ijk P A_lmrsᵀ)");
const Quantity kBracket44 = bracket_of<4, 4>("K44", "dynamics matrix ⟨4|4⟩ of E_3", "⟨4|4⟩",
                                             "eight indices: Σ tr(A_ijkl P A_mrstᵀ)");

}  // namespace appell::analysis
