#include "appell/report/figures.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {
namespace {

/// Escaped, line by line.
std::string lines_of(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += xml_text(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return result;
}

std::string index_page(const std::vector<Figure>& figures, const std::string& title,
                       const std::string& text) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<style>:root{{color-scheme:light dark}}body{{font:15px system-ui,sans-serif;margin:1.5em;"
      "max-width:100em}}h1{{font-size:1.5em}}pre{{overflow-x:auto}}main{{display:grid;gap:1em;"
      "align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,36em),1fr))}}"
      "img{{width:100%;height:auto;border-radius:6px}}</style></head>\n"
      "<body><h1>{0}</h1>\n<pre>{1}</pre>\n<main>\n",
      xml_text(title), lines_of(text));
  for (const Figure& figure : figures) {
    page +=
        fmt::format("<a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\"></a>\n", figure.file,
                    xml_text(figure.title.empty() ? figure.panels.front().title : figure.title));
  }
  return page + "</main></body></html>\n";
}

}  // namespace

std::string plot_file_name(const std::string& name, std::set<std::string>& taken) {
  std::string plain = name;
  for (char& c : plain) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!is_plain) c = '_';
  }
  const std::string first = plain;
  for (int i = 2; !taken.insert(plain).second; ++i) plain = concat(first, "-", i);
  return plain + ".svg";
}

std::string file_stem(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 128 && std::isalnum(byte)) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

void write_figures(const std::vector<Figure>& figures, const std::string& title,
                   const std::string& text, const std::string& folder,
                   const std::atomic<bool>* stop) {
  check_output_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, folder, ": cannot be created: ", error.message());
  const auto write = [&](const std::string& name, const std::string& content) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    throw_if_stopped(stop, path);
    refuse_read_only(path);
    OutputFile file(path);
    file.write(content);
    file.commit();
  };
  for (const Figure& figure : figures) write(figure.file, svg_panels(figure.panels, figure.title));
  write("index.html", index_page(figures, title, text));
}

}  // namespace appell::report
