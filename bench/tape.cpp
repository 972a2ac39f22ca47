#include "bench/tape.hpp"

#ifdef APPELL_PEER_ADOLC
#include <adolc/adolc.h>

namespace appell::bench {
namespace {

using Vector = std::array<adouble, 3>;

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator*(const adouble& s, const Vec3& v) { return {s * v.x(), s * v.y(), s * v.z()}; }
Vector operator*(double s, const Vector& v) { return {s * v[0], s * v[1], s * v[2]}; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector constant(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
adouble dot(const Vector& a, const Vec3& b) { return a[0] * b.x() + a[1] * b.y() + a[2] * b.z(); }
Vector times(const Mat3& M, const Vector& v) {
  Vector out;
  for (int r = 0; r < 3; ++r) {
    out[r] = M(r, 0) * v[0] + M(r, 1) * v[1] + M(r, 2) * v[2];
  }
  return out;
}

using Matrix = std::array<Vector, 3>;  // Rows.
Vector times(const Matrix& M, const Vector& v) {
  Vector out;
  for (std::size_t r = 0; r < 3; ++r) out[r] = M[r][0] * v[0] + M[r][1] * v[1] + M[r][2] * v[2];
  return out;
}
Vector times_transposed(const Matrix& M, const Vector& v) {
  Vector out;
  for (std::size_t c = 0; c < 3; ++c) out[c] = M[0][c] * v[0] + M[1][c] * v[1] + M[2][c] * v[2];
  return out;
}

/// R_PB of a body: its constant placement, then Rodrigues' formula.
Matrix rotation(const model::Body& body, const adouble& angle) {
  const Vec3& k = body.screw.angular;
  Mat3 K;
  K << 0.0, -k.z(), k.y(), k.z(), 0.0, -k.x(), -k.y(), k.x(), 0.0;
  const Mat3 A = body.X_PJ.R * K, B = A * K;
  const adouble s = sin(angle), c = 1.0 - cos(angle);
  Matrix R;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const auto r = static_cast<Eigen::Index>(i), q = static_cast<Eigen::Index>(j);
      R[i][j] = body.X_PJ.R(r, q) + s * A(r, q) + c * B(r, q);
    }
  }
  return R;
}

/// Plain inverse dynamics in body frames, as a textbook has it.
std::vector<adouble> inverse_dynamics(const model::Model& model, const std::vector<adouble>& x) {
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  const auto size = static_cast<std::size_t>(model.num_bodies());
  std::vector<Matrix> R(size);
  std::vector<Vector> arm(size), w(size), alpha(size), a(size), f(size), m(size);
  for (const model::Body& body : model.bodies()) {
    const auto i = static_cast<std::size_t>(body.index);
    const auto j = static_cast<std::size_t>(body.coordinate);
    const adouble &q = x[j], &rate = x[n + j], &acceleration = x[2 * n + j];
    R[i] = rotation(body, q);
    arm[i] = constant(body.X_PJ.p) + times(body.X_PJ.R, q * body.screw.linear);
    Vector w_P = constant(Vec3::Zero()), alpha_P = w_P, a_P = constant(-model.gravity());
    if (body.parent != model::kWorld) {
      const auto p = static_cast<std::size_t>(body.parent);
      w_P = w[p];
      alpha_P = alpha[p];
      a_P = a[p];
    }
    const Vector turned = times_transposed(R[i], w_P), spin = rate * body.screw.angular;
    const Vector slide = rate * body.screw.linear;
    w[i] = turned + spin;
    alpha[i] =
        times_transposed(R[i], alpha_P) + acceleration * body.screw.angular + cross(turned, spin);
    a[i] = times_transposed(R[i], a_P + cross(alpha_P, arm[i]) + cross(w_P, cross(w_P, arm[i]))) +
           acceleration * body.screw.linear + 2.0 * cross(turned, slide);
    const Vector c = constant(body.rigid_mass.p_BBcm);
    const Mat3 I = body.rigid_mass.inertia_com();
    f[i] = body.rigid_mass.mass * (a[i] + cross(alpha[i], c) + cross(w[i], cross(w[i], c)));
    m[i] = times(I, alpha[i]) + cross(w[i], times(I, w[i])) + cross(c, f[i]);
  }
  std::vector<adouble> tau(n);
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    const auto i = static_cast<std::size_t>(body->index);
    tau[body->coordinate] = dot(m[i], body->screw.angular) + dot(f[i], body->screw.linear);
    if (body->parent == model::kWorld) continue;
    const auto p = static_cast<std::size_t>(body->parent);
    const Vector F = times(R[i], f[i]);
    f[p] = f[p] + F;
    m[p] = m[p] + times(R[i], m[i]) + cross(arm[i], F);
  }
  return tau;
}

class AdolcTape : public Tape {
 public:
  AdolcTape(const model::Model& model, int num_outputs)
      : n_(model.num_coordinates()),
        K_(num_outputs),
        inputs_(static_cast<std::size_t>(3 * n_ * K_)),
        outputs_(static_cast<std::size_t>(n_ * K_)) {
    static short next_tag = 0;
    tag_ = next_tag++;
    std::vector<adouble> x(3 * n_);
    trace_on(tag_);
    for (adouble& value : x) value <<= 0.1;
    for (const adouble& force : inverse_dynamics(model, x)) {
      double out = 0.0;
      adouble copy = force;
      copy >>= out;
    }
    trace_off();
    for (int i = 0; i < 3 * n_; ++i) input_rows_.push_back(inputs_.data() + i * K_);
    for (int i = 0; i < n_; ++i) output_rows_.push_back(outputs_.data() + i * K_);
    point_.resize(3 * n_);
    value_.resize(n_);
  }

  /// The three inputs are q, q', q'' as functions of time: Taylor coefficients of each.
  void set_state(const std::vector<double>& q) override {
    for (int part = 0; part < 3; ++part) {
      for (int j = 0; j < n_; ++j) {
        const int row = part * n_ + j;
        point_[row] = q[part * n_ + j];
        double factorial = 1.0;
        for (int k = 1; k < K_; ++k) {
          factorial *= k;
          inputs_[row * K_ + k - 1] = q[(part + k) * n_ + j] / factorial;
        }
      }
    }
  }
  void compute() override {
    if (K_ == 1) {
      ::zos_forward(tag_, n_, 3 * n_, 0, point_.data(), value_.data());
    } else {
      ::hos_forward(tag_, n_, 3 * n_, K_ - 1, 0, point_.data(), input_rows_.data(), value_.data(),
                    output_rows_.data());
    }
  }
  std::vector<double> forces() const override {
    std::vector<double> tau(n_ * K_);
    for (int j = 0; j < n_; ++j) {
      tau[j] = value_[j];
      double factorial = 1.0;
      for (int k = 1; k < K_; ++k) {
        factorial *= k;
        tau[k * n_ + j] = outputs_[j * K_ + k - 1] * factorial;
      }
    }
    return tau;
  }

 private:
  int n_, K_;
  short tag_ = 0;
  std::vector<double> inputs_, outputs_, point_, value_;
  std::vector<double*> input_rows_, output_rows_;
};

}  // namespace

std::unique_ptr<Tape> make_tape(const model::Model& model, int num_outputs) {
  return std::make_unique<AdolcTape>(model, num_outputs);
}

}  // namespace appell::bench

#else
namespace appell::bench {
std::unique_ptr<Tape> make_tape(const model::Model&, int) { return nullptr; }
}  // namespace appell::bench
#endif
