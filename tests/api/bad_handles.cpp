// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"

#include <array>
#include <cstdint>

#include "kernels.h"

namespace api {

void* impostor() {
  struct Impostor {
    void* dispatch;
    std::array<std::uintptr_t, 63> rest;
  };
  // The first word of every handle is the dispatch table of its platform (cl_khr_icd, section "Dispatch").
  static Impostor object{*reinterpret_cast<void**>(platform()), {}};
  return &object;
}

template <>
cl_context stale_handle<cl_context>() {
  return make_context().get();
}

template <>
cl_command_queue stale_handle<cl_command_queue>() {
  return make_queue(make_context()).get();
}

template <>
cl_mem stale_handle<cl_mem>() {
  return make_buffer(make_context(), 64).get();
}

template <>
cl_event stale_handle<cl_event>() {
  const Context context = make_context();
  return Gate(context).event();
}

template <>
cl_program stale_handle<cl_program>() {
  const Context context = make_context();
  return make_program(context).get();
}

template <>
cl_kernel stale_handle<cl_kernel>() {
  const Context context = make_context();
  const Program program = make_program(context);
  return make_kernel(program, "sgemm").get();
}

}  // namespace api
