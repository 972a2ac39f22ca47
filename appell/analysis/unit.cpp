#include "appell/analysis/unit.hpp"

#include "appell/base/text.hpp"

namespace appell::analysis {

std::string Unit::text() const {
  std::string text(base);
  if (per_second == 1) text += "/s";
  if (per_second > 1) text += concat("/s^", per_second);
  return text;
}

}  // namespace appell::analysis
