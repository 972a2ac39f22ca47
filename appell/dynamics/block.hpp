#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/base/types.hpp"

namespace appell {

/// Numbers of one or more samples, seen where they lie: a matrix of rows x cols for every sample,
/// column by column, and the samples of each entry side by side,
///
///   entry (i, j) at sample s is data[(j rows + i) stride + s]                                 (1)
///
/// A matrix of Eigen is a block of one sample, and a number is one of one entry: both are taken as
/// they are. Nothing is owned or copied.
template <class Number>
class BasicBlockRef {
 public:
  BasicBlockRef(Number* data, int rows, int cols, int num_samples = 1, std::size_t stride = 1)
      : data_(data), rows_(rows), cols_(cols), num_samples_(num_samples), stride_(stride) {}

  /// @throws InvalidArgument if the columns do not follow each other in memory.
  template <class Matrix>
    requires std::is_base_of_v<Eigen::DenseBase<std::remove_cvref_t<Matrix>>,
                               std::remove_cvref_t<Matrix>> &&
             requires(Matrix& matrix, Number*& data) { data = matrix.data(); }
  BasicBlockRef(Matrix&& matrix)
      : BasicBlockRef(matrix.data(), static_cast<int>(matrix.rows()),
                      static_cast<int>(matrix.cols())) {
    using Plain = std::remove_cvref_t<Matrix>;
    static_assert(Plain::IsVectorAtCompileTime || !Plain::IsRowMajor,
                  "matrices are column by column");
    const bool has_no_gaps =
        Plain::IsVectorAtCompileTime
            ? matrix.innerStride() == 1 || matrix.size() <= 1
            : matrix.innerStride() == 1 &&
                  (matrix.outerStride() == matrix.rows() || matrix.cols() <= 1);
    check(has_no_gaps, "a block: the columns of a ", rows_, " x ", cols_,
          " matrix do not follow each other; copy that part of a larger matrix first.");
  }

  BasicBlockRef(Number& number)
    requires(!std::is_const_v<Number>)
      : BasicBlockRef(&number, 1, 1) {}
  template <class Other>
    requires std::is_same_v<const Other, Number>
  BasicBlockRef(const BasicBlockRef<Other>& other)
      : BasicBlockRef(other.data(), other.rows(), other.cols(), other.num_samples(),
                      other.stride()) {}

  Number* data() const { return data_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int num_samples() const { return num_samples_; }
  std::size_t stride() const { return stride_; }

  /// All samples of an entry.
  std::span<Number> samples(int row, int col) const {
    return {data_ + static_cast<std::size_t>(col * rows_ + row) * stride_,
            static_cast<std::size_t>(num_samples_)};
  }
  /// The first samples alone, for instance of the last block of a motion.
  BasicBlockRef first(int count) const { return {data_, rows_, cols_, count, stride_}; }
  /// Behind the last number.
  Number* end() const {
    const int size = rows_ * cols_;
    return size == 0 ? data_
                     : samples(0, 0).data() + static_cast<std::size_t>(size - 1) * stride_ +
                           static_cast<std::size_t>(num_samples_);
  }

 private:
  Number* data_;
  int rows_, cols_, num_samples_;
  std::size_t stride_;
};

using BlockRef = BasicBlockRef<double>;
using ConstBlockRef = BasicBlockRef<const double>;

/// Memory for a matrix of rows x cols at each of some samples, laid out as (1) of BasicBlockRef;
/// zeros at first. The samples of every entry begin at a multiple of 64 bytes, as suits the widest
/// vectors.
class Block {
 public:
  Block() = default;
  /// @throws InvalidArgument if a number is negative.
  Block(int rows, int cols, int num_samples) : rows_(rows), cols_(cols), num_samples_(num_samples) {
    check(rows >= 0 && cols >= 0 && num_samples >= 0, "Block: ", rows, " x ", cols, " numbers of ",
          num_samples, " samples; none may be negative.");
    stride_ = num_samples > 1 ? static_cast<std::size_t>((num_samples + 7) / 8 * 8) : 1;
    lines_.resize((static_cast<std::size_t>(rows * cols) * stride_ + 7) / 8);
  }

  operator BlockRef() { return {data(), rows_, cols_, num_samples_, stride_}; }
  operator ConstBlockRef() const { return {data(), rows_, cols_, num_samples_, stride_}; }
  BlockRef first(int count) { return BlockRef(*this).first(count); }
  ConstBlockRef first(int count) const { return ConstBlockRef(*this).first(count); }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int num_samples() const { return num_samples_; }
  std::span<double> samples(int row, int col) { return BlockRef(*this).samples(row, col); }
  std::span<const double> samples(int row, int col) const {
    return ConstBlockRef(*this).samples(row, col);
  }
  double& operator()(int row, int col, int sample) { return samples(row, col).data()[sample]; }
  double operator()(int row, int col, int sample) const { return samples(row, col).data()[sample]; }

  /// The matrix of one sample.
  MatX at(int sample) const {
    MatX matrix(rows_, cols_);
    for (int j = 0; j < cols_; ++j) {
      for (int i = 0; i < rows_; ++i) matrix(i, j) = (*this)(i, j, sample);
    }
    return matrix;
  }
  /// @throws InvalidArgument if it has another size.
  void set(int sample, const Eigen::Ref<const MatX>& matrix) {
    check(matrix.rows() == rows_ && matrix.cols() == cols_, "Block: the matrix is ", matrix.rows(),
          " x ", matrix.cols(), "; ", rows_, " x ", cols_, " is needed.");
    for (int j = 0; j < cols_; ++j) {
      for (int i = 0; i < rows_; ++i) (*this)(i, j, sample) = matrix(i, j);
    }
  }

 private:
  struct alignas(64) Line {
    double numbers[8] = {};
  };
  double* data() { return reinterpret_cast<double*>(lines_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(lines_.data()); }

  int rows_ = 0, cols_ = 0, num_samples_ = 0;
  std::size_t stride_ = 1;
  std::vector<Line> lines_;
};

}  // namespace appell
