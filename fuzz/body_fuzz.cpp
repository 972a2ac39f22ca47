#include "appell/io/body_file.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return appell::fuzz::try_reader("b.toml", bytes, size, [](const std::string& text) {
    appell::io::read_body_toml("b.toml", text);
  });
}
