// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/sampler.h"

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/properties.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// The value of a cl_bool. CL_INVALID_VALUE if it is neither CL_TRUE nor CL_FALSE.
cl_int set_normalised(SamplerSpec& spec, std::uint64_t value) {
  spec.normalised = value == CL_TRUE;
  return value == CL_TRUE || value == CL_FALSE ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int set_addressing(SamplerSpec& spec, std::uint64_t value) {
  spec.addressing = static_cast<cl_addressing_mode>(value);
  return value >= CL_ADDRESS_NONE && value <= CL_ADDRESS_MIRRORED_REPEAT ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int set_filter(SamplerSpec& spec, std::uint64_t value) {
  spec.filter = static_cast<cl_filter_mode>(value);
  return value == CL_FILTER_NEAREST || value == CL_FILTER_LINEAR ? CL_SUCCESS : CL_INVALID_VALUE;
}

struct PropertyRow {
  cl_sampler_properties name;
  cl_int (*set)(SamplerSpec&, std::uint64_t);
};

constexpr PropertyRow kProperties[]{
    {CL_SAMPLER_NORMALIZED_COORDS, set_normalised},
    {CL_SAMPLER_ADDRESSING_MODE, set_addressing},
    {CL_SAMPLER_FILTER_MODE, set_filter},
};

/// CL_INVALID_VALUE if a property does not exist, has no valid value, or comes twice.
Outcome<SamplerSpec> spec_of(const std::vector<cl_sampler_properties>& properties) {
  SamplerSpec spec;
  unsigned seen = 0;
  const auto take = [&](cl_sampler_properties name, cl_sampler_properties value) -> cl_int {
    for (const PropertyRow& row : kProperties) {
      if (row.name != name) continue;
      const unsigned bit = 1u << (&row - kProperties);
      if ((std::exchange(seen, seen | bit) & bit) != 0) return CL_INVALID_VALUE;
      return row.set(spec, value);
    }
    return CL_INVALID_VALUE;
  };
  ICD_CHECK(for_each_property(properties, take));
  return spec;
}

Outcome<cl_sampler> create(cl_context context, const std::vector<cl_sampler_properties>& settings,
                           std::vector<cl_sampler_properties> properties) {
  ICD_TRY(auto in_context, find(context));
  ICD_TRY(const SamplerSpec spec, spec_of(settings));
  return publish<cl_sampler>(make<Sampler>(std::move(in_context), spec, std::move(properties)));
}

constexpr InfoRow<Sampler> kSamplerInfo[]{
    {CL_SAMPLER_REFERENCE_COUNT,
     [](const Sampler& sampler) { return info<cl_uint>(sampler.application_references()); }},
    {CL_SAMPLER_CONTEXT,
     [](const Sampler& sampler) { return info<cl_context>(handle_of<cl_context>(&sampler.context())); }},
    {CL_SAMPLER_NORMALIZED_COORDS,
     [](const Sampler& sampler) { return info<cl_bool>(sampler.spec().normalised ? CL_TRUE : CL_FALSE); }},
    {CL_SAMPLER_ADDRESSING_MODE,
     [](const Sampler& sampler) { return info<cl_addressing_mode>(sampler.spec().addressing); }},
    {CL_SAMPLER_FILTER_MODE,
     [](const Sampler& sampler) { return info<cl_filter_mode>(sampler.spec().filter); }},
    {CL_SAMPLER_PROPERTIES, [](const Sampler& sampler) { return InfoValue::list(sampler.properties()); }},
};

}  // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                       cl_int* errcode_ret) {
  return entry<cl_sampler>("clCreateSampler", errcode_ret, [&] {
    return create(context,
                  {CL_SAMPLER_NORMALIZED_COORDS, normalized_coords, CL_SAMPLER_ADDRESSING_MODE,
                   addressing_mode, CL_SAMPLER_FILTER_MODE, filter_mode, 0},
                  {});
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                     const cl_sampler_properties* sampler_properties,
                                                     cl_int* errcode_ret) {
  return entry<cl_sampler>("clCreateSamplerWithProperties", errcode_ret, [&] {
    const auto properties = copy_properties(sampler_properties);
    return create(context, properties, properties);
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return entry("clRetainSampler", [&] { return retain_handle(sampler); });
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return entry("clReleaseSampler", [&] { return release_handle(sampler); });
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                                    void* param_value, size_t* param_value_size_ret) {
  return entry("clGetSamplerInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(sampler));
    return query(kSamplerInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace quadcl::icd::api
