#include "appell/kinematics/differential_matrices.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

/// Of entry (row, column), differentiated by some coordinates: the last column is a length, and
/// each coordinate that slides divides by one.
Unit matrix_unit(const model::Model& model, std::span<const int> coordinates, int row, int column) {
  static constexpr std::string_view kPowers[] = {"m", "1", "1/m"};
  int power = row < 3 && column == 3 ? 0 : 1;
  for (const int coordinate : coordinates) power += turns(model, coordinate) ? 0 : 1;
  return {kPowers[std::min(power, 2)], 0};
}

/// Of every link, by s coordinates.
template <int s>
std::vector<Array> arrays_of_matrices(const Subject& subject) {
  std::vector<int> extents(s, subject.model.num_coordinates());
  extents.insert(extents.end(), {4, 4});
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    arrays.push_back({frame->name, extents});
  }
  return arrays;
}

template <int s>
Unit unit_of_matrices(const Subject& subject, const Entry& entry) {
  return matrix_unit(subject.model, std::span(entry.index).first(s), entry.index[s],
                     entry.index[s + 1]);
}

template <int s>
void compute_matrices(Stages& at, double* out) {
  const int n = at.model().num_coordinates();
  for (const model::Frame* frame : driven_frames(at.model())) {
    std::array<int, s> indices{};
    for (bool is_done = n == 0; !is_done;) {
      out = put(kinematics::differential_matrix(at.motion(0), *frame, indices), out);
      int i = s - 1;
      while (i >= 0 && ++indices[i] == n) {
        indices[i--] = 0;
      }
      is_done = i < 0;
    }
  }
}

template <int s>
Quantity all_matrices(std::string_view name, std::string_view title, std::string_view formula,
                      std::string_view description) {
  std::vector<Axis> axes(s, Axis::kFreedom);
  axes.insert(axes.end(), {Axis::kRow, Axis::kColumn});
  return {.name = name,
          .title = title,
          .formula = formula,
          .description = description,
          .derivatives = "value only",
          .key = "link",
          .axes = axes,
          .least_order = takes_order<0>,
          .arrays = arrays_of_matrices<s>,
          .unit = unit_of_matrices<s>,
          .compute_sample = compute_matrices<s>,
          .full_order = always_order<0>,
          .is_detail = true};
}

std::vector<Array> arrays_of_terms(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    arrays.push_back({frame->name, {4, 4}});
  }
  return arrays;
}

Unit unit_of_terms(const Subject& subject, const Entry& entry) {
  return matrix_unit(subject.model, subject.terms, entry.index[0], entry.index[1]);
}

void compute_terms(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(kinematics::differential_matrix(at.motion(0), *frame, at.subject().terms), out);
  }
}

std::string absence_of_terms(const Subject& subject) {
  return subject.terms.empty() ? "needs the names of the coordinates to differentiate by" : "";
}

}  // namespace

const Quantity kFirstDifferentialMatrices = all_matrices<1>(
    "A1", "differential matrices of the first order", "A_i = ∂T/∂q_i",
    "by link that a joint moves: `[i]` is the 4x4 matrix ∂T/∂q_i of its placement, for every "
    "coordinate");
const Quantity kSecondDifferentialMatrices =
    all_matrices<2>("A2", "differential matrices of the second order", "A_ij = ∂²T/∂q_i ∂q_j",
                    "likewise `[i][j]`: ∂²T/∂q_i ∂q_j");
const Quantity kThirdDifferentialMatrices = all_matrices<3>(
    "A3", "differential matrices of the third order", "A_ijk", "likewise `[i][j][k]`");
const Quantity kFourthDifferentialMatrices = all_matrices<4>(
    "A4", "differential matrices of the fourth order", "A_ijkm", "likewise `[i][j][k][m]`");

const Quantity kDifferentialMatrices{
    .name = "A",
    .title = "differential matrices by chosen coordinates",
    .formula = "A_ij... = ∂ˢT/∂q_i ∂q_j ...",
    .description =
        "by link that a joint moves: the 4x4 matrix of the derivative by the coordinates "
        "that are named, of any order, for instance ∂³T/∂q_1 ∂q_1 ∂q_3",
    .derivatives = "value only",
    .key = "link",
    .axes = {Axis::kRow, Axis::kColumn},
    .least_order = takes_order<0>,
    .arrays = arrays_of_terms,
    .unit = unit_of_terms,
    .compute_sample = compute_terms,
    .full_order = always_order<0>,
    .absence = absence_of_terms};

}  // namespace appell::analysis
