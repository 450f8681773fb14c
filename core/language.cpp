// SPDX-License-Identifier: Apache-2.0
#include "core/language.h"

namespace quadcl {
namespace {

constexpr LanguageItem kExtensions[]{
    {"cl_khr_3d_image_writes", 1, 0},
    {"cl_khr_depth_images", 1, 0},
    {"cl_khr_byte_addressable_store", 1, 0},
    {"cl_khr_global_int32_base_atomics", 1, 0},
    {"cl_khr_global_int32_extended_atomics", 1, 0},
    {"cl_khr_local_int32_base_atomics", 1, 0},
    {"cl_khr_local_int32_extended_atomics", 1, 0},
    // On 32-bit ARM, ldrexd and strexd, which ARMv6K has.
    {"cl_khr_int64_base_atomics", 1, 0},
    {"cl_khr_int64_extended_atomics", 1, 0},
    {"cl_khr_fp64", 1, 0},  // the last one: devices without doubles have the others
};

constexpr LanguageItem kFeatures[]{
    {"__opencl_c_images", 3, 0},
    {"__opencl_c_3d_image_writes", 3, 0},
    {"__opencl_c_read_write_images", 3, 0},
    {"__opencl_c_int64", 3, 0},
    {"__opencl_c_generic_address_space", 3, 0},
    {"__opencl_c_work_group_collective_functions", 3, 0},
    {"__opencl_c_program_scope_global_variables", 3, 0},
    {"__opencl_c_atomic_order_acq_rel", 3, 0},
    {"__opencl_c_atomic_order_seq_cst", 3, 0},
    {"__opencl_c_atomic_scope_device", 3, 0},
    {"__opencl_c_atomic_scope_all_devices", 3, 0},
    {"__opencl_c_fp64", 3, 0},  // the last one, likewise
};

constexpr LanguageItem kVersions[]{
    {"OpenCL C", 1, 0},
    {"OpenCL C", 1, 1},
    {"OpenCL C", 1, 2},
    {"OpenCL C", 3, 0},
};

std::span<const LanguageItem> items(std::span<const LanguageItem> all, Doubles doubles) {
  return doubles == Doubles::yes ? all : all.first(all.size() - 1);
}

}  // namespace

std::span<const LanguageItem> language_extensions(Doubles doubles) { return items(kExtensions, doubles); }
std::span<const LanguageItem> language_features(Doubles doubles) { return items(kFeatures, doubles); }
std::span<const LanguageItem> language_versions() { return kVersions; }

std::string language_for_compiler(Doubles doubles) {
  std::string names;
  for (const LanguageItem& item : language_extensions(doubles)) names.append(item.name).append(" ");
  for (const LanguageItem& item : language_features(doubles)) names.append(item.name).append(" ");
  return names;
}

}  // namespace quadcl
