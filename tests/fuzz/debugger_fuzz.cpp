// SPDX-License-Identifier: Apache-2.0

// Any commands for the debugger: it executes or refuses them, and whatever they were, the job then runs as it
// does without a debugger. Input: lines of commands.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "qpu/asm/assembler.h"
#include "tools/debug/commands.h"

namespace {

namespace debug = quadcl::tools::debug;

/// Two QPUs: one counts down in a loop, takes the mutex and increments a semaphore. The other waits for it
/// and stores a vector to the last 64 bytes.
constexpr std::string_view kProgram =
    "mov r0, 3\n:loop\nsub.setf r0, r0, 1\nbrr.anynz -, :loop\nnop\nnop\nnop\nmov -, mutex_acq\nsrel -, 1\n"
    "mov mutex_rel, 0\nthrend\nnop\nnop\n"
    ":other\nsacq -, 1\nldi vw_setup, 0x1a00\nmov vpm, elem_num\nldi vw_setup, 0x80904000\nldi vw_setup, "
    "0xc0000000\n"
    "mov vw_addr, unif\nread vw_wait\nmov interrupt, 1\nthrend\nnop\nnop\n.align 64\n:data\n.int "
    "0x40000140\n";
constexpr std::uint32_t kBytes = 384, kResult = 320;

/// The job file, in a folder that goes at the end.
class JobFolder {
 public:
  JobFolder()
      : path_(std::filesystem::temp_directory_path() / ("debugger-fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
    const auto program = quadcl::qpu::assembly::assemble(kProgram, "fuzz");
    const auto* const other = program.find_label("other");
    const auto* const data = program.find_label("data");
    if (!program.ok() || other == nullptr || data == nullptr || program.bytes.size() > kResult) std::abort();
    std::string image(program.bytes.begin(), program.bytes.end());
    image.resize(kBytes);
    std::ofstream(path_ / "code", std::ios::binary) << image;
    std::ofstream(job()) << "image code\nsegment 40000000 0 " << kBytes << std::hex
                         << "\nqpu 40000000 40000000\nqpu " << 0x40000000 + other->address << ' '
                         << 0x40000000 + data->address << '\n';
  }
  ~JobFolder() { std::filesystem::remove_all(path_); }
  JobFolder(const JobFolder&) = delete;

  std::string job() const { return (path_ / "job").string(); }

 private:
  std::filesystem::path path_;
};

/// The instructions and the memory of a job that runs to its end, from where it can go back to.
std::string result_of(debug::Session& session) {
  debug::execute(session, "delete");
  debug::execute(session, "goto 0");
  session.go_on(debug::kNowhere);
  const debug::Run& run = session.run();
  if (!run.ended() || run.outcome()->error) std::abort();
  std::string text = std::to_string(run.outcome()->instructions());
  for (const std::byte byte : session.loaded().image) text += static_cast<char>(byte);
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const JobFolder folder;
  quadcl::tools::RunArguments arguments;
  arguments.job = folder.job();
  arguments.timing = size > 0 && data[0] % 2 != 0;
  std::ostringstream out;
  debug::Session plain(arguments, out), debugged(arguments, out, {.interval = 4});
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  constexpr int kMostCommands = 64;
  std::string line;
  for (int i = 0; i < kMostCommands && std::getline(lines, line); ++i) {
    const bool reads_files = line.find("so") != line.npos;  // `source` and its abbreviations
    if (!reads_files) debug::execute(debugged, line);
  }
  if (result_of(plain) != result_of(debugged)) std::abort();
  return 0;
}
