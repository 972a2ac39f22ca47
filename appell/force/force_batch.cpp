#include "appell/force/force_batch.hpp"

#include <vector>

#include "appell/base/check.hpp"
#include "appell/engine/inverse_dynamics.hpp"

namespace appell::force {
namespace {

engine::InverseDynamicsOptions options(ForceBatch::Content content) {
  engine::InverseDynamicsOptions chosen;
  if (content == ForceBatch::Content::kInertia) chosen.gravity = Vec3::Zero();
  return chosen;
}

}  // namespace

static_assert(ForceBatch::kHighestOrder == engine::InverseDynamics::kMostOutputs - 1);

struct ForceBatch::Workspace {
  Workspace(const model::Model& model, int order, std::size_t most_states, Content content)
      : engine(model, order + 1, options(content)),
        n(static_cast<std::size_t>(model.num_coordinates())),
        num_outputs(static_cast<std::size_t>(order) + 1),
        stride(most_states),
        q((num_outputs + 2) * n * stride),
        tau(num_outputs * n * stride) {}

  engine::InverseDynamics engine;
  std::size_t n;
  std::size_t num_outputs;
  std::size_t stride;
  std::vector<double> q;  ///< Columns of samples, as the engine wants them.
  std::vector<double> tau;
};

ForceBatch::ForceBatch(const model::Model& model, int order, std::size_t most_states,
                       Content content) {
  check(order >= 0 && order <= kHighestOrder, "ForceBatch: the order is ", order, "; 0 to ",
        kHighestOrder, " is needed.");
  workspace_ = std::make_unique<Workspace>(model, order, most_states, content);
}

ForceBatch::~ForceBatch() = default;

void ForceBatch::compute(std::span<const model::StateSeries> states, double* rows,
                         std::size_t stride) {
  Workspace& w = *workspace_;
  check(states.size() <= w.stride, "ForceBatch: got ", states.size(), " states; room was made for ",
        w.stride, ".");
  for (std::size_t s = 0; s < states.size(); ++s) {
    check(states[s].order() >= static_cast<int>(w.num_outputs) + 1, "ForceBatch: state ", s,
          " is of order ", states[s].order(), "; ", w.num_outputs + 1, " is needed.");
    double factorial = 1.0;  // The engine has derivatives: q⁽ᵏ⁾ = k! q[k].
    for (std::size_t k = 0; k < w.num_outputs + 2; ++k) {
      if (k > 1) factorial *= static_cast<double>(k);
      const VecX& coefficient = states[s][static_cast<int>(k)];
      check(static_cast<std::size_t>(coefficient.size()) == w.n, "ForceBatch: state ", s, " has ",
            coefficient.size(), " coordinates; the model has ", w.n, ".");
      for (std::size_t j = 0; j < w.n; ++j) {
        w.q[(k * w.n + j) * w.stride + s] = factorial * coefficient[static_cast<Eigen::Index>(j)];
      }
    }
  }
  w.engine.compute_batch(w.q.data(), states.size(), w.stride, w.tau.data());
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (std::size_t column = 0; column < w.num_outputs * w.n; ++column) {
      rows[s * stride + column] = w.tau[column * w.stride + s];
    }
  }
}

}  // namespace appell::force
