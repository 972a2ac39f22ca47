#include "papers/verify/motion_equation.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "papers/equations/wrenches.hpp"

namespace appell::verify {
namespace {

using equations::EquationTerm;

/// Highest order of q that counts as known: Dᵏ⁻¹Q takes k + 1, partial derivatives to m.
constexpr int kMostEquationOrder = 12;

int no_m(int) { return 0; }
int one(int) { return 1; }
int two(int) { return 2; }
int next(int k) { return k + 1; }

std::vector<EquationTerm> terms_of_dalembert(const model::Model& model,
                                             const model::StateSeries& state, int k, int) {
  return equations::dalembert_lagrange_terms(model, state, k);
}
std::vector<EquationTerm> terms_of_lagrange(const model::Model& model,
                                            const model::StateSeries& state, int k, int) {
  return equations::lagrange_terms(model, state, k);
}

/// Of the joints that are asked for, as indices of the file's list.
std::vector<std::size_t> shown_joints(const io::StateFile& state, const std::string& joint) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    if (joint.empty() || state.joints[i] == joint) shown.push_back(i);
  }
  check(!shown.empty() || joint.empty(), "there is no joint '", joint, "'",
        suggestion(joint, state.joints), "; the model has ", comma_list(state.joints));
  return shown;
}

std::string unit_of_force(const model::Model& model, int coordinate, int k) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate != coordinate) continue;
    const std::string unit = body.screw.angular.isZero(0.0) ? "N" : "N m";
    return k == 1 ? unit : k == 2 ? unit + "/s" : concat(unit, "/s^", k - 1);
  }
  return "N";
}

/// Dᵏ⁻¹ for people, and in TeX.
std::string derivative_label(int k) {
  return k == 1 ? "" : k == 2 ? "D " : concat("D^", k - 1, " ");
}
std::string derivative_formula(int k) {
  return k == 1 ? "" : concat("\\frac{d^{", k - 1, "}}{dt^{", k - 1, "}}");
}

EquationTerm gravity_term(const model::Model& model, const model::StateSeries& state, int k) {
  return {derivative_label(k) + "∂U/∂q",
          derivative_formula(k) + "\\frac{\\partial U}{\\partial q_j}", 1.0,
          equations::gravity_equation(model, state, k, 0)};
}

/// A name as text of a formula.
std::string tex_text(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '_' || c == '%' || c == '&' || c == '#' || c == '$') text += '\\';
    text += c;
  }
  return "\\text{" + text + "}";
}

/// What a wrench takes of the motors: a load with the coefficient 1, an external one with -1.
EquationTerm wrench_term(const kinematics::TreeMotion& motion, const model::Wrench& wrench,
                         const std::string& kind, double coefficient, int k) {
  const std::string& link = wrench.frame.name;
  return {
      concat(derivative_label(k), "Jᵀ [F; N], ", kind, " at ", link),
      concat(derivative_formula(k), "\\left(J^{T}\\begin{bmatrix}F\\\\N\\end{bmatrix}\\right)_{j,",
             tex_text(concat(kind, " at ", link)), "}"),
      coefficient,
      equations::driving_force(motion, wrench.frame, {&wrench, 1},
                               {.inertia = false, .gravity = false}, k)};
}

/// Everything that counts, term by term.
std::vector<EquationTerm> terms_of(const EquationForm& form, const kinematics::TreeMotion& motion,
                                   const model::StateSeries& q, const io::AppliedForces& applied,
                                   int k, int m) {
  const model::Model& model = motion.model();
  const model::Operators& counts = applied.operators;
  std::vector<EquationTerm> terms;
  if (counts.inertia) terms = form.terms(model, q, k, m);
  std::erase_if(terms, [](const EquationTerm& term) { return term.value.scale.isZero(0.0); });
  if (counts.gravity) terms.push_back(gravity_term(model, q, k));
  for (const model::Wrench& load : applied.loads) {
    if (counts.loads) terms.push_back(wrench_term(motion, load, "load", 1.0, k));
  }
  for (const model::Wrench& wrench : applied.external) {
    if (counts.external) terms.push_back(wrench_term(motion, wrench, "external wrench", -1.0, k));
  }
  return terms;
}

}  // namespace

const std::vector<EquationForm>& equation_forms() {
  static const std::vector<EquationForm> kForms{
      {"dalembert", "d'Alembert's principle with Lagrange's virtual displacements",
       "Q_j = \\sum_b M\\,\\ddot r_C\\cdot\\frac{\\partial r_C}{\\partial q_j}+"
       "(I\\dot\\omega+\\omega\\times I\\omega)\\cdot\\frac{\\partial\\omega}{\\partial\\dot q_j}",
       "S1 (81), S1 (124)", no_m, false, terms_of_dalembert},
      {"lagrange", "Lagrange's equations of the second kind",
       "Q_j = \\frac{d}{dt}\\frac{\\partial E_0}{\\partial\\dot q_j}-\\frac{\\partial "
       "E_0}{\\partial "
       "q_j}",
       "S1 (126)", no_m, false, terms_of_lagrange},
      {"tsenov", "the equations of Tsenov and Mangeron",
       "Q_j = \\frac1m\\left[\\frac{\\partial E_0^{(m)}}{\\partial q_j^{(m)}}"
       "-(m+1)\\frac{\\partial E_0}{\\partial q_j}\\right]",
       "S1 (127)", one, true, equations::tsenov_mangeron_terms},
      {"gibbs-appell", "the equations of Gibbs and Appell, generalized",
       "Q_j = \\frac{\\partial E_1^{(m-2)}}{\\partial q_j^{(m)}}", "S1 (128), S1 (129)", two, true,
       equations::generalized_gibbs_appell_terms},
      {"order-k", "the equation of order k, from acceleration energies",
       "Q_j^{(k-1)} = \\frac{(k-1)!\\,m!}{(m+k-1)!}\\frac{\\partial}{\\partial q_j^{(m)}}"
       "\\sum_{p=1}^{k}C_p\\,E_p^{(m+k-2p-1)}",
       "S0 (164)-(166), S1 (132)-(135), S2 (74), with Catalan numbers C_p", next, true,
       equations::order_k_terms}};
  return kForms;
}

const EquationForm& equation_form(const std::string& name) {
  std::vector<std::string> names;
  for (const EquationForm& form : equation_forms()) {
    if (form.name == name) return form;
    names.emplace_back(form.name);
  }
  throw InvalidArgument(concat("there is no form '", name, "' of the equations of motion",
                               suggestion(name, names), "; there are ", comma_list(names)));
}

MotionEquation motion_equation(const model::Model& model, const io::StateFile& state,
                               const EquationRequest& request) {
  const EquationForm& form = equation_form(request.form);
  const int k = request.k;
  check(k >= 1 && k <= kMostEquationOrder, "the order of the equation must be in 1..",
        kMostEquationOrder, ", got ", k);
  check(!request.m || form.has_m, "the form '", form.name, "' has no m");
  const int m = request.m.value_or(form.least_m(k));
  check(m >= form.least_m(k) && m <= form.least_m(k) + kMostEquationOrder, "m of the form '",
        form.name, "' of order ", k, " must be in ", form.least_m(k), "..",
        form.least_m(k) + kMostEquationOrder, ", got ", m);
  const model::Frame& frame =
      request.frame.empty() ? model.default_frame() : model.frame(request.frame);
  io::AppliedForces applied = state.applied;
  applied.loads = io::all_loads(state, frame);
  const int needed = applied.operators.inertia ? k + 1 : k - 1;
  check(state.state.order() >= needed, "the equation of order ", k,
        " needs q with derivatives up to order ", needed, ", but the state gives q up to order ",
        state.state.order());
  const model::StateSeries q = state.state.truncated(needed);
  const kinematics::TreeMotion motion = kinematics::propagate(model, q);
  const std::vector<EquationTerm> terms = terms_of(form, motion, q, applied, k, m);
  const VecX Q =
      force::generalized_force(motion, {applied.loads, applied.external}, applied.operators)
          .derivative(k - 1);

  MotionEquation equation{.model = model.name(),
                          .form = &form,
                          .k = k,
                          .m = m,
                          .applied = applied,
                          .state = state.state};
  const std::vector<std::size_t> shown = shown_joints(state, request.joint);
  const auto pick = [&](const VecX& of_model) {
    VecX picked(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
      picked(static_cast<Eigen::Index>(i)) = of_model(state.coordinates[shown[i]]);
    }
    return picked;
  };
  for (const std::size_t i : shown) {
    equation.joints.push_back(state.joints[i]);
    equation.coordinates.push_back(state.coordinates[i]);
    equation.units.push_back(unit_of_force(model, state.coordinates[i], k));
  }
  equation.sum = VecX::Zero(static_cast<Eigen::Index>(shown.size()));
  for (const EquationTerm& term : terms) {
    equation.terms.push_back({term.label, term.formula, term.coefficient, pick(term.value.value)});
    equation.sum += term.coefficient * equation.terms.back().value;
  }
  equation.Q = pick(Q);
  return equation;
}

}  // namespace appell::verify
