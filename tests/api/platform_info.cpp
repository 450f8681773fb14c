// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <set>
#include <sstream>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

Query platform_query(cl_platform_info param) { return query(clGetPlatformInfo, platform(), param); }

}  // namespace

TEST_CASE("clGetPlatformInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_STRING(CL_PLATFORM_PROFILE),
      INFO_STRING(CL_PLATFORM_VERSION),
      INFO_VALUE(CL_PLATFORM_NUMERIC_VERSION, cl_version),
      INFO_STRING(CL_PLATFORM_NAME),
      INFO_STRING(CL_PLATFORM_VENDOR),
      INFO_STRING(CL_PLATFORM_EXTENSIONS),
      INFO_LIST(CL_PLATFORM_EXTENSIONS_WITH_VERSION, cl_name_version),
      INFO_VALUE(CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong),
      INFO_STRING(CL_PLATFORM_ICD_SUFFIX_KHR),
  };
  check_rows(rows, platform_query);
}

TEST_CASE("clGetPlatformInfo: CL_INVALID_VALUE if param_name is not supported") {
  CHECK(platform_query(CL_DEVICE_NAME)(0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(platform_query(0)(0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetPlatformInfo: CL_INVALID_PLATFORM if platform is not a platform", "[quadcl]") {
  const auto bad = GENERATE(as<void*>(), impostor(), static_cast<void*>(device()));
  CHECK(clGetPlatformInfo(static_cast<cl_platform_id>(bad), CL_PLATFORM_NAME, 0, nullptr, nullptr) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE("clGetPlatformInfo: the profile is one of the two that exist") {
  const auto profile = info_string(platform_query(CL_PLATFORM_PROFILE));
  CHECK((profile == "FULL_PROFILE" || profile == "EMBEDDED_PROFILE"));
}

TEST_CASE(
    "clGetPlatformInfo: CL_PLATFORM_VERSION has the specified format and agrees with the numeric version") {
  const auto version = version_in(info_string(platform_query(CL_PLATFORM_VERSION)), "OpenCL ");
  const auto numeric = info<cl_version>(platform_query(CL_PLATFORM_NUMERIC_VERSION));
  CHECK(CL_VERSION_MAJOR(numeric) == CL_VERSION_MAJOR(version));
  CHECK(CL_VERSION_MINOR(numeric) == CL_VERSION_MINOR(version));
}

// Programs search the whole text, as the multi-device sample of Khronos's SDK does.
TEST_CASE("clGetPlatformInfo: CL_PLATFORM_VERSION has nothing in it that looks like OpenCL 1.0 or 1.1") {
  const std::string version = info_string(platform_query(CL_PLATFORM_VERSION));
  CHECK(version.find("1.0") == std::string::npos);
  CHECK(version.find("1.1") == std::string::npos);
}

TEST_CASE("clGetPlatformInfo: the two lists of extensions agree and hold no name twice") {
  std::istringstream text(info_string(platform_query(CL_PLATFORM_EXTENSIONS)));
  std::multiset<std::string> names, versioned;
  for (std::string name; text >> name;) names.insert(name);
  for (const auto& row : info_list<cl_name_version>(platform_query(CL_PLATFORM_EXTENSIONS_WITH_VERSION))) {
    CHECK(row.version != 0);
    versioned.insert(row.name);
  }
  CHECK(names == versioned);
  CHECK(std::set(names.begin(), names.end()).size() == names.size());
  CHECK(names.count("cl_khr_icd") == 1);
}

TEST_CASE("clGetPlatformInfo: QuadCL describes itself", "[quadcl]") {
  CHECK(info_string(platform_query(CL_PLATFORM_PROFILE)) == "FULL_PROFILE");
  CHECK(info_string(platform_query(CL_PLATFORM_VERSION)).rfind("OpenCL 3.0 ", 0) == 0);
  CHECK(info_string(platform_query(CL_PLATFORM_ICD_SUFFIX_KHR)) == "QUADCL");
}
