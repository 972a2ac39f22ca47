#include "appell/io/operational_file.hpp"

#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/json.hpp"

namespace appell::io {
namespace {

/// Reads the fields of one file.
class OperationalReader : private JsonFields {
 public:
  using JsonFields::JsonFields;

  OperationalFile read(const nlohmann::json& document) const {
    require(document.is_object(), "",
            "is no JSON object; {\"q0\": [...], \"X\": [[...], ...]} is needed");
    check_keys(document, "", {"q0", "pose", "rows", "X", "preferred"});
    require(document.contains("q0"), "q0", "is missing; the coordinates to start from are needed");
    require(document.contains("pose") || document.contains("X"), "",
            "has neither pose nor X; one of them is needed");
    OperationalFile file;
    file.q0 = of_coordinates(document["q0"], "q0");
    file.rows = rows(document);
    if (document.contains("pose")) file.pose = pose(document["pose"]);
    if (document.contains("X")) file.X = derivatives(document["X"], file.rows.size());
    if (document.contains("preferred")) {
      file.preferred = preferred(document["preferred"], file.q0, file.X.order() + 1);
    }
    return file;
  }

 private:
  VecX of_coordinates(const nlohmann::json& list, const std::string& field) const {
    return counted(list, field, model().num_coordinates(), "one for each joint");
  }

  VecX counted(const nlohmann::json& list, const std::string& field, std::size_t needed,
               const std::string& what) const {
    const std::vector<double> values = numbers(list, field);
    require(values.size() == needed, field,
            concat("has ", appell::counted(values.size(), "number"), "; ", needed, ", ", what,
                   needed == 1 ? ", is needed" : ", are needed"));
    return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
  }

  std::vector<int> rows(const nlohmann::json& document) const {
    if (!document.contains("rows")) return {0, 1, 2, 3, 4, 5};
    std::vector<int> result;
    for (const double row : numbers(document["rows"], "rows")) {
      const int index = row >= 0.0 && row <= 5.0 ? static_cast<int>(row) : -1;
      const bool is_new = std::find(result.begin(), result.end(), index) == result.end();
      require(index == row && is_new, "rows",
              concat("has ", row, "; each of 0 to 5 at most once is needed"));
      result.push_back(index);
    }
    require(!result.empty(), "rows", "is empty; at least one row is needed");
    return result;
  }

  spatial::Transform pose(const nlohmann::json& list) const {
    require(list.is_array() && list.size() == 4, "pose", "is no list of four rows");
    Mat4 matrix;
    for (std::size_t i = 0; i < 4; ++i) {
      matrix.row(static_cast<Eigen::Index>(i)) =
          counted(list[i], concat("pose[", i, "]"), 4, "a row of a 4 x 4 matrix");
    }
    try {
      return spatial::transform_from_matrix(matrix);
    } catch (const InvalidArgument& error) {
      fail("pose", error.what());
    }
  }

  taylor::Series<VecX> derivatives(const nlohmann::json& list, std::size_t num_rows) const {
    require(list.is_array() && !list.empty(), "X",
            "is no list of lists; X[0] is the velocity, X[1] the acceleration, ...");
    require(
        list.size() < std::size_t{taylor::kMaxOrder}, "X",
        concat("has ", list.size(), " orders; at most ", taylor::kMaxOrder - 1, " are supported"));
    std::vector<VecX> values;
    for (std::size_t k = 0; k < list.size(); ++k) {
      values.push_back(counted(list[k], concat("X[", k, "]"), num_rows, "one for each row"));
    }
    return taylor::Series<VecX>::from_derivatives(values);
  }

  model::StateSeries preferred(const nlohmann::json& list, const VecX& q0, int order) const {
    require(list.is_array() && static_cast<int>(list.size()) == order, "preferred",
            concat("is no list of ", order,
                   " lists, as X is; preferred[0] is the velocity of the joints that is to be as "
                   "near as possible, preferred[1] the acceleration, ..."));
    std::vector<VecX> values{q0};
    for (std::size_t k = 0; k < list.size(); ++k) {
      values.push_back(of_coordinates(list[k], concat("preferred[", k, "]")));
    }
    return model::state_from_derivatives(model(), values);
  }
};

}  // namespace

OperationalFile load_operational_state(const std::string& path, const model::Model& model) {
  if (path != "-") return read_operational_state(path, file_text(path, kStateLimit), model);
  return read_operational_state("<stdin>", stream_text(std::cin, "<stdin>", kStateLimit), model);
}

OperationalFile read_operational_state(const std::string& source_name, const std::string& text,
                                       const model::Model& model) {
  return OperationalReader(source_name, model).read(parse_json(source_name, text));
}

}  // namespace appell::io
