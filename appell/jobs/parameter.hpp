#pragma once

#include <any>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Not installed: what jobs need to be told, whoever asks.
namespace appell::jobs {

/// The value of a parameter as a door has it: the command line has texts, Python also numbers and
/// lists, and robots and motions that it holds already (in the `any`).
using Given =
    std::variant<std::string, bool, long long, double, std::vector<std::string>, std::any>;

/// What the value of a parameter is.
enum class Kind {
  kFlag,
  kWhole,
  kNumber,
  kText,
  kList,
  kPairs,  ///< "NAME=TEXT", several times, or in Python a dict.
  kFile,
  kFolder,
  kModel,
  kMotion,
  kTables,   ///< A small file, or in Python its tables: limits.
  kLoads,    ///< A file, or in Python Wrenches.
  kJson,     ///< A small file, "-" for standard input, or in Python its tables: a state.
  kNumbers,  ///< "0,0.5,1", or in Python a sequence.
  kArray,    ///< Numbers, which only Python gives this way.
};

/// One parameter of a request: `--most-speed` on the command line, `most_speed` in Python.
struct Parameter {
  std::string name;   ///< "most-speed"
  std::string words;  ///< What it is, with its unit.
  Kind kind = Kind::kText;
  std::string value = {};                 ///< Stands for the value in help: "FILE.toml".
  std::string default_text = {};          ///< "" if there is nothing to say.
  std::string group = {};                 ///< Heading in help; empty: what people use first.
  std::vector<std::string> choices = {};  ///< Values to offer; others may be possible.
  std::vector<std::string> aliases = {};  ///< Older names, and "o" for -o.
  bool is_required = false;               ///< A word of the command line, without a name.
  bool is_word = false;                   ///< Likewise, and it may be left out.
  bool is_many = false;                   ///< Of those: as many as are given.
  bool is_placed = false;                 ///< Python takes it by its place after those, too.
  bool is_needed = false;                 ///< An option that must be given.
  /// Puts a value into a request; `called` is what the door calls the parameter, for messages.
  std::function<void(void* request, const Given& value, const std::string& called)> set = {};
};

/// Which numbers are possible.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_open = false;   ///< Whether `least` itself is not possible.
  std::string unit = {};  ///< "seconds": what the number counts, for messages.
};

/// A number above zero.
inline Range positive(std::string unit) {
  return {.least = 0.0, .is_open = true, .unit = std::move(unit)};
}

/// @throws InvalidArgument, beginning with `called`, if the value is of another type or not in the
///   range.
bool flag_of(const Given& value, const std::string& called);
long long whole_of(const Given& value, const std::string& called, const Range& range);
double number_of(const Given& value, const std::string& called, const Range& range);
std::string text_of(const Given& value, const std::string& called);
std::vector<std::string> list_of(const Given& value, const std::string& called);
/// @param range  its unit says what is needed: "times t1,t2,... in s".
std::vector<double> numbers_of(const Given& value, const std::string& called, const Range& range);

/// "most_speed" of "most-speed".
std::string python_name(std::string name);

namespace details {

template <class T>
struct Plain {
  using type = T;
};
template <class T>
struct Plain<std::optional<T>> {
  using type = T;
};

template <class T>
constexpr Kind kind_of() {
  if constexpr (std::is_same_v<T, bool>) return Kind::kFlag;
  if constexpr (std::is_integral_v<T>) return Kind::kWhole;
  if constexpr (std::is_floating_point_v<T>) return Kind::kNumber;
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return Kind::kList;
  if constexpr (std::is_same_v<T, std::vector<double>>) return Kind::kNumbers;
  return Kind::kText;
}

template <class T>
T taken(const Given& value, const std::string& called, const Range& range) {
  if constexpr (std::is_same_v<T, bool>)
    return flag_of(value, called);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(whole_of(value, called, range));
  else if constexpr (std::is_floating_point_v<T>)
    return number_of(value, called, range);
  else if constexpr (std::is_same_v<T, std::string>)
    return text_of(value, called);
  else if constexpr (std::is_same_v<T, std::vector<double>>)
    return numbers_of(value, called, range);
  else
    return list_of(value, called);
}

std::string default_of(bool value);
std::string default_of(long long value);
std::string default_of(double value);
std::string default_of(const std::string& value);
inline std::string default_of(int value) { return default_of(static_cast<long long>(value)); }
inline std::string default_of(const std::vector<std::string>&) { return ""; }
inline std::string default_of(const std::vector<double>&) { return ""; }
template <class T>
std::string default_of(const std::optional<T>&) {
  return "";
}

}  // namespace details

/// A parameter that is a member of a request; its default is the member's own.
template <class Request, class T>
Parameter parameter(T Request::* member, std::string name, std::string words, Range range = {}) {
  using Value = typename details::Plain<T>::type;
  return {.name = std::move(name),
          .words = std::move(words),
          .kind = details::kind_of<Value>(),
          .default_text = details::default_of(Request{}.*member),
          .set = [member, range = std::move(range)](void* request, const Given& value,
                                                    const std::string& called) {
            static_cast<Request*>(request)->*member = details::taken<Value>(value, called, range);
          }};
}

/// A parameter of which a text is read in a way of its own.
template <class Request>
Parameter read_parameter(
    std::string name, std::string words,
    std::function<void(Request&, const std::string& text, const std::string& called)> read) {
  return {.name = std::move(name),
          .words = std::move(words),
          .set = [read = std::move(read)](void* request, const Given& value,
                                          const std::string& called) {
            read(*static_cast<Request*>(request), text_of(value, called), called);
          }};
}

/// The same parameter, required; an option that must be given; as a file; under a heading; with
/// values to offer; with an older name; with what stands for its value.
Parameter required(Parameter parameter);
Parameter needed(Parameter parameter);
Parameter as(Kind kind, std::string value, Parameter parameter);
Parameter offering(std::vector<std::string> choices, Parameter parameter);
/// Offering words, of which one is needed.
Parameter one_of(std::vector<std::string> words, Parameter parameter);
Parameter also_called(std::vector<std::string> aliases, Parameter parameter);

using Parameters = std::vector<Parameter>;

/// The parameters of a part (a robot, a motion) as parameters of the request that has it.
template <class Request, class Part>
Parameters of(Part Request::* part, Parameters parameters) {
  for (Parameter& one : parameters) {
    one.set = [part, inner = std::move(one.set)](void* request, const Given& value,
                                                 const std::string& called) {
      inner(&(static_cast<Request*>(request)->*part), value, called);
    };
  }
  return parameters;
}

/// The same under a heading, where they have none yet.
Parameters under(const std::string& heading, Parameters parameters);

/// Lists one after the other.
Parameters together(std::vector<Parameters> lists);

}  // namespace appell::jobs
