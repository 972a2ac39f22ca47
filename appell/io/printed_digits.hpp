#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace appell::io {

/// Up to which digit the numbers of a column were printed. Looks at numbers one by one; a number
/// like the one before says nothing new.
class PrintedDigits {
 public:
  void look_at(std::string_view number);

  /// The step of the last digit: 1e-4 for four decimals. Where numbers have as many significant
  /// digits rather than decimals, the step of the larger ones. 0 if there are `all_digits` or more
  /// significant ones (a double that was printed in full has 15 to 17), or nothing changes.
  double step(int all_digits = 15) const;

 private:
  static constexpr int kDecades = 48;
  static constexpr int kLowest = -24;  ///< Of the numbers of decade 0: 10^kLowest and more.

  struct Decade {
    std::size_t count = 0;
    int decimals = -400;  ///< The most that a number of this size has.
  };

  std::array<Decade, kDecades> decades_{};
  std::size_t count_ = 0;
  int fewest_decimals_ = 400;
  int most_decimals_ = -400;
  int most_significant_ = 0;
  std::size_t last_hash_ = 0;
};

}  // namespace appell::io
