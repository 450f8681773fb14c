// SPDX-License-Identifier: Apache-2.0
// clCreateBuffer, clCreateBufferWithProperties
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 256;

cl_int create_error(cl_context context, cl_mem_flags flags, std::size_t size = kSize, void* host = nullptr) {
  const cl_int plain =
      error_of([&](cl_int* error) { return clCreateBuffer(context, flags, size, host, error); });
  const cl_int with_properties = error_of([&](cl_int* error) {
    return clCreateBufferWithProperties(context, nullptr, flags, size, host, error);
  });
  CHECK(with_properties == plain);
  return plain;
}

}  // namespace

TEST_CASE("clCreateBuffer: accepts every access flag, with or without ALLOC_HOST_PTR") {
  const Context context = make_context();
  const cl_mem_flags kernel = GENERATE(0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY);
  const cl_mem_flags host = GENERATE(0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS);
  const cl_mem_flags storage = GENERATE(0, CL_MEM_ALLOC_HOST_PTR);
  CHECK(create_error(context, kernel | host | storage) == CL_SUCCESS);
}

TEST_CASE("clCreateBuffer: any size from one byte up") {
  const Setup setup;
  const std::size_t size = GENERATE(1, 3, 4096, 1 << 20);
  const auto bytes = counting_bytes(size, 9);
  CHECK(read_back(setup.queue, make_filled(setup.context, bytes), size) == bytes);
}

// The specification says nothing of its contents; programs rely on the zeros of other drivers.
TEST_CASE("clCreateBuffer: a new buffer is zeros where another one was before") {
  const Setup setup;
  const std::size_t size = GENERATE(64, 1000, 100'001, 1 << 20, (3 << 20) + 100);
  const std::vector<unsigned char> ones(size, 0xff), zeros(size, 0);
  for (int i = 0; i < 3; ++i) {
    const Buffer buffer = make_buffer(setup.context, size);
    const bool is_zero = read_back(setup.queue, buffer, size) == zeros;  // a failure prints no megabytes
    CHECK(is_zero);
    REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_TRUE, 0, size, ones.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
  }
}

TEST_CASE("clCreateBuffer: COPY_HOST_PTR copies at once") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  auto host = bytes;
  const cl_mem_flags storage = GENERATE(0, CL_MEM_ALLOC_HOST_PTR);
  const Buffer buffer = make_buffer(setup.context, kSize, CL_MEM_COPY_HOST_PTR | storage, host.data());
  host.assign(kSize, 0xff);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("clCreateBuffer: USE_HOST_PTR starts with the host's contents and maps to its address") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  auto host = bytes;
  const Buffer buffer = make_buffer(setup.context, kSize, CL_MEM_USE_HOST_PTR, host.data());
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);

  const unsigned char changed[]{1, 1, 2, 3, 5};
  REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_TRUE, 16, sizeof changed, changed, 0, nullptr,
                               nullptr) == CL_SUCCESS);
  cl_int error = 1;
  void* mapped = clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_READ, 8, kSize - 8, 0, nullptr,
                                    nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  CHECK(mapped == host.data() + 8);
  CHECK(std::equal(std::begin(changed), std::end(changed), host.begin() + 16));
  REQUIRE(clEnqueueUnmapMemObject(setup.queue, buffer, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clCreateBuffer: errcode_ret may be NULL") {
  const Context context = make_context();
  const Buffer buffer(clCreateBuffer(context, 0, kSize, nullptr, nullptr));
  CHECK(buffer.get() != nullptr);
  CHECK(clCreateBuffer(context, 0, 0, nullptr, nullptr) == nullptr);
}

TEST_CASE("clCreateBuffer: CL_INVALID_VALUE if flags exclude each other or are not valid") {
  const Context context = make_context();
  std::vector<unsigned char> host(kSize);
  const cl_mem_flags flags =
      GENERATE(as<cl_mem_flags>(), CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
               CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
               CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
               CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
               CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, cl_mem_flags{1} << 40);
  const bool takes_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  CHECK(create_error(context, flags, kSize, takes_pointer ? host.data() : nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateBuffer: CL_INVALID_BUFFER_SIZE if size is 0 or more than any device can allocate") {
  const Context context = make_context(all_devices());
  cl_ulong largest = 0;
  for (cl_device_id id : all_devices())
    largest = std::max(largest, info<cl_ulong>(query(clGetDeviceInfo, id, CL_DEVICE_MAX_MEM_ALLOC_SIZE)));
  const auto size = GENERATE_COPY(std::size_t{0}, static_cast<std::size_t>(largest + 1), ~std::size_t{0});
  CHECK(create_error(context, 0, size) == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE(
    "clCreateBuffer: CL_INVALID_HOST_PTR if host_ptr is there without a flag for it, or the other way") {
  const Context context = make_context();
  std::vector<unsigned char> host(kSize);
  CHECK(create_error(context, CL_MEM_USE_HOST_PTR) == CL_INVALID_HOST_PTR);
  CHECK(create_error(context, CL_MEM_COPY_HOST_PTR) == CL_INVALID_HOST_PTR);
  CHECK(create_error(context, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR) == CL_INVALID_HOST_PTR);
  CHECK(create_error(context, CL_MEM_READ_WRITE, kSize, host.data()) == CL_INVALID_HOST_PTR);
  CHECK(create_error(context, CL_MEM_ALLOC_HOST_PTR, kSize, host.data()) == CL_INVALID_HOST_PTR);
}

TEST_CASE("clCreateBuffer: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [](cl_context bad) { return create_error(bad, 0); });
}

TEST_CASE("clCreateBufferWithProperties: accepts an empty list and returns it as given") {
  const Context context = make_context();
  using Properties = std::vector<cl_mem_properties>;
  const auto properties = GENERATE(Properties{}, Properties{0});
  const Buffer buffer = made([&](cl_int* error) {
    return clCreateBufferWithProperties(context, properties.empty() ? nullptr : properties.data(), 0, kSize,
                                        nullptr, error);
  });
  CHECK(info_list<cl_mem_properties>(query(clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES)) ==
        properties);
}

TEST_CASE("clCreateBufferWithProperties: CL_INVALID_PROPERTY if a property name is not supported") {
  const Context context = make_context();
  const cl_mem_properties properties[]{0x7777, 1, 0};
  CHECK(error_of([&](cl_int* error) {
          return clCreateBufferWithProperties(context, properties, 0, kSize, nullptr, error);
        }) == CL_INVALID_PROPERTY);
}
