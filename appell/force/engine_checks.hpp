#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/force/engine.hpp"

/// Not installed: what the functions of Engine share.
namespace appell::force {

/// Where the numbers of a result end.
inline const double* end_of(const Eigen::Ref<MatX>& out) {
  return out.data() + out.outerStride() * std::max<Eigen::Index>(out.cols() - 1, 0) + out.rows();
}
inline bool overlap(const double* a, const double* a_end, const double* b, const double* b_end) {
  return std::less<>{}(a, b_end) && std::less<>{}(b, a_end);
}

struct Engine::Workspace {
  Workspace(const model::Model& model, const EngineOptions& options);

  void check_content(const char* function, EngineContent needed) const {
    check(has(content, needed), "Engine::", function,
          ": the engine was made without EngineContent::", name_of(needed), ".");
  }
  void check_length(const char* what, Eigen::Index found) const {
    check(found == n, "Engine: ", what, " has ", found, " entries; the model has ", n,
          " coordinates.");
  }
  /// Checks that it is n x n, and that derivative k is one of those that the engine was made for.
  void check_matrix(const char* function, const MatrixOut& out, int k = 0) const;
  /// The order, 0 or N, of a result that has `columns` columns per derivative.
  int order_of(const char* function, const MatrixOut& out, Eigen::Index rows,
               Eigen::Index columns) const;
  /// How many derivatives of E_p are asked for.
  int order_of_energy(const char* function, int p, Eigen::Index count) const;

  /// The first `count` columns of a motion where they follow each other; copied if they do not, or
  /// if the result overlaps them.
  const double* columns_of(const char* function, Matrix given, int count, const MatrixOut& out);
  const double* columns_of(const char* function, Matrix given, int count);
  /// q, q' and, if it is given, q'', likewise.
  using VectorPointer = const Eigen::Ref<const VecX>*;
  const double* together(Vector q, Vector rate, VectorPointer acceleration, const double* out,
                         const double* out_end);
  const double* together(Vector q, Vector rate, VectorPointer acceleration, const MatrixOut& out) {
    return together(q, rate, acceleration, out.data(), end_of(out));
  }

  /// The same numbers, copied if the result overlaps them.
  const double* apart(const double* numbers, Eigen::Index count, const MatrixOut& out) {
    if (!overlap(numbers, numbers + count, out.data(), end_of(out))) return numbers;
    std::copy_n(numbers, count, motion.data());
    return motion.data();
  }

  /// Calls compute() for columns that follow each other.
  template <class Compute>
  void fill(MatrixOut& out, const Compute& compute) {
    if (out.outerStride() == out.rows() || out.cols() == 1) return compute(out.data());
    compute(result.data());
    out = Eigen::Map<const MatX>(result.data(), out.rows(), out.cols());
  }

  UncheckedEngine engine;
  Eigen::Index n;
  int N;
  int friction_orders;
  EngineContent content;
  bool has_factor = false;
  MatX motion;                 ///< n x (N + 3)
  std::vector<double> result;  ///< As large as any.
  std::vector<double> second;  ///< n x n
};

}  // namespace appell::force
