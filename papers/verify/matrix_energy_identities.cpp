// The acceleration energies in matrix form: sums of dynamics matrices and derivatives of q.
#include "appell/energy/acceleration_energy.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

using equations::MatrixTerm;
using equations::SumOfTerms;

constexpr const char* kTaylorEnergy = "energy::acceleration_energy";
constexpr const char* kMatrixForm = "equations::matrix_form, equations::evaluate";

/// The digits in ⟨ | ⟩ are the orders of q.
std::string partition_label(double coefficient, const std::vector<int>& left,
                            const std::vector<int>& right) {
  std::string label = concat(coefficient, " ⟨");
  for (const int order : left) label += concat(order);
  label += "|";
  for (const int order : right) label += concat(order);
  return label + "⟩";
}

Comparison matrix_form(const Sample& sample, int p, const std::vector<MatrixTerm>& terms) {
  const auto E = energy::acceleration_energy(sample.motion(), p);
  Comparison comparison(concat("p = ", p), E.derivative(0));
  double scale = 0.0;
  for (const MatrixTerm& term : terms) {
    const SumOfTerms sum = equations::evaluate(sample.model(), sample.state(), {&term, 1});
    comparison.term(partition_label(term.coefficient, term.left, term.right), sum.value);
    scale += sum.scale;
  }
  return comparison.inner_scale(scale);
}

/// E_p with another last term, as printed for one equation. With one coordinate the two may agree.
void add_printed_last_term(const Sample& sample, int p, double printed, const char* equation,
                           Comparison& comparison) {
  if (sample.num_coordinates() == 1) return;
  const double right = equations::last_term(sample.model(), sample.state(), p).value;
  comparison.printed(comparison.rhs()(0) - right + printed, equation);
}

/// D nested `depth` times in q'.
double nested_term(const Sample& sample, int depth) {
  return equations::printed_last_term(sample.model(), sample.state(), depth).value;
}

/// Terms of matrix_energy(): every pair of partitions of p + 1, and the rotors.
std::vector<std::string> labels_of_partitions(int p) {
  std::vector<std::string> labels;
  const auto partitions = equations::faa_di_bruno(p + 1);
  for (const equations::PartitionTerm& a : partitions) {
    for (const equations::PartitionTerm& b : partitions) {
      labels.push_back(partition_label(0.5 * a.count * b.count, a.parts, b.parts));
    }
  }
  labels.emplace_back("rotors");
  return labels;
}

Identity matrix_e1() {
  return {.id = "matrix-e1",
          .title = "first acceleration energy in matrix form",
          .equations = {"S0 (93)", "S2 (6)"},
          .misprinted = {"S2 (6)"},
          .formula = "E_1 = ½ M(q'', q'') + V(q''; q' q') + ½ D(q' q'; q' q')",
          .reading = "S0 (93) is right; in S2 (6) the factor ½ multiplies V too.",
          .left = kTaylorEnergy,
          .right = kMatrixForm,
          .evaluate = [](const Sample& sample) {
            const Comparison printed = matrix_form(sample, 1, equations::printed_matrix_form_1());
            return Comparisons{
                matrix_form(sample, 1, equations::matrix_form(1)).printed(printed.rhs())};
          }};
}

Identity matrix_e2() {
  return {.id = "matrix-e2",
          .title = "second acceleration energy in matrix form",
          .equations = {"S0 (98)", "S2 (22)", "S2 (23)", "S2 (25)"},
          .misprinted = {"S0 (98)"},
          .formula =
              "E_2 = ½ M(q''',q''') + 3 V(q''';q''q') + H(q''';q'³) + 9/2 D(q''q';q''q') + "
              "3 K(q''q';q'³) + ½ N(q'³;q'³)",
          .reading = "The nested D of S0 (98) is not the term in q' alone.",
          .left = kTaylorEnergy,
          .right = kMatrixForm,
          .evaluate = [](const Sample& sample) {
            Comparison comparison = matrix_form(sample, 2, equations::matrix_form(2));
            add_printed_last_term(sample, 2, nested_term(sample, 1), "S0 (98)", comparison);
            return Comparisons{comparison};
          }};
}

Identity matrix_e3() {
  return {
      .id = "matrix-e3",
      .title = "third acceleration energy in matrix form",
      .equations = {"S0 (102)", "S2 (38)", "S2 (39)", "S2 (40)"},
      .misprinted = {"S0 (102)"},
      .formula =
          "E_3 = ½ M(q⁗,q⁗) + 4 V(q⁗;q'''q') + 3 V(q⁗;q''q'') + 6 H(q⁗;q''q'²) + "
          "K*(q⁗;q'⁴) + ten terms without q⁗",
      .reading =
          "The papers have the terms with q⁗; the nested D of S0 (102), with q'' outside in our "
          "copy, is not the term in q' alone.",
      .left = kTaylorEnergy,
      .right = kMatrixForm,
      .evaluate = [](const Sample& sample) {
        Comparison comparison = matrix_form(sample, 3, equations::matrix_form(3));
        const double printed =
            equations::printed_last_term_of_the_third(sample.model(), sample.state()).value;
        add_printed_last_term(sample, 3, printed, "S0 (102)", comparison);
        return Comparisons{comparison};
      }};
}

Identity matrix_any_order() {
  return {
      .id = "matrix-any-order",
      .title = "acceleration energy of any order in matrix form",
      .equations = {"S0 (108)", "S0 (109)"},
      .misprinted = {"S0 (108)", "S0 (109)"},
      .formula = "E_p = ½ Σ count_λ count_μ ⟨λ|μ⟩ over the partitions of p + 1",
      .reading =
          "S0 (109) has q⁽ᵖ⁾ for q⁽ᵖ⁺¹⁾, and a nested D for the last term: three times in (108), "
          "p = 4, and p times in (109).",
      .left = kTaylorEnergy,
      .right = "equations::matrix_energy",
      .evaluate = [](const Sample& sample) {
        Comparisons found;
        const int highest = sample.num_coordinates() > 12 ? 3 : 4;
        for (int p = 1; p <= highest; ++p) {
          const auto E = energy::acceleration_energy(sample.motion(), p);
          Comparison comparison(concat("p = ", p), E.derivative(0));
          add_listed(comparison, equations::matrix_energy(sample.model(), sample.state(), p),
                     labels_of_partitions(p));
          if (p == 4) {
            add_printed_last_term(sample, p, nested_term(sample, 3), "S0 (108)", comparison);
          }
          comparison.printed(equations::printed_energy_of_order(sample.model(), sample.state(), p),
                             "S0 (109)");
          found.push_back(comparison);
        }
        return found;
      }};
}

}  // namespace

std::vector<Identity> matrix_energy_identities() {
  return {matrix_e1(), matrix_e2(), matrix_e3(), matrix_any_order()};
}

}  // namespace appell::verify
