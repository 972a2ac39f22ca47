#include "tests/support/tree_oracle.hpp"

#include <algorithm>

namespace appell::support {
namespace {

using Real = TreeOracle::Real;
using Matrix = std::array<Real, 16>;
using Motion = std::vector<Matrix>;
using Scalar = std::vector<Real>;

Matrix zero() {
  Matrix m;
  m.fill(Real(0));
  return m;
}

Matrix identity() {
  Matrix m = zero();
  for (std::size_t i = 0; i < 4; ++i) m[5 * i] = 1;
  return m;
}

void add_product(Matrix& sum, const Matrix& a, const Matrix& b) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (a[4 * i + j] == 0) continue;
      for (std::size_t n = 0; n < 4; ++n) sum[4 * i + n] += a[4 * i + j] * b[4 * j + n];
    }
  }
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix m = zero();
  add_product(m, a, b);
  return m;
}

Motion operator*(const Motion& a, const Motion& b) {
  Motion m(std::min(a.size(), b.size()), zero());
  for (std::size_t k = 0; k < m.size(); ++k) {
    for (std::size_t j = 0; j <= k; ++j) add_product(m[k], a[j], b[k - j]);
  }
  return m;
}

Motion operator*(Motion a, const Matrix& b) {
  for (Matrix& m : a) m = m * b;
  return a;
}

Motion transposed(Motion a) {
  for (Matrix& m : a) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < i; ++j) std::swap(m[4 * i + j], m[4 * j + i]);
    }
  }
  return a;
}

Matrix scaled(Matrix m, const Real& factor) {
  for (Real& x : m) x *= factor;
  return m;
}
Real scaled(const Real& x, const Real& factor) { return x * factor; }

/// n-th time derivative.
template <class C>
std::vector<C> derivative(const std::vector<C>& a, int n) {
  std::vector<C> d;
  for (std::size_t k = 0; k + static_cast<std::size_t>(n) < a.size(); ++k) {
    Real factor = 1;
    for (int i = 1; i <= n; ++i) factor *= static_cast<int>(k) + i;
    d.push_back(scaled(a[k + static_cast<std::size_t>(n)], factor));
  }
  return d;
}

/// tr(A B Cᵀ) as a series.
Scalar trace_product(const Motion& A, const Matrix& B, const Motion& C) {
  const Motion AB = A * B;
  Scalar s(std::min(A.size(), C.size()), Real(0));
  for (std::size_t k = 0; k < s.size(); ++k) {
    for (std::size_t j = 0; j <= k; ++j) {
      for (std::size_t i = 0; i < 16; ++i) s[k] += AB[j][i] * C[k - j][i];
    }
  }
  return s;
}

void add(Scalar& sum, const Scalar& x, const Real& factor = 1) {
  if (sum.empty()) sum.assign(x.size(), Real(0));
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * x[k];
}

/// Entries as series, turned into derivatives.
TreeOracle::Derivatives derivatives(const std::vector<Scalar>& entries) {
  std::size_t length = entries.front().size();
  for (const Scalar& entry : entries) length = std::min(length, entry.size());
  TreeOracle::Derivatives result(length);
  Real factorial = 1;
  for (std::size_t k = 0; k < length; ++k) {
    if (k > 0) factorial *= static_cast<int>(k);
    for (const Scalar& entry : entries) result[k].push_back(entry[k] * factorial);
  }
  return result;
}

Matrix matrix_of(const spatial::Transform& X) {
  Matrix m = identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[4 * i + j] = X.R(i, j);
    m[4 * i + 3] = X.p(i);
  }
  return m;
}

/// Ξ: the 4x4 matrix of a unit screw.
Matrix screw_matrix(const model::Body& body) {
  Matrix m = zero();
  const Vec3& k = body.screw.angular;
  m[1] = -k.z(), m[2] = k.y(), m[4] = k.z();
  m[6] = -k.x(), m[8] = -k.y(), m[9] = k.x();
  for (int i = 0; i < 3; ++i) m[4 * i + 3] = body.screw.linear(i);
  return m;
}

Matrix pseudo_inertia(const mass::RigidMass& mass) {
  Matrix P = zero();
  const Real m = mass.mass;
  for (int i = 0; i < 3; ++i) {
    const Real c_i = mass.p_BBcm(i);
    for (int j = 0; j < 3; ++j) {
      P[4 * i + j] = Real(mass.second_moment(i, j)) + m * c_i * Real(mass.p_BBcm(j));
    }
    P[4 * i + 3] = m * c_i;
    P[12 + i] = m * c_i;
  }
  P[15] = m;
  return P;
}

/// The vector of ∫ a × b dm from A = ∫ a bᵀ dm, entry by entry.
std::array<Scalar, 3> axial(const Motion& A) {
  std::array<Scalar, 3> v;
  for (const Matrix& m : A) {
    v[0].push_back(m[4 * 1 + 2] - m[4 * 2 + 1]);
    v[1].push_back(m[4 * 2 + 0] - m[4 * 0 + 2]);
    v[2].push_back(m[4 * 0 + 1] - m[4 * 1 + 0]);
  }
  return v;
}

Scalar entry(const Motion& A, std::size_t i, std::size_t j) {
  Scalar x;
  for (const Matrix& m : A) x.push_back(m[4 * i + j]);
  return x;
}

Scalar product(const Scalar& a, const Scalar& b) {
  Scalar x(std::min(a.size(), b.size()), Real(0));
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t j = 0; j <= k; ++j) x[k] += a[j] * b[k - j];
  }
  return x;
}

const model::Joint& joint_of(const model::Model& model, const model::Body& body) {
  return model.description().joints[body.joint];
}

Real rotor_inertia(const model::Model& model, const model::Body& body) {
  const model::Actuator& motor = joint_of(model, body).actuator;
  return Real(motor.gear_ratio) * Real(motor.gear_ratio) * Real(motor.rotor_inertia);
}

}  // namespace

TreeOracle::Coordinates TreeOracle::coordinates(const std::vector<VecX>& q_derivatives) {
  Coordinates q;
  for (const VecX& q_k : q_derivatives) q.emplace_back(q_k.begin(), q_k.end());
  return q;
}

TreeOracle::TreeOracle(const model::Model& model, const Coordinates& q_derivatives)
    : model_(model), order_(static_cast<int>(q_derivatives.size()) - 1), q_(q_derivatives) {
  Real factorial = 1;
  for (int k = 1; k <= order_; ++k) {
    factorial *= k;
    for (Real& x : q_[k]) x /= factorial;
  }
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  for (const model::Body& body : model_.bodies()) {
    Scalar q;
    for (const auto& q_k : q_) {
      q.push_back(Real(body.ratio) * q_k[body.coordinate]);
    }
    q[0] += Real(body.offset);
    const Motion E = exponential(body, q);
    const Matrix screw = screw_matrix(body);

    Motion in_parent(E.size());
    for (std::size_t k = 0; k < E.size(); ++k) in_parent[k] = matrix_of(body.X_PJ) * E[k];
    const bool on_ground = body.parent == model::kWorld;
    const auto parent = static_cast<std::size_t>(std::max(body.parent, 0));
    T_.push_back(on_ground ? in_parent : T_[parent] * in_parent);
    P_.push_back(pseudo_inertia(body.rigid_mass));
    std::vector<Motion> partials(n);
    if (!on_ground) {
      for (std::size_t c = 0; c < n; ++c) {
        if (!partial_[parent][c].empty()) partials[c] = partial_[parent][c] * in_parent;
      }
    }
    Motion own = T_.back() * screw;
    for (Matrix& m : own) m = scaled(m, Real(body.ratio));
    Motion& sum = partials[body.coordinate];
    if (sum.empty()) {
      sum = own;
    } else {
      for (std::size_t k = 0; k < sum.size(); ++k) {
        for (std::size_t i = 0; i < 16; ++i) sum[k][i] += own[k][i];
      }
    }
    partial_.push_back(std::move(partials));
  }
}

// E(t) = exp(Ξ q(t)): power series at t = 0, then E' = Ξ q' E.
TreeOracle::Motion TreeOracle::exponential(const model::Body& body, const Scalar& q) const {
  const Matrix screw = screw_matrix(body);
  Motion E(q.size(), zero());
  Matrix term = identity();
  for (int n = 1; n <= 90; ++n) {  // |q| of a few units: 90 terms leave less than 1e-60.
    for (std::size_t i = 0; i < 16; ++i) E[0][i] += term[i];
    term = scaled(screw * term, q[0] / n);
  }
  for (std::size_t k = 1; k < q.size(); ++k) {
    Matrix sum = zero();
    for (std::size_t j = 1; j <= k; ++j) {
      const Matrix part = scaled(E[k - j], Real(static_cast<int>(j)) * q[j]);
      for (std::size_t i = 0; i < 16; ++i) sum[i] += part[i];
    }
    E[k] = scaled(screw * sum, Real(1) / static_cast<int>(k));
  }
  return E;
}

TreeOracle::Derivatives TreeOracle::energy(int p) const {
  Scalar E;
  for (const model::Body& body : model_.bodies()) {
    const auto b = static_cast<std::size_t>(body.index);
    const Motion T_n = derivative(T_[b], p + 1);
    add(E, trace_product(T_n, P_[b], T_n), Real(1) / 2);
    Scalar q;
    for (const auto& q_k : q_) {
      q.push_back(Real(body.ratio) * q_k[body.coordinate]);
    }
    const Scalar q_n = derivative(q, p + 1);
    add(E, product(q_n, q_n), rotor_inertia(model_, body) / 2);
  }
  return derivatives({E});
}

TreeOracle::Derivatives TreeOracle::potential_energy() const {
  Scalar U;
  for (std::size_t b = 0; b < T_.size(); ++b) {
    const Motion TP = T_[b] * P_[b];
    for (std::size_t i = 0; i < 3; ++i) {
      add(U, entry(TP, i, 3), -Real(model_.gravity()(static_cast<int>(i))));
    }
  }
  return derivatives({U});
}

TreeOracle::Derivatives TreeOracle::linear_momentum() const {
  std::vector<Scalar> H(3);
  for (std::size_t b = 0; b < T_.size(); ++b) {
    const Motion TP = derivative(T_[b], 1) * P_[b];
    for (std::size_t i = 0; i < 3; ++i) add(H[i], entry(TP, i, 3));
  }
  return derivatives(H);
}

TreeOracle::Derivatives TreeOracle::angular_momentum() const {
  std::vector<Scalar> K(3);
  for (std::size_t b = 0; b < T_.size(); ++b) {
    const std::array<Scalar, 3> k = axial(T_[b] * P_[b] * transposed(derivative(T_[b], 1)));
    for (std::size_t i = 0; i < 3; ++i) add(K[i], k[i]);
  }
  return derivatives(K);
}

TreeOracle::Derivatives TreeOracle::mass_matrix() const {
  const auto n = static_cast<std::size_t>(model_.num_coordinates());
  std::vector<Scalar> M(n * n, Scalar(static_cast<std::size_t>(order_ + 1), Real(0)));
  for (const model::Body& body : model_.bodies()) {
    const auto b = static_cast<std::size_t>(body.index);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (partial_[b][i].empty() || partial_[b][j].empty()) continue;
        add(M[n * i + j], trace_product(partial_[b][i], P_[b], partial_[b][j]));
      }
    }
    const auto c = static_cast<std::size_t>(body.coordinate);
    M[n * c + c][0] += Real(body.ratio) * Real(body.ratio) * rotor_inertia(model_, body);
  }
  return derivatives(M);
}

TreeOracle::Derivatives TreeOracle::coriolis_matrix() const {
  const auto n = static_cast<std::size_t>(model_.num_coordinates());
  std::vector<Scalar> C(n * n, Scalar(static_cast<std::size_t>(order_), Real(0)));
  for (std::size_t b = 0; b < T_.size(); ++b) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (partial_[b][i].empty() || partial_[b][j].empty()) continue;
        add(C[n * i + j], trace_product(partial_[b][i], P_[b], derivative(partial_[b][j], 1)));
      }
    }
  }
  return derivatives(C);
}

TreeOracle::Derivatives TreeOracle::inertia_force() const {
  const auto n = static_cast<std::size_t>(model_.num_coordinates());
  std::vector<Scalar> Q(n, Scalar(static_cast<std::size_t>(order_ - 1), Real(0)));
  for (const model::Body& body : model_.bodies()) {
    const auto b = static_cast<std::size_t>(body.index);
    const Motion T_2 = derivative(T_[b], 2);
    for (std::size_t i = 0; i < n; ++i) {
      if (!partial_[b][i].empty()) add(Q[i], trace_product(partial_[b][i], P_[b], T_2));
    }
    const auto c = static_cast<std::size_t>(body.coordinate);
    Scalar q;
    for (const auto& q_k : q_) q.push_back(q_k[c]);
    add(Q[c], derivative(q, 2), Real(body.ratio) * Real(body.ratio) * rotor_inertia(model_, body));
  }
  return derivatives(Q);
}

TreeOracle::Derivatives TreeOracle::gravity_force() const {
  const auto n = static_cast<std::size_t>(model_.num_coordinates());
  std::vector<Scalar> Q(n, Scalar(static_cast<std::size_t>(order_ + 1), Real(0)));
  for (std::size_t b = 0; b < T_.size(); ++b) {
    for (std::size_t c = 0; c < n; ++c) {
      if (partial_[b][c].empty()) continue;
      const Motion AP = partial_[b][c] * P_[b];
      for (std::size_t i = 0; i < 3; ++i) {
        add(Q[c], entry(AP, i, 3), -Real(model_.gravity()(static_cast<int>(i))));
      }
    }
  }
  return derivatives(Q);
}

TreeOracle::Motion TreeOracle::placement(const model::Frame& frame) const {
  return T_[frame.body] * matrix_of(frame.X_BF);
}

TreeOracle::Motion TreeOracle::partial(const model::Frame& frame, int coordinate) const {
  const Motion& A = partial_[frame.body][coordinate];
  return A.empty() ? A : A * matrix_of(frame.X_BF);
}

TreeOracle::Derivatives TreeOracle::load_force(const model::Frame& frame,
                                               const std::vector<Vec3>& force_derivatives,
                                               const std::vector<Vec3>& moment_derivatives,
                                               bool in_frame_axes) const {
  const std::size_t length = static_cast<std::size_t>(order_ + 1);
  std::array<Scalar, 6> given;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& list = i < 3 ? force_derivatives : moment_derivatives;
    Real factorial = 1;
    for (std::size_t k = 0; k < length; ++k) {
      if (k > 0) factorial *= static_cast<int>(k);
      given[i].push_back(k < list.size() ? Real(list[k](static_cast<int>(i % 3))) / factorial
                                         : Real(0));
    }
  }
  const Motion T = placement(frame);
  std::array<Scalar, 6> world = given;
  if (in_frame_axes) {
    for (std::size_t i = 0; i < 6; ++i) {
      world[i].assign(length, Real(0));
      for (std::size_t j = 0; j < 3; ++j) {
        add(world[i], product(entry(T, i % 3, j), given[i < 3 ? j : 3 + j]));
      }
    }
  }
  Motion rotation = T;  // The frame's axes only.
  for (Matrix& m : rotation) {
    m[3] = m[7] = m[11] = m[15] = 0;
  }
  std::vector<Scalar> Q;
  for (int c = 0; c < model_.num_coordinates(); ++c) {
    Scalar sum(length, Real(0));
    const Motion A = partial(frame, c);
    if (!A.empty()) {
      const Motion turning = A * transposed(rotation);  // [k×]
      const std::array<Scalar, 3> k{entry(turning, 2, 1), entry(turning, 0, 2),
                                    entry(turning, 1, 0)};
      for (std::size_t i = 0; i < 3; ++i) {
        add(sum, product(entry(A, i, 3), world[i]));
        add(sum, product(k[i], world[3 + i]));
      }
    }
    Q.push_back(sum);
  }
  return derivatives(Q);
}

bool TreeOracle::carries(int ancestor, int body) const {
  while (body > ancestor) body = model_.bodies()[body].parent;
  return body == ancestor;
}

TreeOracle::Derivatives TreeOracle::reaction(const model::Frame& frame) const {
  const Motion T = placement(frame);
  std::array<Scalar, 3> force, moment;  // World axes; the moment about the origin of the frame.
  for (std::size_t b = 0; b < T_.size(); ++b) {
    if (!carries(frame.body, static_cast<int>(b))) continue;
    // r - p of the points, and their acceleration less gravity, as matrices that act on [r; 1].
    Motion seen = T_[b];
    Motion acceleration = derivative(T_[b], 2);
    for (std::size_t k = 0; k < seen.size(); ++k) {
      for (std::size_t i = 0; i < 3; ++i) seen[k][4 * i + 3] -= T[k][4 * i + 3];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      acceleration[0][4 * i + 3] -= Real(model_.gravity()(static_cast<int>(i)));
    }
    const Motion F = acceleration * P_[b];
    const std::array<Scalar, 3> n = axial(seen * P_[b] * transposed(acceleration));
    for (std::size_t i = 0; i < 3; ++i) {
      add(force[i], entry(F, i, 3));
      add(moment[i], n[i]);
    }
  }
  std::vector<Scalar> result(6);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      add(result[i], product(force[j], entry(T, j, i)));
      add(result[3 + i], product(moment[j], entry(T, j, i)));
    }
  }
  return derivatives(result);
}

BlockError block_error(const MatX& actual, const std::vector<TreeOracle::Real>& expected) {
  Real worst = 0;
  Real largest = 0;
  for (std::size_t e = 0; e < expected.size(); ++e) {
    const auto i = static_cast<Eigen::Index>(e) / actual.cols();
    const auto j = static_cast<Eigen::Index>(e) % actual.cols();
    worst = std::max<Real>(worst, abs(Real(actual(i, j)) - expected[e]));
    largest = std::max<Real>(largest, abs(expected[e]));
  }
  return {static_cast<double>(worst), static_cast<double>(largest)};
}

}  // namespace appell::support
