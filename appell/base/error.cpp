#include "appell/base/error.hpp"

#include <utility>

namespace appell {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    if (!text.empty()) text += '\n';
    text += line;
  }
  return text;
}

}  // namespace

ModelError::ModelError(std::vector<std::string> problems)
    : Error(joined(problems)), problems_(std::move(problems)) {}

ModelError::ModelError(const std::string& problem)
    : ModelError(std::vector<std::string>{problem}) {}

}  // namespace appell
