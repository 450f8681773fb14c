// SPDX-License-Identifier: Apache-2.0
// clCreateSampler, clCreateSamplerWithProperties, clRetainSampler, clReleaseSampler, clGetSamplerInfo
#include "bad_handles.h"
#include "images.h"

using namespace api;

namespace {

cl_int create_error(cl_context context) {
  return error_of([&](cl_int* error) {
    return clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error);
  });
}

cl_int create_with_properties_error(cl_context context) {
  return error_of([&](cl_int* error) { return clCreateSamplerWithProperties(context, nullptr, error); });
}

}  // namespace

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

TEST_CASE("clCreateSampler, clGetSamplerInfo: what the sampler was created with") {
  if (!has_images()) return;
  const Context context = make_context();
  for (const cl_bool normalised : {CL_FALSE, CL_TRUE})
    for (const cl_addressing_mode addressing : {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                                CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        if (normalised == CL_FALSE && addressing >= CL_ADDRESS_REPEAT) continue;
        const auto sampler = made(
            [&](cl_int* error) { return clCreateSampler(context, normalised, addressing, filter, error); });
        const auto value = [&](cl_sampler_info name) { return query(clGetSamplerInfo, sampler.get(), name); };
        CHECK(info<cl_bool>(value(CL_SAMPLER_NORMALIZED_COORDS)) == normalised);
        CHECK(info<cl_addressing_mode>(value(CL_SAMPLER_ADDRESSING_MODE)) == addressing);
        CHECK(info<cl_filter_mode>(value(CL_SAMPLER_FILTER_MODE)) == filter);
        CHECK(info<cl_context>(value(CL_SAMPLER_CONTEXT)) == context.get());
        CHECK(info_list<cl_sampler_properties>(value(CL_SAMPLER_PROPERTIES)).empty());
      }
}

TEST_CASE("clCreateSamplerWithProperties: the defaults, and CL_SAMPLER_PROPERTIES") {
  if (!has_images()) return;
  const Context context = make_context();
  const auto sampler =
      made([&](cl_int* error) { return clCreateSamplerWithProperties(context, nullptr, error); });
  const auto value = [&](cl_sampler_info name) { return query(clGetSamplerInfo, sampler.get(), name); };
  CHECK(info<cl_bool>(value(CL_SAMPLER_NORMALIZED_COORDS)) == CL_TRUE);
  CHECK(info<cl_addressing_mode>(value(CL_SAMPLER_ADDRESSING_MODE)) == CL_ADDRESS_CLAMP);
  CHECK(info<cl_filter_mode>(value(CL_SAMPLER_FILTER_MODE)) == CL_FILTER_NEAREST);
  CHECK(info_list<cl_sampler_properties>(value(CL_SAMPLER_PROPERTIES)).empty());

  const cl_sampler_properties list[]{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  const auto linear =
      made([&](cl_int* error) { return clCreateSamplerWithProperties(context, list, error); });
  CHECK(info<cl_filter_mode>(query(clGetSamplerInfo, linear.get(), CL_SAMPLER_FILTER_MODE)) ==
        CL_FILTER_LINEAR);
  CHECK(info_list<cl_sampler_properties>(query(clGetSamplerInfo, linear.get(), CL_SAMPLER_PROPERTIES)) ==
        std::vector<cl_sampler_properties>(std::begin(list), std::end(list)));
}

TEST_CASE("clCreateSampler, clCreateSamplerWithProperties: CL_INVALID_VALUE for what does not exist") {
  if (!has_images()) return;
  const Context context = make_context();
  const auto error = [&](cl_bool normalised, cl_addressing_mode addressing, cl_filter_mode filter) {
    return error_of(
        [&](cl_int* code) { return clCreateSampler(context, normalised, addressing, filter, code); });
  };
  CHECK(error(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST) == CL_INVALID_VALUE);
  CHECK(error(CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST) == CL_INVALID_VALUE);
  CHECK(error(CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST) == CL_INVALID_VALUE);
  CHECK(error(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR + 1) == CL_INVALID_VALUE);
  for (const std::vector<cl_sampler_properties>& list :
       {std::vector<cl_sampler_properties>{CL_SAMPLER_CONTEXT, 0, 0},
        {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
        {CL_SAMPLER_FILTER_MODE, cl_sampler_properties{1} << 40 | CL_FILTER_LINEAR, 0},
        {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}})
    CHECK(error_of([&](cl_int* code) { return clCreateSamplerWithProperties(context, list.data(), code); }) ==
          CL_INVALID_VALUE);
}

TEST_CASE("clRetainSampler, clReleaseSampler: references") {
  if (!has_images()) return;
  const Context context = make_context();
  const auto sampler =
      made([&](cl_int* error) { return clCreateSamplerWithProperties(context, nullptr, error); });
  const auto count = [&] {
    return info<cl_uint>(query(clGetSamplerInfo, sampler.get(), CL_SAMPLER_REFERENCE_COUNT));
  };
  CHECK(count() == 1);
  REQUIRE(clRetainSampler(sampler) == CL_SUCCESS);
  CHECK(count() == 2);
  REQUIRE(clReleaseSampler(sampler) == CL_SUCCESS);
  CHECK(count() == 1);
}
