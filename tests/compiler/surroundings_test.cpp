// SPDX-License-Identifier: Apache-2.0
// What a build needs of its process, and what it leaves behind there.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "plugin.h"
#include "tests/own_mounts.h"

using namespace quadcl::test;

namespace {

using Catch::Contains;

constexpr const char* kSource = "kernel void k(global int* o) { o[get_global_id(0)] += 1; }";

std::filesystem::path new_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
  REQUIRE(mkdtemp(path.data()) != nullptr);
  return path;
}

/// What the process has written to standard error since the object was made.
class StandardError {
 public:
  StandardError() { REQUIRE(dup2(file_, STDERR_FILENO) == STDERR_FILENO); }
  ~StandardError() { dup2(before_, STDERR_FILENO); }
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;

  std::size_t size() const { return static_cast<std::size_t>(lseek(file_, 0, SEEK_END)); }

 private:
  const int before_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  const int file_ = open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
};

/// Fills the folder for temporary files to the last byte.
void fill_temporary_folder(const std::filesystem::path& folder) {
  setenv("TMPDIR", folder.c_str(), 1);
  cover(folder.c_str(), "size=16k");
  std::ofstream filler(folder / "filler", std::ios::binary);
  while (filler.put('x').flush()) continue;
}

bool has_only_filler(const std::filesystem::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files += entry.path().filename() != "filler" ? 100 : 1;
  return files == 1;
}

}  // namespace

TEST_CASE("a build with a full folder for temporary files") {
  const auto folder = new_folder();
  const int status = status_of_child([&] {
    fill_temporary_folder(folder);
    const StandardError error;
    if (build(kSource).status != QUADCL_OK) return 1;
    if (error.size() != 0) return 2;
    return has_only_filler(folder) ? 0 : 3;
  });
  if (status != kMayNotMount) CHECK(status == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a build without any room for files ends with an error, and later ones succeed") {
  const auto folder = new_folder();
  const int status = status_of_child([&] {
    fill_temporary_folder(folder);
    cover("/proc");
    const StandardError error;
    const Outcome outcome = build(kSource);
    if (outcome.status != QUADCL_FAILED || outcome.log.find("error") == std::string::npos) return 1;
    if (error.size() != 0) return 2;
    if (!has_only_filler(folder)) return 3;
    std::filesystem::remove(folder / "filler");
    if (build(kSource).status != QUADCL_OK) return 4;
    return std::filesystem::is_empty(folder) ? 0 : 5;
  });
  if (status != kMayNotMount) CHECK(status == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a build in a process that may only write small files ends with an error") {
  const int status = status_of_child([] {
    const StandardError error;
    const rlimit small{512, 512};
    if (setrlimit(RLIMIT_FSIZE, &small) != 0) return 1;
    const Outcome outcome = build(kSource);
    if (outcome.status != QUADCL_FAILED || outcome.log.find("error") == std::string::npos) return 2;
    return error.size() == 0 ? 0 : 3;
  });
  CHECK(status == 0);
}

TEST_CASE("a build reads no file that is not regular") {
  const auto folder = new_folder();
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& path : {std::string("/dev/null"), std::string("/dev/stdin"),
                                  (folder / "pipe").string(), std::string("pipe")}) {
    CAPTURE(path);
    CHECK(status_of_child([&] {
            std::array<int, 2> ends{};
            if (pipe(ends.data()) != 0 || dup2(ends[0], STDIN_FILENO) != STDIN_FILENO) return 1;
            alarm(100);  // reading a pipe without a writer would last for ever
            const Outcome included = build("#include \"" + path + "\"\n" + kSource, "-I " + folder.string());
            if (included.status != QUADCL_FAILED) return 2;
            if (included.log.find("'" + path + "' file not found") == std::string::npos) return 3;
            const std::string asked = "#if __has_include(\"" + path + "\")\n#error there is one\n#endif\n";
            if (build(asked + kSource, "-I " + folder.string()).status != QUADCL_OK) return 5;
            const Outcome embedded = build("constant char c[] = {\n#embed \"" + path + "\"\n};\n" + kSource);
            return embedded.status == QUADCL_FAILED ? 0 : 4;
          }) == 0);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("builds have no effect on the code of later ones") {
  const std::string loops =
      "kernel void k(global float* o, int n) { float s = 0; for (int i = 0; i < n; ++i) s += sin(o[i]); o[n] "
      "= s; }";
  std::string branches = "kernel void k(global int* o) {";  // too many to be optimised
  for (int i = 0; i < 5000; ++i) branches += "if (o[" + std::to_string(i) + "] > 7) o[1] = o[o[0]];";
  branches += "}";
  const Outcome first = build(loops);
  REQUIRE(first.status == QUADCL_OK);
  CHECK(build(kSource, "-cl-opt-disable").status == QUADCL_OK);
  CHECK(build(branches).status == QUADCL_OK);
  CHECK(build("kernel void k() { syntax error }").status == QUADCL_FAILED);
  CHECK(build(kSource).status == QUADCL_OK);
  CHECK(build(loops).image == first.image);
}

TEST_CASE("clang's pragmas for debugging itself are ignored, and nothing is written") {
  for (const char* name : {"assert", "crash", "parser_crash", "dump k", "diag_mapping", "macro ANSWER",
                           "module_map", "handle_crash", "llvm_fatal_error", "overflow_stack", "captured"}) {
    CAPTURE(name);
    const StandardError error;
    const Outcome outcome =
        build("#define ANSWER 42\n#pragma clang __debug " + std::string(name) + "\n" + kSource);
    CHECK(outcome.status == QUADCL_OK);
    CHECK_THAT(outcome.log, Contains("warning: '#pragma clang __debug' is ignored"));
    CHECK(error.size() == 0);
  }
}

TEST_CASE("an error that LLVM takes for the end of the process ends the build only", "[lost]") {
  const StandardError error;
  // Something of clang's stand-in target.
  const Outcome outcome = build("kernel void k(global int* o) { o[0] = __nvvm_read_ptx_sreg_tid_x(); }");
  CHECK(outcome.status == QUADCL_FAILED);
  CHECK_THAT(outcome.log, Contains("gave up") && Contains("Cannot select"));
  CHECK(error.size() == 0);
  CHECK(build(kSource).status == QUADCL_OK);
}

TEST_CASE("builds do not wait for processes that are forked meanwhile") {
  std::atomic<bool> stop = false;
  std::vector<pid_t> children;
  std::thread forking([&] {
    while (!stop && children.size() < 100) {
      const pid_t child = fork();
      if (child == 0)
        while (true) pause();
      children.push_back(child);
    }
  });
  for (int i = 0; i < 10; ++i) CHECK(build(kSource).status == QUADCL_OK);
  stop = true;
  forking.join();
  for (const pid_t child : children) {
    kill(child, SIGKILL);
    CHECK(waitpid(child, nullptr, 0) == child);
  }
}

TEST_CASE("a build in a current folder that was deleted") {
  const auto before = std::filesystem::current_path();
  const auto headers = new_folder(), folder = new_folder();
  std::ofstream(headers / "answer.h") << "#define ANSWER 42\n";
  std::filesystem::current_path(folder);
  std::filesystem::remove(folder);
  const Outcome plain = build(kSource);
  const Outcome with_header =
      build("#include <answer.h>\nkernel void k(global int* o) { o[ANSWER] = 1; }", "-I " + headers.string());
  const Outcome relative =
      build("#include \"answer.h\"\nkernel void k() {}", "-I " + headers.filename().string());
  std::filesystem::current_path(before);
  std::filesystem::remove_all(headers);
  CHECK(plain.status == QUADCL_OK);
  CHECK(with_header.status == QUADCL_OK);
  CHECK(relative.status == QUADCL_FAILED);
  CHECK_THAT(relative.log, Contains("answer.h"));
}
