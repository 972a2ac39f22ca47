#include "appell/force/force_batch.hpp"

#include <vector>

#include "appell/base/check.hpp"
#include "appell/engine/inverse_dynamics.hpp"

namespace appell::force {
namespace {

engine::InverseDynamicsOptions options(ForceBatch::Content content) {
  engine::InverseDynamicsOptions chosen{.form = engine::Form::kCoefficients};
  if (content == ForceBatch::Content::kInertia) chosen.gravity = Vec3::Zero();
  return chosen;
}

}  // namespace

struct ForceBatch::Workspace {
  Workspace(const model::Model& model, int highest, int most, Content content)
      : engine(model, highest + 1, options(content)),
        n(model.num_coordinates()),
        order(highest),
        capacity(most),
        has_gravity(content == Content::kInertiaAndGravity),
        tau(column(order + 1, 0)) {}

  std::size_t column(int k, int j) const {
    return static_cast<std::size_t>(k * n + j) * static_cast<std::size_t>(capacity);
  }

  engine::InverseDynamics engine;
  int n;
  int order;
  int capacity;
  bool has_gravity;
  std::vector<double> tau;  ///< Columns of samples.
};

ForceBatch::ForceBatch(const model::Model& model, int order, int capacity, Content content) {
  check(order >= 0 && order <= kHighestOrder, "ForceBatch: the order is ", order, "; 0 to ",
        kHighestOrder, " is needed.");
  check(capacity >= 1, "ForceBatch: the capacity is ", capacity, "; at least 1 is needed.");
  workspace_ = std::make_unique<Workspace>(model, order, capacity, content);
}

ForceBatch::~ForceBatch() = default;
ForceBatch::ForceBatch(ForceBatch&&) noexcept = default;
ForceBatch& ForceBatch::operator=(ForceBatch&&) noexcept = default;

int ForceBatch::order() const { return workspace_->order; }

void ForceBatch::set_masses(const model::Model& model) noexcept {
  workspace_->engine.set_masses(model);
  if (workspace_->has_gravity) workspace_->engine.set_gravity(model.gravity());
}

void ForceBatch::compute(const model::StateBlock& states) {
  Workspace& w = *workspace_;
  check(states.num_coordinates() == w.n, "ForceBatch: the states have ", states.num_coordinates(),
        " coordinates; the model has ", w.n, ".");
  check(states.order() >= w.order + 2, "ForceBatch: the states are of order ", states.order(), "; ",
        w.order + 2, " is needed.");
  const int num_samples = states.num_samples();
  check(num_samples <= w.capacity, "ForceBatch: got ", num_samples, " states; room was made for ",
        w.capacity, ".");
  w.engine.compute_batch(states.q().column(0, 0), static_cast<std::size_t>(num_samples),
                         states.q().stride(), w.tau.data(), nullptr,
                         static_cast<std::size_t>(w.capacity));
}

const double* ForceBatch::force(int k, int coordinate) const {
  return workspace_->tau.data() + workspace_->column(k, coordinate);
}

std::size_t ForceBatch::stride() const { return static_cast<std::size_t>(workspace_->capacity); }

}  // namespace appell::force
