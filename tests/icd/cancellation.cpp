// SPDX-License-Identifier: Apache-2.0
// A program that cancels a thread in a call. The call ends as usual, and the thread after it. The program
// must exit with 0.
#include <pthread.h>

#include <atomic>

#include "device.h"

namespace {

std::atomic<bool> returned = false;

void* wait_for(void* event) {
  auto awaited = static_cast<cl_event>(event);
  returned = clWaitForEvents(1, &awaited) == CL_SUCCESS;
  pthread_testcancel();
  return nullptr;
}

}  // namespace

int main() {
  const cl_device_id device = find_device();
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_event event = clCreateUserEvent(context, nullptr);
  pthread_t thread{};
  require(pthread_create(&thread, nullptr, wait_for, event) == 0, "a thread");
  require(pthread_cancel(thread) == 0, "a cancellation");
  require(clSetUserEventStatus(event, CL_COMPLETE) == CL_SUCCESS, "a completed event");
  void* result = nullptr;
  require(pthread_join(thread, &result) == 0, "the thread's end");
  require(returned, "the end of the call");
  require(result == PTHREAD_CANCELED, "a thread that was cancelled after the call");
  require(clReleaseEvent(event) == CL_SUCCESS, "a released event");
  require(clReleaseContext(context) == CL_SUCCESS, "a released context");
  return 0;
}
