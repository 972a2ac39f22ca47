#include "appell/report/quantities_json.hpp"

namespace appell::report {
namespace {

/// One array as nested lists, from the numbers of a row. Along coordinates the order is that of the
/// file.
Json nested(const analysis::NamedArray& array, const std::vector<int>& coordinates,
            const std::vector<double>& row, int axis, int first) {
  if (axis == std::ssize(array.extents)) return row[first];
  const analysis::Axis kind = array.quantity->axes[axis];
  const bool by_coordinate =
      kind == analysis::Axis::kCoordinate || kind == analysis::Axis::kFreedom;
  Json list = Json::array();
  for (int i = 0; i < array.extents[axis]; ++i) {
    const int at = by_coordinate ? coordinates[i] : i;
    list.push_back(nested(array, coordinates, row, axis + 1, first * array.extents[axis] + at));
  }
  return list;
}

}  // namespace

void add_quantities(const analysis::Selection& selection, const analysis::Evaluator& numbers,
                    const std::vector<int>& coordinates, Json& json) {
  for (const analysis::Quantity* quantity : selection.quantities()) {
    Json& field = json[std::string(quantity->name)];  // In this order, empty ones too.
    if (!quantity->key.empty()) field = Json::object();
  }
  std::vector<double> row;
  for (const analysis::NamedArray& array : selection.arrays()) {
    row.resize(array.num_entries());
    numbers.write_rows(array, row.data(), row.size());
    Json& field = json[std::string(array.quantity->name)];
    (array.quantity->key.empty() ? field : field[array.key]) =
        nested(array, coordinates, row, 0, 0);
  }
}

}  // namespace appell::report
