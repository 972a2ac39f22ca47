#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "appell/jobs/context.hpp"
#include "appell/jobs/parameter.hpp"

namespace appell::python {

/// What a job says is kept until Python's lock is held again.
class PythonContext : public jobs::Context {
 public:
  void note(const std::string& text) override { notes_.push_back(text); }
  void progress(long long, long long, const std::string&) override {}
  std::string called(std::string_view parameter) const override {
    return jobs::python_name(std::string(parameter));
  }
  bool wants_arrays() const override { return true; }
  const std::vector<std::string>& notes() const { return notes_; }

 protected:
  void say_warning(const std::string&) override {}

 private:
  std::vector<std::string> notes_;
};

}  // namespace appell::python
