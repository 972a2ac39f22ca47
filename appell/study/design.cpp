#include "appell/study/design.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>

#include "appell/base/check.hpp"
#include "appell/study/sobol_directions.hpp"
#include "appell/study/unit_number.hpp"

namespace appell::study {
namespace {

constexpr long long kMostPoints = 1LL << 50;

struct NamedDesign {
  std::string_view name;
  Design design;
};
constexpr NamedDesign kDesigns[]{{"grid", Design::kGrid},
                                 {"latin", Design::kLatinHypercube},
                                 {"sobol", Design::kSobol},
                                 {"random", Design::kRandom}};

// What designs draw for themselves, apart from the numbers of the points.
constexpr std::uint64_t kLatinKeys = kReservedStreams;
constexpr std::uint64_t kSobolShifts = kReservedStreams + 2;
constexpr std::uint64_t kSobolMatrices = 2 * kReservedStreams;  // And one stream per dimension.

/// Row r (from the top) of a dimension's random matrix of bits, as a mask of the digits that are
/// added up: itself, and any of those above it, which stand for more.
std::uint64_t matrix_row(std::uint64_t seed, std::uint64_t dimension, int row) {
  const std::uint64_t own = std::uint64_t{1} << (kSobolBits - 1 - row);
  const std::uint64_t above = ~((own << 1) - 1) & ((std::uint64_t{1} << kSobolBits) - 1);
  const std::uint64_t random =
      random_bits(seed, kSobolMatrices + dimension, static_cast<std::uint64_t>(row));
  return own | (random & above);
}

/// The directions of a dimension, scrambled: each times the matrix.
void scramble(std::uint64_t seed, std::uint64_t dimension, std::span<std::uint64_t> directions) {
  std::array<std::uint64_t, kSobolBits> scrambled{};
  for (int row = 0; row < kSobolBits; ++row) {
    const std::uint64_t mask = matrix_row(seed, dimension, row);
    for (std::size_t j = 0; j < directions.size(); ++j) {
      const auto bit = static_cast<std::uint64_t>(std::popcount(directions[j] & mask) & 1);
      scrambled[j] |= bit << (kSobolBits - 1 - row);
    }
  }
  std::copy_n(scrambled.begin(), directions.size(), directions.begin());
}

double grid_coordinate(const GridAxis& axis, long long i) {
  const double at = static_cast<double>(i), n = axis.count;
  if (axis.placement == GridPlacement::kMiddles || axis.count == 1) return (at + 0.5) / n;
  return at / (n - 1.0);
}

}  // namespace

Design design_by_name(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedDesign& named : kDesigns) {
    if (named.name == name) return named.design;
    names.emplace_back(named.name);
  }
  throw InvalidArgument(concat("no design is named '", one_line(std::string(name)), "'",
                               suggestion(name, names), "; there are ", comma_list(names), "."));
}

std::uint64_t permuted(std::uint64_t i, std::uint64_t n, std::uint64_t key) {
  const int bits = std::max(1, static_cast<int>(std::bit_width(n - 1)));
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const int half = (bits + 1) / 2;
  do {  // Each step is a bijection of `bits` bits; what leaves 0..n-1 walks on until it is back.
    for (int round = 0; round < 4; ++round) {
      i = (i + std::rotl(key, 17 * round)) & mask;
      i = (i * 0x9E3779B97F4A7C15) & mask;
      i ^= i >> half;
      i = (i * (std::rotl(key, 17 * round + 31) | 1)) & mask;
      i ^= i >> half;
    }
  } while (i >= n);
  return i;
}

UnitPoints::UnitPoints(Design design, std::uint64_t seed, long long num_points, int num_dimensions)
    : design_(design), seed_(seed), num_points_(num_points), num_dimensions_(num_dimensions) {
  check(design != Design::kGrid, "UnitPoints: a grid has axes, not a number of points.");
  check(num_points >= 1 && num_points <= kMostPoints, "UnitPoints: ", num_points,
        " points; need 1 to ", kMostPoints, ".");
  check(num_dimensions >= 0, "UnitPoints: ", num_dimensions, " dimensions; need at least 0.");
  if (design == Design::kLatinHypercube) {
    for (int d = 0; d < num_dimensions; ++d) keys_.push_back(random_bits(seed, kLatinKeys, d));
  }
  if (design != Design::kSobol) return;
  check(num_dimensions <= kMostSobolDimensions, "UnitPoints: ", num_dimensions,
        " dimensions; Sobol's sequence has at most ", kMostSobolDimensions,
        " here. Use design 'latin' or 'random'.");
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(num_points - 1)));
  directions_.resize(static_cast<long long>(bits) * num_dimensions);
  std::array<std::uint64_t, kSobolBits> of_dimension{};
  for (int d = 0; d < num_dimensions; ++d) {
    const std::span<std::uint64_t> used(of_dimension.data(), bits);
    sobol_directions(d, used);
    scramble(seed, d, used);
    for (int j = 0; j < bits; ++j) directions_[j * num_dimensions + d] = used[j];
    shifts_.push_back(random_bits(seed, kSobolShifts, d) >> (64 - kSobolBits));
  }
}

UnitPoints::UnitPoints(std::vector<GridAxis> axes)
    : design_(Design::kGrid),
      num_dimensions_(static_cast<int>(axes.size())),
      axes_(std::move(axes)) {
  for (const GridAxis& axis : axes_) {
    check(axis.count >= 1, "UnitPoints: an axis of a grid has ", axis.count,
          " values; need at least one.");
    check(num_points_ <= kMostPoints / axis.count,
          "UnitPoints: the grid has more than 2^50 points; take fewer values.");
    num_points_ *= axis.count;
  }
}

void UnitPoints::point(long long i, std::span<double> out) const {
  check(i >= 0 && i < num_points_, "UnitPoints: point ", i, "; need 0..", num_points_ - 1, ".");
  check(std::ssize(out) == num_dimensions_, "UnitPoints: room for ", out.size(),
        " coordinates; need ", num_dimensions_, ".");
  const auto index = static_cast<std::uint64_t>(i);
  switch (design_) {
    case Design::kGrid:
      return grid_point(i, out);
    case Design::kLatinHypercube:
      return latin_point(index, out);
    case Design::kSobol:
      return sobol_point(index, out);
    case Design::kRandom:
      return random_point(index, out);
  }
}

void UnitPoints::grid_point(long long i, std::span<double> out) const {
  for (std::size_t d = axes_.size(); d-- > 0;) {
    out[d] = grid_coordinate(axes_[d], i % axes_[d].count);
    i /= axes_[d].count;
  }
}

void UnitPoints::latin_point(std::uint64_t i, std::span<double> out) const {
  const auto n = static_cast<std::uint64_t>(num_points_);
  random_point(i, out);  // The place within its part of the axis.
  for (std::size_t d = 0; d < out.size(); ++d) {
    const double part = static_cast<double>(permuted(i, n, keys_[d]));
    out[d] = (part + out[d]) / static_cast<double>(n);
  }
  constexpr double kBelowOne = 1.0 - std::numeric_limits<double>::epsilon() / 2.0;
  for (double& x : out) x = std::min(x, kBelowOne);  // It may have been rounded to 1.
}

void UnitPoints::sobol_point(std::uint64_t i, std::span<double> out) const {
  const std::size_t dimensions = out.size();
  const auto set_bits = [&](std::size_t d) {
    std::uint64_t bits = shifts_[d];
    for (std::uint64_t gray = i ^ (i >> 1); gray != 0; gray &= gray - 1) {
      bits ^= directions_[std::countr_zero(gray) * dimensions + d];
    }
    return bits;
  };
  for (std::size_t d = 0; d < dimensions; ++d) out[d] = unit_of_bits(set_bits(d) << 12);
}

void UnitPoints::random_point(std::uint64_t i, std::span<double> out) const {
  for (std::size_t d = 0; d < out.size(); d += 2) {
    const std::array<std::uint64_t, 2> bits = random_bit_pair(seed_, d / 2, i);
    out[d] = unit_of_bits(bits[0]);
    if (d + 1 < out.size()) out[d + 1] = unit_of_bits(bits[1]);
  }
}

}  // namespace appell::study
