// SPDX-License-Identifier: Apache-2.0
// clRetainMemObject, clReleaseMemObject, clSetMemObjectDestructorCallback
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

struct Registration {
  Mailbox<int>* mailbox;
  int number;
};

void CL_CALLBACK note(cl_mem, void* data) {
  const auto* registration = static_cast<Registration*>(data);
  registration->mailbox->put(registration->number);
}

}  // namespace

TEST_CASE("clRetainMemObject, clReleaseMemObject: count references from 1") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 64);
  const auto count = query(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainMemObject(buffer) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clRetainMemObject: CL_INVALID_MEM_OBJECT if memobj is not a memory object") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, clRetainMemObject);
}

TEST_CASE("clReleaseMemObject: CL_INVALID_MEM_OBJECT if memobj is not a memory object") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, clReleaseMemObject);
}

TEST_CASE("clSetMemObjectDestructorCallback: callbacks run in reverse order when the last reference goes") {
  const Context context = make_context();
  Mailbox<int> mailbox;
  Registration registrations[]{{&mailbox, 1}, {&mailbox, 2}, {&mailbox, 3}};
  Buffer buffer = make_buffer(context, 64);
  for (auto& registration : registrations)
    REQUIRE(clSetMemObjectDestructorCallback(buffer, note, &registration) == CL_SUCCESS);
  REQUIRE(clRetainMemObject(buffer) == CL_SUCCESS);
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(mailbox.now().empty());
  buffer.reset();
  CHECK(mailbox.await(3) == std::vector{3, 2, 1});
}

TEST_CASE("clSetMemObjectDestructorCallback: a buffer outlives its sub-buffers") {
  const Context context = make_context();
  Mailbox<int> mailbox;
  Registration of_buffer{&mailbox, 1}, of_part{&mailbox, 2};
  Buffer buffer = make_buffer(context, 64);
  Buffer part = make_sub_buffer(buffer, 0, 32);
  REQUIRE(clSetMemObjectDestructorCallback(buffer, note, &of_buffer) == CL_SUCCESS);
  REQUIRE(clSetMemObjectDestructorCallback(part, note, &of_part) == CL_SUCCESS);
  buffer.reset();
  CHECK(mailbox.now().empty());
  part.reset();
  CHECK(mailbox.await(2) == std::vector{2, 1});
}

TEST_CASE("clSetMemObjectDestructorCallback: a buffer outlives the commands that use it") {
  const Setup setup;
  Mailbox<int> mailbox;
  Registration registration{&mailbox, 1};
  const auto bytes = counting_bytes(64);
  std::vector<unsigned char> host(64);
  Buffer buffer = make_buffer(setup.context, 64, CL_MEM_USE_HOST_PTR, host.data());
  REQUIRE(clSetMemObjectDestructorCallback(buffer, note, &registration) == CL_SUCCESS);
  Gate gate(setup.context);
  REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_FALSE, 0, 64, bytes.data(), 1, gate.list(), nullptr) ==
          CL_SUCCESS);
  buffer.reset();
  CHECK(mailbox.now().empty());
  gate.open();
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(mailbox.await(1).size() == 1);
}

TEST_CASE("clSetMemObjectDestructorCallback: CL_INVALID_VALUE if pfn_notify is NULL") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 64);
  CHECK(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clSetMemObjectDestructorCallback: CL_INVALID_MEM_OBJECT if memobj is not a memory object") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [](cl_mem bad) { return clSetMemObjectDestructorCallback(bad, note, nullptr); });
}
