// SPDX-License-Identifier: Apache-2.0
// clCreateSampler, clCreateSamplerWithProperties, clRetainSampler, clReleaseSampler, clGetSamplerInfo
#include "fixture.h"

using namespace api;

namespace {

bool has_images() {
  return info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) != CL_FALSE;
}

cl_int create_error(cl_context context) {
  return error_of([&](cl_int* error) {
    return clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error);
  });
}

cl_int create_with_properties_error(cl_context context) {
  return error_of([&](cl_int* error) { return clCreateSamplerWithProperties(context, nullptr, error); });
}

}  // namespace

TEST_CASE("clCreateSampler, clCreateSamplerWithProperties: CL_INVALID_OPERATION without images") {
  if (has_images()) return;
  const Context context = make_context();
  CHECK(create_error(context) == CL_INVALID_OPERATION);
  CHECK(create_with_properties_error(context) == CL_INVALID_OPERATION);
}

TEST_CASE("clCreateSampler, clCreateSamplerWithProperties: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, create_error);
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, create_with_properties_error);
}

TEST_CASE("clRetainSampler, clReleaseSampler, clGetSamplerInfo: CL_INVALID_SAMPLER if sampler is none") {
  check_bad_handles<cl_sampler>(CL_INVALID_SAMPLER, clRetainSampler);
  check_bad_handles<cl_sampler>(CL_INVALID_SAMPLER, clReleaseSampler);
  check_bad_handles<cl_sampler>(CL_INVALID_SAMPLER, [](cl_sampler bad) {
    return clGetSamplerInfo(bad, CL_SAMPLER_FILTER_MODE, 0, nullptr, nullptr);
  });
}
