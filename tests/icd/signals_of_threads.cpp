// SPDX-License-Identifier: Apache-2.0
// A program that launches kernels, and looks at the signals of all threads. All but its own must block them.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "transposition.h"

namespace {

/// The signals that the thread blocks, as bits. All of them if it has ended.
std::uint64_t blocked_signals(const std::filesystem::path& thread) {
  std::ifstream file(thread / "status");
  for (std::string word; file >> word;)
    if (word == "SigBlk:" && file >> word) return std::stoull(word, nullptr, 16);
  return ~std::uint64_t{0};
}

bool blocks_signals(const std::filesystem::path& thread) {
  const std::uint64_t blocked = blocked_signals(thread);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD})
    if ((blocked >> (signal - 1) & 1) == 0) return false;
  return true;
}

/// Also the number of these threads.
bool others_block_signals(int& others) {
  bool all = true;
  others = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    if (entry.path().filename() == std::to_string(getpid())) continue;
    ++others;
    all = all && blocks_signals(entry.path());
  }
  return all;
}

/// A launch of "sgemm" that is large enough for the emulator's own threads.
void multiply() {
  constexpr cl_uint kSize = 256;
  constexpr std::size_t kBytes = sizeof(cl_float) * kSize * kSize;
  const cl_device_id device = find_device();
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  const cl_program program = clCreateProgramWithBuiltInKernels(context, 1, &device, "sgemm", nullptr);
  const cl_kernel kernel = clCreateKernel(program, "sgemm", nullptr);
  std::array<cl_mem, 3> matrices{};
  for (cl_mem& matrix : matrices) matrix = clCreateBuffer(context, 0, kBytes, nullptr, nullptr);
  cl_uint index = 0;
  const auto set = [&](const auto& value) { clSetKernelArg(kernel, index++, sizeof value, &value); };
  for (const cl_uint value : {0u, 0u, kSize, kSize, kSize}) set(value);
  set(1.0f);
  for (const cl_mem factor : {matrices[0], matrices[1]}) set(factor), set(kSize);
  set(0.0f), set(matrices[2]), set(kSize);
  const std::size_t global[2]{kSize, kSize};
  require(
      clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS,
      "a product");
  require(clFinish(queue) == CL_SUCCESS, "the product's end");  // this thread may run it
}

}  // namespace

int main() {
  multiply();
  Transposition transposition;
  int others = 0;
  bool all = false;
  // A thread may have just started.
  for (int i = 0; i < 200 && !all; ++i) {
    transposition.enqueue();
    transposition.finish();  // this thread helps
    transposition.run();
    all = others_block_signals(others);
  }
  require(others > 0, "other threads");
  require(all, "threads that block signals");
  return 0;
}
