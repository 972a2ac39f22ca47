#include "appell/io/load_model.hpp"
#include "appell/io/state_file.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const appell::model::Model model = appell::io::load_model("planar2r").model;
  return appell::fuzz::try_reader("s.json", bytes, size, [](const std::string& text) {
    appell::io::read_state("s.json", text, model);
  });
}
