#pragma once

#include "appell/analysis/selection.hpp"
#include "python/src/arguments.hpp"

namespace appell::python {

/// Name, quantity, key, numbers, axes, units, names of entries and title: an array of a Result.
inline py::tuple described(const model::Model& model, const analysis::NamedArray& array,
                           const py::object& numbers) {
  py::list axes, units, columns;
  for (const analysis::Axis axis : array.quantity->axes) axes.append(std::string(axis_name(axis)));
  for (int entry = 0; entry < array.num_entries(); ++entry) {
    units.append(array.units[entry].text());
    columns.append(entry_name(model, array, entry));
  }
  return py::make_tuple(array.name, std::string(array.quantity->name), array.key, numbers, axes,
                        units, columns, std::string(array.quantity->title));
}

}  // namespace appell::python
