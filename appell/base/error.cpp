#include "appell/base/error.hpp"

#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"

namespace appell {
namespace {

std::string joined_lines(const std::vector<std::string>& lines) {
  constexpr std::size_t kMost = 100;
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < kMost; ++i) {
    if (!text.empty()) text += '\n';
    text += lines[i];
  }
  if (lines.size() <= kMost) return text;
  const std::size_t num_more = lines.size() - kMost;
  return text + concat("\nand ", num_more, num_more == 1 ? " more problem" : " more problems");
}

}  // namespace

ModelError::ModelError(std::vector<std::string> problems)
    : Error(joined_lines(problems)), problems_(std::move(problems)) {}

ModelError::ModelError(const std::string& problem)
    : ModelError(std::vector<std::string>{problem}) {}

void throw_invalid_argument(std::initializer_list<TextPart> parts) {
  throw InvalidArgument(joined(parts));
}

}  // namespace appell
