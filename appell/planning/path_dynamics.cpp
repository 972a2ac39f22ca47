#include "appell/planning/path_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/stop.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/engine/inverse_dynamics.hpp"

namespace appell::planning {
namespace {

constexpr int kBlock = 64;  // Points that are sampled at once.

/// The places of points on the path, in its own parameter.
std::vector<double> places_of(const trajectory::Trajectory& path, const PathGrid& grid,
                              std::span<const GridPoint> points) {
  const trajectory::TimeRange range = path.range();
  // Exact where the path has its seams.
  std::vector<double> knots;
  for (const double u : grid.knots) {
    knots.push_back(range.start + range.duration() * grid.grading.expand(u)[0]);
  }
  knots.front() = range.start;
  knots.back() = range.end;
  for (int j = 0; j < path.num_joints(); ++j) {
    for (const double seam : path.law(j).seams()) {
      const auto next = std::lower_bound(knots.begin(), knots.end(), seam);
      for (auto near = next == knots.begin() ? next : next - 1; near != knots.end(); ++near) {
        if (*near > seam + 1e-10 * range.duration()) break;
        if (std::abs(*near - seam) <= 1e-10 * range.duration()) *near = seam;
      }
    }
  }
  std::vector<double> places;
  for (const GridPoint& point : points) {
    const auto k = static_cast<std::size_t>(point.interval);
    double x = range.start + range.duration() * grid.grading.expand(grid.parameter(point))[0];
    if (point.part == 0.0) x = knots[k];
    if (point.part == 1.0) {  // From inside.
      const bool is_last = k + 2 == knots.size();
      x = is_last ? knots[k + 1] : std::nextafter(knots[k + 1], knots[k]);
    }
    places.push_back(x);
  }
  return places;
}

/// Derivatives of p(u) = q(x(u)) from those of q by x, normalised, and of x by u.
void set_point(const double (&q)[4], const double (&x)[4], std::size_t at, PathDynamics& out) {
  out.p[0][at] = q[0];
  out.p[1][at] = q[1] * x[1];
  out.p[2][at] = 2.0 * q[2] * x[1] * x[1] + q[1] * x[2];
  out.p[3][at] = 6.0 * q[3] * x[1] * x[1] * x[1] + 6.0 * q[2] * x[1] * x[2] + q[1] * x[3];
}

/// p(u) at some points as a block of states of its order.
void set_states(const PathDynamics& d, std::size_t first, std::size_t count,
                model::StateBlock& states) {
  constexpr double kFactorial[4] = {1.0, 1.0, 2.0, 6.0};
  states.set_num_samples(static_cast<int>(count));
  for (int j = 0; j < d.num_joints; ++j) {
    for (int k = 0; k <= states.order(); ++k) {
      const double* from = &d.p[k][d.at(j, first)];
      for (std::size_t i = 0; i < count; ++i) states.q().column(k, j)[i] = from[i] / kFactorial[k];
    }
  }
}

void add_loads(const model::Model& model, const force::Surroundings& loads, PathDynamics& d) {
  const auto count = static_cast<std::size_t>(d.num_points);
  dynamics::BlockDynamics engine(model, {.order = 1, .capacity = kBlock});
  model::StateBlock states(d.num_joints, 1, kBlock);
  model::SeriesBlock Q(d.num_joints, 1, kBlock);
  for (std::size_t first = 0; first < count; first += kBlock) {
    check_stop();
    const std::size_t some = std::min<std::size_t>(kBlock, count - first);
    set_states(d, first, some, states);
    engine.load(states, loads, Q);
    for (int j = 0; j < d.num_joints; ++j) {
      for (std::size_t i = 0; i < some; ++i) {
        d.g[d.at(j, first + i)] += Q.column(0, j)[i];
        d.g1[d.at(j, first + i)] += Q.column(1, j)[i];
      }
    }
  }
}

}  // namespace

PathDynamics path_derivatives(const trajectory::Trajectory& path, const PathGrid& grid,
                              std::span<const GridPoint> points) {
  PathDynamics result;
  result.num_joints = path.num_joints();
  result.num_points = static_cast<int>(points.size());
  for (PathColumns& column : result.p) {
    column.resize(points.size() * static_cast<std::size_t>(path.num_joints()));
  }
  result.direction.resize(result.p[0].size());
  const std::vector<double> places = places_of(path, grid, points);
  trajectory::TrajectoryCursor cursor(path);
  model::StateBlock states(path.num_joints(), 3, kBlock);
  const double length = path.range().duration();
  for (std::size_t first = 0; first < points.size(); first += kBlock) {
    const std::size_t count = std::min<std::size_t>(kBlock, points.size() - first);
    cursor.sample(std::span(places).subspan(first, count), states);
    for (std::size_t i = 0; i < count; ++i) {
      const auto phi = grid.grading.expand(grid.parameter(points[first + i]));
      const double x[4] = {0.0, length * phi[1], 2.0 * length * phi[2], 6.0 * length * phi[3]};
      for (int j = 0; j < path.num_joints(); ++j) {
        double q[4];
        for (int k = 0; k < 4; ++k) q[k] = states.q().column(k, j)[i];
        set_point(q, x, result.at(j, first + i), result);
        result.direction[result.at(j, first + i)] = states.direction(j, static_cast<int>(i));
      }
    }
  }
  return result;
}

void add_forces(const model::Model& model, PathDynamics& d, const analysis::MotionLoads* loads) {
  constexpr std::size_t kForcesAtOnce = 4096;  // Few enough to be stopped soon.
  engine::InverseDynamics inverse_dynamics(model, 2);
  const std::size_t size = d.p[0].size();
  const auto count = static_cast<std::size_t>(d.num_points);
  std::vector<double> q(4 * size);
  std::vector<double> a(2 * size), b(2 * size), c(2 * size);
  const auto run = [&](double w, double acceleration, std::vector<double>& tau) {
    for (std::size_t i = 0; i < size; ++i) {
      q[i] = d.p[0][i];
      q[size + i] = w * d.p[1][i];
      q[2 * size + i] = w * w * d.p[2][i] + acceleration * d.p[1][i];
      q[3 * size + i] = w * w * w * d.p[3][i] + 3.0 * w * acceleration * d.p[2][i];
    }
    for (std::size_t first = 0; first < count; first += kForcesAtOnce) {
      check_stop();
      inverse_dynamics.compute_batch(q.data() + first, std::min(kForcesAtOnce, count - first),
                                     count, tau.data() + first);
    }
  };
  run(1.0, 0.0, a);
  run(2.0, 0.0, b);
  run(1.0, 1.0, c);
  for (PathColumns* column : {&d.m, &d.c, &d.g, &d.e, &d.c1, &d.g1}) column->resize(size);
  for (std::size_t i = 0; i < size; ++i) {  // Eq. (3)
    const std::size_t rate = size + i;
    d.c[i] = (b[i] - a[i]) / 3.0;
    d.g[i] = a[i] - d.c[i];
    d.m[i] = c[i] - a[i];
    d.c1[i] = (b[rate] - 2.0 * a[rate]) / 6.0;
    d.g1[i] = a[rate] - d.c1[i];
    d.e[i] = c[rate] - a[rate];
  }
  if (loads != nullptr) add_loads(model, loads->constant, d);
}

PathFrame path_frame(const model::Model& model, const model::Frame& frame,
                     const PathDynamics& dynamics) {
  const auto count = static_cast<std::size_t>(dynamics.num_points);
  PathFrame result;
  for (PathColumns& column : result.linear) column.resize(3 * count);
  for (PathColumns& column : result.angular) column.resize(3 * count);
  dynamics::BlockDynamics engine(model, {.order = 1, .capacity = kBlock});
  model::StateBlock states(dynamics.num_joints, 3, kBlock);
  model::SeriesBlock placement(12, 3, kBlock);
  model::SeriesBlock omega(3, 2, kBlock);
  const double factorial[4] = {1.0, 1.0, 2.0, 6.0};
  for (std::size_t first = 0; first < count; first += kBlock) {
    check_stop();
    const std::size_t some = std::min<std::size_t>(kBlock, count - first);
    set_states(dynamics, first, some, states);
    engine.placement(states, {&frame, 1}, placement);
    engine.angular_velocity(states, {&frame, 1}, omega);
    for (int axis = 0; axis < 3; ++axis) {
      for (int k = 0; k < 3; ++k) {
        const std::size_t at = static_cast<std::size_t>(axis) * count + first;
        const double* x = placement.column(k + 1, 9 + axis);
        const double* w = omega.column(k, axis);
        for (std::size_t i = 0; i < some; ++i) {
          result.linear[k][at + i] = factorial[k + 1] * x[i];
          result.angular[k][at + i] = factorial[k] * w[i];
        }
      }
    }
  }
  return result;
}

}  // namespace appell::planning
