#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/io/state_file.hpp"
#include "appell/model/model.hpp"
#include "papers/equations/equations_of_motion.hpp"

/// What `appell equations` prints: an equation of motion of a robot at an instant, term by term.
namespace appell::verify {

/// A form of the equations of motion, as equations_of_motion.hpp has them.
struct EquationForm {
  std::string_view name;      ///< "gibbs-appell"
  std::string_view title;     ///< For people.
  std::string_view equation;  ///< In TeX: what inertia takes.
  std::string_view sources;   ///< "S1 (126)"
  int (*least_m)(int k);      ///< The smallest m that it may be taken with.
  bool has_m;                 ///< Whether it has one.
  std::vector<equations::EquationTerm> (*terms)(const model::Model& model,
                                                const model::StateSeries& state, int k, int m);
};

const std::vector<EquationForm>& equation_forms();

/// @throws InvalidArgument if there is none of that name; the message lists them.
const EquationForm& equation_form(const std::string& name);

struct EquationRequest {
  std::string form = "gibbs-appell";
  int k = 1;  ///< The equation is that of Q_drive^(k-1).
  std::optional<int>
      m;              ///< Order of q by which energies are differentiated; the least unless given.
  std::string joint;  ///< Only this coordinate; empty: all.
  std::string frame;  ///< Where the load is; empty: the default end effector.
};

struct MotionEquation {
  std::string model;
  const EquationForm* form = nullptr;
  int k = 1;
  int m = 0;
  std::vector<std::string> joints;  ///< Those that are shown.
  std::vector<int> coordinates;     ///< Of the model, of each.
  std::vector<std::string> units;   ///< Of their forces.
  io::AppliedForces applied;        ///< What acts beside the weight, all loads; what counts.
  /// Inertia in the terms of the form, gravity, each load, each external wrench, as far as they
  /// count. Values in the order of joints.
  struct Term {
    std::string label;
    std::string formula;
    double coefficient;
    VecX value;
  };
  std::vector<Term> terms;
  VecX sum;  ///< Σ coefficient · value
  VecX Q;    ///< Q_drive^(k-1) as `eval` has it: force::generalized_force() knows no energy.
  model::StateSeries state;
};

/// @throws InvalidArgument if the form, the joint or the frame does not exist, k or m is out of
///   range, or the state lacks derivatives: q to order k + 1 is needed, k - 1 without inertia.
MotionEquation motion_equation(const model::Model& model, const io::StateFile& state,
                               const EquationRequest& request);

/// A table, one JSON object, a page of Markdown with formulas.
std::string motion_equation_text(const MotionEquation& equation);
std::string motion_equation_json(const MotionEquation& equation);
std::string motion_equation_markdown(const MotionEquation& equation);

}  // namespace appell::verify
