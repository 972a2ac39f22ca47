#include <sstream>

#include "appell/io/mesh_formats.hpp"
#include "appell/mass/shape.hpp"
#include "fuzz/readers.hpp"

// The first byte chooses the format: 'o' OBJ, else STL, binary or ASCII. COLLADA is left out: it is
// read by assimp, which is not ours to mend and is known to crash on damaged files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const bool is_obj = bytes[0] == 'o';
  return appell::fuzz::try_reader("mesh", bytes + 1, size - 1, [is_obj](const std::string& text) {
    std::istringstream stream(text);
    const appell::mass::Mesh mesh = is_obj ? appell::io::read_obj(stream, "mesh")
                                           : appell::io::read_stl(stream, "mesh", text.size());
    appell::mass::measure(mesh);  // Its messages begin with "mesh:", too.
  });
}
