#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/jobs/context.hpp"
#include "apps/progress.hpp"
#include "apps/ranks.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {

/// What the command line says around a job.
class TerminalContext : public jobs::Context {
 public:
  explicit TerminalContext(std::string call = {}) : call_(std::move(call)) {}

  void note(const std::string& text) override { apps::note(text); }
  void progress(long long done, long long total, const std::string& things) override {
    if (!progress_ || things != things_) {
      progress_.emplace(total, things);
      things_ = things;
    }
    progress_->show(done);
  }
  std::string called(std::string_view parameter) const override {
    return concat(parameter == "output" ? "-o" : "--", parameter == "output" ? "" : parameter);
  }
  std::string call() const override { return call_; }
  std::unique_ptr<jobs::Ranks> ranks() override { return join_ranks(); }

 protected:
  void say_warning(const std::string& text) override { apps::warn(text); }

 private:
  std::string call_;
  std::string things_;
  std::optional<Progress> progress_;
};

}  // namespace appell::apps
