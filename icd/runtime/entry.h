// SPDX-License-Identifier: Apache-2.0
// The frame of every entry point: it stops exceptions and cancellation, and traces the call.
#pragma once

#include <poll.h>
#include <pthread.h>

#include <new>

#include "icd/base/opencl.h"
#include "icd/base/outcome.h"
#include "icd/runtime/trace.h"

namespace quadcl::icd {

/// The body of an entry point, and its name. Exceptions become error codes.
template <typename Body>
[[gnu::noinline]] cl_int guarded(const char* name, Body& body) noexcept {
  cl_int error = CL_SUCCESS;
  try {
    error = body();
  } catch (const std::bad_alloc&) {
    error = CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    error = CL_OUT_OF_RESOURCES;
  }
  trace(name, error);
  return error;
}

/// `work()` without cancellation: a thread that ended in it would leave locks and objects behind.
/// `pthread_cancel` takes effect after the call.
///
/// A thread that is cancelled asynchronously ends in the last call here, or at any instruction after it. So
/// this function, and those that it returns to, must have nothing to destroy, catch no exception and not be
/// noexcept: the C++ runtime ends the process if it unwinds such a function at an instruction that is no
/// call.
template <typename Work>
auto without_cancellation(const Work& work) {
  int state = PTHREAD_CANCEL_ENABLE, type = PTHREAD_CANCEL_DEFERRED;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  // Up to glibc 2.36, a cancellation that began before does not look at the state again. At a cancellation
  // point, it is awaited.
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS) poll(nullptr, 0, 0);
  const auto result = work();
  pthread_setcancelstate(state, nullptr);
  pthread_setcanceltype(type, nullptr);
  return result;
}

/// For entry points that return an error code. `body()` returns `cl_int`.
template <typename Body>
cl_int entry(const char* name, Body&& body) {
  return without_cancellation([&]() noexcept { return guarded(name, body); });
}

/// For entry points that return a handle or a pointer and store the error. `body()` returns `Outcome<T>`.
template <typename T, typename Body>
T entry(const char* name, cl_int* errcode_ret, Body&& body) {
  return without_cancellation([&]() noexcept {
    T made = nullptr;
    const auto make = [&]() -> cl_int {
      ICD_TRY(made, body());
      return CL_SUCCESS;
    };
    const cl_int error = guarded(name, make);
    if (errcode_ret != nullptr) *errcode_ret = error;
    return made;
  });
}

}  // namespace quadcl::icd
