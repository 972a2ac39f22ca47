#pragma once

#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <utility>

/// The run-time switch of a build with APPELL_MUTANTS (tools/mutants.py): the function that the
/// environment variable APPELL_MUTANT names gives what it computes times 1.001.
namespace appell::mutant {

inline constexpr double kFactor = 1.001;

inline bool is_chosen(std::string_view function) {
  static const char* const name = std::getenv("APPELL_MUTANT");
  return name != nullptr && function == name;
}

/// Functions of one name call each other: only the outermost call counts.
inline thread_local int depth = 0;

struct AnyField {
  template <class T>
  operator T() const;
};

template <class T, class... Fields>
concept MadeOf = requires { T{std::declval<Fields>()...}; };

template <class T>
void perturb(T& value);

template <class... Fields>
void perturb_all(Fields&... fields) {
  (perturb(fields), ...);
}

template <class T>
void perturb_aggregate(T& value) {
  using Any = AnyField;
  static_assert(std::is_aggregate_v<T>, "tell perturb() what the numbers of this type are");
  if constexpr (MadeOf<T, Any, Any, Any, Any, Any>) {
    static_assert(!MadeOf<T, Any, Any, Any, Any, Any, Any>, "more fields than are known here");
    auto& [a, b, c, d, e] = value;
    perturb_all(a, b, c, d, e);
  } else if constexpr (MadeOf<T, Any, Any, Any, Any>) {
    auto& [a, b, c, d] = value;
    perturb_all(a, b, c, d);
  } else if constexpr (MadeOf<T, Any, Any, Any>) {
    auto& [a, b, c] = value;
    perturb_all(a, b, c);
  } else if constexpr (MadeOf<T, Any, Any>) {
    auto& [a, b] = value;
    perturb_all(a, b);
  } else {
    auto& [a] = value;
    perturb_all(a);
  }
}

/// Every number of a result; indices, orders, names and flags stay. Where there are only names, two
/// change places.
template <class T>
void perturb(T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<T>(value * kFactor);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> ||
                       std::is_convertible_v<T, std::string_view>) {
  } else if constexpr (requires { value.derived(); }) {  // Eigen
    value *= kFactor;
  } else if constexpr (requires {
                         value.coefficients(0);
                         value.num_intervals();
                       }) {
    for (int i = 0; i < value.num_intervals(); ++i)
      for (double& c : value.coefficients(i)) perturb(c);
  } else if constexpr (requires { value.entries(); }) {  // A tensor.
    perturb(value.entries());
  } else if constexpr (requires {
                         value[0];
                         value.num_bodies();
                       }) {
    for (int i = 0; i < value.num_bodies(); ++i) perturb(value[i]);
  } else if constexpr (requires {
                         value[0];
                         value.order();
                       }) {  // A series.
    for (int k = 0; k <= value.order(); ++k) perturb(value[k]);
  } else if constexpr (requires {
                         value.begin();
                         value.end();
                       }) {
    if constexpr (std::is_enum_v<typename T::value_type>) std::swap(value[0], value[1]);
    for (auto& element : value) perturb(element);
  } else if constexpr (requires {
                         value.value;
                         value.terms;
                       }) {
    perturb_all(value.value, value.terms);
  } else if constexpr (requires {
                         value.value;
                         value.scale;
                       }) {
    perturb(value.value);
  } else if constexpr (requires {
                         value.gravity = true;
                         value.loads = true;
                       }) {
    value.loads = !value.loads;  // A choice of forces has no numbers.
  } else {
    perturb_aggregate(value);
  }
}

struct Depth {
  Depth() { ++depth; }
  ~Depth() { --depth; }
};

template <class Body>
auto value(std::string_view function, const Body& body) -> decltype(body()) {
  if (!is_chosen(function)) return body();
  const Depth nested;
  decltype(body()) result = body();
  if (depth == 1) perturb(result);
  return result;
}

template <class Body, class Out>
void filled(std::string_view function, const Body& body, Out& out) {
  if (!is_chosen(function)) return body();
  const Depth nested;
  body();
  if (depth == 1) perturb(out);
}

}  // namespace appell::mutant
