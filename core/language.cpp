// SPDX-License-Identifier: Apache-2.0
#include "core/language.h"

namespace quadcl {
namespace {

constexpr LanguageItem kExtensions[]{
    {"cl_khr_byte_addressable_store", 1, 0},
    {"cl_khr_fp64", 1, 0},
    {"cl_khr_global_int32_base_atomics", 1, 0},
    {"cl_khr_global_int32_extended_atomics", 1, 0},
    {"cl_khr_local_int32_base_atomics", 1, 0},
    {"cl_khr_local_int32_extended_atomics", 1, 0},
    // On 32-bit ARM, ldrexd and strexd, which ARMv6K has.
    {"cl_khr_int64_base_atomics", 1, 0},
    {"cl_khr_int64_extended_atomics", 1, 0},
};

constexpr LanguageItem kFeatures[]{
    {"__opencl_c_int64", 3, 0},
    {"__opencl_c_fp64", 3, 0},
    {"__opencl_c_generic_address_space", 3, 0},
    {"__opencl_c_work_group_collective_functions", 3, 0},
    {"__opencl_c_program_scope_global_variables", 3, 0},
    {"__opencl_c_atomic_order_acq_rel", 3, 0},
    {"__opencl_c_atomic_order_seq_cst", 3, 0},
    {"__opencl_c_atomic_scope_device", 3, 0},
    {"__opencl_c_atomic_scope_all_devices", 3, 0},
};

constexpr LanguageItem kVersions[]{
    {"OpenCL C", 1, 0},
    {"OpenCL C", 1, 1},
    {"OpenCL C", 1, 2},
    {"OpenCL C", 3, 0},
};

}  // namespace

std::span<const LanguageItem> language_extensions() { return kExtensions; }
std::span<const LanguageItem> language_features() { return kFeatures; }
std::span<const LanguageItem> language_versions() { return kVersions; }

std::string language_for_compiler() {
  std::string names;
  for (const LanguageItem& item : kExtensions) names.append(item.name).append(" ");
  for (const LanguageItem& item : kFeatures) names.append(item.name).append(" ");
  return names;
}

}  // namespace quadcl
