#include "appell/report/page_asset.hpp"

#include <cstddef>

// The assembler puts the file into the program; where it is, -Wa,-I says (CMakeLists.txt).
__asm__(
    ".pushsection .rodata\n"
    ".global appell_page_asset_begin\n.hidden appell_page_asset_begin\n"
    ".global appell_page_asset_end\n.hidden appell_page_asset_end\n"
    "appell_page_asset_begin:\n"
    ".incbin \"report.html\"\n"
    "appell_page_asset_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
extern const char appell_page_asset_begin[];
extern const char appell_page_asset_end[];
}

namespace appell::report {

std::string_view page_asset() {
  return {appell_page_asset_begin,
          static_cast<std::size_t>(appell_page_asset_end - appell_page_asset_begin)};
}

}  // namespace appell::report
