// SPDX-License-Identifier: Apache-2.0
#include "icd/api/device_info.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/kernel_abi.h"
#include "core/language.h"
#include "core/program_image.h"
#include "icd/api/handle.h"
#include "icd/api/partition.h"
#include "icd/api/version.h"
#include "icd/objects/image.h"
#include "icd/objects/svm.h"

namespace quadcl::icd {
namespace {

template <typename T>
InfoValue list_of(const std::vector<T>& values) {
  return InfoValue::list<T>(values);
}

template <typename T>
InfoValue empty_list() {
  return InfoValue::list<T>({});
}

// Answers that several parameters share.
InfoValue zero_uint(const Device&) { return info<cl_uint>(0); }
InfoValue zero_size(const Device&) { return info<std::size_t>(0); }
InfoValue zero_bits(const Device&) { return info<cl_bitfield>(0); }
InfoValue no_bool(const Device&) { return info<cl_bool>(CL_FALSE); }
InfoValue yes_bool(const Device&) { return info<cl_bool>(CL_TRUE); }
InfoValue no_text(const Device&) { return InfoValue::text(""); }
InfoValue no_name_versions(const Device&) { return empty_list<cl_name_version>(); }

InfoValue device_extension_rows(const Device& device) {
  std::vector<cl_name_version> rows;
  for (const Extension& extension : device_extensions(device))
    rows.push_back(name_version(extension.name, extension.version));
  return list_of(rows);
}

bool compiler_is_available() { return Platform::instance().compiler().is_available(); }

/// Names the version of program binaries, too, and the instruction sets in them: programs that keep binaries
/// on disk take the driver's version for theirs.
InfoValue driver_version(const Device&) {
  return InfoValue::text(QUADCL_VERSION " binaries " + std::to_string(kProgramFormat) + "." +
                         std::to_string(QUADCL_KERNEL_ABI_VERSION) + "." +
                         Platform::instance().compiler().target().fingerprint());
}

InfoValue has_compiler(const Device&) { return info<cl_bool>(compiler_is_available() ? CL_TRUE : CL_FALSE); }

/// Without a compiler there is no language.
InfoValue language_rows(std::span<const LanguageItem> items) {
  std::vector<cl_name_version> rows;
  for (const LanguageItem& item : items)
    if (compiler_is_available())
      rows.push_back(name_version(item.name, CL_MAKE_VERSION(item.major_version, item.minor_version, 0)));
  return list_of(rows);
}

// NEON of 32-bit ARM takes subnormal floats for zero.
#ifdef __arm__
constexpr cl_device_fp_config kSubnormalFloats = 0;
#else
constexpr cl_device_fp_config kSubnormalFloats = CL_FP_DENORM;
#endif

/// For OpenCL C, which runs on the CPU for both devices unless the profile allows the QPUs' arithmetic.
InfoValue single_fp_config(const Device& device) {
  return info<cl_device_fp_config>(device.description().embedded_profile
                                       ? CL_FP_ROUND_TO_ZERO
                                       : CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | kSubnormalFloats);
}

InfoValue double_fp_config(const Device& device) {
  if (doubles_of(device) == Doubles::no) return zero_bits(device);
  return info<cl_device_fp_config>(CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                   CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM);
}

InfoValue builtin_kernel_names(const Device& device) {
  std::string names;
  for (const KernelImage* image : device.backend().builtin_kernels()) {
    if (!names.empty()) names += ';';
    names += image->name;
  }
  return InfoValue::text(names);
}

InfoValue builtin_kernel_rows(const Device& device) {
  std::vector<cl_name_version> rows;
  for (const KernelImage* image : device.backend().builtin_kernels())
    rows.push_back(name_version(image->name, CL_MAKE_VERSION(1, 0, 0)));
  return list_of(rows);
}

InfoValue queue_on_host_properties(const Device&) {
  return info<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                           CL_QUEUE_PROFILING_ENABLE);
}

InfoValue max_sub_devices(const Device& device) {
  return info<cl_uint>(partition_types(device).empty() ? 0 : device.description().compute_units);
}

InfoValue partition_properties(const Device& device) {
  auto types = partition_types(device);
  // An empty answer is one 0 here (OpenCL 3.0 API, table "Device queries").
  if (types.empty()) types.push_back(0);
  return list_of(types);
}

InfoValue global_cache_type(const Device& device) {
  return info<cl_device_mem_cache_type>(device.description().global_cache_bytes > 0 ? CL_READ_WRITE_CACHE
                                                                                    : CL_NONE);
}

constexpr cl_device_atomic_capabilities kAtomics =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
/// Program-scope variables are part of the program's data. They have no limit of their own, but the query
/// needs one.
constexpr std::size_t kMaxGlobalVariable = std::size_t{64} << 10;

using Row = InfoRow<Device>;

#define DESCRIBED(parameter, type, member)                                                  \
  Row {                                                                                     \
    parameter, [](const Device& device) { return info<type>(device.description().member); } \
  }
#define CONSTANT(parameter, type, value)                       \
  Row {                                                        \
    parameter, [](const Device&) { return info<type>(value); } \
  }
#define TEXT(parameter, value)                                      \
  Row {                                                             \
    parameter, [](const Device&) { return InfoValue::text(value); } \
  }

constexpr Row kRows[]{
    // What the device is.
    {CL_DEVICE_TYPE, [](const Device& device) { return info<cl_device_type>(device.type()); }},
    {CL_DEVICE_NAME, [](const Device& device) { return InfoValue::text(device.description().name); }},
    DESCRIBED(CL_DEVICE_VENDOR_ID, cl_uint, vendor_id),
    TEXT(CL_DEVICE_VENDOR, kVendor),
    {CL_DRIVER_VERSION, driver_version},
    {CL_DEVICE_PROFILE,
     [](const Device& device) {
       return InfoValue::text(device.description().embedded_profile ? "EMBEDDED_PROFILE" : kProfile);
     }},
    TEXT(CL_DEVICE_VERSION, kVersionText),
    CONSTANT(CL_DEVICE_NUMERIC_VERSION, cl_version, kVersion),
    // A version that does not exist: QuadCL was not submitted for conformance.
    TEXT(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, "v0000-01-01-00"),
    {CL_DEVICE_PLATFORM,
     [](const Device&) { return info<cl_platform_id>(handle_of<cl_platform_id>(&Platform::instance())); }},
    {CL_DEVICE_AVAILABLE,
     [](const Device& device) { return info<cl_bool>(device.is_available() ? CL_TRUE : CL_FALSE); }},
    {CL_DEVICE_ENDIAN_LITTLE,
     [](const Device&) {
       return info<cl_bool>(std::endian::native == std::endian::little ? CL_TRUE : CL_FALSE);
     }},
    {CL_DEVICE_REFERENCE_COUNT,
     [](const Device& device) {
       return info<cl_uint>(device.parent() != nullptr ? device.application_references() : 1);
     }},
    {CL_DEVICE_EXTENSIONS,
     [](const Device& device) { return InfoValue::text(extension_names(device_extensions(device))); }},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION, device_extension_rows},

    // Kernels and how they come to the device.
    {CL_DEVICE_BUILT_IN_KERNELS, builtin_kernel_names},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, builtin_kernel_rows},
    {CL_DEVICE_COMPILER_AVAILABLE, has_compiler},
    {CL_DEVICE_LINKER_AVAILABLE, has_compiler},
    {CL_DEVICE_OPENCL_C_VERSION,
     [](const Device&) { return InfoValue::text(compiler_is_available() ? "OpenCL C 1.2 QuadCL" : ""); }},
    {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR,
     [](const Device&) {
       return info<cl_version_khr>(compiler_is_available() ? CL_MAKE_VERSION(1, 2, 0) : 0);
     }},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, [](const Device&) { return language_rows(language_versions()); }},
    {CL_DEVICE_OPENCL_C_FEATURES,
     [](const Device& device) { return language_rows(language_features(doubles_of(device))); }},
    {CL_DEVICE_IL_VERSION, no_text},
    {CL_DEVICE_ILS_WITH_VERSION, no_name_versions},
    CONSTANT(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities,
             CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL),
    CONSTANT(CL_DEVICE_PRINTF_BUFFER_SIZE, std::size_t, std::size_t{1} << 20),
    CONSTANT(CL_DEVICE_MAX_PARAMETER_SIZE, std::size_t, 4096),
    CONSTANT(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool, CL_TRUE),

    // Work-groups and arithmetic.
    DESCRIBED(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, compute_units),
    DESCRIBED(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint, clock_mhz),
    CONSTANT(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, kMaxWorkItemDimensions),
    {CL_DEVICE_MAX_WORK_ITEM_SIZES,
     [](const Device&) {
       return list_of(std::vector<std::size_t>(kMaxWorkItemDimensions, kMaxWorkGroupSize));
     }},
    CONSTANT(CL_DEVICE_MAX_WORK_GROUP_SIZE, std::size_t, kMaxWorkGroupSize),
    DESCRIBED(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, std::size_t, preferred_work_group_multiple),
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, yes_bool},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, yes_bool},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, zero_uint},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, no_bool},
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint, vector_widths.of_char),
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint, vector_widths.of_short),
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint, vector_widths.of_int),
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint, vector_widths.of_long),
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint, vector_widths.of_float),
    DESCRIBED(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint, vector_widths.of_double),
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, zero_uint},
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint, vector_widths.of_char),
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint, vector_widths.of_short),
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint, vector_widths.of_int),
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint, vector_widths.of_long),
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint, vector_widths.of_float),
    DESCRIBED(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint, vector_widths.of_double),
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, zero_uint},
    {CL_DEVICE_SINGLE_FP_CONFIG, single_fp_config},
    {CL_DEVICE_DOUBLE_FP_CONFIG, double_fp_config},
    // CL_DEVICE_HALF_FP_CONFIG exists only with cl_khr_fp16.
    CONSTANT(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities, kAtomics),
    CONSTANT(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities,
             kAtomics | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM),

    // Memory.
    CONSTANT(CL_DEVICE_ADDRESS_BITS, cl_uint, 8 * sizeof(void*)),
    DESCRIBED(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong, global_memory_bytes),
    DESCRIBED(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, max_allocation_bytes),
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, global_cache_type},
    DESCRIBED(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong, global_cache_bytes),
    DESCRIBED(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint, global_cache_line_bytes),
    CONSTANT(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, 8 * kBufferAlignment),
    CONSTANT(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint, kBufferAlignment),
    // Constant buffers lie in global memory.
    DESCRIBED(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, max_allocation_bytes),
    CONSTANT(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 64),
    CONSTANT(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type, CL_GLOBAL),
    DESCRIBED(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, local_memory_bytes),
    CONSTANT(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, std::size_t, kMaxGlobalVariable),
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, zero_size},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, yes_bool},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, no_bool},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, yes_bool},
    {CL_DEVICE_SVM_CAPABILITIES,
     [](const Device& device) { return info<cl_device_svm_capabilities>(svm_capabilities(device)); }},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, zero_uint},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, zero_uint},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, zero_uint},

    // Queues, partition, timers.
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, queue_on_host_properties},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, zero_bits},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, zero_uint},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, zero_uint},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, zero_uint},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, zero_uint},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, zero_bits},
    CONSTANT(CL_DEVICE_PROFILING_TIMER_RESOLUTION, std::size_t, 1),
    {CL_DEVICE_PARENT_DEVICE,
     [](const Device& device) { return info<cl_device_id>(handle_of<cl_device_id>(device.parent())); }},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, max_sub_devices},
    {CL_DEVICE_PARTITION_PROPERTIES, partition_properties},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, zero_bits},
    {CL_DEVICE_PARTITION_TYPE, [](const Device& device) { return InfoValue::list(device.partition()); }},

    // Images and samplers.
    {CL_DEVICE_IMAGE_SUPPORT, yes_bool},
    CONSTANT(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint, 128),
    CONSTANT(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint, 64),
    CONSTANT(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint, 64),
    CONSTANT(CL_DEVICE_IMAGE2D_MAX_WIDTH, std::size_t, kMaxImageWidth),
    CONSTANT(CL_DEVICE_IMAGE2D_MAX_HEIGHT, std::size_t, kMaxImageHeight),
    CONSTANT(CL_DEVICE_IMAGE3D_MAX_WIDTH, std::size_t, kMaxImage3D),
    CONSTANT(CL_DEVICE_IMAGE3D_MAX_HEIGHT, std::size_t, kMaxImage3D),
    CONSTANT(CL_DEVICE_IMAGE3D_MAX_DEPTH, std::size_t, kMaxImage3D),
    CONSTANT(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, std::size_t, kMaxImageBuffer),
    CONSTANT(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, std::size_t, kMaxImageLayers),
    // In pixels: rows may start at any of them.
    CONSTANT(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 1),
    CONSTANT(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint, 1),
    CONSTANT(CL_DEVICE_MAX_SAMPLERS, cl_uint, 16),

    // Pipes: none.
    {CL_DEVICE_PIPE_SUPPORT, no_bool},
    {CL_DEVICE_MAX_PIPE_ARGS, zero_uint},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, zero_uint},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, zero_uint},
};

}  // namespace

std::span<const InfoRow<Device>> device_info_rows() { return kRows; }

}  // namespace quadcl::icd
