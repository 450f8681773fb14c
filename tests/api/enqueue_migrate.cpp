// SPDX-License-Identifier: Apache-2.0
// clEnqueueMigrateMemObjects
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

cl_int migrate(cl_command_queue queue, const std::vector<cl_mem>& objects, cl_mem_migration_flags flags) {
  return clEnqueueMigrateMemObjects(queue, static_cast<cl_uint>(objects.size()),
                                    objects.empty() ? nullptr : objects.data(), flags, 0, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clEnqueueMigrateMemObjects: contents stay the same on every device and on the host") {
  const Context context = make_context(all_devices());
  const auto bytes = counting_bytes(256);
  const Buffer first = make_filled(context, bytes), second = make_filled(context, bytes);
  for (cl_device_id id : all_devices()) {
    const Queue queue = make_queue(context, 0, id);
    REQUIRE(migrate(queue, {first, second}, 0) == CL_SUCCESS);
    REQUIRE(migrate(queue, {second}, CL_MIGRATE_MEM_OBJECT_HOST) == CL_SUCCESS);
    CHECK(read_back(queue, first, 256) == bytes);
    CHECK(read_back(queue, second, 256) == bytes);
  }
}

TEST_CASE("clEnqueueMigrateMemObjects: accepts every combination of flags") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  const cl_mem_migration_flags flags =
      GENERATE(0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
               CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
  CHECK(migrate(setup.queue, {buffer}, flags) == CL_SUCCESS);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMigrateMemObjects: CL_INVALID_VALUE if there are no objects or flags are not valid") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  const cl_mem list[]{buffer};
  CHECK(clEnqueueMigrateMemObjects(setup.queue, 0, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(setup.queue, 0, list, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(setup.queue, 1, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(migrate(setup.queue, {buffer}, cl_mem_migration_flags{1} << 20) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueMigrateMemObjects: CL_INVALID_CONTEXT if any object is of another context") {
  const Setup setup;
  const Context other = make_context();
  const Buffer near = make_buffer(setup.context, 64), far = make_buffer(other, 64);
  CHECK(migrate(setup.queue, {near, far}, 0) == CL_INVALID_CONTEXT);
}

TEST_CASE("clEnqueueMigrateMemObjects: CL_INVALID_MEM_OBJECT if any object is not a memory object") {
  const Setup setup;
  const Buffer good = make_buffer(setup.context, 64);
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return migrate(setup.queue, {good, bad}, 0); });
}
