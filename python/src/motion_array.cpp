#include "python/src/motion_array.hpp"

#include <cmath>
#include <functional>
#include <span>

#include "appell/base/check.hpp"
#include "appell/engine/limits.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::python {
namespace {

constexpr int kTile = 8;       // Samples that are turned at once: a cache line of every column.
constexpr int kMostRows = 64;  // The same where rows are short.
constexpr py::ssize_t kCacheBytes = 20000;
constexpr py::ssize_t kMostOrders = engine::kHighestMotionOrder + 1;  // No function reads more.

/// Whether it is an array of doubles, of no subclass, that can be read as it is.
bool is_plain_doubles(PyObject* given) {
  const auto& api = py::detail::npy_api::get();
  if (reinterpret_cast<PyObject*>(Py_TYPE(given)) !=
      reinterpret_cast<PyObject*>(api.PyArray_Type_)) {
    return false;
  }
  const auto* array = py::detail::array_proxy(given);
  const auto* type = py::detail::array_descriptor_proxy(array->descr);
  return type->type_num == py::detail::npy_api::NPY_DOUBLE_ && type->byteorder == '=' &&
         (array->flags & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
}

/// Anything that numpy takes for numbers, as doubles.
py::object as_doubles(const char* function, PyObject* given) {
  const py::module_ numpy = py::module_::import("numpy");
  py::object array;
  try {
    array = numpy.attr("asanyarray")(py::handle(given));
  } catch (py::error_already_set& error) {
    check(!error.matches(PyExc_ValueError), function,
          ": q is no array of numbers: its lists have different lengths");
    throw;
  }
  const py::object masked = numpy.attr("ma").attr("MaskedArray");
  check(!py::isinstance(array, masked), function, ": q is a masked array; fill it first");
  const std::string kind = py::str(array.attr("dtype").attr("kind"));
  check(kind == "f" || kind == "i" || kind == "u" || kind == "b", function, ": q is of type ",
        std::string(py::str(array.attr("dtype"))), "; real numbers are needed");
  return numpy.attr("asarray")(array, numpy.attr("float64"));
}

/// The items of a list or a tuple; empty for anything else.
std::span<PyObject* const> items_of(PyObject* given) {
  if (!PyList_CheckExact(given) && !PyTuple_CheckExact(given)) return {};
  return {PySequence_Fast_ITEMS(given), static_cast<std::size_t>(PySequence_Fast_GET_SIZE(given))};
}

/// Appends n numbers: of an array of doubles, or of a list or tuple of floats.
/// @return whether it is one of these.
bool append_row(PyObject* given, int n, std::vector<double>& to) {
  if (is_plain_doubles(given)) {
    const auto* array = py::detail::array_proxy(given);
    if (array->nd != 1 || array->dimensions[0] != n) return false;
    for (int j = 0; j < n; ++j) {
      to.push_back(*reinterpret_cast<const double*>(array->data + j * array->strides[0]));
    }
    return true;
  }
  const std::span<PyObject* const> items = items_of(given);
  if (items.size() != static_cast<std::size_t>(n)) return false;
  for (PyObject* item : items) {
    if (!PyFloat_CheckExact(item)) return false;
    to.push_back(PyFloat_AS_DOUBLE(item));
  }
  return true;
}

/// Numbers at a stride to numbers side by side; the sums get 0 x of each.
inline void gather(const char* from, py::ssize_t stride, int count, double* __restrict to,
                   double* __restrict sums) {
  for (int s = 0; s < count; ++s, from += stride) {
    const double x = *reinterpret_cast<const double*>(from);
    to[s] = x;
    sums[s] += 0.0 * x;
  }
}

inline void divide(double* numbers, int count, double divisor) {
  for (int s = 0; s < count; ++s) numbers[s] /= divisor;
}

}  // namespace

bool are_finite(const double* numbers, py::ssize_t count) {
  double sums[kTile] = {};
  py::ssize_t i = 0;
  for (; i + kTile <= count; i += kTile) {
    for (int lane = 0; lane < kTile; ++lane) sums[lane] += 0.0 * numbers[i + lane];
  }
  for (; i < count; ++i) sums[0] += 0.0 * numbers[i];
  for (int lane = 1; lane < kTile; ++lane) sums[0] += sums[lane];
  return sums[0] == 0.0;
}

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += concat(i == 0 ? "" : ", ", shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

MotionArray::MotionArray(const char* function, PyObject* given, const model::Model& model)
    : model_(model), n_(model.num_coordinates()) {
  if (!take_list(given)) take_array(function, given);
}

/// [q, v, a] and the like, as is often written: numpy takes ten times as long for it as the work.
bool MotionArray::take_list(PyObject* given) {
  const std::span<PyObject* const> items = items_of(given);
  if (items.empty() || items.size() > std::size_t{kMostOrders}) return false;
  rows_.reserve(items.size() * static_cast<std::size_t>(n_));
  for (PyObject* item : items) {
    if (!append_row(item, n_, rows_)) return false;
  }
  first_ = reinterpret_cast<const char*>(rows_.data());
  num_orders_ = static_cast<int>(items.size());
  order_stride_ = 8 * n_;
  return true;
}

void MotionArray::take_array(const char* function, PyObject* given) {
  keep_ = is_plain_doubles(given) ? py::reinterpret_borrow<py::object>(given)
                                  : as_doubles(function, given);
  const auto* array = py::detail::array_proxy(keep_.ptr());
  const int nd = array->nd;
  const bool fits = nd >= 1 && nd <= 3 && array->dimensions[nd - 1] == n_;
  check(fits, function, ": q has shape ", shape_text({array->dimensions, array->dimensions + nd}),
        "; model '", model_.name(), "' has ", n_, " coordinates: (orders, ", n_,
        ") or (samples, orders, ", n_, ") is needed");
  first_ = array->data;
  stride_ = array->strides[nd - 1];
  const bool are_samples = nd == 3 || (nd == 2 && array->dimensions[0] > kMostOrders);
  is_positions_ = nd == 1 + are_samples;
  if (!is_positions_) {
    check(array->dimensions[nd - 2] <= kMostOrders, function, ": q has ", array->dimensions[nd - 2],
          " orders; at most ", kMostOrders, " are supported");
    num_orders_ = static_cast<int>(array->dimensions[nd - 2]);
    order_stride_ = array->strides[nd - 2];
  }
  if (are_samples) {
    num_samples_ = array->dimensions[0];
    sample_stride_ = array->strides[0];
  }
}

void MotionArray::require_order(const char* function, int needed, int wanted) const {
  if (is_positions_) {
    const std::string samples = has_samples() ? concat(num_samples_, ", ") : std::string();
    check(needed == 0 && wanted == 0, function, ": q has shape (", samples, n_,
          has_samples() ? ")" : ",)", ", positions alone; (", samples, needed + 1, ", ", n_,
          ") is needed: q and its derivatives to order ", needed);
    return;
  }
  check(needed < num_orders_, function, ": q has ", num_orders_, " order",
        num_orders_ == 1 ? "" : "s", "; ", needed + 1, " are needed for order = ", wanted,
        ": q and its derivatives to order ", needed);
}

void MotionArray::refuse_ambiguous(const char* function) const {
  check(has_samples() || is_positions_ || num_orders_ <= 1, function, ": q has shape (",
        num_orders_, ", ", n_, "), and positions alone are read: ", num_orders_,
        " samples are Q[:, None], or the positions of one sample with its derivatives are q[0]");
}

const double* MotionArray::single(const char* function, int order,
                                  std::vector<double>& scratch) const {
  const int count = (order + 1) * n_;
  const bool is_dense = stride_ == 8 && (order == 0 || order_stride_ == 8 * n_);
  const double* numbers = reinterpret_cast<const double*>(first_);
  if (!is_dense) {
    scratch.resize(count);
    for (int k = 0; k <= order; ++k) {
      for (int j = 0; j < n_; ++j) scratch[k * n_ + j] = at(0, k, j);
    }
    numbers = scratch.data();
  }
  if (!are_finite(numbers, count)) refuse_number(function, 0, 1, order);
  return numbers;
}

void MotionArray::fill(const char* function, py::ssize_t first, const BlockRef& motion) const {
  const int count = motion.num_samples();
  // As many rows at once as stay in the first-level cache.
  const py::ssize_t row = 8 * motion.cols() * n_;
  const int step = row * kMostRows <= kCacheBytes ? kMostRows : kTile;
  double sums[kMostRows] = {};
  for (int tile = 0; tile < count; tile += step) {
    const int here = std::min(step, count - tile);
    const char* rows = first_ + (first + tile) * sample_stride_;
    for (int k = 0; k < motion.cols(); ++k) {
      for (int j = 0; j < n_; ++j) {
        double* to = motion.samples(j, k).data() + tile;
        gather(rows + k * order_stride_ + j * stride_, sample_stride_, here, to, sums);
      }
    }
  }
  double total = 0.0;
  for (const double sum : sums) total += sum;
  if (total != 0.0) refuse_number(function, first, count, motion.cols() - 1);  // NaN: not 0 either.
}

void MotionArray::fill(const char* function, py::ssize_t first, model::StateBlock& states) const {
  model::SeriesBlock& q = states.q();
  fill(function, first, BlockRef(q.column(0, 0), n_, q.order() + 1, q.num_samples(), q.stride()));
  for (int k = 2; k <= q.order(); ++k) {
    for (int j = 0; j < n_; ++j) divide(q.column(k, j), q.num_samples(), taylor::factorial(k));
  }
}

void MotionArray::refuse_number(const char* function, py::ssize_t first, py::ssize_t count,
                                int order) const {
  for (py::ssize_t i = first; i < first + count; ++i) {
    for (int k = 0; k <= order; ++k) {
      for (int j = 0; j < n_; ++j) {
        check(std::isfinite(at(i, k, j)), function, ": q",
              has_samples() ? concat("[", i, "]") : std::string(), "[", k, "][", j, "] is ",
              at(i, k, j), " (coordinate '", model_.coordinates()[j].name,
              "'); finite numbers are needed");
      }
    }
  }
  throw NumericalError(concat(function, ": q was changed while it was read"));
}

bool MotionArray::overlaps(const double* begin, const double* end) const {
  const char* low = first_;
  const char* high = first_ + 8;
  const auto extend = [&](py::ssize_t count, py::ssize_t stride) {
    if (count > 1) (stride < 0 ? low : high) += (count - 1) * stride;
  };
  extend(n_, stride_);
  extend(num_orders_, order_stride_);
  extend(has_samples() ? num_samples_ : 1, sample_stride_);
  return std::less<>{}(low, reinterpret_cast<const char*>(end)) &&
         std::less<>{}(reinterpret_cast<const char*>(begin), high);
}

py::array_t<double> result_array(const char* function, py::handle out,
                                 const std::vector<py::ssize_t>& shape) {
  if (!out || out.is_none()) return py::array_t<double>(shape);
  check(is_plain_doubles(out.ptr()), function, ": out is no array of float64");
  const auto* array = py::detail::array_proxy(out.ptr());
  constexpr int kNeeded =
      py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ | py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  check(std::size_t(array->nd) == shape.size() &&
            std::equal(shape.begin(), shape.end(), array->dimensions),
        function, ": out has shape ",
        shape_text({array->dimensions, array->dimensions + array->nd}), "; ", shape_text(shape),
        " is needed");
  check((array->flags & kNeeded) == kNeeded, function,
        ": out must be writable and without gaps (C order)");
  return py::reinterpret_borrow<py::array_t<double>>(out);
}

}  // namespace appell::python
