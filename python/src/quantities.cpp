#include <pybind11/eigen.h>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/described.hpp"
#include "python/src/motion_array.hpp"
#include "python/src/parallel.hpp"
#include "python/src/robot.hpp"
#include "python/src/sampling.hpp"
#include "python/src/surroundings.hpp"

namespace appell::python {
namespace {

/// What evaluate() is asked for.
struct Question {
  int order = 2;
  std::vector<std::string> only;
  std::string frame;
  std::string angles;
  std::vector<std::string> terms;
  bool readable = false;
  int threads = 0;
};

Question question_from(const py::dict& given) {
  return {.order = given["order"].cast<int>(),
          .only = given["only"].cast<std::vector<std::string>>(),
          .frame = given["frame"].cast<std::string>(),
          .angles = given["angles"].cast<std::string>(),
          .terms = given["terms"].cast<std::vector<std::string>>(),
          .readable = given["readable"].cast<bool>(),
          .threads = given["threads"].cast<int>()};
}

std::vector<int> coordinates_named(const model::Model& model,
                                   const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const model::Coordinate& coordinate : model.coordinates()) known.push_back(coordinate.name);
  std::vector<int> found;
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    check(at != known.end(), "terms: '", name, "' is no coordinate of '", model.name(), "'",
          suggestion(name, known), "; it has ", comma_list(known));
    found.push_back(static_cast<int>(at - known.begin()));
  }
  return found;
}

analysis::Subject subject_of(const Robot& robot, const Question& question) {
  analysis::Subject subject{
      .model = robot.model,
      .frame = frame_of(robot.model, question.frame),
      .order = question.order,
      .route = question.readable ? force::Route::kReadable : force::Route::kEngine,
      .terms = coordinates_named(robot.model, question.terms)};
  if (!question.angles.empty()) subject.angles = spatial::angle_set_named(question.angles);
  return subject;
}

/// Arrays of a selection that are being filled.
class ResultArrays {
 public:
  /// @param num_samples  -1: one instant, without an axis of samples.
  ResultArrays(const analysis::Selection& selection, py::ssize_t num_samples)
      : selection_(selection) {
    for (const analysis::NamedArray& array : selection.arrays()) {
      std::vector<py::ssize_t> shape;
      if (num_samples >= 0) shape.push_back(num_samples);
      shape.insert(shape.end(), array.extents.begin(), array.extents.end());
      arrays_.push_back(new_array(shape));
      numbers_.push_back(arrays_.back().mutable_data());
    }
  }

  /// By any thread, without Python's lock.
  void take(const analysis::Evaluator& evaluator, py::ssize_t first) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const analysis::NamedArray& array = selection_.arrays()[i];
      const auto width = static_cast<std::size_t>(array.num_entries());
      evaluator.write_rows(array, numbers_[i] + static_cast<std::size_t>(first) * width, width);
    }
  }

  /// Name, quantity, key, numbers, axes, units and names of entries of each array.
  py::list described() const {
    py::list all;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      const analysis::NamedArray& array = selection_.arrays()[i];
      all.append(python::described(selection_.subject().model, array, arrays_[i]));
    }
    return all;
  }

 private:
  const analysis::Selection& selection_;
  std::vector<py::array_t<double>> arrays_;
  std::vector<double*> numbers_;
};

/// Fills the arrays block by block.
/// @param make_source  called by every thread: gives what does source(first, states), which fills
/// the states.
template <class MakeSource>
void fill_arrays(const char* function, const analysis::Selection& selection,
                 py::ssize_t num_samples, int threads, const ResultArrays& arrays,
                 const MakeSource& make_source) {
  const int capacity = std::min<int>(
      analysis::Evaluator::good_capacity(selection),
      static_cast<int>(std::max<py::ssize_t>(1, std::min<py::ssize_t>(num_samples, 256))));
  const int num_threads = num_threads_for(function, threads, num_samples / capacity / 2);
  share_blocks(num_samples, capacity, num_threads, [&] {
    auto source = std::make_shared<decltype(make_source())>(make_source());
    auto states = std::make_shared<model::StateBlock>(selection.subject().model.num_coordinates(),
                                                      selection.state_order(), capacity);
    if (selection.subject().is_uncertain) states->keep_covariances();
    auto evaluator = std::make_shared<analysis::Evaluator>(selection, capacity);
    return [source, states, evaluator, &arrays](py::ssize_t first, py::ssize_t count) {
      states->set_num_samples(static_cast<int>(count));
      (*source)(first, *states);
      evaluator->compute(*states);
      arrays.take(*evaluator, first);
    };
  });
}

py::dict answer_of(const analysis::Selection& selection, const ResultArrays& arrays) {
  py::dict answer;
  answer["arrays"] = arrays.described();
  answer["frame"] = selection.subject().frame.name;
  answer["notes"] = selection.notes();
  answer["order"] = selection.subject().order;
  return answer;
}

model::StateSeries state_at(const MotionArray& q, const model::Model& model) {
  const int n = model.num_coordinates();
  std::vector<double> scratch;
  const double* numbers = q.single("evaluate", q.num_orders() - 1, scratch);
  std::vector<VecX> derivatives;
  for (int k = 0; k < q.num_orders(); ++k) {
    derivatives.emplace_back(Eigen::Map<const VecX>(numbers + k * n, n));
  }
  return model::state_from_derivatives(model, derivatives);
}

py::dict evaluate(const py::object& model, const py::object& given, const py::dict& wanted,
                  const py::object& loads, const py::object& external) {
  const Robot& robot = robot_of("evaluate", model);
  const Question question = question_from(wanted);
  const MotionArray q("evaluate", given.ptr(), robot.model);
  check(q.num_orders() >= 1,
        "evaluate: q has no orders; q[0] is the position, q[1] the velocity, ...");
  analysis::Subject subject = subject_of(robot, question);
  subject.surroundings = surroundings_of(robot.model, subject.frame, loads, external);
  if (q.has_samples()) {
    subject = along_motion(subject);
    subject.given = q.num_orders() - 1;
  } else {
    subject = at_state(subject, state_at(q, robot.model));
  }
  const analysis::Selection selection(subject, question.only);
  const ResultArrays arrays(selection, q.has_samples() ? q.num_samples() : -1);
  fill_arrays("evaluate", selection, q.has_samples() ? q.num_samples() : 1, question.threads,
              arrays, [&] {
                return [&q](py::ssize_t first, model::StateBlock& states) {
                  for (int i = 0; i < states.num_samples(); ++i) {
                    states.times()[i] = static_cast<double>(first + i);
                  }
                  q.fill("evaluate", first, states);
                };
              });
  return answer_of(selection, arrays);
}

}  // namespace

report::SampleTimes times_of(const char* function, const py::dict& wanted,
                             trajectory::TimeRange range) {
  const auto every = wanted["every"].cast<std::optional<double>>();
  const auto rate = wanted["rate"].cast<std::optional<double>>();
  const auto count = wanted["samples"].cast<std::optional<long long>>();
  const int given = every.has_value() + rate.has_value() + count.has_value();
  check(given <= 1, function, ": every, rate, samples: ", given,
        " of them are given; one is needed");
  check(!rate || *rate > 0.0, function, ": rate = ", rate.value_or(0.0),
        "; samples per second are needed");
  if (!every && !rate) return report::times_between(range, count.value_or(1001));
  return report::times_every(range, every ? *every : 1.0 / *rate);
}

void bind_quantities(py::module_& module) { module.def("evaluate", evaluate); }

}  // namespace appell::python
