#include "appell/report/model_file.hpp"

#include "appell/base/check.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {

void check_model_path(const std::string& argument, const std::string& path) {
  check(path.ends_with(".toml") || path.ends_with(".urdf"), argument, " ", path,
        ": ends with neither .toml nor .urdf; the ending says which format to write");
}

std::vector<std::string> write_model_file(const std::string& path,
                                          const model::Description& description) {
  check_model_path("write_model_file:", path);
  const io::WrittenModel written = path.ends_with(".toml")
                                       ? io::WrittenModel{io::model_toml(description), {}}
                                       : io::model_urdf(description);
  OutputFile file(path);
  file.write(written.text);
  file.commit();
  return written.not_said;
}

}  // namespace appell::report
