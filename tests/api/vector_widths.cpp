// SPDX-License-Identifier: Apache-2.0
// CL_DEVICE_NATIVE_VECTOR_WIDTH_* and CL_DEVICE_PREFERRED_VECTOR_WIDTH_*: OpenCL C of both devices runs on
// the CPU.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "fixture.h"

using namespace api;

namespace {

cl_uint value(cl_device_info param) { return info<cl_uint>(query(clGetDeviceInfo, device(), param)); }

/// Bytes in the widest vector register that kernels may use; 0 if this test does not know it.
cl_uint register_bytes() {
#if defined(__x86_64__)
  const char* features = std::getenv("QUADCL_CPU_FEATURES");  // NOLINT(concurrency-mt-unsafe)
  if (features != nullptr && std::string_view(features) == "baseline") return 16;
  if (__builtin_cpu_supports("avx512f")) return 64;
  return __builtin_cpu_supports("avx2") ? 32 : 0;
#elif defined(__aarch64__)
  return 16;
#else
  return 0;
#endif
}

}  // namespace

TEST_CASE("vector widths: those of the processor's registers") {
  const cl_uint bytes = register_bytes();
  if (bytes == 0) return;
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR) == 16);
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT) == std::min(16U, bytes / 2));
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT) == bytes / 4);
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG) == bytes / 8);
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT) == bytes / 4);
  CHECK(value(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE) == bytes / 8);
}

TEST_CASE("vector widths: the native ones are preferred") {
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR));
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT));
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT));
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG));
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  CHECK(value(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE) == value(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE));
}
