// A log; what stands before a line "---", if there is one, is a mapping of its columns.
#include "appell/io/column_mapping.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/motion_toml.hpp"
#include "fuzz/readers.hpp"

namespace {

const std::vector<std::string> kCoordinates{"joint1", "joint2", "wheel"};

void read_log(const std::string& mapping, const std::string& log) {
  appell::io::Diagnostics diagnostics("m.csv");
  const toml::table document = appell::io::parse_toml(mapping, diagnostics);
  appell::io::TomlFields fields(document, "columns", diagnostics);
  const appell::io::ColumnMapping columns = appell::io::read_column_mapping(fields, "m.csv");
  fields.finish();
  diagnostics.throw_if_errors();
  for (const appell::io::KindMapping& kind : columns.kinds) {
    if (!kind.file.empty() || !columns.time.file.empty()) return;  // One file is enough here.
  }
  const appell::io::Motion motion = appell::io::read_motion_csv(
      "m.csv", log, {}, {.mapping = &columns, .coordinates = &kCoordinates});
  motion.trajectory.sample(motion.trajectory.range().end, 4);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return appell::fuzz::try_reader("m.csv", bytes, size, [](const std::string& text) {
    const std::size_t line = text.find("\n---\n");
    if (line != std::string::npos) return read_log(text.substr(0, line + 1), text.substr(line + 5));
    const appell::io::Motion motion = appell::io::read_motion_csv("m.csv", text);
    motion.trajectory.sample(motion.trajectory.range().end, 4);
  });
}
