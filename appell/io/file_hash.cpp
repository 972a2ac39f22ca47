#include "appell/io/file_hash.hpp"

#include <cstdint>

#include "appell/io/file_text.hpp"

namespace appell::io {

std::string file_hash(const std::string& path) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  read_file(path, kCsvLimit, [&hash](std::string_view piece) {
    for (const char byte : piece) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  });
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15U];
  return digits;
}

}  // namespace appell::io
