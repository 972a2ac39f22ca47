#pragma once

// Nothing is included: the engine's kernels read this table, and are compiled once per instruction
// set.

namespace appell {

/// 170! is the largest factorial that a double holds.
inline constexpr int kHighestFactorial = 170;

/// k! as doubles: exact for k <= 22, to one unit in the last place above.
struct Factorials {
  double values[kHighestFactorial + 1] = {};

  /// @param k  0 <= k <= kHighestFactorial (not checked: inner loops call it).
  constexpr double operator[](int k) const { return values[k]; }
};

consteval Factorials make_factorials() {
  Factorials table;
  long double product = 1.0L;  // Eleven spare bits: 170 roundings cost less than a double's.
  for (int k = 0; k <= kHighestFactorial; ++k) {
    if (k > 0) product *= k;
    table.values[k] = static_cast<double>(product);
  }
  return table;
}

inline constexpr Factorials kFactorials = make_factorials();

}  // namespace appell
