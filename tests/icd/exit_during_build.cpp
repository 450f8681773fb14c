// SPDX-License-Identifier: Apache-2.0
// A program that exits while a build with a callback runs. It must exit with 0, without a call of the
// callback. The build goes on meanwhile, and even exit handlers can build.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "device.h"

namespace {

void CL_CALLBACK refuse(cl_program, void*) { require(false, "no callback during the exit"); }

/// Its destructor is the last exit handler of all.
class Builds {
 public:
  void start();
  ~Builds();

 private:
  cl_program make(const std::string& source) {
    const char* text = source.c_str();
    return clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
  }
  cl_build_status status() const {
    cl_build_status status = CL_BUILD_NONE;
    clGetProgramBuildInfo(waiting_, device_, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
    return status;
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_program waiting_ = nullptr;
  std::string folder_ = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
  int header_ = -1;
};

/// When it returns, the compiler waits for the lease of the file that the source includes.
void Builds::start() {
  device_ = find_device();
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
  require(mkdtemp(folder_.data()) != nullptr, "a folder");
  const std::string header = folder_ + "/header.h";
  header_ = open(header.c_str(), O_RDWR | O_CREAT, 0600);
  signal(SIGIO, SIG_IGN);  // says that somebody opens the file
  require(fcntl(header_, F_SETLEASE, F_WRLCK) == 0, "a lease");
  waiting_ = make("#include \"header.h\"\n");
  require(clBuildProgram(waiting_, 0, nullptr, ("-I " + folder_).c_str(), refuse, nullptr) == CL_SUCCESS,
          "a start");
  while (fcntl(header_, F_GETLEASE) == F_WRLCK) usleep(1000);
}

Builds::~Builds() {
  require(status() == CL_BUILD_IN_PROGRESS, "a build that goes on");
  require(clBuildProgram(make("kernel void k(global float* o) { o[0] = sin(o[1]); }"), 0, nullptr, "",
                         nullptr, nullptr) == CL_SUCCESS,
          "a build in an exit handler");
  constexpr char kSource[] = "kernel void k(global int* o) { o[get_global_id(0)] *= 3; }\n";
  require(write(header_, kSource, sizeof kSource - 1) == sizeof kSource - 1, "a written source");
  require(fcntl(header_, F_SETLEASE, F_UNLCK) == 0, "the end of the lease");
  close(header_);
  while (status() == CL_BUILD_IN_PROGRESS) usleep(1000);
  require(status() == CL_BUILD_SUCCESS, "success");
  std::filesystem::remove_all(folder_);
}

Builds builds;

}  // namespace

int main() {
  builds.start();
  return 0;
}
