#include "appell/dynamics/block.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"

namespace appell {
namespace {

// Property: matrices and vectors of Eigen, parts of them, numbers and blocks are seen where they
// lie.
TEST(Block, SeesNumbersWhereTheyLie) {
  MatX matrix = MatX::Random(3, 4);
  Block block(3, 4, 5);
  double number = 2.0;
  const BlockRef whole = matrix, column = matrix.col(2), columns = matrix.middleCols(1, 2),
                 one = number, many = block;
  EXPECT_EQ(whole.data(), matrix.data());
  EXPECT_EQ(whole.rows(), 3);
  EXPECT_EQ(whole.cols(), 4);
  EXPECT_EQ(whole.num_samples(), 1);
  EXPECT_EQ(whole.samples(1, 2)[0], matrix(1, 2));
  EXPECT_EQ(whole.end(), matrix.data() + 12);
  EXPECT_EQ(column.data(), &matrix(0, 2));
  EXPECT_EQ(columns.cols(), 2);
  EXPECT_EQ(one.data(), &number);
  EXPECT_EQ(many.num_samples(), 5);
  EXPECT_EQ(many.first(2).num_samples(), 2);
  const MatX& constant = matrix;
  const ConstBlockRef seen = constant, converted = whole;
  EXPECT_EQ(seen.data(), converted.data());
  static_assert(!std::is_constructible_v<BlockRef, const MatX&>);
  Eigen::RowVectorXd row(4);
  EXPECT_EQ(BlockRef(row).cols(), 4);
}

// Property: the samples of an entry lie side by side, and begin where vectors like to.
TEST(Block, KeepsSamplesSideBySide) {
  Block block(3, 2, 5);
  const MatX matrix = MatX::Random(3, 2);
  block.set(4, matrix);
  EXPECT_EQ(block.at(4), matrix);
  EXPECT_EQ(block.at(0), MatX::Zero(3, 2));
  EXPECT_EQ(block.samples(2, 1)[4], matrix(2, 1));
  EXPECT_EQ(&block.samples(2, 1)[4] - &block.samples(2, 1)[0], 4);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.samples(i, 1).data()) % 64, 0U);
  }
  const Block copy = block;
  EXPECT_EQ(copy.at(4), matrix);
}

TEST(Block, ExplainsBadInput) {
  MatX matrix(4, 3);
  EXPECT_THROW_MESSAGE(BlockRef(matrix.topRows(2)), InvalidArgument,
                       "the columns of a 2 x 3 matrix do not follow each other");
  EXPECT_THROW_MESSAGE(ConstBlockRef(matrix.row(1)), InvalidArgument, "do not follow each other");
  EXPECT_THROW_MESSAGE(Block(-1, 2, 3), InvalidArgument, "none may be negative");
  Block block(2, 2, 3);
  EXPECT_THROW_MESSAGE(block.set(0, matrix), InvalidArgument, "the matrix is 4 x 3; 2 x 2");
}

}  // namespace
}  // namespace appell
