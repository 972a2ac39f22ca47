// What C++ gives for the arrays of Python, by the checked public class, and in which time:
//   python_reference single|batch MODEL OPERATION ORDER P SAMPLES ORDERS IN OUT   doubles in two
//   files python_reference time MODEL ORDER SAMPLES                                     ns for
//   each: single, batch
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "appell/dynamics/dynamics.hpp"
#include "appell/io/load_model.hpp"

namespace {

using namespace appell;
using Numbers = std::vector<double>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Which result, and where it goes.
using Compute = std::function<void(Dynamics&, const ConstBlockRef&, const BlockRef&)>;

/// One quantity: the columns that each derivative of the result has, and how it is computed.
struct Quantity {
  int rows, cols, more;  ///< more: orders of q beyond N.
  Compute compute;
};
Quantity quantity(const model::Model& model, const std::string& what) {
  const int n = model.num_coordinates();
  if (what == "rnea") return {n, 1, 2, [](auto& d, auto& m, auto& x) { d.inverse_dynamics(m, x); }};
  if (what == "gravity") return {n, 1, 0, [](auto& d, auto& m, auto& x) { d.gravity(m, x); }};
  if (what == "bias") return {n, 1, 1, [](auto& d, auto& m, auto& x) { d.bias(m, x); }};
  if (what == "momentum") return {n, 1, 1, [](auto& d, auto& m, auto& x) { d.momentum(m, x); }};
  if (what == "crba") return {n, n, 0, [](auto& d, auto& m, auto& x) { d.mass_matrix(m, x); }};
  if (what == "coriolis") {
    return {n, n, 1, [](auto& d, auto& m, auto& x) { d.coriolis_matrix(m, x); }};
  }
  return {6, n, 0, [&](auto& d, auto& m, auto& x) { d.jacobian(m, model.default_frame(), x); }};
}

/// Adds a matrix row by row.
void add(Numbers& out, const MatX& matrix) {
  const Rows rows = matrix;
  out.insert(out.end(), rows.data(), rows.data() + rows.size());
}

Numbers one(const model::Model& model, const std::string& what, int N, int p, const MatX& motion) {
  const int n = model.num_coordinates();
  const bool is_energy = what == "acceleration_energy";
  Dynamics dynamics(model, {.order = is_energy ? std::max(N, N + p - 1) : N});
  Numbers out;
  if (is_energy) {
    VecX E(N + 1);
    dynamics.acceleration_energy(motion, p, E);
    out.assign(E.data(), E.data() + E.size());
  } else if (what == "partials") {
    for (int k = 0; k <= N; ++k) {
      for (int m = 0; m <= N + 2; ++m) {
        MatX square = MatX::Zero(n, n);
        if (m <= k + 2) dynamics.force_derivative_partial(motion, {}, k, m, square);
        add(out, square);
      }
    }
  } else {
    const Quantity q = quantity(model, what);
    MatX x(q.rows, q.cols * (N + 1));
    q.compute(dynamics, motion, x);
    for (int k = 0; k <= N; ++k) add(out, x.middleCols(k * q.cols, q.cols));
  }
  return out;
}

/// Rows of plain derivatives (samples, orders, n) through blocks of 64, as anyone would write it.
class Batch {
 public:
  static constexpr int kBlock = 64;
  Batch(const model::Model& model, int N, Quantity quantity)
      : quantity_(std::move(quantity)),
        N_(N),
        dynamics_(model, {.order = N, .capacity = kBlock}),
        motion_(model.num_coordinates(), N + quantity_.more + 1, kBlock),
        out_(quantity_.rows, quantity_.cols * (N + 1), kBlock) {}

  long width() const { return quantity_.rows * quantity_.cols * (N_ + 1); }

  void run(const double* q, int samples, int orders, double* result) {
    const int n = motion_.rows(), rows = quantity_.rows, cols = quantity_.cols;
    for (int first = 0; first < samples; first += kBlock) {
      const int count = std::min(kBlock, samples - first);
      for (int k = 0; k < motion_.cols(); ++k) {
        for (int j = 0; j < n; ++j) {
          double* column = motion_.samples(j, k).data();
          const double* from = q + (static_cast<long>(first) * orders + k) * n + j;
          for (int i = 0; i < count; ++i) column[i] = from[static_cast<long>(i) * orders * n];
        }
      }
      quantity_.compute(dynamics_, motion_.first(count), out_);
      for (int column = 0; column < out_.cols(); ++column) {
        for (int row = 0; row < rows; ++row) {
          const double* samples_of = out_.samples(row, column).data();
          double* to =
              result + first * width() + column / cols * rows * cols + row * cols + column % cols;
          for (int i = 0; i < count; ++i) to[i * width()] = samples_of[i];
        }
      }
    }
  }

 private:
  Quantity quantity_;
  int N_;
  Dynamics dynamics_;
  Block motion_, out_;
};

Numbers many(const model::Model& model, const std::string& what, int N, const Numbers& q,
             int samples, int orders) {
  Batch batch(model, N, quantity(model, what));
  Numbers out(static_cast<std::size_t>(samples * batch.width()));
  batch.run(q.data(), samples, orders, out.data());
  return out;
}

/// ns of a call, the least of many repeats.
double least_time(int repeats, const std::function<void()>& call) {
  double least = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double, std::nano> passed =
        std::chrono::steady_clock::now() - start;
    least = std::min(least, passed.count());
  }
  return least;
}

int measure(const model::Model& model, int N, int samples) {
  const int n = model.num_coordinates(), orders = N + 3;
  Numbers q(static_cast<std::size_t>(samples) * static_cast<std::size_t>(orders * n));
  unsigned state = 1;
  for (double& x : q) x = (state = state * 1664525U + 1013904223U) / 4294967296.0 * 2.0 - 1.0;
  Dynamics dynamics(model, {.order = N, .content = Content::kForces});
  const MatX motion = Eigen::Map<const MatX>(q.data(), n, orders);
  MatX tau(n, N + 1);
  constexpr int kCalls = 2000;
  const double single = least_time(50,
                                   [&] {
                                     for (int i = 0; i < kCalls; ++i)
                                       dynamics.inverse_dynamics(motion, tau);
                                   }) /
                        kCalls;
  Batch batch(model, N, quantity(model, "rnea"));
  Numbers out(static_cast<std::size_t>(samples * batch.width()));
  const double many = least_time(15, [&] { batch.run(q.data(), samples, orders, out.data()); });
  std::printf("%.1f %.1f\n", single, many);
  return 0;
}

Numbers read(const char* path, std::size_t count) {
  Numbers numbers(count);
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(numbers.data()), static_cast<long>(8 * count));
  return numbers;
}

}  // namespace

int main(int count, char** given) {
  const std::string mode = count > 2 ? given[1] : "";
  if (mode.empty()) return 2;
  const model::Model model = io::load_model(given[2]).model;
  if (mode == "time" && count == 5) return measure(model, std::atoi(given[3]), std::atoi(given[4]));
  if (count != 10) return 2;
  const int N = std::atoi(given[4]), p = std::atoi(given[5]), samples = std::atoi(given[6]),
            orders = std::atoi(given[7]);
  const int n = model.num_coordinates();
  const Numbers q = read(given[8], static_cast<std::size_t>(samples * orders * n));
  Numbers out;
  if (mode == "single") {
    for (int i = 0; i < samples; ++i) {
      const Numbers found =
          one(model, given[3], N, p, Eigen::Map<const MatX>(q.data() + i * orders * n, n, orders));
      out.insert(out.end(), found.begin(), found.end());
    }
  } else {
    out = many(model, given[3], N, q, samples, orders);
  }
  std::ofstream(given[9], std::ios::binary)
      .write(reinterpret_cast<const char*>(out.data()), static_cast<long>(8 * out.size()));
  return out.empty() ? 1 : 0;
}
