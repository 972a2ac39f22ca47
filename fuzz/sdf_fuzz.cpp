#include "appell/io/load_model.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return appell::fuzz::try_reader("m.sdf", bytes, size, [](const std::string& text) {
    appell::io::read_sdf("m.sdf", text, {.open_loops = text.size() % 2 == 0});
  });
}
