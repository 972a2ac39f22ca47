#pragma once

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "appell/base/types.hpp"

/// Not installed: results as JSON; json_text() of rendering.hpp is their text.
namespace appell::report {

/// Fields stay in the order in which they are given.
using Json = nlohmann::ordered_json;

/// Null where there is none; of numbers also where one is not finite.
inline Json or_null(double number) { return std::isfinite(number) ? Json(number) : Json(); }
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
/// Null where a text is empty.
inline Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// What `of` makes of each.
template <class List, class F>
Json list_of(const List& list, const F& of) {
  Json all = Json::array();
  for (const auto& one : list) all.push_back(of(one));
  return all;
}

/// A column vector.
inline Json list_of(const Eigen::Ref<const VecX>& v) {
  return Json(std::vector<double>(v.begin(), v.end()));
}

/// A matrix, row by row.
inline Json rows_of(const MatX& m) {
  return list_of(m.rowwise(), [](const auto& row) { return list_of(VecX(row.transpose())); });
}

}  // namespace appell::report
