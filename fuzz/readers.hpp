#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "appell/base/error.hpp"

namespace appell::fuzz {

/// Runs a reader on bytes. It may refuse them with an appell::Error whose every line names the
/// source; everything else that it throws, and every fault that a sanitizer sees, ends the program.
template <class Read>
int try_reader(const std::string& source_name, const std::uint8_t* bytes, std::size_t size,
               const Read& read) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  try {
    read(text);
  } catch (const ModelError& error) {
    for (const std::string& problem : error.problems()) {
      const bool is_one_line = problem.find('\n') == std::string::npos;
      if (is_one_line && problem.starts_with(source_name + ":")) continue;
      std::cerr << "bad message: " << problem << "\n";
      std::abort();
    }
  } catch (const Error&) {
  }
  return 0;
}

}  // namespace appell::fuzz
