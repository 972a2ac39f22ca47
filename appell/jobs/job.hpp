#pragma once

#include <any>
#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/jobs/context.hpp"
#include "appell/jobs/outputs.hpp"
#include "appell/jobs/parameter.hpp"
#include "appell/report/rendering.hpp"

/// Not installed: a job says what it needs and what it answers, and never who asks.
namespace appell::jobs {

/// What a result is shown as: cards, tables, charts, a scene, verdicts, notes; and its numbers.
using report::Document;
using Json = nlohmann::ordered_json;

/// How much of a document is wanted.
enum class Detail {
  kWords,  ///< What a terminal shows: verdict, tables, sentences.
  kPage,   ///< And charts, cards, and the robot along the motion.
};

/// What a user came for.
enum class Purpose { kRobot, kMotion, kLimits, kTheory, kMany };
std::string title_of(Purpose purpose);

/// A result with its type erased.
struct Answer {
  bool is_no = false;                 ///< Done, and the answer is "no": a limit is exceeded.
  std::function<std::string()> json;  ///< None: another process shows the answer.
  std::function<Document(Detail)> show = {};  ///< None: the JSON is all there is.
  std::any object = {};  ///< What Python gets beside the fields: a motion, a table.
  std::function<std::string()> toml = {};  ///< The text of the file that stands for it, if any.
};

/// Thrown where the answer is "no" and nothing more can be shown: exit code 1, and a ValueError.
class AnswerIsNo : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// What doors need to know of a job.
struct Job {
  std::string name;
  std::string title;  ///< What it answers, in one line.
  Purpose purpose = Purpose::kMotion;
  Parameters parameters = {};
  std::vector<std::string> examples = {};  ///< Command lines.
  std::string remarks = {};                ///< Lines below the examples.
  std::string python = {};                 ///< An example for Python, as a doctest.
  std::string rows = {};                   ///< The field of the JSON that is a table of rows.
  std::string python_class = "Report";     ///< What Python gets.
  std::string python_returns = {};         ///< What that is, where it is not the JSON's fields.
  bool is_public_in_python = true;         ///< Else appell.NAME is another function.
  bool has_document = true;                ///< Else its JSON is what a terminal shows.
  std::function<std::any()> make = {};     ///< An empty request.
  std::function<void*(std::any&)> fields = {};                  ///< Where its members are.
  std::function<const Outputs*(const std::any&)> outputs = {};  ///< Null: it writes nothing.
  std::function<Answer(const std::any&, Context&)> run = {};
};

/// The description of a job with its functions, found by the types of request and result:
///   Result run(const Request&, Context&)
///   Document show(const Result&, Detail)
///   Json json(const Result&)  (or a std::string, its text)
/// and, where the answer may be no, `bool is_no(const Result&)`; where another process may have it,
/// `bool is_elsewhere(const Result&)`; where Python gets an object, `std::any object(const
/// Result&)`. Without show() the JSON is what everybody gets.
template <class Request, class Result>
Job job(Job description) {
  description.has_document = requires(const Result& result) { show(result, Detail::kWords); };
  description.make = [] { return std::any(Request{}); };
  description.fields = [](std::any& request) -> void* { return std::any_cast<Request>(&request); };
  description.outputs = [](const std::any& request) -> const Outputs* {
    if constexpr (requires(const Request& r) { r.outputs; }) {
      return &std::any_cast<Request>(&request)->outputs;
    } else {
      return nullptr;
    }
  };
  description.run = [](const std::any& request, Context& context) {
    const auto result =
        std::make_shared<const Result>(run(*std::any_cast<Request>(&request), context));
    if constexpr (requires { is_elsewhere(*result); }) {
      if (is_elsewhere(*result)) return Answer{};
    }
    Answer answer{.json = [result] {
      if constexpr (std::is_same_v<decltype(json(*result)), std::string>)
        return json(*result);
      else
        return report::json_text(json(*result));
    }};
    if constexpr (requires { show(*result, Detail::kWords); }) {
      answer.show = [result](Detail detail) { return show(*result, detail); };
    }
    if constexpr (requires { is_no(*result); }) answer.is_no = is_no(*result);
    if constexpr (requires { object(*result); }) answer.object = object(*result);
    if constexpr (requires { toml(*result); }) answer.toml = [result] { return toml(*result); };
    return answer;
  };
  return description;
}

/// Every job, in the order of help.
const std::vector<Job>& all_jobs();
/// @throws InvalidArgument if there is none of that name.
const Job& job_named(const std::string& name);

/// A request as a door fills it.
class Request {
 public:
  explicit Request(const Job& job) : job_(job), fields_(job.make()) {}

  /// @throws InvalidArgument, beginning with `called`, if the value is not possible.
  void set(const Parameter& parameter, const Given& value, const std::string& called) {
    parameter.set(job_.fields(fields_), value, called);
  }
  const std::any& fields() const { return fields_; }

 private:
  const Job& job_;
  std::any fields_;
};

/// Runs a job, and writes the page and the plots that the request wants.
/// @return the answer, and what a terminal shows of it.
struct Outcome {
  Answer answer;
  std::string text;
};
Outcome carry_out(const Job& job, const Request& request, Context& context);

/// Writes a page or plots of an answer later; the job is not run again.
void write_report(const Answer& answer, const std::string& path,
                  const std::vector<std::string>& warnings);
std::size_t write_plots(const Answer& answer, const std::string& folder);

}  // namespace appell::jobs
