// SPDX-License-Identifier: Apache-2.0
// The QPU device in a process with limited address space, as by `ulimit -v`. A process starts its devices
// only once, so each tag runs in its own process.
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "kernels.h"
#include "messages.h"

using namespace api;

namespace {

constexpr rlim_t kMegabyte = rlim_t{1} << 20;

/// While it lives, the address space of the process may grow only by this much.
class Limit {
 public:
  explicit Limit(rlim_t more) {
    platform();  // loads the library, but starts no device
    REQUIRE(getrlimit(RLIMIT_AS, &before_) == 0);
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    REQUIRE(pages > 0);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
    REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
  }
  ~Limit() { setrlimit(RLIMIT_AS, &before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  rlimit before_{};
};

/// Not enough for 1 GiB, and what is left for the rest of the process, which is more with 64 bits.
constexpr rlim_t kLittle = (sizeof(void*) == 8 ? 2000 : 1000) * kMegabyte;

void start_devices(rlim_t more) {
  const Limit limit(more);
  all_devices();
}

cl_device_id device_of(cl_device_type type) {
  cl_device_id found = nullptr;
  REQUIRE(clGetDeviceIDs(platform(), type, 1, &found, nullptr) == CL_SUCCESS);
  return found;
}

bool is_available(cl_device_id device) {
  return info<cl_bool>(query(clGetDeviceInfo, device, CL_DEVICE_AVAILABLE)) != CL_FALSE;
}

void CL_CALLBACK note(const char* message, const void*, size_t, void* text) {
  *static_cast<std::string*>(text) += message;
}

}  // namespace

TEST_CASE("arena limit: the QPUs have less memory, and the device says so", "[smaller]") {
  start_devices(kLittle);
  const cl_device_id qpu = device_of(CL_DEVICE_TYPE_GPU);
  CHECK(is_available(qpu));

  NotedContext noted;
  CHECK_THAT(noted.messages.await(1).at(0),
             Catch::Contains("The QPUs have ") && Catch::Contains("not 1024 MiB"));
  const Queue queue = make_queue(noted.context);
  const Program program = make_program(noted.context);
  const Transposition transposition(noted.context, program, 20, 30);
  transposition.launch(queue);
  CHECK(transposition.result(queue) == transposition.expected());
}

TEST_CASE("arena limit: a QPU device without memory is listed as not available", "[none]") {
  start_devices(40 * kMegabyte);
  REQUIRE(all_devices().size() == 2);
  const cl_device_id qpu = device_of(CL_DEVICE_TYPE_GPU), cpu = device_of(CL_DEVICE_TYPE_CPU);
  CHECK_FALSE(is_available(qpu));
  CHECK(is_available(cpu));
  CHECK(device_of(CL_DEVICE_TYPE_DEFAULT) == cpu);

  for (const std::vector<cl_device_id>& devices : {std::vector{qpu}, std::vector{qpu, cpu}}) {
    std::string told;
    CHECK(error_of([&](cl_int* error) {
            return clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(), note, &told,
                                   error);
          }) == CL_DEVICE_NOT_AVAILABLE);
    CHECK_THAT(told,
               Catch::Contains("The QPU device is not available: ") && Catch::Contains("address space"));
  }
  CHECK(error_of([](cl_int* error) {
          return clCreateContextFromType(nullptr, CL_DEVICE_TYPE_GPU, nullptr, nullptr, error);
        }) == CL_DEVICE_NOT_AVAILABLE);
}

TEST_CASE("arena limit: contexts of all devices have those that are available", "[none]") {
  start_devices(40 * kMegabyte);
  std::string told;
  const Context context = made([&](cl_int* error) {
    return clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, note, &told, error);
  });
  CHECK_THAT(told, Catch::Contains("The QPU device is not available: "));
  const auto devices = info_list<cl_device_id>(query(clGetContextInfo, context.get(), CL_CONTEXT_DEVICES));
  CHECK(devices == std::vector{device_of(CL_DEVICE_TYPE_CPU)});
  const Queue queue = make_queue(context, 0, devices[0]);
  CHECK(read_back(queue, make_filled(context, counting_bytes(1000)), 1000) == counting_bytes(1000));
}
