#include "papers/verify/identity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/text.hpp"
#include "papers/verify/sample.hpp"

namespace appell::verify {
namespace {

double largest(const VecX& v) {
  if (v.size() == 0) return 0.0;
  return v.allFinite() ? v.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

}  // namespace

VecX flat(double value) { return VecX::Constant(1, value); }

VecX flat(const Eigen::Ref<const MatX>& value) { return MatX(value).reshaped(); }

VecX Comparison::rhs() const {
  VecX sum = VecX::Zero(lhs_.size());
  for (const Term& term : terms_) sum += term.value;
  return sum;
}

double Comparison::scale() const {
  double sum = 0.0;
  for (const Term& term : terms_) sum += largest(term.value);
  return std::max({sum, largest(lhs_), inner_scale_});
}

double Comparison::absolute() const { return largest(lhs_ - rhs()); }

double Comparison::residual() const {
  const double error = absolute();
  return error == 0.0 ? 0.0 : error / scale();
}

double Comparison::error_of(const PrintedForm& form) const {
  return largest(lhs_ - form.value) / largest(lhs_);
}

std::optional<double> Comparison::printed_error() const {
  if (printed_.empty() || largest(lhs_) == 0.0) return std::nullopt;
  double worst = 0.0;
  for (const PrintedForm& form : printed_) worst = std::max(worst, error_of(form));
  return worst;
}

std::optional<double> Comparison::printed_error(std::string_view equation) const {
  std::optional<double> worst;
  if (largest(lhs_) == 0.0) return worst;
  for (const PrintedForm& form : printed_) {
    const bool is_meant = form.equation.empty() || form.equation == equation;
    if (is_meant) worst = std::max(worst.value_or(0.0), error_of(form));
  }
  return worst;
}

std::string file_of(const Identity& identity) {
  const std::string path = identity.where.file_name();
  const std::size_t papers = path.rfind("papers/");
  return papers == std::string::npos ? path : path.substr(papers);
}

std::string function_of(const Identity& identity) {
  // Compilers write it out: "Identity appell::verify::{anonymous}::name(int)", g++, or with
  // "(anonymous namespace)", clang++. The name stands before the first bracket of its own.
  std::string signature = identity.where.function_name();
  const std::string hidden = "(anonymous namespace)";
  if (const std::size_t at = signature.find(hidden); at != std::string::npos) {
    signature.erase(at, hidden.size());
  }
  signature.resize(std::min(signature.find('('), signature.size()));
  return signature.substr(signature.find_last_of(": ") + 1);
}

std::string left_out(const Identity& identity, int num_coordinates) {
  if (num_coordinates <= identity.most_coordinates) return {};
  return concat("too costly: it is run with at most ", identity.most_coordinates,
                " coordinates, this robot has ", num_coordinates);
}

Result run(const Identity& identity, const Sample& sample) {
  Result result;
  result.identity = &identity;
  result.reason = left_out(identity, sample.num_coordinates());
  if (!result.reason.empty()) return result;
  try {
    result.comparisons = identity.evaluate(sample);
  } catch (const NotApplicable& why) {
    result.reason = why.reason;
    return result;
  }
  double scale = 0.0;
  bool is_finite = true;
  for (const Comparison& comparison : result.comparisons) {
    const double residual = comparison.residual();
    is_finite = is_finite && std::isfinite(residual) && std::isfinite(comparison.scale());
    scale = std::max(scale, comparison.scale());
    if (result.worst.empty() || !(residual <= result.residual)) {
      result.residual = residual;
      result.absolute = comparison.absolute();
      result.worst = comparison.label();
    }
    const std::optional<double> printed = comparison.printed_error();
    if (printed) result.printed_error = std::max(result.printed_error.value_or(0.0), *printed);
  }
  if (result.comparisons.empty() || (is_finite && scale == 0.0)) {
    result.reason = "every term is zero on this robot";
    return result;
  }
  const bool pass = is_finite && result.residual <= identity.bar;
  result.outcome = pass ? Result::Outcome::kPass : Result::Outcome::kFail;
  return result;
}

}  // namespace appell::verify
