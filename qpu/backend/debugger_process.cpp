// SPDX-License-Identifier: Apache-2.0
#include "qpu/backend/debugger_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/launch/qpu_launch.h"
#include "core/qpu_code.h"
#include "core/write_all.h"
#include "qpu/driver/job_files.h"
#include "qpu/kernels/kernel_code.h"

namespace quadcl::qpu {
namespace {

Error cannot(const std::string& what, int error) {
  return {ErrorCode::out_of_resources, "QUADCL_QPU_DEBUG: cannot " + what + ": " + std::strerror(error)};
}

/// A new folder, which goes with its files.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& parent) : path_(parent + "/quadcl-debug-XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (ok()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;

  bool ok() const { return !path_.empty(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// While it lives, Ctrl-C is for the debugger alone.
class KeepInterrupts {
 public:
  KeepInterrupts() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_);
  }
  ~KeepInterrupts() { sigaction(SIGINT, &before_, nullptr); }
  KeepInterrupts(const KeepInterrupts&) = delete;

 private:
  struct sigaction before_{};
};

/// Runs a program of the PATH to its end, with the standard streams of this process.
Result<void> run_program(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  const KeepInterrupts interrupts;
  sigset_t interrupt, none;
  sigemptyset(&none);
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &interrupt);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t process = 0;
  const int error = posix_spawnp(&process, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return cannot("start " + words[0] + ", which must be in the PATH", error);
  int status = 0;
  pid_t ended = 0;
  do ended = waitpid(process, &status, 0);
  while (ended < 0 && errno == EINTR);
  // The process may have a handler that waits for all children, or ignore them: then no status is left.
  if (ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return {};
  return Error{ErrorCode::out_of_resources,
               "QUADCL_QPU_DEBUG: " + words[0] + " failed, and the launch with it"};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

JobCode compiled_code(const LaunchRequest& request, BusAddress address) {
  const KernelImage& kernel = *request.kernel;
  const QpuCode& code = qpu_code_for(request);
  return {address,     code.words,
          kernel.name, kernel.name + ".cl",
          code.lines,  lines_of(request.source != nullptr ? *request.source : "")};
}

/// It has no lines of a source.
JobCode builtin_code(const KernelImage& kernel, BusAddress address) {
  JobCode code{address, {}, "code", kernel.name + ".qasm", {}, {}};
  code.words.resize(kernel_code().size() / sizeof code.words[0]);
  std::memcpy(code.words.data(), kernel_code().data(), kernel_code().size());
  return code;
}

/// So that the debugger runs the job as the launch will.
std::vector<std::string> command(const Options& options, const Job& job, const std::string& path) {
  std::vector<std::string> words{"qpu-debug", path, "--caches=" + options.qpu_caches,
                                 "--limit=" + std::to_string(job.instruction_limit)};
  if (options.qpu_checks != "off")
    words.push_back(options.qpu_checks == "error" ? "--rules=error" : "--rules=warn");
  if (job.model_time) words.emplace_back("--timing");
  if (!options.board.empty()) words.push_back("--board=" + options.board);
  return words;
}

}  // namespace

BeforeJob DebuggerProcess::before_jobs_of(const LaunchRequest& request) {
  if (options_.qpu_debug.empty() || request.kernel->name != options_.qpu_debug || done_.exchange(true))
    return {};
  return [this, &request, first = true](const Job& job, const emulator::BusMap& memory) mutable {
    return std::exchange(first, false) ? show(request, job, memory) : Result<void>();
  };
}

Result<void> DebuggerProcess::show(const LaunchRequest& request, const Job& job,
                                   const emulator::BusMap& memory) const {
  const TemporaryFolder folder(options_.temporary_folder);
  if (!folder.ok()) return cannot("make a folder in " + options_.temporary_folder, errno);
  const std::string path = folder.path() + "/" + request.kernel->name;
  const JobCode code = request.kernel->is_builtin() ? builtin_code(*request.kernel, builtin_code_)
                                                    : compiled_code(request, job.programs.front().code);
  {
    const NoFileSizeSignal no_signal;
    QUADCL_CHECK(write_job_files(path, job, memory, code));
    if (!code.text.empty()) std::ofstream(folder.path() + "/" + code.file) << *request.source;
  }
  return run_program(command(options_, job, path));
}

}  // namespace quadcl::qpu
