#include "appell/jobs/reference.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "appell/base/text.hpp"
#include "appell/jobs/job.hpp"

namespace appell::jobs {
namespace {

std::string python_type(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::kFlag:
      return "bool";
    case Kind::kWhole:
      return "Optional[int]";
    case Kind::kNumber:
      return "Optional[float]";
    case Kind::kText:
      return "Union[None, str, float, Mapping[str, str]]";
    case Kind::kList:
      return "Union[None, str, Sequence[str]]";
    case Kind::kPairs:
      return "Union[None, str, Sequence[str], Mapping[str, str]]";
    case Kind::kFile:
    case Kind::kFolder:
      return parameter.is_needed ? "PathLike" : "Optional[PathLike]";
    case Kind::kModel:
      return parameter.is_required ? "ModelLike" : "Optional[ModelLike]";
    case Kind::kMotion:
      return "MotionLike";
    case Kind::kTables:
      return "TablesLike";
    case Kind::kLoads:
      return "LoadsLike";
    case Kind::kJson:
      return "JsonLike";
    case Kind::kNumbers:
      return "Union[None, float, Sequence[float]]";
    case Kind::kArray:
      return "Any";
  }
  return "Any";
}

/// In the order of a signature: what is required, then small files, then what must be named.
std::vector<const Parameter*> in_python_order(const Job& job) {
  std::vector<const Parameter*> all;
  for (const Parameter& parameter : job.parameters) all.push_back(&parameter);
  const auto rank = [](const Parameter* parameter) {
    if (parameter->is_required) return parameter->is_many ? 2 : 0;
    if (parameter->is_needed) return 1;
    return parameter->kind == Kind::kTables || parameter->is_placed ? 3 : 4;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  return all;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// " (default: auto)", where the words do not say it.
std::string default_words(const Parameter& parameter) {
  const bool is_said = parameter.words.find("default") != std::string::npos;
  return parameter.default_text.empty() || is_said
             ? ""
             : concat(" (default: ", parameter.default_text, ")");
}

/// Words of one parameter, broken into lines.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string result;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
      result += line + "\n" + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return result + line;
}

std::string python_function(const Job& job) {
  std::string text = concat("def ", python_name(job.name), "(\n");
  std::string words;
  bool has_star = false;
  for (const Parameter* parameter : in_python_order(job)) {
    const std::string name = python_name(parameter->name);
    const bool has_no_default = parameter->is_required || parameter->is_needed;
    const bool may_be_placed =
        has_no_default || parameter->kind == Kind::kTables || parameter->is_placed;
    if (parameter->is_many) {
      text += concat("    *", name, ": ", python_type(*parameter), ",\n");
      has_star = true;
    } else {
      if (!may_be_placed && !has_star) {
        text += "    *,\n";
        has_star = true;
      }
      text += concat("    ", name, ": ", python_type(*parameter),
                     has_no_default                   ? ""
                     : parameter->kind == Kind::kFlag ? " = False"
                                                      : " = None",
                     ",\n");
    }
    words += concat("    ", name, std::string(name.size() < 16 ? 16 - name.size() : 1, ' '),
                    wrapped(parameter->words + default_words(*parameter), 20, 118), "\n");
    for (const std::string& alias : parameter->aliases) {
      if (alias.size() == 1) continue;
      text += concat("    ", python_name(alias), ": ", python_type(*parameter), " = None,\n");
      words += concat("    ", python_name(alias), "  older name of ", name, "\n");
    }
    if (parameter->kind == Kind::kLoads) {
      text += "    external: Wrenches = None,\n";
      words += "    external        Wrenches that act on the robot, where loads are Wrenches\n";
    }
  }
  text += concat(") -> ", job.python_class, ":\n    \"\"\"", sentence(job.title), ".\n\n", words);
  const std::string returns =
      concat("Returns ", job.python_class == "Report" ? "" : concat(job.python_class, ", made of "),
             "the fields of `appell ", job.name, " --json`.");
  text += concat("\n    ", job.python_returns.empty() ? returns : job.python_returns, "\n");
  if (!job.python.empty()) {
    text += "\n";
    for (std::size_t at = 0; at < job.python.size();) {
      const std::size_t end = std::min(job.python.find('\n', at), job.python.size());
      text += concat("    ", job.python.substr(at, end - at), "\n");
      at = end + 1;
    }
  }
  return concat(text, "    \"\"\"\n    return run(", job.python_class, ", \"", job.name, "\", \"",
                job.rows, "\", locals())\n");
}

}  // namespace

std::string python_module() {
  std::string text =
      "\"\"\"A function for every job, made from its description when the module is "
      "built.\"\"\"\n\n"
      "from __future__ import annotations\n\n"
      "from typing import Any, Mapping, Optional, Sequence, Union\n\n"
      "from ._answers import *  # noqa: F403\n"
      "from ._sweep import Sweep\n\n"
      "__all__ = [\n";
  for (const Job& job : all_jobs()) {
    if (job.is_public_in_python) text += concat("    \"", python_name(job.name), "\",\n");
  }
  text += "]\n";
  for (const Job& job : all_jobs()) text += concat("\n\n", python_function(job));
  return text;
}

namespace {

std::string option_of(const Parameter& parameter) {
  if (parameter.kind == Kind::kArray) return "";
  if (parameter.is_required || parameter.is_word) return concat("`", parameter.value, "`");
  const bool has_value = parameter.kind != Kind::kFlag && !parameter.value.empty();
  std::string text = parameter.name == "output" ? "-o" : concat("--", parameter.name);
  if (has_value) text += concat(" ", parameter.value);
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return concat("`", escaped, "`");
}

std::string rows_of(const std::vector<const Parameter*>& parameters) {
  std::string text = "| option | Python | what it is |\n|---|---|---|\n";
  for (const Parameter* parameter : parameters) {
    text += concat("| ", option_of(*parameter), " | `", python_name(parameter->name), "` | ",
                   parameter->words, default_words(*parameter), " |\n");
  }
  return text;
}

}  // namespace

std::string reference() {
  std::string text;
  std::map<std::string, std::vector<const Parameter*>> headings;  // Each the same in every job.
  for (const Purpose purpose :
       {Purpose::kRobot, Purpose::kMotion, Purpose::kLimits, Purpose::kTheory, Purpose::kMany}) {
    std::string of_purpose;
    for (const Job& job : all_jobs()) {
      if (job.purpose != purpose) continue;
      std::vector<const Parameter*> own;
      std::map<std::string, std::vector<const Parameter*>> shared;
      for (const Parameter& parameter : job.parameters) {
        (parameter.group.empty() ? own : shared[parameter.group]).push_back(&parameter);
      }
      of_purpose += concat("\n### ", job.name, "\n\n", sentence(job.title), ".\n\n```\n");
      for (const std::string& example : job.examples) of_purpose += example + "\n";
      of_purpose += concat("```\n\n", rows_of(own));
      std::string also;
      for (auto& [heading, parameters] : shared) {
        also += concat(also.empty() ? "\nAnd: " : "; ", heading);
        headings.emplace(heading, std::move(parameters));
      }
      if (!also.empty()) of_purpose += also + " (below).\n";
    }
    if (!of_purpose.empty()) text += concat("\n## ", title_of(purpose), "\n", of_purpose);
  }
  for (const auto& [heading, parameters] : headings) {
    text += concat("\n## ", heading, "\n\n", rows_of(parameters));
  }
  return text;
}

}  // namespace appell::jobs
