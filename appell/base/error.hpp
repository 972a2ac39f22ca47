#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace appell {

/// Everything the library throws. The text names what is wrong, the value received and the value
/// needed.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An argument of a public function has the wrong size, order, index, sign, or is not finite.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// A file or a description of a robot is wrong. Carries every problem that was found; the text has
/// the first 100, one line each, and says how many more there are.
class ModelError : public Error {
 public:
  explicit ModelError(std::vector<std::string> problems);
  explicit ModelError(const std::string& problem);

  const std::vector<std::string>& problems() const { return problems_; }

 private:
  std::vector<std::string> problems_;
};

/// A calculation could not be finished: a singular matrix, a step that became too small, a
/// coefficient that is not finite.
class NumericalError : public Error {
 public:
  using Error::Error;
};

}  // namespace appell
