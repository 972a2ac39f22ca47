// Writes python/appell/_jobs.py, or docs/commands.md, from the descriptions of the jobs.
#include <algorithm>
#include <cstdio>
#include <string>
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
    case Kind::kFile:
    case Kind::kFolder:
      return "Optional[PathLike]";
    case Kind::kModel:
      return "ModelLike";
    case Kind::kMotion:
      return "MotionLike";
    case Kind::kTables:
      return "TablesLike";
    case Kind::kLoads:
      return "LoadsLike";
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
    return parameter->kind == Kind::kTables || parameter->is_placed ? 1 : 3;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  return all;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
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
    const bool may_be_placed =
        parameter->is_required || parameter->kind == Kind::kTables || parameter->is_placed;
    if (parameter->is_many) {
      text += concat("    *", name, ": ", python_type(*parameter), ",\n");
      has_star = true;
    } else {
      if (!may_be_placed && !has_star) {
        text += "    *,\n";
        has_star = true;
      }
      text += concat("    ", name, ": ", python_type(*parameter),
                     parameter->is_required ? "" : parameter->kind == Kind::kFlag ? " = False" : " = None",
                     ",\n");
    }
    const std::string fallback =
        parameter->default_text.empty() || parameter->words.find("default") != std::string::npos
            ? ""
            : concat(" (default: ", parameter->default_text, ")");
    words += concat("    ", name, std::string(name.size() < 16 ? 16 - name.size() : 1, ' '),
                    wrapped(parameter->words + fallback, 20, 118), "\n");
    if (parameter->kind == Kind::kLoads) {
      text += "    external: Wrenches = None,\n";
      words += "    external        Wrenches that act on the robot, where loads are Wrenches\n";
    }
  }
  text += concat(") -> ", job.python_class, ":\n    \"\"\"", sentence(job.title), ".\n\n", words);
  text += concat("\n    Returns the fields of `appell ", job.name, " --json`.\n");
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

std::string python_module() {
  std::string text =
      "\"\"\"A function for every job, made from its description when the module is built.\"\"\"\n\n"
      "from __future__ import annotations\n\n"
      "from typing import Any, Mapping, Optional, Sequence, Union\n\n"
      "from ._answers import *  # noqa: F403\n";
  for (const Job& job : all_jobs()) text += concat("\n\n", python_function(job));
  return text;
}

/// docs/commands.md
std::string reference() {
  std::string text =
      "# Commands\n\nFor those who look up an option: every job, on the command line and in Python. "
      "This page is made from the program's own descriptions.\n";
  for (const Purpose purpose : {Purpose::kRobot, Purpose::kMotion, Purpose::kLimits,
                                Purpose::kTheory, Purpose::kMany}) {
    std::string of_purpose;
    for (const Job& job : all_jobs()) {
      if (job.purpose != purpose) continue;
      of_purpose += concat("\n### ", job.name, "\n\n", sentence(job.title), ".\n\n```\n");
      for (const std::string& example : job.examples) of_purpose += example + "\n";
      of_purpose += "```\n\n| option | Python | what it is |\n|---|---|---|\n";
      for (const Parameter& parameter : job.parameters) {
        const std::string option =
            parameter.is_required
                ? parameter.value
                : concat(parameter.name == "output" ? "-o" : concat("--", parameter.name),
                         parameter.kind == Kind::kFlag || parameter.value.empty()
                             ? ""
                             : concat(" ", parameter.value));
        std::string escaped;
        for (const char c : option) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
        of_purpose += concat(
            "| ", parameter.kind == Kind::kArray ? "" : concat("`", escaped, "`"), " | `",
            python_name(parameter.name), "` | ", parameter.words,
            parameter.default_text.empty() || parameter.words.find("default") != std::string::npos
                ? ""
                : concat(" (default: ", parameter.default_text, ")"),
            " |\n");
      }
    }
    if (!of_purpose.empty()) text += concat("\n## ", title_of(purpose), "\n", of_purpose);
  }
  return text;
}

}  // namespace
}  // namespace appell::jobs

int main(int argc, char** argv) {
  const bool is_docs = argc > 1 && std::string(argv[1]) == "docs";
  const std::string text = is_docs ? appell::jobs::reference() : appell::jobs::python_module();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
