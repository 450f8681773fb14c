// SPDX-License-Identifier: Apache-2.0
// clEnqueueMapBuffer, clEnqueueUnmapMemObject: the mappings after the host's memory is exhausted. The library
// uses this program's operator new.
#include <cstdlib>
#include <new>

#include "fixture.h"

using namespace api;

namespace {

/// The number of the next allocation of this thread that fails; 0 for none.
thread_local unsigned failing_allocation = 0;

void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  if (failing_allocation != 0 && --failing_allocation == 0) throw std::bad_alloc();
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept try {
  return allocate(size);
} catch (const std::bad_alloc&) {
  return nullptr;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

constexpr std::size_t kSize = 64;

cl_uint map_count(cl_mem buffer) {
  return info<cl_uint>(query(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT));
}

/// Repeats the call until it succeeds, failing later each time. Runs `check` after each failure.
template <typename Call, typename Check>
void without_memory(Call call, Check check) {
  unsigned failed = 0;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  while (error != CL_SUCCESS) {
    failing_allocation = failed + 1;
    error = call();
    failing_allocation = 0;
    if (error == CL_SUCCESS) break;
    INFO("allocation " << ++failed);
    REQUIRE(error == CL_OUT_OF_HOST_MEMORY);
    check();
  }
  CHECK(failed > 0);
}

}  // namespace

TEST_CASE("clEnqueueMapBuffer: without memory nothing is mapped", "[quadcl]") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  void* pointer = nullptr;
  without_memory(
      [&] {
        Event event;
        cl_int error = CL_SUCCESS;
        pointer = clEnqueueMapBuffer(setup.queue, buffer, blocking, CL_MAP_WRITE, 0, kSize, 0, nullptr,
                                     event.out(), &error);
        return error;
      },
      [&] {
        CHECK(pointer == nullptr);
        CHECK(map_count(buffer) == 0);
      });
  CHECK(map_count(buffer) == 1);
  CHECK(clEnqueueUnmapMemObject(setup.queue, buffer, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clEnqueueUnmapMemObject: without memory the region stays mapped", "[quadcl]") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  cl_int error = 1;
  void* pointer =
      clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, kSize, 0, nullptr, nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  without_memory(
      [&] {
        Event event;
        return clEnqueueUnmapMemObject(setup.queue, buffer, pointer, 0, nullptr, event.out());
      },
      [&] { CHECK(map_count(buffer) == 1); });
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(map_count(buffer) == 0);
}
