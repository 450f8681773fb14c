// SPDX-License-Identifier: Apache-2.0
#include "core/write_all.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/log.h"

namespace {

volatile sig_atomic_t handled = 0;

void handle(int) { handled = handled + 1; }

/// An empty file of the folder for temporary files.
struct TemporaryFile {
  TemporaryFile() : number(mkostemp(path.data(), O_CLOEXEC)) {}
  ~TemporaryFile() {
    close(number);
    unlink(path.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  auto size() const { return std::filesystem::file_size(path); }

  std::string path = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
  int number;
};

/// Runs the function in a process that may write files of 100 bytes, and counts SIGXFSZ. What it returns.
template <typename Function>
int with_small_files(const Function& function) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit small{100, 100};
    signal(SIGXFSZ, handle);
    std::_Exit(setrlimit(RLIMIT_FSIZE, &small) == 0 ? function() : 100);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 101;
}

bool is_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGXFSZ) == 1;
}

}  // namespace

TEST_CASE("write_all: a file beyond the process's limit is an error, not a signal") {
  const TemporaryFile file;
  const std::vector<std::byte> bytes(300);
  CHECK(with_small_files([&] {
          if (quadcl::write_all(file.number, bytes)) return 1;
          if (errno != EFBIG) return 2;
          return handled != 0 || is_pending() ? 3 : 0;
        }) == 0);
  CHECK(file.size() == 100);
}

TEST_CASE("write_all: the application's own signal stays pending") {
  const TemporaryFile file;
  const std::vector<std::byte> bytes(300);
  CHECK(with_small_files([&] {
          sigset_t signals;
          sigemptyset(&signals);
          sigaddset(&signals, SIGXFSZ);
          pthread_sigmask(SIG_BLOCK, &signals, nullptr);
          raise(SIGXFSZ);
          if (quadcl::write_all(file.number, bytes)) return 1;
          if (handled != 0 || !is_pending()) return 2;
          pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
          return handled == 1 ? 0 : 3;
        }) == 0);
}

TEST_CASE("log: lines beyond the process's limit are dropped without a signal") {
  const TemporaryFile file;
  CHECK(with_small_files([&] {
          quadcl::open_log(file.path);
          for (int i = 0; i < 3; ++i) quadcl::log_line(std::string(60, 'x'));
          return handled != 0 || is_pending() ? 1 : 0;
        }) == 0);
  CHECK(file.size() == 100);
}
