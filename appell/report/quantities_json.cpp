#include "appell/report/quantities_json.hpp"

namespace appell::report {
namespace {

/// One array as nested lists, from the numbers of a row. Along coordinates the order is that of the
/// file.
class ArrayWriter {
 public:
  ArrayWriter(const analysis::NamedArray& array, const std::vector<int>& coordinates,
              std::span<const double> row, JsonWriter& json)
      : array_(array), coordinates_(coordinates), row_(row), json_(json) {}

  void write() { write(0, 0); }

 private:
  void write(std::size_t axis, std::size_t first) {
    if (axis == array_.extents.size()) {
      json_.value(row_[first]);
      return;
    }
    const analysis::Axis kind = array_.quantity->axes[axis];
    const bool by_coordinate =
        kind == analysis::Axis::kCoordinate || kind == analysis::Axis::kFreedom;
    json_.begin_array();
    for (int i = 0; i < array_.extents[axis]; ++i) {
      const int at = by_coordinate ? coordinates_[i] : i;
      const auto extent = static_cast<std::size_t>(array_.extents[axis]);
      write(axis + 1, first * extent + static_cast<std::size_t>(at));
    }
    json_.end_array();
  }

  const analysis::NamedArray& array_;
  const std::vector<int>& coordinates_;
  std::span<const double> row_;
  JsonWriter& json_;
};

}  // namespace

void write_quantities(const analysis::Selection& selection, const analysis::Evaluator& numbers,
                      const std::vector<int>& coordinates, JsonWriter& json) {
  std::vector<double> row;
  auto array = selection.arrays().begin();
  for (const analysis::Quantity* quantity : selection.quantities()) {
    const bool has_keys = !quantity->key.empty();
    json.key(quantity->name);
    if (has_keys) json.begin_object();
    for (; array != selection.arrays().end() && array->quantity == quantity; ++array) {
      if (has_keys) json.key(array->key);
      row.resize(array->num_entries());
      numbers.write_rows(*array, row.data(), row.size());
      ArrayWriter(*array, coordinates, row, json).write();
    }
    if (has_keys) json.end_object();
  }
}

}  // namespace appell::report
