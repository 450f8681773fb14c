// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include <cstdio>
#include <mutex>
#include <string>

#include "core/options.h"

namespace quadcl {
namespace {

class LogSink {
 public:
  LogSink() {
    const std::string target = Options::from_environment().log;
    if (target == "stderr") {
      file_ = stderr;
    } else if (!target.empty()) {
      file_ = std::fopen(target.c_str(), "a");
    }
  }

  void write(std::string_view text) {
    if (file_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    std::fprintf(file_, "quadcl: %.*s\n", static_cast<int>(text.size()), text.data());
    std::fflush(file_);
  }

 private:
  std::mutex mutex_;
  std::FILE* file_ = nullptr;
};

}  // namespace

void log_line(std::string_view text) {
  // Never destroyed: worker threads may log while the process exits.
  static LogSink& sink = *new LogSink;
  sink.write(text);
}

}  // namespace quadcl
