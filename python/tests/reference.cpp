// What C++ gives for the arrays of Python, by the checked public classes, and in which time:
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

#include "appell/force/engine.hpp"
#include "appell/force/engine_batch.hpp"
#include "appell/io/load_model.hpp"
#include "appell/taylor/factorial.hpp"

namespace {

using namespace appell;
using Numbers = std::vector<double>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Adds a matrix row by row.
void add(Numbers& out, const MatX& matrix) {
  const Rows rows = matrix;
  out.insert(out.end(), rows.data(), rows.data() + rows.size());
}

Numbers one(const model::Model& model, const std::string& what, int N, int p, const MatX& motion) {
  const int n = model.num_coordinates();
  const bool is_energy = what == "acceleration_energy";
  force::Engine engine(model, {.order = is_energy ? std::max(N, N + p - 1) : N});
  Numbers out;
  MatX forces(n, N + 1);
  const auto give = [&] { out.assign(forces.data(), forces.data() + forces.size()); };
  if (what == "rnea") engine.inverse_dynamics(motion, forces), give();
  if (what == "gravity") engine.gravity(motion, forces), give();
  if (what == "bias") engine.bias(motion, forces), give();
  if (what == "momentum") engine.momentum(motion, forces), give();
  MatX square(n, n);
  for (int k = 0; k <= N; ++k) {
    if (what == "crba") engine.mass_matrix(motion, k, square), add(out, square);
    if (what == "coriolis") engine.coriolis_matrix(motion, k, square), add(out, square);
    for (int m = 0; what == "partials" && m <= N + 2; ++m) {
      square.setZero();
      if (m <= k + 2) engine.force_derivative_partial(motion, k, m, square);
      add(out, square);
    }
    if (what == "jacobian") {
      MatX J(6, n);
      engine.jacobian(motion, model.default_frame(), k, J);
      add(out, J);
    }
  }
  if (is_energy) {
    VecX E(N + 1);
    engine.acceleration_energy(motion, p, E);
    out.assign(E.data(), E.data() + E.size());
  }
  return out;
}

/// Rows of plain derivatives (samples, orders, n) through blocks of 64, as anyone would write it.
class Batch {
 public:
  static constexpr int kBlock = 64;
  Batch(const model::Model& model, int N, int motion_order, int columns)
      : engine_(model, {.order = N, .capacity = kBlock}),
        states_(model.num_coordinates(), motion_order, kBlock),
        out_(columns, N, kBlock) {}

  using Compute =
      std::function<void(force::EngineBatch&, const model::StateBlock&, model::SeriesBlock&)>;
  void run(const double* q, int samples, int orders, double* result, const Compute& compute) {
    const int n = states_.num_coordinates(), C = out_.num_coordinates(), N = out_.order();
    for (int first = 0; first < samples; first += kBlock) {
      const int count = std::min(kBlock, samples - first);
      states_.set_num_samples(count);
      for (int k = 0; k <= states_.order(); ++k) {
        for (int j = 0; j < n; ++j) {
          double* column = states_.q().column(k, j);
          const double* from = q + (static_cast<long>(first) * orders + k) * n + j;
          for (int i = 0; i < count; ++i)
            column[i] = from[static_cast<long>(i) * orders * n] / taylor::factorial(k);
        }
      }
      compute(engine_, states_, out_);
      for (int k = 0; k <= N; ++k) {
        for (int c = 0; c < C; ++c) {
          const double* column = out_.column(k, c);
          double* to = result + (static_cast<long>(first) * (N + 1) + k) * C + c;
          for (int i = 0; i < count; ++i)
            to[static_cast<long>(i) * (N + 1) * C] = taylor::factorial(k) * column[i];
        }
      }
    }
  }

 private:
  force::EngineBatch engine_;
  model::StateBlock states_;
  model::SeriesBlock out_;
};

Numbers many(const model::Model& model, const std::string& what, int N, const Numbers& q,
             int samples, int orders) {
  const int n = model.num_coordinates();
  const bool is_matrix = what == "crba" || what == "coriolis";
  const int columns = is_matrix ? n * n : what == "jacobian" ? 6 * n : n;
  const int more = what == "rnea"                                               ? 2
                   : what == "coriolis" || what == "bias" || what == "momentum" ? 1
                                                                                : 0;
  Batch batch(model, N, N + more, columns);
  Numbers out(static_cast<std::size_t>(samples) * static_cast<std::size_t>((N + 1) * columns));
  batch.run(q.data(), samples, orders, out.data(),
            [&](auto& engine, const auto& states, auto& block) {
              if (what == "rnea") engine.inverse_dynamics(states, block);
              if (what == "gravity") engine.gravity(states, block);
              if (what == "bias") engine.bias(states, block);
              if (what == "momentum") engine.momentum(states, block);
              if (what == "crba") engine.mass_matrix(states, block);
              if (what == "coriolis") engine.coriolis_matrix(states, block);
              if (what == "jacobian") engine.jacobian(states, model.default_frame(), block);
            });
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
  force::Engine engine(model, {.order = N, .content = force::EngineContent::kForces});
  const MatX motion = Eigen::Map<const MatX>(q.data(), n, orders);
  MatX tau(n, N + 1);
  constexpr int kCalls = 2000;
  const double single = least_time(50,
                                   [&] {
                                     for (int i = 0; i < kCalls; ++i)
                                       engine.inverse_dynamics(motion, tau);
                                   }) /
                        kCalls;
  Batch batch(model, N, N + 2, n);
  Numbers out(static_cast<std::size_t>(samples) * static_cast<std::size_t>((N + 1) * n));
  const double many = least_time(15, [&] {
    batch.run(q.data(), samples, orders, out.data(),
              [](auto& e, const auto& states, auto& block) { e.inverse_dynamics(states, block); });
  });
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
