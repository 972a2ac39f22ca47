#include "appell/base/check.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/fourier.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/law.hpp"

namespace appell::python {
namespace {

using trajectory::Condition;

std::vector<Condition> conditions_of(const std::vector<std::pair<int, double>>& given) {
  std::vector<Condition> found;
  for (const auto& [derivative, value] : given) found.push_back({derivative, value});
  return found;
}
using Conditions = std::vector<std::pair<int, double>>;

template <class L>
OneLaw one_law(L law, std::string kind, double amplification = 0.0) {
  return {std::make_shared<const L>(std::move(law)), std::move(kind), amplification};
}
OneLaw one_spline(trajectory::Spline spline) {
  return one_law(std::move(spline.law), "spline", spline.amplification);
}

/// q, q', ... of a law at times: (times, order + 1).
py::array_t<double> law_at(const OneLaw& law, const Doubles& times, int order) {
  check(order >= 0 && order <= taylor::kMaxOrder, "law: order = ", order, "; 0 to ",
        taylor::kMaxOrder, " are possible");
  const trajectory::TimeRange range = law.law->range();
  py::array_t<double> result = new_array({times.size(), order + 1});
  const auto width = static_cast<std::size_t>(order) + 1;
  const std::unique_ptr<trajectory::LawCursor> cursor = law.law->cursor();
  double* row = result.mutable_data();
  const auto fill = [&] {
    for (const double t : span_of(times)) {
      check_stop();
      check(t >= range.start && t <= range.end, "law: t = ", t, " is outside its range, ",
            range.start, " to ", range.end, " s");
      cursor->expand(t, {row, width});
      for (std::size_t k = 2; k < width; ++k) row[k] *= taylor::factorial(static_cast<int>(k));
      row += width;
    }
  };
  constexpr py::ssize_t kFew = 1000;  // A thread of its own would take longer.
  times.size() <= kFew ? fill() : interruptible(fill);
  return result;
}

std::vector<std::vector<double>> columns_of(const Doubles& values) {
  check(values.ndim() == 2, "samples: values must have shape (derivatives, times)");
  std::vector<std::vector<double>> rows;
  for (py::ssize_t k = 0; k < values.shape(0); ++k) {
    rows.emplace_back(values.data(k, 0), values.data(k, 0) + values.shape(1));
  }
  return rows;
}

OneLaw sequence_of(const std::vector<OneLaw>& laws, std::vector<double> breaks) {
  std::vector<std::shared_ptr<const trajectory::Law>> parts;
  for (const OneLaw& law : laws) parts.push_back(law.law);
  return one_law(trajectory::SequenceLaw(std::move(parts), std::move(breaks)), "sequence");
}

void bind_laws(py::module_& module) {
  namespace tr = trajectory;
  module.def("initial_value_spline",
             [](int m, const Doubles& knots, const Doubles& initial, const Conditions& at) {
               return one_spline(tr::initial_value_spline(m, span_of(knots), span_of(initial),
                                                          conditions_of(at)));
             });
  module.def("position_spline", [](int m, const Doubles& knots, const Doubles& positions,
                                   const Conditions& start, const Conditions& end) {
    return one_spline(tr::position_spline(m, span_of(knots), span_of(positions),
                                          conditions_of(start), conditions_of(end)));
  });
  module.def("acceleration_spline", [](int m, const Doubles& knots, const Doubles& inner,
                                       const Conditions& start, const Conditions& end) {
    return one_spline(tr::acceleration_spline(m, span_of(knots), span_of(inner),
                                              conditions_of(start), conditions_of(end)));
  });
  module.def("polynomial", [](double t0, const Doubles& start, double t1, const Doubles& end) {
    return one_law(tr::two_point_polynomial(t0, span_of(start), t1, span_of(end)), "polynomial");
  });
  module.def("minimum_jerk", [](double t0, double from, double t1, double to) {
    return one_law(tr::minimum_jerk(t0, from, t1, to), "minimum_jerk");
  });
  module.def("minimum_snap", [](double t0, double from, double t1, double to) {
    return one_law(tr::minimum_snap(t0, from, t1, to), "minimum_snap");
  });
  module.def("jerk_limited", [](double t0, double from, double to, double v, double a, double j) {
    return one_law(tr::jerk_limited(t0, from, to, {v, a, j}), "jerk_limited");
  });
  module.def("hold", [](double t0, double t1, double position) {
    return one_law(tr::hold(t0, t1, position), "hold");
  });
  module.def("fourier", [](double omega, double offset, std::vector<double> cosine,
                           std::vector<double> sine) {
    return one_law(tr::FourierLaw(omega, offset, std::move(cosine), std::move(sine)), "fourier");
  });
  module.def("expression", [](const std::string& text) {
    return one_law(tr::ExpressionLaw(text), "expression");
  });
  module.def("interpolate", [](int m, const Doubles& times, const Doubles& values) {
    return interruptible([&] {
      return one_law(tr::interpolate_samples(m, span_of(times), columns_of(values)).law, "samples");
    });
  });
  module.def("smooth", [](int m, const Doubles& times, const Doubles& values, double noise,
                          double lambda) {
    check((noise > 0.0) != (lambda > 0.0), "smooth: one of noise and smoothing is needed");
    return interruptible([&] {
      const tr::FittedLaw fit =
          noise > 0.0 ? tr::smooth_samples_to_noise(m, span_of(times), span_of(values), noise)
                      : tr::smooth_samples(m, span_of(times), span_of(values), lambda);
      return one_law(fit.law, "samples");
    });
  });
  module.def("law_sequence", sequence_of);
}

}  // namespace

void bind_motions(py::module_& module) {
  py::class_<OneLaw>(module, "Law")
      .def_readonly("kind", &OneLaw::kind)
      .def_readonly("amplification", &OneLaw::amplification)
      .def_property_readonly(
          "range",
          [](const OneLaw& l) { return std::pair(l.law->range().start, l.law->range().end); })
      .def_property_readonly("continuity", [](const OneLaw& l) { return l.law->continuity(); })
      .def_property_readonly("seams", [](const OneLaw& l) { return l.law->seams(); })
      .def("at", law_at)
      .def("reclocked", [](const OneLaw& l, double t0, double speed, double t1) {
        return one_law(trajectory::ReclockedLaw(l.law, t0, speed, t1), l.kind, l.amplification);
      });
  bind_laws(module);
}

}  // namespace appell::python
