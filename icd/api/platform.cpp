// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/platform.h"

#include <algorithm>
#include <cstring>

#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/version.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

InfoValue extension_rows(const Platform&) {
  std::vector<cl_name_version> rows;
  for (const Extension& extension : platform_extensions())
    rows.push_back(name_version(extension.name, extension.version));
  return InfoValue::list<cl_name_version>(rows);
}

constexpr InfoRow<Platform> kPlatformInfo[]{
    {CL_PLATFORM_PROFILE, [](const Platform&) { return InfoValue::text(kProfile); }},
    {CL_PLATFORM_VERSION, [](const Platform&) { return InfoValue::text(kVersionText); }},
    {CL_PLATFORM_NUMERIC_VERSION, [](const Platform&) { return info<cl_version>(kVersion); }},
    {CL_PLATFORM_NAME, [](const Platform&) { return InfoValue::text("QuadCL"); }},
    {CL_PLATFORM_VENDOR, [](const Platform&) { return InfoValue::text(kVendor); }},
    {CL_PLATFORM_EXTENSIONS,
     [](const Platform&) { return InfoValue::text(extension_names(platform_extensions())); }},
    {CL_PLATFORM_EXTENSIONS_WITH_VERSION, extension_rows},
    {CL_PLATFORM_HOST_TIMER_RESOLUTION, [](const Platform&) { return info<cl_ulong>(1); }},
    {CL_PLATFORM_ICD_SUFFIX_KHR, [](const Platform&) { return InfoValue::text("QUADCL"); }},
};

struct ExtensionFunction {
  const char* name;
  void* address;
};

const ExtensionFunction kExtensionFunctions[]{
    {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(clGetPlatformIDs)},
    {"clCreateCommandQueueWithPropertiesKHR", reinterpret_cast<void*>(clCreateCommandQueueWithProperties)},
};

}  // namespace

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return entry("clGetPlatformIDs", [&]() -> cl_int {
    ICD_CHECK(check_handle_array(num_entries, platforms, num_platforms));
    if (platforms != nullptr) platforms[0] = handle_of<cl_platform_id>(&Platform::instance());
    if (num_platforms != nullptr) *num_platforms = 1;
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret) {
  return entry("clGetPlatformInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find(platform));
    return query(kPlatformInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
  if (func_name == nullptr) return nullptr;
  for (const ExtensionFunction& function : kExtensionFunctions)
    if (std::strcmp(function.name, func_name) == 0) return function.address;
  return nullptr;
}

void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* func_name) {
  return entry<void*>("clGetExtensionFunctionAddressForPlatform", nullptr, [&]() -> Outcome<void*> {
    ICD_TRY(const auto object, find(platform));
    return api::clGetExtensionFunctionAddress(func_name);
  });
}

cl_int CL_API_CALL clUnloadCompiler() {
  return entry("clUnloadCompiler", [] { return CL_SUCCESS; });
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry("clUnloadPlatformCompiler", [&] { return find(platform).error(); });
}

}  // namespace quadcl::icd::api
