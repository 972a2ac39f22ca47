#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "appell/model/state_series.hpp"

namespace appell::model {

/// Functions of time, one per coordinate, at several instants: normalised coefficients x⁽ᵏ⁾/k!, the
/// samples of each coefficient side by side, as the engine takes them:
///
///   coefficient k of coordinate j at sample i is column(k, j)[i]                          (1)
///
/// Memory is asked for by the constructor only.
class SeriesBlock {
 public:
  SeriesBlock() = default;
  /// @throws InvalidArgument unless 0 <= order <= kMaxOrder, num_coordinates >= 0, capacity >= 1.
  SeriesBlock(int num_coordinates, int order, int capacity);

  int num_coordinates() const { return num_coordinates_; }
  int order() const { return order_; }
  int capacity() const { return capacity_; }
  int num_samples() const { return num_samples_; }
  /// @throws InvalidArgument unless 0 <= count <= capacity().
  void set_num_samples(int count);

  /// All samples of one coefficient (indices are not checked: inner loops call it).
  double* column(int k, int j) { return numbers_.data() + first(k, j); }
  const double* column(int k, int j) const { return numbers_.data() + first(k, j); }
  /// Distance of two columns: column(k, j) begins (k n + j) stride() after column(0, 0).
  std::size_t stride() const { return static_cast<std::size_t>(capacity_); }

 private:
  std::size_t first(int k, int j) const {
    return static_cast<std::size_t>(k * num_coordinates_ + j) * stride();
  }

  int num_coordinates_ = 0;
  int order_ = -1;
  int capacity_ = 0;
  int num_samples_ = 0;
  std::vector<double> numbers_;
};

/// The states of a robot at several instants: its scalar coordinates q(t) to an order, and the
/// times. What moves by a pose and a twist instead (a floating base) will be a part of its own
/// beside them: ask rate() for velocities, not the next coefficient of q.
class StateBlock {
 public:
  StateBlock() = default;
  StateBlock(int num_coordinates, int order, int capacity)
      : q_(num_coordinates, order, capacity),
        times_(static_cast<std::size_t>(capacity)),
        directions_(static_cast<std::size_t>(num_coordinates * capacity), kNotGiven) {}

  int num_coordinates() const { return q_.num_coordinates(); }
  int order() const { return q_.order(); }
  int capacity() const { return q_.capacity(); }
  int num_samples() const { return q_.num_samples(); }
  void set_num_samples(int count) { q_.set_num_samples(count); }

  SeriesBlock& q() { return q_; }
  const SeriesBlock& q() const { return q_; }
  /// In s; one for each place, also beyond num_samples().
  std::span<double> times() { return times_; }
  std::span<const double> times() const { return times_; }

  /// Coefficient k of the velocity of coordinate j at a sample, k < order().
  double rate(int k, int j, int sample) const { return (k + 1) * q_.column(k + 1, j)[sample]; }

  /// Which way a coordinate moves at a sample: 1, -1, or 0 if it does not move. A motion knows this
  /// at rest too (TrajectoryCursor); of a state without a motion it is the sign of the first
  /// derivative that is not zero. Dry friction goes by it.
  double direction(int j, int sample) const;
  /// Whether a motion gave it: then it holds next to the instant, too.
  bool has_direction(int j, int sample) const { return directions_[place(j, sample)] != kNotGiven; }
  /// @param direction  -1, 0 or 1.
  void set_direction(int j, int sample, double direction) {
    directions_[place(j, sample)] = static_cast<std::int8_t>(direction);
  }

  /// Makes room for how well the states are known; without it they are exact.
  void keep_covariances();
  bool has_covariances() const { return !covariances_.empty(); }
  /// Of coordinate j at a sample: Cov(q⁽ᵃ⁾, q⁽ᵇ⁾), of derivatives, is number a (order() + 1) + b.
  /// Different coordinates are independent.
  double* covariance(int sample, int j) { return covariances_.data() + first(sample, j); }
  const double* covariance(int sample, int j) const {
    return covariances_.data() + first(sample, j);
  }

  /// One state; `out` keeps its memory if it has this order and size.
  void get(int sample, StateSeries& out) const;
  /// @throws InvalidArgument if the state is of a lower order or another size.
  void set(int sample, const StateSeries& state);
  /// The same of a sample of another block, with its directions.
  void set(int sample, const StateBlock& from, int sample_of_it);

 private:
  static constexpr std::int8_t kNotGiven = 2;

  std::size_t place(int j, int sample) const {
    return static_cast<std::size_t>(j * capacity() + sample);
  }
  std::size_t first(int sample, int j) const {
    return static_cast<std::size_t>((sample * num_coordinates() + j) * (order() + 1) *
                                    (order() + 1));
  }

  SeriesBlock q_;
  std::vector<double> times_;
  std::vector<std::int8_t> directions_;
  std::vector<double> covariances_;
};

/// A block of states that are of equal order, at given times (or at 0).
/// @throws InvalidArgument if there is none, or they differ in order or size.
StateBlock state_block(std::span<const StateSeries> states, std::span<const double> times = {});

}  // namespace appell::model
