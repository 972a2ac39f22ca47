#include "appell/base/counted.hpp"

#include "appell/base/text.hpp"

namespace appell {

std::string counted(long long count, std::string_view singular, std::string_view plural) {
  if (count == 1) return concat("1 ", singular);
  return plural.empty() ? concat(count, " ", singular, "s") : concat(count, " ", plural);
}

}  // namespace appell
