#include "appell/base/check.hpp"
#include "python/src/bindings.hpp"
#include "python/src/motion_array.hpp"
#include "python/src/operations.hpp"
#include "python/src/parallel.hpp"
#include "python/src/surroundings.hpp"

namespace appell::python {
namespace {

/// Arguments of compute(), in their sequence.
enum Argument {
  kOperation,
  kModel,
  kQ,
  kOrder,
  kP,
  kFrame,
  kLoads,
  kExternal,
  kOut,
  kThreads,
  kNumArguments
};

constexpr int kOneFrame = -1;   ///< Of argument kFrame: the end effector.
constexpr int kAllFrames = -2;  ///< All frames of the model.

int whole_number(const char* function, const char* name, PyObject* given) {
  const long value = PyLong_AsLong(given);
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  check(value >= -1000000 && value <= 1000000, function, ": ", name, " = ", value,
        " is out of range");
  return static_cast<int>(value);
}

/// Memory of this thread that is kept from call to call.
struct Scratch {
  std::vector<double> motion;
  std::vector<double> result;
  std::vector<double> rooms;
  std::vector<py::ssize_t> shape;
};
Scratch& scratch() {
  thread_local Scratch kept;
  return kept;
}

void read_frames(const model::Model& model, int frame, Ask& ask) {
  if (frame == kOneFrame) {
    ask.frames = {&model.default_frame(), 1};
  } else if (frame == kAllFrames) {
    ask.frames = model.frames();
  } else {
    ask.frames = {&model.frames().at(frame), 1};
  }
}

void check_ask(const Operation& operation, const model::Model& model, const Ask& ask) {
  const char* name = operation.name.data();
  constexpr int kHighest = engine::kHighestForceOrder;
  check(ask.order >= 0 && ask.order <= kHighest, name, ": order = ", ask.order, "; 0 to ", kHighest,
        " are possible");
  check(ask.p >= 0, name, ": p = ", ask.p, "; 0 or more is needed");
  check(operation.dynamics_order(ask) <= kHighest &&
            operation.motion_order(model, ask) <= engine::kHighestMotionOrder,
        name, ": p = ", ask.p, " with order = ", ask.order,
        " is beyond what the engine has; p + order <= ", kHighest + 1, " is needed");
}

void check_exists(const Operation& operation, int found, int wanted) {
  check(found >= wanted, operation.name, ": derivative ", found + 1,
        " does not exist: friction that is not smooth has a kink at this state; order = ",
        std::max(0, found), " is possible");
}

void check_result(const Operation& operation, const double* numbers, py::ssize_t count) {
  if (!are_finite(numbers, count)) {
    throw NumericalError(concat(operation.name, ": the result is not finite"));
  }
}

void compute_one(const Operation& operation, const Robot& robot, const MotionArray& q,
                 const Ask& ask, py::array_t<double>& result) {
  Scratch& own = scratch();
  const char* name = operation.name.data();
  const int order = operation.motion_order(robot.model, ask);
  const ConstBlockRef motion(q.single(name, order, own.motion), robot.model.num_coordinates(),
                             order + 1);
  double* out = result.mutable_data();
  const py::ssize_t count = result.size();
  const bool is_shared = q.overlaps(out, out + count);
  if (is_shared) {
    own.result.resize(count);
    out = own.result.data();
  }
  const auto [a, b] = operation.rooms(robot.model, ask);
  const int size_of_a = a.first * a.second;
  own.rooms.resize(size_of_a + b.first * b.second);
  DynamicsPool::Lease dynamics = robot.dynamics->take(operation.key(ask, 1));
  const int exists = operation.run({*dynamics,
                                    robot.model,
                                    ask,
                                    motion,
                                    out,
                                    static_cast<std::size_t>(count),
                                    {own.rooms.data(), a.first, a.second},
                                    {own.rooms.data() + size_of_a, b.first, b.second}});
  check_exists(operation, exists, ask.order);
  check_result(operation, out, count);
  if (is_shared) std::copy_n(out, count, result.mutable_data());
}

/// Works on blocks of a batch: one for each thread.
class BatchWorker {
 public:
  BatchWorker(const Operation& operation, const Robot& robot, const MotionArray& q, const Ask& ask,
              double* out, std::size_t width)
      : operation_(operation),
        robot_(robot),
        q_(q),
        ask_(ask),
        out_(out),
        width_(width),
        dynamics_(robot.dynamics->take(operation.key(ask, kBlockSamples))),
        motion_(robot.model.num_coordinates(), operation.motion_order(robot.model, ask) + 1,
                kBlockSamples) {
    const auto [a, b] = operation.rooms(robot.model, ask);
    a_ = Block(a.first, a.second, kBlockSamples);
    b_ = Block(b.first, b.second, kBlockSamples);
  }

  void operator()(py::ssize_t first, py::ssize_t count) {
    for (py::ssize_t done = 0; done < count; done += kBlockSamples) {
      const int here = static_cast<int>(std::min<py::ssize_t>(kBlockSamples, count - done));
      const BlockRef motion = motion_.first(here);
      q_.fill(operation_.name.data(), first + done, motion);
      double* rows = out_ + static_cast<std::size_t>(first + done) * width_;
      const int exists =
          operation_.run({*dynamics_, robot_.model, ask_, motion, rows, width_, a_, b_});
      check_exists(operation_, exists, ask_.order);
      check_result(operation_, rows,
                   static_cast<py::ssize_t>(static_cast<std::size_t>(here) * width_));
    }
  }

 private:
  const Operation& operation_;
  const Robot& robot_;
  const MotionArray& q_;
  const Ask& ask_;
  double* out_;
  std::size_t width_;
  DynamicsPool::Lease dynamics_;
  Block motion_, a_, b_;
};

void compute_many(const Operation& operation, const Robot& robot, const MotionArray& q,
                  const Ask& ask, std::size_t width, int threads, py::array_t<double>& result) {
  const char* name = operation.name.data();
  // Little enough that threads end together, and that signals are looked for often.
  constexpr py::ssize_t kMostNumbers = 1 << 19;
  const py::ssize_t share = std::clamp<py::ssize_t>(
      kMostNumbers / static_cast<py::ssize_t>(std::max<std::size_t>(1, width)), 8,
      8 * kBlockSamples);
  const int num_threads = num_threads_for(name, threads, q.num_samples() / share);
  double* out = result.mutable_data();
  check(!q.overlaps(out, out + result.size()), name, ": out overlaps with q");
  share_blocks(q.num_samples(), share, num_threads,
               [&] { return BatchWorker(operation, robot, q, ask, out, width); });
}

/// compute(operation, model, q, order, p, frame, loads, external, out, threads)
py::object compute_checked(PyObject* const* arguments) {
  const Operation& operation =
      operations().at(whole_number("compute", "operation", arguments[kOperation]));
  const char* name = operation.name.data();
  const Robot& robot = robot_of(name, arguments[kModel]);
  Ask ask{.order = whole_number(name, "order", arguments[kOrder]),
          .p = whole_number(name, "p", arguments[kP])};
  if (arguments[kFrame] != Py_None) {
    read_frames(robot.model, whole_number(name, "frame", arguments[kFrame]), ask);
  }
  if (arguments[kLoads] != Py_None || arguments[kExternal] != Py_None) {
    ask.surroundings = surroundings_of(robot.model, robot.model.default_frame(), arguments[kLoads],
                                       arguments[kExternal]);
  }
  check_ask(operation, robot.model, ask);
  const MotionArray q(name, arguments[kQ], robot.model);
  const int motion_order = operation.motion_order(robot.model, ask);
  q.require_order(name, motion_order, ask.order);
  if (motion_order == 0 && !operation.is_term()) q.refuse_ambiguous(name);
  std::vector<py::ssize_t>& shape = scratch().shape;
  shape.clear();
  if (q.has_samples()) shape.push_back(q.num_samples());
  std::size_t width = 1;
  bool is_first = true;
  for (const long extent : operation.extents(robot.model, ask)) {
    width *= static_cast<std::size_t>(extent);
    if (!is_first || !q.is_positions()) shape.push_back(extent);
    is_first = false;
  }
  py::array_t<double> result = result_array(name, arguments[kOut], shape);
  if (q.has_samples()) {
    compute_many(operation, robot, q, ask, width,
                 whole_number(name, "threads", arguments[kThreads]), result);
  } else {
    compute_one(operation, robot, q, ask, result);
  }
  return result;
}

/// By Python's fast protocol: pybind11's own takes longer than the work.
PyObject* compute_call(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count != kNumArguments) {
    PyErr_SetString(PyExc_TypeError, "compute: takes 10 arguments");
    return nullptr;
  }
  try {
    return compute_checked(arguments).release().ptr();
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}

}  // namespace

void bind_dynamics(py::module_& module) {
  // The protocol has its own type of function, which the table has to be told is meant.
  static PyMethodDef method{
      "compute", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(compute_call)),
      METH_FASTCALL,
      "compute(operation, model, q, order, p, frame, loads, external, out, threads)"};
  const py::object name = module.attr("__name__");
  module.attr("compute") =
      py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, module.ptr(), name.ptr()));
  py::list names;
  for (const Operation& operation : operations()) names.append(std::string(operation.name));
  module.attr("OPERATIONS") = py::tuple(names);
}

}  // namespace appell::python
