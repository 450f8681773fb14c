// SPDX-License-Identifier: Apache-2.0
// clGetMemObjectInfo
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

template <typename T>
T mem_value(cl_mem buffer, cl_mem_info param) {
  return info<T>(query(clGetMemObjectInfo, buffer, param));
}

}  // namespace

TEST_CASE("clGetMemObjectInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_MEM_TYPE, cl_mem_object_type),
      INFO_VALUE(CL_MEM_FLAGS, cl_mem_flags),
      INFO_VALUE(CL_MEM_SIZE, std::size_t),
      INFO_VALUE(CL_MEM_HOST_PTR, void*),
      INFO_VALUE(CL_MEM_MAP_COUNT, cl_uint),
      INFO_VALUE(CL_MEM_REFERENCE_COUNT, cl_uint),
      INFO_VALUE(CL_MEM_CONTEXT, cl_context),
      INFO_VALUE(CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem),
      INFO_VALUE(CL_MEM_OFFSET, std::size_t),
      INFO_VALUE(CL_MEM_USES_SVM_POINTER, cl_bool),
      INFO_LIST(CL_MEM_PROPERTIES, cl_mem_properties),
  };
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 100);
  check_rows(rows, [&](cl_uint param) { return query(clGetMemObjectInfo, buffer.get(), param); });
}

TEST_CASE("clGetMemObjectInfo: returns what the buffer was created with") {
  const Context context = make_context();
  std::vector<unsigned char> host(100);
  const cl_mem_flags flags =
      GENERATE(CL_MEM_READ_WRITE, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
               CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR);
  const bool takes_pointer = (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;
  const Buffer buffer = make_buffer(context, host.size(), flags, takes_pointer ? host.data() : nullptr);
  CHECK(mem_value<cl_mem_object_type>(buffer, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER);
  CHECK(mem_value<cl_mem_flags>(buffer, CL_MEM_FLAGS) == flags);
  CHECK(mem_value<std::size_t>(buffer, CL_MEM_SIZE) == host.size());
  CHECK(mem_value<cl_context>(buffer, CL_MEM_CONTEXT) == context.get());
  CHECK(mem_value<cl_mem>(buffer, CL_MEM_ASSOCIATED_MEMOBJECT) == nullptr);
  CHECK(mem_value<std::size_t>(buffer, CL_MEM_OFFSET) == 0);
  CHECK(mem_value<cl_bool>(buffer, CL_MEM_USES_SVM_POINTER) == CL_FALSE);
  // Only USE_HOST_PTR keeps the pointer.
  CHECK(mem_value<void*>(buffer, CL_MEM_HOST_PTR) ==
        ((flags & CL_MEM_USE_HOST_PTR) != 0 ? host.data() : nullptr));
}

TEST_CASE("clGetMemObjectInfo: CL_MEM_MAP_COUNT counts mappings") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 100);
  CHECK(mem_value<cl_uint>(buffer, CL_MEM_MAP_COUNT) == 0);
  void* mapped[2]{};
  for (auto& pointer : mapped)
    pointer =
        clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 100, 0, nullptr, nullptr, nullptr);
  CHECK(mem_value<cl_uint>(buffer, CL_MEM_MAP_COUNT) == 2);
  for (cl_uint left = 2; void* pointer : mapped) {
    REQUIRE(clEnqueueUnmapMemObject(setup.queue, buffer, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
    REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
    CHECK(mem_value<cl_uint>(buffer, CL_MEM_MAP_COUNT) == --left);
  }
}

TEST_CASE("clGetMemObjectInfo: CL_MEM_PROPERTIES is empty after clCreateBuffer and clCreateSubBuffer") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 100);
  const Buffer part = make_sub_buffer(buffer, 0, 50);
  for (cl_mem object : {buffer.get(), part.get()})
    CHECK(info_list<cl_mem_properties>(query(clGetMemObjectInfo, object, CL_MEM_PROPERTIES)).empty());
}

TEST_CASE("clGetMemObjectInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 100);
  const auto param = GENERATE(as<cl_mem_info>(), 0, CL_IMAGE_WIDTH, 0x7777);
  CHECK(clGetMemObjectInfo(buffer, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetMemObjectInfo: CL_INVALID_MEM_OBJECT if memobj is not a memory object") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [](cl_mem bad) {
    return clGetMemObjectInfo(bad, CL_MEM_SIZE, 0, nullptr, nullptr);
  });
}
