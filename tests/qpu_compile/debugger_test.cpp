// SPDX-License-Identifier: Apache-2.0
// QUADCL_QPU_DEBUG: the first launch of a kernel stops in qpu-debug, and then goes on.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fixture.h"
#include "messages.h"

using namespace api;

namespace {

constexpr std::size_t kItems = 32;
constexpr const char* kSource =
    "kernel void other(global uint* x) { x[get_global_id(0)] += 1; }\n"
    "kernel void tripled(global uint* x) {\n"
    "  uint i = get_global_id(0);\n"
    "  x[i] = 3 * x[i];\n"
    "}\n";

/// While it lives, a standard stream of this process is a file.
class Redirected {
 public:
  Redirected(int stream, const std::string& path, int flags) : stream_(stream), before_(dup(stream)) {
    const int file = open(path.c_str(), flags, 0600);
    REQUIRE(file >= 0);
    dup2(file, stream);
    close(file);
  }
  ~Redirected() {
    dup2(before_, stream_);
    close(before_);
  }
  Redirected(const Redirected&) = delete;

 private:
  int stream_, before_;
};

class Launches {
 public:
  explicit Launches(cl_context context) : context_(context), queue_(make_queue(context)) {
    program_ =
        made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source_, nullptr, error); });
    REQUIRE(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  }

  /// The buffer has 0, 1, 2 ... before the launch.
  cl_int launch(const char* name) {
    std::vector<cl_uint> words(kItems);
    std::iota(words.begin(), words.end(), 0);
    const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program_, name, error); });
    buffer_ = made([&](cl_int* error) {
      return clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, sizeof(cl_uint) * kItems, words.data(), error);
    });
    REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer_.list()) == CL_SUCCESS);
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, event.out()) ==
            CL_SUCCESS);
    clFinish(queue_);
    cl_int status = 0;
    REQUIRE(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) ==
            CL_SUCCESS);
    return status;
  }
  std::vector<cl_uint> results() {
    std::vector<cl_uint> words(kItems);
    REQUIRE(clEnqueueReadBuffer(queue_, buffer_, CL_TRUE, 0, sizeof(cl_uint) * kItems, words.data(), 0,
                                nullptr, nullptr) == CL_SUCCESS);
    return words;
  }

 private:
  cl_context context_;
  Queue queue_;
  const char* source_ = kSource;
  Program program_;
  Buffer buffer_;
};

std::string contents_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

std::vector<cl_uint> multiples(cl_uint factor) {
  std::vector<cl_uint> words(kItems);
  for (cl_uint i = 0; i < kItems; ++i) words[i] = factor * i;
  return words;
}

}  // namespace

TEST_CASE("QUADCL_QPU_DEBUG stops the first launch of the kernel, which then goes on", "[stops]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("quadcl-debugger-test." + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "temporary");
  setenv("TMPDIR", (folder / "temporary").c_str(), 1);
  std::ofstream(folder / "commands") << "break tripled.cl:4\ncontinue\nlist\n";
  {
    const Redirected in(0, folder / "commands", O_RDONLY);
    const Redirected out(1, folder / "out", O_WRONLY | O_CREAT);
    const Context context = make_context();
    Launches launches(context);
    REQUIRE(launches.launch("other") == CL_COMPLETE);
    REQUIRE(launches.launch("tripled") == CL_COMPLETE);
    CHECK(launches.results() == multiples(3));
    REQUIRE(launches.launch("tripled") == CL_COMPLETE);
    CHECK(launches.results() == multiples(3));
  }
  const std::string shown = contents_of(folder / "out");
  INFO(shown);
  // One debugger, for one of the three launches: it prints where the job begins once.
  CHECK(count(shown, "\n(qpu) break tripled.cl:4\n") == 1);
  CHECK(count(shown, ":tripled, tripled.cl") == 1);
  CHECK(shown.find("=> 4\t  x[i] = 3 * x[i];") != shown.npos);
  CHECK(std::filesystem::is_empty(folder / "temporary"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("QUADCL_QPU_DEBUG: without qpu-debug, the launch fails and says why", "[missing]") {
  NotedContext noted;
  Launches launches(noted.context);
  CHECK(launches.launch("other") == CL_COMPLETE);
  CHECK(launches.launch("tripled") < 0);
  const auto messages = noted.messages.now();
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].find("qpu-debug") != std::string::npos);
  CHECK(launches.launch("tripled") == CL_COMPLETE);
}
