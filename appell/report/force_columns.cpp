#include <algorithm>

#include "appell/force/force_batch.hpp"
#include "appell/report/motion_columns.hpp"

namespace appell::report {
namespace {

using force::ForceBatch;

bool is_named(const ColumnRequest& request, std::string_view name) {
  return std::find(request.only.begin(), request.only.end(), name) != request.only.end();
}

/// Driving forces, by the fast recursion for many samples at once.
class ForceColumns final : public ColumnSource {
 public:
  ForceColumns(const model::Model& model, const ColumnRequest& request,
               const model::StateSeries& sample)
      : model_(model), request_(request), general_(general_columns(model, request, sample)) {}

  const std::vector<ColumnGroup>& groups() const override { return general_->groups(); }
  int state_order() const override { return general_->state_order(); }

  /// The groups are in the order of general_columns(): Q_inertia, Q_drive.
  void fill(std::span<const model::StateSeries> states, double* rows,
            std::size_t stride) const override {
    const std::size_t width = static_cast<std::size_t>(request_.order + 1) *
                              static_cast<std::size_t>(model_.num_coordinates());
    if (is_named(request_, "Q_inertia")) {
      ForceBatch(model_, request_.order, states.size(), ForceBatch::Content::kInertia)
          .compute(states, rows, stride);
      rows += width;
    }
    if (is_named(request_, "Q_drive")) {
      ForceBatch(model_, request_.order, states.size(), ForceBatch::Content::kInertiaAndGravity)
          .compute(states, rows, stride);
    }
  }

 private:
  const model::Model& model_;
  ColumnRequest request_;
  std::unique_ptr<ColumnSource> general_;
};

}  // namespace

bool are_forces_only(const ColumnRequest& request) {
  return !request.only.empty() && request.order <= ForceBatch::kHighestOrder &&
         std::all_of(request.only.begin(), request.only.end(), [](const std::string& name) {
           return name == "q" || name == "Q_inertia" || name == "Q_drive";
         });
}

std::unique_ptr<ColumnSource> force_columns(const model::Model& model, const ColumnRequest& request,
                                            const model::StateSeries& sample) {
  return std::make_unique<ForceColumns>(model, request, sample);
}

}  // namespace appell::report
