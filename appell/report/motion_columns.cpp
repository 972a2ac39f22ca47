#include "appell/report/motion_columns.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/evaluation_quantities.hpp"

namespace appell::report {
namespace {

/// Takes numbers one after the other, whatever they are nested in.
class RowWriter final : public ValueWriter {
 public:
  RowWriter(double* begin, double* end) : next_(begin), end_(end) {}

  RowWriter& begin_object() override { return *this; }
  RowWriter& end_object() override { return *this; }
  RowWriter& begin_array() override { return *this; }
  RowWriter& end_array() override { return *this; }
  RowWriter& key(std::string_view) override { return *this; }
  RowWriter& value(double number) override {
    if (next_ == end_) throw NumericalError("a quantity changes its shape along the motion");
    *next_++ = number;
    return *this;
  }
  bool is_full() const { return next_ == end_; }

 private:
  double* next_;
  double* end_;
};

/// Whether coordinate j turns: all bodies that it moves agree in that.
bool turns(const model::Model& model, int j) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == j) return !body.screw.angular.isZero();
  }
  return true;
}

/// "N m/s^2"
std::string per_time(const std::string& unit, std::size_t k) {
  if (k == 0) return unit;
  const std::string time = k == 1 ? "/s" : concat("/s^", k);
  return (unit == "1" ? "1" : unit) + time;
}

/// Notes which number is at which place of the objects and lists of a quantity.
class Describer final : public ValueWriter {
 public:
  Describer(const model::Model& model, const Quantity& quantity, std::vector<ColumnGroup>& groups)
      : model_(model), quantity_(quantity), groups_(groups) {}

  Describer& begin_object() override { return *this; }
  Describer& end_object() override {
    key_.clear();
    return *this;
  }
  Describer& begin_array() override {
    indices_.push_back(0);
    return *this;
  }
  Describer& end_array() override {
    shape_.resize(std::max(shape_.size(), indices_.size()), 0);
    shape_[indices_.size() - 1] = indices_.back();
    indices_.pop_back();
    step();
    if (indices_.empty()) {
      groups_.back().shape = shape_;
      shape_.clear();
    }
    return *this;
  }
  Describer& key(std::string_view name) override {
    key_ = name;
    is_begun_ = false;
    return *this;
  }
  Describer& value(double) override {
    if (!is_begun_) {
      groups_.push_back(
          {.name = concat(quantity_.name, key_.empty() ? "" : "/", group_part(key_))});
      is_begun_ = true;
    }
    groups_.back().columns.push_back(column());
    groups_.back().units.push_back(unit());
    step();
    return *this;
  }

 private:
  void step() {
    if (!indices_.empty()) ++indices_.back();
  }

  const std::string& coordinate(std::size_t j) const { return model_.coordinates()[j].name; }

  std::string column() const {
    std::string name = concat(quantity_.name, key_.empty() ? "" : ".", key_);
    std::string suffix;
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      const std::size_t at = indices_[i];
      switch (axis(i)) {
        case 'k':
          if (at > 0) suffix = concat(".d", at);
          break;
        case 'j':
          name += "." + coordinate(at);
          break;
        case 's':
          name += at == 0 ? ".translation" : ".rotation";
          break;
        default:
          name += concat("[", at, "]");
      }
    }
    return name + suffix;
  }

  char axis(std::size_t i) const { return i < quantity_.axes.size() ? quantity_.axes[i] : 'i'; }

  /// Index along the first axis of a kind.
  std::size_t index(char kind) const {
    const std::size_t at = quantity_.axes.find(kind);
    return at < indices_.size() ? indices_[at] : 0;
  }

  std::string unit() const {
    const std::size_t k = index('k');
    const std::string_view unit = quantity_.unit;
    if (unit == "J/s^2p") {
      return key_ == "0" ? "J" : per_time("J", 2 * std::stoul(key_) + k);
    }
    if (unit == "1|m") return per_time(indices_.back() == 3 ? "m" : "1", k);
    if (unit == "m/s|rad/s") return per_time(index('i') < 3 ? "m" : "rad", k + 1);
    if (unit == "SI") return "SI";
    const std::size_t bar = unit.find('|');
    if (bar != std::string_view::npos) {
      const bool is_turning = turns(model_, static_cast<int>(index('j')));
      return per_time(std::string(is_turning ? unit.substr(0, bar) : unit.substr(bar + 1)), k);
    }
    if (unit.ends_with("/s")) return per_time(std::string(unit.substr(0, unit.size() - 2)), k + 1);
    return per_time(std::string(unit), k);
  }

  const model::Model& model_;
  const Quantity& quantity_;
  std::vector<ColumnGroup>& groups_;
  std::string key_;
  std::vector<std::size_t> indices_;
  std::vector<std::size_t> shape_;
  bool is_begun_ = false;
};

bool is_deep(const Quantity& quantity) {
  return quantity.name == "acceleration_energy" || quantity.name == "energy_split";
}

bool has_smooth_friction(const model::Model& model) {
  return std::all_of(model.bodies().begin(), model.bodies().end(), [&](const model::Body& body) {
    const model::Friction friction = model.friction(body);
    return friction.dry == 0.0 || friction.law == model::Friction::Law::kSmooth;
  });
}

struct Chosen {
  Quantity quantity;
  int order;  ///< Highest derivative.
};

std::vector<Chosen> choose(const model::Model& model, const ColumnRequest& request) {
  check(request.order >= 0 && request.order <= kMostColumnOrder, "--order: must be in 0..",
        kMostColumnOrder, ", got ", request.order);
  check_names(request.only, {"q"});
  std::vector<Chosen> chosen;
  for (const Quantity& quantity : all_quantities()) {
    if (!wanted(quantity, request.only, model, taylor::kMaxOrder)) continue;
    const bool has_kinks = quantity.is_friction && !has_smooth_friction(model);
    chosen.push_back({quantity, has_kinks ? 0 : request.order});
  }
  return chosen;
}

class GeneralColumns final : public ColumnSource {
 public:
  GeneralColumns(const model::Model& model, const ColumnRequest& request,
                 const model::StateSeries& sample)
      : model_(model),
        order_(request.order),
        state_order_(general_state_order(model, request)),
        chosen_(choose(model, request)),
        frame_(request.frame.empty() ? model.default_frame() : model.frame(request.frame)) {
    for (int i = 0; i < model.num_coordinates(); ++i) {
      file_.joints.push_back(model.coordinates()[static_cast<std::size_t>(i)].name);
      file_.coordinates.push_back(i);
    }
    has_deep_ = std::any_of(chosen_.begin(), chosen_.end(),
                            [](const Chosen& c) { return is_deep(c.quantity); });
    with_instant(sample, [this](const Instant& at) {
      for (const Chosen& chosen : chosen_) {
        Describer describer(model_, chosen.quantity, groups_);
        chosen.quantity.write(at, chosen.order, describer);
      }
    });
    for (const ColumnGroup& group : groups_) num_columns_ += group.columns.size();
  }

  const std::vector<ColumnGroup>& groups() const override { return groups_; }
  int state_order() const override { return state_order_; }

  void fill(std::span<const model::StateSeries> states, double* rows,
            std::size_t stride) const override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      RowWriter row(rows + i * stride, rows + i * stride + num_columns_);
      with_instant(states[i], [&](const Instant& at) {
        for (const Chosen& chosen : chosen_) chosen.quantity.write(at, chosen.order, row);
      });
      if (!row.is_full()) throw NumericalError("a quantity changes its shape along the motion");
    }
  }

 private:
  template <class Use>
  void with_instant(const model::StateSeries& state, const Use& use) const {
    std::vector<std::string> warnings;
    const auto motion_to = [&](int order) {
      return kinematics::propagate(model_, state.truncated(std::min(state.order(), order)));
    };
    // The orders that nothing asks for are left out.
    const kinematics::TreeMotion motion = motion_to(std::min(state_order_, order_ + 2));
    if (has_deep_) {
      const kinematics::TreeMotion deep = motion_to(2 * order_ + 1);
      use(Instant{model_, file_, motion, deep, frame_, {}, order_, warnings});
    } else {
      use(Instant{model_, file_, motion, motion, frame_, {}, order_, warnings});
    }
  }

  const model::Model& model_;
  int order_;
  int state_order_;
  std::vector<Chosen> chosen_;
  const model::Frame& frame_;
  io::StateFile file_;
  bool has_deep_ = false;
  std::vector<ColumnGroup> groups_;
  std::size_t num_columns_ = 0;
};

class CoordinateColumns final : public ColumnSource {
 public:
  CoordinateColumns(const model::Model& model, int order) : order_(order) {
    const auto n = static_cast<std::size_t>(model.num_coordinates());
    ColumnGroup group{.name = "q", .shape = {static_cast<std::size_t>(order) + 1, n}};
    for (std::size_t k = 0; k <= static_cast<std::size_t>(order); ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        const std::string suffix = k == 0 ? "" : concat(".d", k);
        group.columns.push_back(concat("q.", model.coordinates()[j].name, suffix));
        group.units.push_back(per_time(turns(model, static_cast<int>(j)) ? "rad" : "m", k));
      }
    }
    groups_.push_back(std::move(group));
  }

  const std::vector<ColumnGroup>& groups() const override { return groups_; }
  int state_order() const override { return order_; }

  void fill(std::span<const model::StateSeries> states, double* rows,
            std::size_t stride) const override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      double* next = rows + i * stride;
      for (int k = 0; k <= order_; ++k) {
        const double factor = taylor::factorial(k);
        for (const double c : states[i][k]) *next++ = factor * c;
      }
    }
  }

 private:
  int order_;
  std::vector<ColumnGroup> groups_;
};

}  // namespace

std::unique_ptr<ColumnSource> coordinate_columns(const model::Model& model, int order) {
  return std::make_unique<CoordinateColumns>(model, order);
}

bool wants_coordinates(const ColumnRequest& request) {
  return request.only.empty() ||
         std::find(request.only.begin(), request.only.end(), "q") != request.only.end();
}

int general_state_order(const model::Model& model, const ColumnRequest& request) {
  int order = request.order;
  for (const Chosen& chosen : choose(model, request)) {
    const int needed = is_deep(chosen.quantity) ? 2 * request.order + 1
                                                : chosen.order + extra_of(chosen.quantity, model);
    order = std::max(order, needed);
  }
  return order;
}

std::unique_ptr<ColumnSource> general_columns(const model::Model& model,
                                              const ColumnRequest& request,
                                              const model::StateSeries& sample) {
  return std::make_unique<GeneralColumns>(model, request, sample);
}

}  // namespace appell::report
