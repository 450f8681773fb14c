// SPDX-License-Identifier: Apache-2.0
// A program that cancels threads in a call. The call ends as usual, and the thread after it. The program must
// exit with 0.
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "device.h"

namespace {

std::atomic<bool> starts = false, returned = false;

void* wait_for(void* event) {
  auto awaited = static_cast<cl_event>(event);
  starts = true;
  returned = clWaitForEvents(1, &awaited) == CL_SUCCESS;
  pthread_testcancel();
  return nullptr;
}

/// Ends as soon as the call allows it, before the call has returned.
void* wait_asynchronously(void* event) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
  return wait_for(event);
}

/// Cancels a thread after a time, in which it may begin the call, and then completes the event that it waits
/// for.
void cancel(cl_context context, void* (*wait)(void*), std::chrono::milliseconds after) {
  starts = returned = false;
  const cl_event event = clCreateUserEvent(context, nullptr);
  pthread_t thread{};
  require(pthread_create(&thread, nullptr, wait, event) == 0, "a thread");
  while (!starts) std::this_thread::yield();
  std::this_thread::sleep_for(after);
  require(pthread_cancel(thread) == 0, "a cancellation");
  require(clSetUserEventStatus(event, CL_COMPLETE) == CL_SUCCESS, "a completed event");
  void* result = nullptr;
  require(pthread_join(thread, &result) == 0, "the thread's end");
  require(result == PTHREAD_CANCELED, "a thread that was cancelled after the call");
  require(clReleaseEvent(event) == CL_SUCCESS, "a released event");
}

}  // namespace

int main() {
  const cl_device_id device = find_device();
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  // The longest time first: the C library does not clear the result of an earlier thread.
  for (const int milliseconds : {100, 1, 0})
    cancel(context, wait_asynchronously, std::chrono::milliseconds(milliseconds));
  cancel(context, wait_for, {});
  require(returned, "the end of the call");
  require(clReleaseContext(context) == CL_SUCCESS, "a released context");
  return 0;
}
