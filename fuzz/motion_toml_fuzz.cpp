#include "appell/io/motion_file.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return appell::fuzz::try_reader("m.toml", bytes, size, [](const std::string& text) {
    const appell::io::Motion motion = appell::io::read_motion_toml("m.toml", text);
    motion.trajectory.sample(motion.trajectory.range().start, 4);
  });
}
