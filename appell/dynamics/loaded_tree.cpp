#include "appell/dynamics/loaded_tree.hpp"

#include "appell/taylor/arithmetic.hpp"

namespace appell::dynamics {
namespace {

using taylor::Series;

/// Coefficients of given derivatives; those that are not given are zero.
void put_coefficients(const std::vector<Vec3>& derivatives, double sign, Series<Vec3>& out) {
  for (int k = 0; k <= out.order(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    out[k] = Vec3::Zero();
    if (at < derivatives.size()) out[k] = sign / taylor::factorial(k) * derivatives[at];
  }
}

}  // namespace

LoadedTree::LoadedTree(const model::Model& model, int order)
    : model_(model),
      N_(order),
      R_(index(model.num_bodies()), Series<Mat3>(order + 2)),
      p_(index(model.num_bodies()), Series<Vec3>(order + 2)),
      R_WF_(order),
      F_(order),
      moment_(order),
      p_F_(order),
      k_(index(model.num_bodies()), Series<Vec3>(order)),
      e_(k_),
      u_(k_),
      v_(k_),
      arm_(order),
      turned_(order),
      entry_(order) {}

void LoadedTree::place(const engine::MotionBlock& block, int highest, int sample) {
  for (int b = 0; b < model_.num_bodies(); ++b) {
    for (int k = 0; k <= highest; ++k) {
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
          R_[index(b)][k](row, column) = block.placement(k, b, row, column)[sample];
        }
        p_[index(b)][k](row) = block.placement(k, b, row, 3)[sample];
      }
    }
  }
}

template <class Visit>
void LoadedTree::for_each_wrench(const Surroundings& surroundings, Visit visit) {
  const auto each = [&](const std::vector<Wrench>& wrenches, double sign) {
    for (const Wrench& wrench : wrenches) {
      if (wrench.frame.body == model::kWorld) continue;
      apply(wrench, sign);
      visit(wrench);
    }
  };
  each(surroundings.loads, 1.0);
  each(surroundings.external, -1.0);
}

void LoadedTree::apply(const Wrench& wrench, double sign) {
  const Series<Mat3>& R_WB = R_[index(wrench.frame.body)];
  put_coefficients(wrench.force_derivatives, sign, F_);
  put_coefficients(wrench.moment_derivatives, sign, moment_);
  for (int k = 0; k <= N_; ++k) {
    p_F_[k] = p_[index(wrench.frame.body)][k] + R_WB[k] * wrench.frame.X_BF.p;
  }
  if (wrench.axes == Wrench::Axes::kOfWorld) return;
  for (int k = 0; k <= N_; ++k) R_WF_[k] = R_WB[k] * wrench.frame.X_BF.R;
  taylor::product(R_WF_, F_, F_);
  taylor::product(R_WF_, moment_, moment_);
}

void LoadedTree::find_velocities(int frame_body) {
  for (int b = frame_body; b != model::kWorld; b = body(b).parent) {
    const std::size_t i = index(b);
    for (int k = 0; k <= N_; ++k) {
      k_[i][k] = R_[i][k] * body(b).screw.angular;
      arm_[k] = p_F_[k] - p_[i][k];
    }
    taylor::cross(k_[i], arm_, e_[i]);
    for (int k = 0; k <= N_; ++k) e_[i][k] += R_[i][k] * body(b).screw.linear;
  }
}

void LoadedTree::find_turning(int frame_body) {
  find_velocities(frame_body);
  for (int b = frame_body; b != model::kWorld; b = body(b).parent) {
    taylor::cross(e_[index(b)], F_, u_[index(b)]);
    taylor::cross(k_[index(b)], moment_, v_[index(b)]);
    v_[index(b)] += u_[index(b)];
  }
}

/// Eqs. (23), (24) of docs/engine.md.
void LoadedTree::add_force_partials(const Surroundings& surroundings, const Columns& by_q,
                                    int sample) {
  const int n = model_.num_coordinates();
  const auto add = [&](int row, int column, double sign, const Series<Vec3>& a,
                       const Series<Vec3>& b) {
    taylor::dot(a, b, entry_);
    const double factor = sign * body(row).ratio * body(column).ratio;
    const int at = body(column).coordinate * n + body(row).coordinate;
    for (int k = 0; k <= N_; ++k) {
      by_q.column(k, at)[sample] += by_q.scale(k) * factor * entry_[k];
    }
  };
  for_each_wrench(surroundings, [&](const Wrench& wrench) {
    const bool turns_with_frame = wrench.axes == Wrench::Axes::kOfFrame;
    find_turning(wrench.frame.body);
    for (int i = wrench.frame.body; i != model::kWorld; i = body(i).parent) {
      for (int j = i; j != model::kWorld; j = body(j).parent) {  // i is the outer one, or j itself.
        if (!turns_with_frame) add(i, j, 1.0, k_[index(j)], v_[index(i)]);
        if (j == i) continue;
        add(j, i, 1.0, k_[index(j)], u_[index(i)]);
        if (turns_with_frame) add(j, i, -1.0, k_[index(i)], v_[index(j)]);
      }
    }
  });
}

void LoadedTree::add_joint_wrenches(const Surroundings& surroundings,
                                    std::vector<WrenchSeries>& at_bodies) {
  for_each_wrench(surroundings, [&](const Wrench& wrench) {
    for (int b = wrench.frame.body; b != model::kWorld; b = body(b).parent) {
      const std::size_t i = index(b);
      WrenchSeries& w = at_bodies[i];
      taylor::transposed_product(R_[i], F_, turned_);
      w.force += turned_;
      for (int k = 0; k <= N_; ++k) arm_[k] = p_F_[k] - p_[i][k];
      taylor::cross(arm_, F_, arm_);
      arm_ += moment_;
      taylor::transposed_product(R_[i], arm_, turned_);
      w.moment += turned_;
    }
  });
}

}  // namespace appell::dynamics
