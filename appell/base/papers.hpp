#pragma once

#include <span>
#include <string>
#include <string_view>

namespace appell {

/// A paper behind the library; docs/references.bib has the same with all fields.
struct Paper {
  std::string_view key;      ///< "S2"
  std::string_view authors;  ///< "Negrean"
  std::string_view year;     ///< Empty: it prints none.
  std::string_view title;
};

std::span<const Paper> papers();

/// "S2: Negrean 2016, Advanced notions ...", for each paper whose key stands in `text` as a word,
/// in lines for a terminal; each output that uses keys spells them out once.
std::string keys_spelled_out(std::string_view text);

}  // namespace appell
