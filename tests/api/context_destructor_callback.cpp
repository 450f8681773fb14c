// SPDX-License-Identifier: Apache-2.0
// clSetContextDestructorCallback
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

struct Registration {
  Mailbox<int>* mailbox;
  int number;
};

void CL_CALLBACK note(cl_context, void* data) {
  const auto* registration = static_cast<Registration*>(data);
  registration->mailbox->put(registration->number);
}

}  // namespace

TEST_CASE("clSetContextDestructorCallback: callbacks run in reverse order when the context is destroyed") {
  Mailbox<int> mailbox;
  Registration registrations[]{{&mailbox, 1}, {&mailbox, 2}, {&mailbox, 3}};
  Context context = make_context();
  for (auto& registration : registrations)
    REQUIRE(clSetContextDestructorCallback(context, note, &registration) == CL_SUCCESS);
  REQUIRE(clRetainContext(context) == CL_SUCCESS);
  REQUIRE(clReleaseContext(context) == CL_SUCCESS);
  CHECK(mailbox.now().empty());
  context.reset();
  CHECK(mailbox.await(3) == std::vector{3, 2, 1});
}

TEST_CASE("clSetContextDestructorCallback: the context outlives its last object") {
  Mailbox<int> mailbox;
  Registration registration{&mailbox, 1};
  Context context = make_context();
  REQUIRE(clSetContextDestructorCallback(context, note, &registration) == CL_SUCCESS);
  Buffer buffer = make_buffer(context, 16);
  context.reset();
  CHECK(mailbox.now().empty());
  buffer.reset();
  CHECK(mailbox.await(1).size() == 1);
}

TEST_CASE("clSetContextDestructorCallback: CL_INVALID_VALUE if pfn_notify is NULL") {
  const Context context = make_context();
  CHECK(clSetContextDestructorCallback(context, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clSetContextDestructorCallback: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(
      CL_INVALID_CONTEXT, [](cl_context bad) { return clSetContextDestructorCallback(bad, note, nullptr); });
}
