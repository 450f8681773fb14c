// SPDX-License-Identifier: Apache-2.0
// Each file of kernels/ has one kernel `k` and comments that say how it is launched:
//   // global: X [Y [Z]]     local: ...     offset: ...     options: ...
//   // arg: in TYPE COUNT    a buffer of random numbers (small ones: floats from -8 to 8, integers of 16
//   bits)
//   // arg: out TYPE COUNT   a buffer that holds a pattern
//   // arg: value TYPE NUMBER
//   // arg: local TYPE COUNT
//   // arg: bytes COUNT      a struct or vector of random bytes
//   // arg: same buffer N     that of the Nth buffer again, counted from 0
//   // profile: full        of the device; else the embedded one (CMakeLists.txt)
//   // tolerance: T          of floats, relative; 0 if not given
//   // log: TEXT             the build log must say this
//   // rows together: several   full rows run together (check.cmake)
//   // assembly: REGEX      is in it (check.cmake)
//   // on the CPU: REASON    the kernel must not run on the QPUs, and the build log must say this
// All buffers, the parts that a kernel does not touch included, must be the same as on the CPU device.
#include <CL/cl_ext_quadcl.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "fixture.h"
#include "random_counting_kernel.h"
#include "random_group_kernel.h"
#include "random_kernel.h"

using namespace api;

namespace {

struct Argument {
  std::string kind, type = "uchar";
  double number = 0;
  bool is_buffer() const { return kind == "in" || kind == "out"; }
};

struct Case {
  std::string source, options, on_cpu, log;
  std::vector<std::size_t> global, local, offset;
  std::vector<Argument> arguments;
  double tolerance = 0;
};

std::vector<std::size_t> sizes_of(std::istream& in) {
  std::vector<std::size_t> sizes;
  for (std::size_t size; in >> size;) sizes.push_back(size);
  return sizes;
}

void read_line(const std::string& line, Case& result) {
  std::istringstream in(line);
  std::string slashes, key;
  in >> slashes;
  std::getline(in >> std::ws, key, ':');
  if (key == "global") result.global = sizes_of(in);
  if (key == "local") result.local = sizes_of(in);
  if (key == "offset") result.offset = sizes_of(in);
  if (key == "options") std::getline(in >> std::ws, result.options);
  if (key == "log") std::getline(in >> std::ws, result.log);
  if (key == "on the CPU") std::getline(in >> std::ws, result.on_cpu);
  if (key == "tolerance") in >> result.tolerance;
  if (key != "arg") return;
  Argument argument;
  in >> argument.kind;
  if (argument.kind != "bytes") in >> argument.type;
  in >> argument.number;
  result.arguments.push_back(argument);
}

Case read_case(const std::string& path) {
  Case result;
  std::ifstream file(path);
  REQUIRE(file.good());
  for (std::string line; std::getline(file, line);) {
    result.source += line + "\n";
    if (line.starts_with("//")) read_line(line, result);
  }
  return result;
}

std::size_t bytes_of(const std::string& type) {
  for (const auto& [name, bytes] :
       {std::pair{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"long", 8}, {"ulong", 8}})
    if (type == name) return static_cast<std::size_t>(bytes);
  return 4;
}

std::vector<unsigned char> contents_of(const Argument& argument, unsigned seed) {
  const std::size_t size = bytes_of(argument.type);
  const bool is_list = argument.kind != "value";
  std::vector<unsigned char> bytes((is_list ? static_cast<std::size_t>(argument.number) : 1) * size, 0x5a);
  std::mt19937 random(seed);
  for (std::size_t i = 0; argument.kind != "out" && i < bytes.size(); i += size) {
    if (argument.type == "float") {
      const float number =
          is_list ? static_cast<float>(random() % 4096) / 256 - 8 : static_cast<float>(argument.number);
      std::memcpy(&bytes[i], &number, size);
    } else {
      const auto number = is_list ? static_cast<std::int64_t>(random() % 65536) - 32768
                                  : static_cast<std::int64_t>(argument.number);
      std::memcpy(&bytes[i], &number, size);
    }
  }
  return bytes;
}

/// The buffers after a launch, the build log, and where it ran.
struct Result {
  std::vector<std::vector<unsigned char>> buffers;
  std::string log;
  cl_profiling_target_quadcl target = 0;
};

Program build(cl_context context, cl_device_id device, const Case& test, std::string& log) {
  const char* source = test.source.c_str();
  Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  const cl_int error = clBuildProgram(program, 1, &device, test.options.c_str(), nullptr, nullptr);
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  log.resize(size);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  INFO(log);
  REQUIRE(error == CL_SUCCESS);
  return program;
}

Result run(cl_device_id device, const Case& test) {
  Result result;
  const Context context =
      made([&](cl_int* error) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, error); });
  const cl_queue_properties properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const Queue queue = made(
      [&](cl_int* error) { return clCreateCommandQueueWithProperties(context, device, properties, error); });
  const Program program = build(context, device, test, result.log);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "k", error); });
  std::vector<Buffer> buffers;
  for (cl_uint i = 0; i < test.arguments.size(); ++i) {
    auto bytes = contents_of(test.arguments[i], i + 1);
    if (test.arguments[i].kind == "same") {
      const auto number = static_cast<std::size_t>(test.arguments[i].number);
      REQUIRE(clSetKernelArg(kernel, i, sizeof(cl_mem), buffers[number].list()) == CL_SUCCESS);
      continue;
    }
    if (!test.arguments[i].is_buffer()) {
      const void* value = test.arguments[i].kind == "local" ? nullptr : bytes.data();
      REQUIRE(clSetKernelArg(kernel, i, bytes.size(), value) == CL_SUCCESS);
      continue;
    }
    buffers.push_back(made([&](cl_int* error) {
      return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), error);
    }));
    REQUIRE(clSetKernelArg(kernel, i, sizeof(cl_mem), buffers.back().list()) == CL_SUCCESS);
    result.buffers.push_back(std::move(bytes));
  }
  Event event;
  const auto sizes = [](const std::vector<std::size_t>& list) {
    return list.empty() ? nullptr : list.data();
  };
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(test.global.size()), sizes(test.offset),
                                 test.global.data(), sizes(test.local), 0, nullptr,
                                 event.out()) == CL_SUCCESS);
  REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
  REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_TARGET_QUADCL, sizeof result.target,
                                  &result.target, nullptr) == CL_SUCCESS);
  cl_profiling_target_quadcl of_kernel = 0;
  REQUIRE(clGetKernelInfo(kernel, CL_KERNEL_TARGET_QUADCL, sizeof of_kernel, &of_kernel, nullptr) ==
          CL_SUCCESS);
  // A launch may need more rows of the VPM than there are.
  if (result.target == CL_PROFILING_TARGET_QPU_QUADCL) CHECK(of_kernel == result.target);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    REQUIRE(clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, result.buffers[i].size(),
                                result.buffers[i].data(), 0, nullptr, nullptr) == CL_SUCCESS);
  return result;
}

bool are_close(const unsigned char* a, const unsigned char* b, double tolerance) {
  float x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return std::memcmp(a, b, sizeof x) == 0 || std::fabs(x - y) <= tolerance * std::max(1.0f, std::fabs(y));
}

void compare(const Case& test, const Result& ours, const Result& reference) {
  std::size_t buffer = 0;
  for (const Argument& argument : test.arguments) {
    if (!argument.is_buffer()) continue;
    const auto &a = ours.buffers[buffer], &b = reference.buffers[buffer];
    const std::size_t size = bytes_of(argument.type);
    for (std::size_t i = 0; i < a.size(); i += size) {
      const bool same = argument.type == "float" ? are_close(&a[i], &b[i], test.tolerance)
                                                 : std::memcmp(&a[i], &b[i], size) == 0;
      INFO("buffer " << buffer << ", element " << i / size << " of type " << argument.type);
      if (!same) CHECK(std::vector(&a[i], &a[i] + size) == std::vector(&b[i], &b[i] + size));
      if (!same) return;
    }
    ++buffer;
  }
}

void check_kernel(const std::string& path) {
  const Case test = read_case(path);
  const auto devices = all_devices();
  const Result ours = run(devices[0], test), reference = run(devices[1], test);
  INFO(ours.log);
  CHECK(ours.target ==
        (test.on_cpu.empty() ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL));
  if (!test.on_cpu.empty()) CHECK(ours.log.find("runs on the CPU: " + test.on_cpu) != std::string::npos);
  CHECK(ours.log.find(test.log) != std::string::npos);
  compare(test, ours, reference);
}

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::stoul(text)) : otherwise;
}

Case random_case(unsigned seed) {
  constexpr std::array kTypes{"int", "int", "short", "uchar"};
  constexpr std::array<std::size_t, 4> kSizes{64, 100, 250, 256};
  const std::string type = kTypes[seed % kTypes.size()];
  Case test;
  test.source = qpu_compile_test::random_kernel(seed, type);
  test.global = {kSizes[seed / 4 % kSizes.size()]};
  test.arguments = {{"in", "int", 300},
                    {"out", type, 600},
                    {"out", "int", 600},
                    {"value", "int", static_cast<double>(seed % 6)},
                    {"value", "int", static_cast<double>(seed % 3 == 0 ? seed % 20 : 90)}};
  return test;
}

Case random_group_case(unsigned seed) {
  struct Size {
    std::size_t x, y;
  };
  constexpr std::array<Size, 9> kLocal{
      {{16, 1}, {64, 1}, {24, 1}, {7, 1}, {100, 1}, {8, 4}, {5, 3}, {20, 2}, {1, 9}}};
  const Size local = kLocal[seed % kLocal.size()];
  const std::size_t groups = 1 + seed / 9 % 5, lines = local.y > 1 ? 1 + seed % 2 : 1;
  Case test;
  test.source = qpu_compile_test::random_group_kernel(seed);
  test.local = {local.x, local.y};
  test.global = {local.x * groups, local.y * lines};
  test.arguments = {{"in", "int", 300},
                    {"out", "int", 1100},
                    {"local", "int", static_cast<double>(local.x * local.y)},
                    {"value", "int", static_cast<double>(seed % 5)},
                    {"value", "int", 17}};
  return test;
}

Case random_fixed_group_case(unsigned seed) {
  struct Size {
    unsigned x, y;
  };
  constexpr std::array<Size, 10> kLocal{
      {{16, 4}, {64, 1}, {32, 2}, {16, 16}, {128, 1}, {48, 3}, {8, 1}, {24, 2}, {40, 1}, {12, 3}}};
  const Size local = kLocal[seed % kLocal.size()];
  Case test;
  test.source = qpu_compile_test::random_fixed_group_kernel(seed, local.x, local.y);
  test.local = {local.x, local.y};
  test.global = {local.x * std::size_t{2}, local.y * std::size_t{1 + seed % 2}};
  test.arguments = {{"in", "int", 300},
                    {"out", "int", 1100},
                    {"value", "int", static_cast<double>(seed % 5)},
                    {"value", "int", 17},
                    {"out", "int", 7168},
                    {"value", "int", static_cast<double>(test.global[0] + seed % 3 * 20)},
                    {"value", "int", static_cast<double>(seed % 4 == 0 ? 500 : 4096)}};
  return test;
}

Case random_counting_case(unsigned seed) {
  struct Size {
    unsigned x, y;
  };
  constexpr std::array<Size, 13> kLocal{{{8, 1},
                                         {24, 1},
                                         {40, 1},
                                         {12, 1},
                                         {16, 1},
                                         {1, 1},
                                         {100, 1},
                                         {8, 3},
                                         {64, 1},
                                         {256, 1},
                                         {20, 2},
                                         {7, 1},
                                         {5, 5}}};
  const Size local = kLocal[seed % kLocal.size()];
  const std::size_t groups = 1 + seed / 13 % 3, lines = local.y > 1 ? 1 + seed % 2 : 1;
  const bool has_rest = seed % 5 == 0;  // the last group is smaller
  Case test;
  test.source = qpu_compile_test::random_counting_kernel(seed, local.x, local.y, seed % 3 == 0 && !has_rest);
  test.options = "-cl-std=CL3.0";
  test.local = {local.x, local.y};
  test.global = {local.x * groups + (has_rest ? local.x / 2 : 0), local.y * lines};
  test.arguments = {{"in", "int", 300},
                    {"out", "int", 1100},
                    {"value", "int", static_cast<double>(seed % 5)},
                    {"value", "int", 17}};
  return test;
}

/// Some kernels need more registers or rows of the VPM than there are; those run on the CPU twice.
void check_random_kernels(Case make(unsigned seed), unsigned least_percent) {
  const unsigned first = number_from("QUADCL_TEST_SEED", 1), count = number_from("QUADCL_TEST_KERNELS", 60);
  unsigned on_qpus = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const Case test = make(seed);
    INFO("seed " << seed << "\n" << test.source);
    const auto devices = all_devices();
    const Result ours = run(devices[0], test), reference = run(devices[1], test);
    on_qpus += ours.target == CL_PROFILING_TARGET_QPU_QUADCL;
    compare(test, ours, reference);
  }
  CHECK(on_qpus * 100 >= count * least_percent);
}

/// The test case of a file.
class FileCase final : public Catch::ITestInvoker {
 public:
  explicit FileCase(std::string path) : path_(std::move(path)) {}
  void invoke() const override { check_kernel(path_); }

 private:
  const std::string path_;
};

const bool added = [] {
  for (const auto& entry : std::filesystem::directory_iterator(QUADCL_QPU_KERNELS)) {
    const Catch::AutoReg registered(new FileCase(entry.path().string()), CATCH_INTERNAL_LINEINFO, "",
                                    {entry.path().stem().string(), ""});
  }
  return true;
}();

}  // namespace

TEST_CASE("random kernels", "[qpu]") { check_random_kernels(random_case, 90); }
TEST_CASE("random kernels with barriers", "[qpu]") { check_random_kernels(random_group_case, 85); }
TEST_CASE("random kernels of fixed groups", "[qpu]") { check_random_kernels(random_fixed_group_case, 95); }
TEST_CASE("random kernels that count", "[qpu]") { check_random_kernels(random_counting_case, 90); }
