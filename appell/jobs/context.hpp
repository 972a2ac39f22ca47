#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "appell/jobs/ranks.hpp"

/// Not installed: what a job may say while it runs.
namespace appell::jobs {

/// What stands around a job: each door has one of its own. Whether to stop is asked of
/// check_stop(), as everywhere.
class Context {
 public:
  Context() = default;
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Something a reader must see: a number may not mean what it seems to. Pages show it too.
  void warn(const std::string& text) {
    warnings_.push_back(text);
    say_warning(text);
  }
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Something good to know: how a file was read, what was left out.
  virtual void note(const std::string& text) = 0;
  /// How far it is: `done` of `total` things ("samples", "% of the motion").
  virtual void progress(long long done, long long total, const std::string& things) = 0;
  /// What this door calls a parameter, for messages: "--limits", or "limits".
  virtual std::string called(std::string_view parameter) const = 0;
  /// The call as a person would repeat it, for pages; may be empty.
  virtual std::string call() const { return ""; }
  /// Whether numbers are taken as arrays: tables that are written nowhere are kept then.
  virtual bool wants_arrays() const { return false; }
  /// The processes that were started together for this job; null: it is alone.
  virtual std::unique_ptr<Ranks> ranks() { return nullptr; }

 protected:
  virtual void say_warning(const std::string& text) = 0;

 private:
  std::vector<std::string> warnings_;
};

}  // namespace appell::jobs
