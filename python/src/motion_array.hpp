#pragma once

#include <pybind11/numpy.h>

#include "appell/dynamics/block.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::python {

namespace py = pybind11;

/// q, q', q'', ... as Python gives them: (orders, n), (samples, orders, n), or positions alone:
/// (n,), or (samples, n) with more samples than there can be orders. An array of doubles is read
/// where it lies, whatever its strides; all else is converted.
class MotionArray {
 public:
  /// @param function  for messages.
  /// @throws InvalidArgument for another shape, or numbers that are not real.
  MotionArray(const char* function, PyObject* given, const model::Model& model);

  bool has_samples() const { return num_samples_ >= 0; }
  /// Whether it has no axis of orders.
  bool is_positions() const { return is_positions_; }
  py::ssize_t num_samples() const { return num_samples_; }
  int num_orders() const { return num_orders_; }

  /// Checks that q is there to an order, for a derivative that is wanted.
  /// @throws InvalidArgument saying how many orders are needed.
  void require_order(const char* function, int needed, int wanted) const;

  /// For a function that reads positions only.
  /// @throws InvalidArgument if the rows may be orders or samples.
  void refuse_ambiguous(const char* function) const;

  /// The numbers of q to an order where they lie, or copied to `scratch` if they do not lie one
  /// after the other.
  /// @throws InvalidArgument for one that is not finite.
  const double* single(const char* function, int order, std::vector<double>& scratch) const;

  /// Samples first, first + 1, ..., as many as `motion` has, and as many derivatives.
  /// @throws InvalidArgument for a number that is not finite.
  void fill(const char* function, py::ssize_t first, const BlockRef& motion) const;
  /// The same to the order of `states`, as coefficients.
  void fill(const char* function, py::ssize_t first, model::StateBlock& states) const;

  /// Whether memory from `begin` to `end` overlaps with the numbers.
  bool overlaps(const double* begin, const double* end) const;

 private:
  double at(py::ssize_t sample, int k, int j) const {
    return *reinterpret_cast<const double*>(first_ + sample * sample_stride_ + k * order_stride_ +
                                            j * stride_);
  }
  bool take_list(PyObject* given);
  void take_array(const char* function, PyObject* given);
  [[noreturn]] void refuse_number(const char* function, py::ssize_t first, py::ssize_t count,
                                  int order) const;

  const model::Model& model_;
  py::object keep_;           ///< What owns the memory,
  std::vector<double> rows_;  ///< if this does not: the numbers of a list of rows.
  const char* first_ = nullptr;
  py::ssize_t num_samples_ = -1;
  int num_orders_ = 1;
  int n_ = 0;
  bool is_positions_ = false;
  py::ssize_t sample_stride_ = 0;  ///< In bytes.
  py::ssize_t order_stride_ = 0;
  py::ssize_t stride_ = 8;
};

/// An array of doubles of a shape: `out` if it is given, else a new one.
/// @throws InvalidArgument if `out` is no writable array of doubles of that shape without gaps.
py::array_t<double> result_array(const char* function, py::handle out,
                                 const std::vector<py::ssize_t>& shape);

/// Whether no number is infinite or NaN: sums of 0 x are 0 then.
bool are_finite(const double* numbers, py::ssize_t count);

/// "(3, 7)"
std::string shape_text(const std::vector<py::ssize_t>& shape);

}  // namespace appell::python
