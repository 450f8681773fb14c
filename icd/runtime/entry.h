// SPDX-License-Identifier: Apache-2.0
// The frame of every entry point: it stops exceptions and cancellation, and traces the call.
#pragma once

#include <pthread.h>

#include <new>
#include <utility>

#include "icd/base/opencl.h"
#include "icd/base/outcome.h"
#include "icd/runtime/trace.h"

namespace quadcl::icd {

/// `pthread_cancel` takes effect after the call: a thread that ended in it would leave locks and objects
/// behind.
class CancellationOff {
 public:
  CancellationOff() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~CancellationOff() { pthread_setcancelstate(before_, nullptr); }
  CancellationOff(const CancellationOff&) = delete;
  CancellationOff& operator=(const CancellationOff&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

/// For entry points that return an error code. `body()` returns `cl_int`.
template <typename Body>
cl_int entry(const char* name, Body&& body) noexcept {
  const CancellationOff no_cancellation;
  cl_int error = CL_SUCCESS;
  try {
    error = std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    error = CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    error = CL_OUT_OF_RESOURCES;
  }
  trace(name, error);
  return error;
}

/// For entry points that return a handle or a pointer and store the error. `body()` returns `Outcome<T>`.
template <typename T, typename Body>
T entry(const char* name, cl_int* errcode_ret, Body&& body) noexcept {
  T made = nullptr;
  const cl_int error = entry(name, [&]() -> cl_int {
    ICD_TRY(made, std::forward<Body>(body)());
    return CL_SUCCESS;
  });
  if (errcode_ret != nullptr) *errcode_ret = error;
  return made;
}

}  // namespace quadcl::icd
