#include "appell/io/motion_file.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return appell::fuzz::try_reader("m.csv", bytes, size, [](const std::string& text) {
    const appell::io::Motion motion = appell::io::read_motion_csv("m.csv", text, 2);
    motion.trajectory.sample(motion.trajectory.range().end, 4);
  });
}
