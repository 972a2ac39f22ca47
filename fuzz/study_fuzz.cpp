#include "appell/io/load_model.hpp"
#include "appell/io/study_file.hpp"
#include "appell/study/variation.hpp"
#include "fuzz/readers.hpp"

/// What a study says is read, and what it varies is drawn once, of a small robot; files that it
/// names are not read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<appell::model::Model> robots{appell::io::load_model("planar2r").model};
  static const std::vector<std::vector<appell::model::MotionLimit>> limits{
      motion_limits(robots.front())};
  return appell::fuzz::try_reader("s.toml", bytes, size, [](const std::string& text) {
    const appell::io::StudyFile study = appell::io::read_study_toml("s.toml", text);
    const appell::study::Variations variations(robots, limits, study.vary);
    const std::vector<double> middle(variations.num_dimensions(), 0.5);
    appell::study::DrawnItem item = variations.start(0);
    variations.draw(0, middle, item);
  });
}
