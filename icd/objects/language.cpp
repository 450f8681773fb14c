// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/language.h"

namespace quadcl::icd {
namespace {

constexpr cl_version kOne = CL_MAKE_VERSION(1, 0, 0);
constexpr cl_version kThree = CL_MAKE_VERSION(3, 0, 0);

constexpr LanguageItem kExtensions[]{
    {"cl_khr_byte_addressable_store", kOne},
    {"cl_khr_fp64", kOne},
    {"cl_khr_global_int32_base_atomics", kOne},
    {"cl_khr_global_int32_extended_atomics", kOne},
    {"cl_khr_local_int32_base_atomics", kOne},
    {"cl_khr_local_int32_extended_atomics", kOne},
    // From here on of 64-bit processors only: the Pi's 32-bit ones have no 64-bit atomics.
    {"cl_khr_int64_base_atomics", kOne},
    {"cl_khr_int64_extended_atomics", kOne},
};
constexpr std::size_t kOnlyOf64Bits = 2;

std::span<const LanguageItem> extensions_of(unsigned address_bits) {
  const std::span<const LanguageItem> all(kExtensions);
  return address_bits == 64 ? all : all.first(all.size() - kOnlyOf64Bits);
}

constexpr LanguageItem kFeatures[]{
    {"__opencl_c_int64", kThree},
    {"__opencl_c_fp64", kThree},
    {"__opencl_c_generic_address_space", kThree},
    {"__opencl_c_work_group_collective_functions", kThree},
    {"__opencl_c_program_scope_global_variables", kThree},
    {"__opencl_c_atomic_order_acq_rel", kThree},
    {"__opencl_c_atomic_order_seq_cst", kThree},
    {"__opencl_c_atomic_scope_device", kThree},
    {"__opencl_c_atomic_scope_all_devices", kThree},
};

constexpr LanguageItem kVersions[]{
    {"OpenCL C", CL_MAKE_VERSION(1, 0, 0)},
    {"OpenCL C", CL_MAKE_VERSION(1, 1, 0)},
    {"OpenCL C", CL_MAKE_VERSION(1, 2, 0)},
    {"OpenCL C", CL_MAKE_VERSION(3, 0, 0)},
};

}  // namespace

std::span<const LanguageItem> language_extensions() { return extensions_of(8 * sizeof(void*)); }
std::span<const LanguageItem> language_features() { return kFeatures; }
std::span<const LanguageItem> language_versions() { return kVersions; }

std::string language_for_compiler(unsigned address_bits) {
  std::string names;
  for (const LanguageItem& item : extensions_of(address_bits)) names.append(item.name).append(" ");
  for (const LanguageItem& item : kFeatures) names.append(item.name).append(" ");
  return names;
}

}  // namespace quadcl::icd
