// SPDX-License-Identifier: Apache-2.0
#include "icd/base/dispatch.h"

#include <tuple>
#include <type_traits>

#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd {
namespace {

/// The error if the first argument is a handle that is not valid.
template <typename Argument>
cl_int check_first(Argument argument) {
  if constexpr (requires { HandleTraits<Argument>::invalid; }) {
    return find(argument).error();
  } else {
    return CL_SUCCESS;
  }
}

/// An entry point of a feature that none of our devices has: checks its first argument, then fails.
template <typename Name, cl_int error, typename Function>
struct Unsupported;

template <typename Name, cl_int error, typename Return, typename First, typename... Rest>
struct Unsupported<Name, error, Return (*)(First, Rest...)> {
  static Return call(First first, Rest... rest) {
    const auto body = [&]() -> cl_int {
      ICD_CHECK(check_first(first));
      return error;
    };
    if constexpr (std::is_same_v<Return, cl_int>) {
      return entry(Name::text, body);
    } else {
      // The last argument of functions that make an object is `cl_int* errcode_ret`.
      const auto last = std::get<sizeof...(Rest)>(std::tuple(first, rest...));
      const cl_int failure = entry(Name::text, body);
      if constexpr (std::is_same_v<decltype(last), cl_int* const>)
        if (last != nullptr) *last = failure;
      if constexpr (!std::is_void_v<Return>) return nullptr;
    }
  }
};

/// Unsupported functions, each with the error that its section of the OpenCL or extension specification
/// names.
#define UNSUPPORTED_ENTRY_POINTS(X)                           \
  X(clCreatePipe, CL_INVALID_OPERATION)                       \
  X(clGetPipeInfo, CL_INVALID_MEM_OBJECT)                     \
  X(clCreateProgramWithIL, CL_INVALID_OPERATION)              \
  X(clSetProgramReleaseCallback, CL_INVALID_OPERATION)        \
  X(clSetProgramSpecializationConstant, CL_INVALID_OPERATION) \
  X(clCreateFromGLBuffer, CL_INVALID_CONTEXT)                 \
  X(clCreateFromGLTexture, CL_INVALID_CONTEXT)                \
  X(clCreateFromGLTexture2D, CL_INVALID_CONTEXT)              \
  X(clCreateFromGLTexture3D, CL_INVALID_CONTEXT)              \
  X(clCreateFromGLRenderbuffer, CL_INVALID_CONTEXT)           \
  X(clGetGLObjectInfo, CL_INVALID_GL_OBJECT)                  \
  X(clGetGLTextureInfo, CL_INVALID_GL_OBJECT)                 \
  X(clEnqueueAcquireGLObjects, CL_INVALID_CONTEXT)            \
  X(clEnqueueReleaseGLObjects, CL_INVALID_CONTEXT)            \
  X(clGetGLContextInfoKHR, CL_INVALID_OPERATION)              \
  X(clCreateEventFromGLsyncKHR, CL_INVALID_CONTEXT)           \
  X(clCreateFromEGLImageKHR, CL_INVALID_OPERATION)            \
  X(clEnqueueAcquireEGLObjectsKHR, CL_INVALID_OPERATION)      \
  X(clEnqueueReleaseEGLObjectsKHR, CL_INVALID_OPERATION)      \
  X(clCreateEventFromEGLSyncKHR, CL_INVALID_OPERATION)

#define NAME(function, error)                      \
  struct NameOf_##function {                       \
    static constexpr const char* text = #function; \
  };
UNSUPPORTED_ENTRY_POINTS(NAME)
#undef NAME

constexpr cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};  // the Direct3D functions stay NULL: they exist on Windows only
#define IMPLEMENTED(function) table.function = api::function;
  QUADCL_ENTRY_POINTS(IMPLEMENTED)
#undef IMPLEMENTED
#define UNSUPPORTED(function, error) \
  table.function = Unsupported<NameOf_##function, error, decltype(table.function)>::call;
  UNSUPPORTED_ENTRY_POINTS(UNSUPPORTED)
#undef UNSUPPORTED
  return table;
}

constexpr cl_icd_dispatch kTable = make_table();

}  // namespace

const cl_icd_dispatch& dispatch_table() { return kTable; }

}  // namespace quadcl::icd
