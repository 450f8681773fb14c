// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/native_library.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "tests/host_fallback/test_kernels.h"
#include "tests/own_mounts.h"

using namespace quadcl;

namespace {

KernelCode answer_kernel() { return test_kernel("answer"); }

int call(quadcl_kernel_function function) {
  int value = 0;
  int* const pointer = &value;
  const void* arguments[]{&pointer};
  function(arguments, nullptr);
  return value;
}

/// The exit status of a process that runs `work` where /proc is an empty folder.
int without_proc(const std::function<int()>& work) {
  return test::status_of_child([&] {
    test::cover("/proc");
    return work();
  });
}

std::filesystem::path empty_folder() {
  const auto folder = std::filesystem::current_path() / "native_library_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace

TEST_CASE("machine code is loaded once for its program") {
  const KernelCode code = answer_kernel();
  const auto function = load_kernel(code, "/tmp");
  REQUIRE(function.ok());
  CHECK(call((*function)->function) == 42);
  CHECK(*load_kernel(code, "/tmp") == *function);
  CHECK((*load_kernel(answer_kernel(), "/tmp"))->function != (*function)->function);
}

TEST_CASE("machine code is loaded without /proc, and leaves no file") {
  const auto folder = empty_folder();
  const int status = without_proc([&] {
    const KernelCode codes[]{answer_kernel(), answer_kernel()};
    const auto first = load_kernel(codes[0], folder), second = load_kernel(codes[1], folder);
    if (!first.ok() || !second.ok()) return 1;
    return call((*first)->function) == 42 && call((*second)->function) == 42 ? 0 : 2;
  });
  if (status == test::kMayNotMount) return;
  CHECK(status == 0);
  CHECK(std::filesystem::is_empty(folder));
}

TEST_CASE("machine code that has no place is refused with the reason") {
  const int status = without_proc([] {
    const auto function = load_kernel(answer_kernel(), "/no/such/folder");
    if (function.ok()) return 1;
    const std::string& message = function.error().message;
    return message.find("/proc/self/fd") != std::string::npos &&
                   message.find("/no/such/folder/") != std::string::npos &&
                   message.find("No such file or directory") != std::string::npos
               ? 0
               : 2;
  });
  if (status != test::kMayNotMount) CHECK(status == 0);
}
