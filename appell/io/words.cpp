#include "appell/io/words.hpp"

#include <iterator>
#include <sstream>

#include "appell/base/text.hpp"

namespace appell::io {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string shortened(std::string_view text, std::size_t longest) {
  return text.size() <= longest ? std::string(text) : concat(text.substr(0, longest), "...");
}

std::string shown_field(std::string_view text) { return concat("'", shortened(text, 40), "'"); }

}  // namespace appell::io
