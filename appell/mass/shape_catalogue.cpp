#include "appell/mass/shape_catalogue.hpp"

#include <cmath>
#include <utility>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/shape_fields.hpp"

namespace appell::mass {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

constexpr FieldKind kind_of(const double*) { return FieldKind::kNumber; }
constexpr FieldKind kind_of(const Vec2*) { return FieldKind::kVector2; }
constexpr FieldKind kind_of(const Vec3*) { return FieldKind::kVector3; }
constexpr FieldKind kind_of(const std::vector<Vec2>*) { return FieldKind::kPoints2; }
constexpr FieldKind kind_of(const std::vector<Vec3>*) { return FieldKind::kPoints3; }
template <std::size_t n>
constexpr FieldKind kind_of(const std::array<Vec3, n>*) {
  return FieldKind::kPoints3;
}
constexpr FieldKind kind_of(const Triangles*) { return FieldKind::kTriangles; }

template <class S>
ShapeDescription description() {
  constexpr const auto& entry = detail::kEntry<S>;
  ShapeDescription shape{std::string(entry.name), entry.dimension, {}};
  const auto add = [&]<class M>(const detail::Field<S, M>& field) {
    shape.fields.push_back({std::string(field.name), kind_of(static_cast<const M*>(nullptr)),
                            std::string(field.unit), std::string(field.meaning)});
  };
  std::apply([&](const auto&... field) { (add(field), ...); }, entry.fields);
  return shape;
}

template <std::size_t... i>
std::vector<ShapeDescription> descriptions(std::index_sequence<i...>) {
  return {description<std::variant_alternative_t<i, Shape>>()...};
}

template <std::size_t... i>
Shape shape_at(std::size_t index, std::index_sequence<i...>) {
  Shape shape;
  ((i == index ? void(shape.emplace<i>()) : void()), ...);
  return shape;
}

using AllShapes = std::make_index_sequence<std::variant_size_v<Shape>>;

/// Copies a FieldValue into a member; `place` is the text before ": needs ..." in messages.
class Assigner {
 public:
  Assigner(std::string place, const FieldValue& value) : place_(std::move(place)), value_(value) {}

  void operator()(double& member) const { member = get<double>(FieldKind::kNumber); }
  void operator()(Vec2& member) const {
    member = entries<2>(get<std::vector<double>>(FieldKind::kVector2), "");
  }
  void operator()(Vec3& member) const {
    member = entries<3>(get<std::vector<double>>(FieldKind::kVector3), "");
  }
  template <int n>
  void operator()(std::vector<Eigen::Matrix<double, n, 1>>& member) const {
    const auto& rows = get<Rows>(n == 2 ? FieldKind::kPoints2 : FieldKind::kPoints3);
    member.clear();
    for (const auto& row : rows) member.push_back(entries<n>(row, concat("[", member.size(), "]")));
  }
  template <std::size_t n>
  void operator()(std::array<Vec3, n>& member) const {
    const auto& rows = get<Rows>(FieldKind::kPoints3);
    if (rows.size() != n)
      fail(concat(" has ", counted(rows.size(), "point"), "; ", n, " are needed"));
    for (std::size_t i = 0; i < n; ++i) member[i] = entries<3>(rows[i], concat("[", i, "]"));
  }
  void operator()(Triangles& member) const {
    member.clear();
    for (const auto& row : get<Rows>(FieldKind::kTriangles)) {
      const Vec3 corners = entries<3>(row, concat("[", member.size(), "]"));
      for (double corner : corners) {
        if (!(corner >= 0.0 && corner < 2147483648.0 && corner == std::floor(corner))) {
          fail(concat("[", member.size(), "] has the vertex ", corner,
                      "; a whole number from 0 is needed"));
        }
      }
      member.push_back({static_cast<int>(corners[0]), static_cast<int>(corners[1]),
                        static_cast<int>(corners[2])});
    }
  }

 private:
  using Rows = std::vector<std::vector<double>>;

  [[noreturn]] void fail(const std::string& problem) const {
    throw ModelError(concat(place_, problem));
  }

  template <class T>
  const T& get(FieldKind kind) const {
    if (const T* value = std::get_if<T>(&value_)) return *value;
    fail(concat(" must be ", field_kind_text(kind)));
  }

  template <int n>
  Eigen::Matrix<double, n, 1> entries(const std::vector<double>& list,
                                      const std::string& index) const {
    if (list.size() != n) {
      fail(concat(index, " has ", counted(list.size(), "number"), "; ", n, " are needed"));
    }
    return Eigen::Map<const Eigen::Matrix<double, n, 1>>(list.data());
  }

  std::string place_;
  const FieldValue& value_;
};

}  // namespace

std::string_view field_kind_text(FieldKind kind) {
  switch (kind) {
    case FieldKind::kNumber:
      return "one number";
    case FieldKind::kVector2:
      return "2 numbers [x, y]";
    case FieldKind::kVector3:
      return "3 numbers [x, y, z]";
    case FieldKind::kPoints2:
      return "a list of points [x, y]";
    case FieldKind::kPoints3:
      return "a list of points [x, y, z]";
    case FieldKind::kTriangles:
      return "a list of triangles [i, j, k]";
  }
  return "";
}

const std::vector<ShapeDescription>& shape_catalogue() {
  static const std::vector<ShapeDescription> shapes = descriptions(AllShapes{});
  return shapes;
}

Shape shape_of_name(std::string_view name) {
  std::vector<std::string> names;
  for (const ShapeDescription& shape : shape_catalogue()) {
    if (shape.name == name) return shape_at(names.size(), AllShapes{});
    names.push_back(shape.name);
  }
  throw ModelError(concat("there is no shape '", name, "'", suggestion(name, names), "; there are ",
                          comma_list(names)));
}

void set_field(Shape& shape, std::string_view field, const FieldValue& value) {
  const auto set_in = [&]<class S>(S& s) {
    constexpr const auto& entry = detail::kEntry<S>;
    bool found = false;
    std::vector<std::string> names;
    const auto try_one = [&](const auto& candidate) {
      names.emplace_back(candidate.name);
      if (candidate.name != field) return;
      Assigner(concat(entry.name, ": ", field), value)(s.*candidate.member);
      found = true;
    };
    std::apply([&](const auto&... candidate) { (try_one(candidate), ...); }, entry.fields);
    if (!found) {
      throw ModelError(concat(entry.name, ": there is no field '", field, "'",
                              suggestion(field, names), "; its fields are ", comma_list(names)));
    }
  };
  std::visit(set_in, shape);
}

}  // namespace appell::mass
