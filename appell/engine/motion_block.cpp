#include "appell/engine/motion_block.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/engine/aligned_memory.hpp"
#include "appell/engine/compiled_sets.hpp"
#include "appell/engine/last_group.hpp"
#include "appell/engine/motion_call.hpp"
#include "appell/engine/tree.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

/// Order of q for derivatives to `order` of something that takes q to `least` itself.
int order_of_q(int order, int least) { return order < 0 ? -1 : order + least; }

/// The results of a call, each with how many columns a derivative of it has.
struct ResultSize {
  MotionResult* result;
  int order;
  int columns;
};

}  // namespace

int MotionOrders::highest() const {
  int highest = std::max({order_of_q(placements, 0), order_of_q(centres, 0), order_of_q(omegas, 1),
                          order_of_q(omegas_in_body, 1), order_of_q(jacobian, 0),
                          order_of_q(momenta, 1), order_of_q(potential_energy, 0),
                          order_of_q(gravity_force, 0), order_of_q(wrenches, 2)});
  for (std::size_t p = 0; p < energies.size(); ++p) {
    highest = std::max(highest, order_of_q(energies[p], static_cast<int>(p) + 1));
  }
  return highest;
}

int MotionOrders::lowest() const {
  int lowest = std::min({placements, centres, omegas, omegas_in_body, jacobian, momenta,
                         potential_energy, gravity_force, wrenches});
  for (const int order : energies) lowest = std::min(lowest, order);
  return lowest;
}

void MotionOrders::add(const MotionOrders& other) {
  for (int MotionOrders::* order :
       {&MotionOrders::placements, &MotionOrders::centres, &MotionOrders::omegas,
        &MotionOrders::omegas_in_body, &MotionOrders::jacobian, &MotionOrders::momenta,
        &MotionOrders::potential_energy, &MotionOrders::gravity_force, &MotionOrders::wrenches}) {
    this->*order = std::max(this->*order, other.*order);
  }
  if (energies.size() < other.energies.size()) energies.resize(other.energies.size(), -1);
  for (std::size_t p = 0; p < other.energies.size(); ++p) {
    energies[p] = std::max(energies[p], other.energies[p]);
  }
}

struct MotionBlock::Workspace {
  Workspace(const model::Model& model, const MotionOrders& wanted, const model::Frame* frame,
            int most, const MotionBlockOptions& options);

  void choose_frame(const model::Frame& frame) noexcept;
  void place_results();
  void compute(MotionCall now, const double* q, std::size_t num_samples,
               std::size_t stride) noexcept;
  const double* column(const MotionResult& result, int index) const {
    return result.first + static_cast<std::size_t>(index) * capacity;
  }

  Tree tree;
  MotionOrders orders;
  std::vector<double> q_scale;
  const MotionKernels& kernels;
  std::size_t capacity;  ///< A multiple of the lanes.
  AlignedMemory memory;
  AlignedMemory padded_q;
  AlignedMemory results;
  std::vector<MotionResult> energies;
  std::vector<MotionResult> fewer_energies;
  MotionCall call;
};

MotionBlock::Workspace::Workspace(const model::Model& model, const MotionOrders& wanted,
                                  const model::Frame* frame, int most,
                                  const MotionBlockOptions& options)
    : tree(lower(model, options.gravity.value_or(model.gravity()))),
      orders(wanted),
      q_scale(static_cast<std::size_t>(std::max(1, wanted.highest() + 1)), 1.0),
      kernels(of_set(
          options.instruction_set,
          []<InstructionSet set>() -> const MotionKernels& { return motion_kernels<set>(); })),
      energies(wanted.energies.size()),
      fewer_energies(wanted.energies.size()) {
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  capacity = (static_cast<std::size_t>(most) + lanes - 1) / lanes * lanes;
  const int highest = std::max(0, orders.highest());
  const auto per_body =
      static_cast<std::size_t>(3 * (highest + 1) + 3 * motion_block_size(highest));
  memory = AlignedMemory(tree.bodies.size() * per_body * lanes);
  padded_q = AlignedMemory(static_cast<std::size_t>((highest + 1) * tree.num_coordinates) * lanes);
  const double* g = tree.gravity;
  call = MotionCall{.world = {.bodies = tree.bodies.data(),
                              .angle_coordinates = tree.angle_coordinates.data(),
                              .angle_scales = tree.angle_scales.data(),
                              .angle_offsets = tree.angle_offsets.data(),
                              .num_bodies = static_cast<int>(tree.bodies.size()),
                              .num_coordinates = tree.num_coordinates,
                              .gravity = {g[0], g[1], g[2]},
                              .q_scale = q_scale.data(),
                              .out_stride = static_cast<std::ptrdiff_t>(capacity),
                              .workspace = memory.data()},
                    .highest = highest,
                    .num_energies = static_cast<int>(energies.size()),
                    .energies = energies.data(),
                    .frame_body = model::kWorld,
                    .frame_point = {}};
  if (frame != nullptr) choose_frame(*frame);
  place_results();
}

void MotionBlock::Workspace::choose_frame(const model::Frame& frame) noexcept {
  call.frame_body = frame.body;
  if (frame.body == model::kWorld) return;
  const double* axes = tree.bodies[frame.body].axes;
  for (int e = 0; e < 3; ++e) {  // Cᵀ p: from the model's axes to the engine's.
    call.frame_point[e] = 0.0;
    for (int i = 0; i < 3; ++i) call.frame_point[e] += axes[3 * i + e] * frame.X_BF.p(i);
  }
}

/// One piece of memory for all results, each column on a boundary of lanes.
void MotionBlock::Workspace::place_results() {
  const int B = call.world.num_bodies, n = tree.num_coordinates;
  std::vector<ResultSize> all{{&call.placements, orders.placements, 12 * B},
                              {&call.centres, orders.centres, 3 * B},
                              {&call.omegas, orders.omegas, 3 * B},
                              {&call.omegas_in_body, orders.omegas_in_body, 3 * B},
                              {&call.jacobian, orders.jacobian, 6 * n},
                              {&call.momenta, orders.momenta, 6},
                              {&call.potential_energy, orders.potential_energy, 1},
                              {&call.gravity_force, orders.gravity_force, n},
                              {&call.wrenches, orders.wrenches, 6 * B}};
  for (std::size_t p = 0; p < energies.size(); ++p) {
    all.push_back({&energies[p], orders.energies[p], 2});
  }
  std::size_t count = 0;
  for (const ResultSize& of : all) {
    count += static_cast<std::size_t>((of.order + 1) * of.columns) * capacity;
  }
  results = AlignedMemory(count);
  double* next = results.data();
  for (const ResultSize& of : all) {
    *of.result = {of.order, next};
    next += static_cast<std::size_t>((of.order + 1) * of.columns) * capacity;
  }
}

MotionBlock::MotionBlock(const model::Model& model, const MotionOrders& orders,
                         const model::Frame* frame, int capacity,
                         const MotionBlockOptions& options) {
  check(orders.lowest() >= -1, "MotionBlock: order ", orders.lowest(),
        " is asked for; -1 is for what is not wanted.");
  check(orders.highest() <= kHighestOrder, "MotionBlock: q to order ", orders.highest(),
        " is needed; ", kHighestOrder, " is the highest.");
  check(capacity >= 1, "MotionBlock: the capacity is ", capacity, "; at least 1 is needed.");
  check(orders.jacobian < 0 || frame != nullptr, "MotionBlock: the Jacobian of which frame?");
  check_available("MotionBlock", options.instruction_set);
  workspace_ = std::make_unique<Workspace>(model, orders, frame, capacity, options);
}

MotionBlock::~MotionBlock() = default;
MotionBlock::MotionBlock(MotionBlock&&) noexcept = default;
MotionBlock& MotionBlock::operator=(MotionBlock&&) noexcept = default;

const MotionOrders& MotionBlock::orders() const { return workspace_->orders; }

void MotionBlock::set_gravity(const Vec3& gravity) noexcept {
  for (int i = 0; i < 3; ++i) workspace_->call.world.gravity[i] = gravity(i);
}

void MotionBlock::set_masses(const model::Model& model) noexcept {
  engine::set_masses(model, workspace_->tree);
}

void MotionBlock::set_frame(const model::Frame& frame) noexcept { workspace_->choose_frame(frame); }

void MotionBlock::compute(const double* q, std::size_t num_samples, std::size_t stride) noexcept {
  Workspace& w = *workspace_;
  if (w.orders.highest() >= 0) w.compute(w.call, q, num_samples, stride);
}

void MotionBlock::compute(const double* q, std::size_t num_samples, std::size_t stride,
                          const MotionOrders& wanted) noexcept {
  Workspace& w = *workspace_;
  MotionCall call = w.call;
  call.highest = wanted.highest();
  if (call.highest < 0) return;
  call.placements.order = wanted.placements;
  call.centres.order = wanted.centres;
  call.omegas.order = wanted.omegas;
  call.omegas_in_body.order = wanted.omegas_in_body;
  call.jacobian.order = wanted.jacobian;
  call.momenta.order = wanted.momenta;
  call.potential_energy.order = wanted.potential_energy;
  call.gravity_force.order = wanted.gravity_force;
  call.wrenches.order = wanted.wrenches;
  call.num_energies = static_cast<int>(wanted.energies.size());
  for (std::size_t p = 0; p < wanted.energies.size(); ++p) {
    w.fewer_energies[p] = {wanted.energies[p], w.energies[p].first};
  }
  call.energies = w.fewer_energies.data();
  w.compute(call, q, num_samples, stride);
}

void MotionBlock::Workspace::compute(MotionCall now, const double* q, std::size_t num_samples,
                                     std::size_t stride) noexcept {
  const auto lanes = static_cast<std::size_t>(kernels.lanes);
  for (std::size_t s = 0; s < num_samples; s += lanes) {
    now.sample = static_cast<std::ptrdiff_t>(s);
    now.world.q = q + s;
    now.world.q_stride = static_cast<std::ptrdiff_t>(stride);
    if (s + lanes > num_samples) {
      const auto columns = static_cast<std::size_t>((now.highest + 1) * tree.num_coordinates);
      widen(q + s, columns, num_samples - s, stride, padded_q.data(), lanes);
      now.world.q = padded_q.data();
      now.world.q_stride = static_cast<std::ptrdiff_t>(lanes);
    }
    kernels.batch(now);
  }
}

const double* MotionBlock::placement(int k, int body, int row, int column) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.placements, (k * w.call.world.num_bodies + body) * 12 + 4 * row + column);
}

const double* MotionBlock::centre(int k, int body, int component) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.centres, (k * w.call.world.num_bodies + body) * 3 + component);
}

const double* MotionBlock::omega(int k, int body, int component) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.omegas, (k * w.call.world.num_bodies + body) * 3 + component);
}

const double* MotionBlock::omega_in_body(int k, int body, int component) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.omegas_in_body, (k * w.call.world.num_bodies + body) * 3 + component);
}

const double* MotionBlock::jacobian(int k, int row, int column) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.jacobian, (k * 6 + row) * w.tree.num_coordinates + column);
}

const double* MotionBlock::momentum(int k, int component) const {
  return workspace_->column(workspace_->call.momenta, 6 * k + component);
}

const double* MotionBlock::potential_energy(int k) const {
  return workspace_->column(workspace_->call.potential_energy, k);
}

const double* MotionBlock::gravity_force(int k, int coordinate) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.gravity_force, k * w.tree.num_coordinates + coordinate);
}

const double* MotionBlock::wrench(int k, int body, int component) const {
  const Workspace& w = *workspace_;
  return w.column(w.call.wrenches, (k * w.call.world.num_bodies + body) * 6 + component);
}

const double* MotionBlock::energy(int p, int k, EnergyPart part) const {
  return workspace_->column(workspace_->energies[p], 2 * k + static_cast<int>(part));
}

}  // namespace appell::engine
