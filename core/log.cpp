// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>
#include <span>

#include "core/write_all.h"

namespace quadcl {
namespace {

class Log {
 public:
  void open(const std::string& target) {
    const std::lock_guard lock(mutex_);
    if (file_ >= 0 && file_ != STDERR_FILENO) close(file_);
    file_ = -1;
    if (target == "stderr") {
      file_ = STDERR_FILENO;
    } else if (!target.empty()) {
      file_ = ::open(target.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
    }
  }

  void write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (file_ < 0) return;
    const std::string line = "quadcl: " + std::string(text) + "\n";
    write_all(file_, std::as_bytes(std::span(line)));
  }

 private:
  static constexpr mode_t kMode =
      S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;  // less the umask

  std::mutex mutex_;
  int file_ = -1;
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
