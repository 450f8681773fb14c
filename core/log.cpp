// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include <cstdio>
#include <mutex>

namespace quadcl {
namespace {

class Log {
 public:
  void open(const std::string& target) {
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr && file_ != stderr) std::fclose(file_);
    file_ = nullptr;
    if (target == "stderr") {
      file_ = stderr;
    } else if (!target.empty()) {
      file_ = std::fopen(target.c_str(), "a");
    }
  }

  void write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (file_ == nullptr) return;
    std::fprintf(file_, "quadcl: %.*s\n", static_cast<int>(text.size()), text.data());
    std::fflush(file_);
  }

 private:
  std::mutex mutex_;
  std::FILE* file_ = nullptr;
};

/// Never destroyed: worker threads may log while the process exits.
Log& the_log() {
  static Log& log = *new Log;
  return log;
}

}  // namespace

void open_log(const std::string& target) { the_log().open(target); }

void log_line(std::string_view text) { the_log().write(text); }

}  // namespace quadcl
