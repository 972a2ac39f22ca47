#pragma once

#include <string_view>

/// Not installed: web/dist/report.html, which is part of the program.
namespace appell::report {

/// The page without data; one of its lines is kDataLine, where they belong.
std::string_view page_asset();
inline constexpr std::string_view kDataLine = "<!-- appell: data -->";

}  // namespace appell::report
