// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "tests/main.h"

namespace api {
namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::string platform_name(cl_platform_id id) {
  std::array<char, 256> name{};
  clGetPlatformInfo(id, CL_PLATFORM_NAME, name.size() - 1, name.data(), nullptr);
  return name.data();
}

cl_platform_id find_platform() {
  const std::string wanted = environment("QUADCL_TEST_PLATFORM", "QuadCL");
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> ids(count);
  if (count > 0) clGetPlatformIDs(count, ids.data(), nullptr);
  std::string seen;
  for (cl_platform_id id : ids) {
    const std::string name = platform_name(id);
    if (name.find(wanted) != std::string::npos) return id;
    seen += " '" + name + "'";
  }
  throw std::runtime_error("no platform's name contains '" + wanted + "'; there are " +
                           std::to_string(count) + ":" + seen);
}

cl_device_id find_device() {
  const std::size_t index = std::stoul(environment("QUADCL_TEST_DEVICE", "0"));
  const auto devices = all_devices();
  if (index >= devices.size())
    throw std::runtime_error("the platform has only " + std::to_string(devices.size()) + " devices");
  return devices[index];
}

}  // namespace

cl_platform_id platform() {
  static const cl_platform_id id = find_platform();
  return id;
}

cl_device_id device() {
  static const cl_device_id id = find_device();
  return id;
}

std::vector<cl_device_id> all_devices() {
  cl_uint count = 0;
  clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  std::vector<cl_device_id> devices(count);
  if (count > 0) clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
  return devices;
}

cl_device_id other_device() {
  for (cl_device_id id : all_devices())
    if (id != device()) return id;
  return nullptr;
}

bool is_quadcl() {
  static const bool ours = platform_name(platform()).find("QuadCL") != std::string::npos;
  return ours;
}

Context make_context(const std::vector<cl_device_id>& devices) {
  return made([&](cl_int* error) {
    return clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(), nullptr, nullptr,
                           error);
  });
}

Queue make_queue(cl_context context, cl_command_queue_properties properties, cl_device_id queue_device) {
  const std::array<cl_queue_properties, 3> list{CL_QUEUE_PROPERTIES, properties, 0};
  return made([&](cl_int* error) {
    return clCreateCommandQueueWithProperties(context, queue_device, list.data(), error);
  });
}

Buffer make_buffer(cl_context context, std::size_t size, cl_mem_flags flags, void* host) {
  return made([&](cl_int* error) { return clCreateBuffer(context, flags, size, host, error); });
}

Buffer make_sub_buffer(cl_mem buffer, std::size_t origin, std::size_t size, cl_mem_flags flags) {
  const cl_buffer_region region{origin, size};
  return made([&](cl_int* error) {
    return clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
  });
}

Gate::Gate(cl_context context)
    : event_(made([&](cl_int* error) { return clCreateUserEvent(context, error); })) {}

void Gate::set(cl_int status) {
  if (std::exchange(closed_, false)) clSetUserEventStatus(event_, status);
}

std::vector<unsigned char> counting_bytes(std::size_t size, unsigned first) {
  std::vector<unsigned char> bytes(size);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(first));
  return bytes;
}

std::vector<unsigned char> check_query(const Query& query) {
  constexpr unsigned char kGuard = 0xa5;
  std::size_t size = ~std::size_t{0};
  REQUIRE(query(0, nullptr, &size) == CL_SUCCESS);
  REQUIRE(size < (std::size_t{1} << 20));

  std::vector<unsigned char> exact(size + 16, kGuard);
  CHECK(query(size, exact.data(), nullptr) == CL_SUCCESS);
  CHECK(std::vector(exact.begin() + static_cast<std::ptrdiff_t>(size), exact.end()) ==
        std::vector<unsigned char>(16, kGuard));

  std::vector<unsigned char> larger(size + 16, kGuard);
  std::size_t larger_size = 0;
  CHECK(query(size + 8, larger.data(), &larger_size) == CL_SUCCESS);
  CHECK(larger_size == size);
  CHECK(std::memcmp(larger.data(), exact.data(), size) == 0);

  if (size > 0) {
    CHECK(query(size - 1, larger.data(), nullptr) == CL_INVALID_VALUE);
    CHECK(query(0, larger.data(), nullptr) == CL_INVALID_VALUE);
  }
  // If the value is NULL, its size is ignored.
  CHECK(query(1, nullptr, &larger_size) == CL_SUCCESS);
  CHECK(larger_size == size);

  exact.resize(size);
  return exact;
}

std::string info_string(const Query& query) {
  const auto characters = info_list<char>(query);
  REQUIRE_FALSE(characters.empty());
  REQUIRE(characters.back() == '\0');
  return characters.data();
}

cl_version version_in(const std::string& text, const std::string& prefix) {
  INFO(text);
  unsigned major = 0, minor = 0;
  char after = 0;
  REQUIRE(std::sscanf(text.c_str(), (prefix + "%u.%u%c").c_str(), &major, &minor, &after) == 3);
  REQUIRE(after == ' ');
  return CL_MAKE_VERSION(major, minor, 0);
}

void check_rows(std::span<const InfoRow> rows, const std::function<Query(cl_uint)>& query_of) {
  for (const InfoRow& row : rows) {
    INFO(row.name);
    const auto value = check_query(query_of(row.param));
    switch (row.shape) {
      case InfoRow::Shape::value:
        CHECK(value.size() == row.size);
        break;
      case InfoRow::Shape::list:
        CHECK(value.size() % row.size == 0);
        break;
      case InfoRow::Shape::string:
        REQUIRE_FALSE(value.empty());
        CHECK(std::strlen(reinterpret_cast<const char*>(value.data())) + 1 == value.size());
        break;
    }
  }
}

cl_int event_status(cl_event event) {
  return info<cl_int>(query(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS));
}

}  // namespace api

// They need our built-in kernels, or checks that may crash another platform.
std::string quadcl::test::left_out_tests() { return api::is_quadcl() ? "" : "[quadcl]"; }
