// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <set>
#include <sstream>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

Query device_query(cl_device_info param) { return query(clGetDeviceInfo, device(), param); }

template <typename T>
T device_value(cl_device_info param) {
  return info<T>(device_query(param));
}

const InfoRow kRows[]{
    INFO_VALUE(CL_DEVICE_TYPE, cl_device_type),
    INFO_VALUE(CL_DEVICE_VENDOR_ID, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint),
    INFO_LIST(CL_DEVICE_MAX_WORK_ITEM_SIZES, std::size_t),
    INFO_VALUE(CL_DEVICE_MAX_WORK_GROUP_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint),
    INFO_VALUE(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint),
    INFO_VALUE(CL_DEVICE_ADDRESS_BITS, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong),
    INFO_VALUE(CL_DEVICE_IMAGE_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint),
    INFO_STRING(CL_DEVICE_IL_VERSION),
    INFO_LIST(CL_DEVICE_ILS_WITH_VERSION, cl_name_version),
    INFO_VALUE(CL_DEVICE_IMAGE2D_MAX_WIDTH, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE2D_MAX_HEIGHT, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE3D_MAX_WIDTH, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE3D_MAX_HEIGHT, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE3D_MAX_DEPTH, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_MAX_SAMPLERS, cl_uint),
    INFO_VALUE(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint),
    INFO_VALUE(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_PIPE_ARGS, cl_uint),
    INFO_VALUE(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint),
    INFO_VALUE(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_PARAMETER_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint),
    INFO_VALUE(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint),
    INFO_VALUE(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config),
    INFO_VALUE(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config),
    INFO_VALUE(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type),
    INFO_VALUE(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint),
    INFO_VALUE(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong),
    INFO_VALUE(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong),
    INFO_VALUE(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong),
    INFO_VALUE(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type),
    INFO_VALUE(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong),
    INFO_VALUE(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool),
    INFO_VALUE(CL_DEVICE_PROFILING_TIMER_RESOLUTION, std::size_t),
    INFO_VALUE(CL_DEVICE_ENDIAN_LITTLE, cl_bool),
    INFO_VALUE(CL_DEVICE_AVAILABLE, cl_bool),
    INFO_VALUE(CL_DEVICE_COMPILER_AVAILABLE, cl_bool),
    INFO_VALUE(CL_DEVICE_LINKER_AVAILABLE, cl_bool),
    INFO_VALUE(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities),
    INFO_VALUE(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_command_queue_properties),
    INFO_VALUE(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_command_queue_properties),
    INFO_VALUE(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint),
    INFO_VALUE(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint),
    INFO_STRING(CL_DEVICE_BUILT_IN_KERNELS),
    INFO_LIST(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, cl_name_version),
    INFO_VALUE(CL_DEVICE_PLATFORM, cl_platform_id),
    INFO_STRING(CL_DEVICE_NAME),
    INFO_STRING(CL_DEVICE_VENDOR),
    INFO_STRING(CL_DRIVER_VERSION),
    INFO_STRING(CL_DEVICE_PROFILE),
    INFO_STRING(CL_DEVICE_VERSION),
    INFO_VALUE(CL_DEVICE_NUMERIC_VERSION, cl_version),
    INFO_STRING(CL_DEVICE_OPENCL_C_VERSION),
    INFO_LIST(CL_DEVICE_OPENCL_C_ALL_VERSIONS, cl_name_version),
    INFO_LIST(CL_DEVICE_OPENCL_C_FEATURES, cl_name_version),
    INFO_STRING(CL_DEVICE_EXTENSIONS),
    INFO_LIST(CL_DEVICE_EXTENSIONS_WITH_VERSION, cl_name_version),
    INFO_VALUE(CL_DEVICE_PRINTF_BUFFER_SIZE, std::size_t),
    INFO_VALUE(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool),
    INFO_VALUE(CL_DEVICE_PARENT_DEVICE, cl_device_id),
    INFO_VALUE(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint),
    INFO_LIST(CL_DEVICE_PARTITION_PROPERTIES, cl_device_partition_property),
    INFO_VALUE(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain),
    INFO_LIST(CL_DEVICE_PARTITION_TYPE, cl_device_partition_property),
    INFO_VALUE(CL_DEVICE_REFERENCE_COUNT, cl_uint),
    INFO_VALUE(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities),
    INFO_VALUE(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint),
    INFO_VALUE(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint),
    INFO_VALUE(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint),
    INFO_VALUE(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_bool),
    INFO_VALUE(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities),
    INFO_VALUE(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities),
    INFO_VALUE(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_device_device_enqueue_capabilities),
    INFO_VALUE(CL_DEVICE_PIPE_SUPPORT, cl_bool),
    INFO_VALUE(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, std::size_t),
    INFO_STRING(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
};

}  // namespace

TEST_CASE("clGetDeviceInfo: every parameter follows the size rules") { check_rows(kRows, device_query); }

TEST_CASE("clGetDeviceInfo: CL_INVALID_VALUE if param_name is not supported") {
  const auto param = GENERATE(as<cl_device_info>(), 0, CL_PLATFORM_NAME, 0x10FFFF);
  CHECK(device_query(param)(0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetDeviceInfo: CL_INVALID_DEVICE if device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    return clGetDeviceInfo(bad, CL_DEVICE_NAME, 0, nullptr, nullptr);
  });
}

TEST_CASE("clGetDeviceInfo: minimum values of a full-profile device") {
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  const auto dimensions = device_value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
  CHECK(dimensions >= 3);
  const auto sizes = info_list<std::size_t>(device_query(CL_DEVICE_MAX_WORK_ITEM_SIZES));
  CHECK(sizes.size() == dimensions);
  CHECK(std::all_of(sizes.begin(), sizes.end(), [](std::size_t size) { return size >= 1; }));
  CHECK(device_value<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 1);
  const auto address_bits = device_value<cl_uint>(CL_DEVICE_ADDRESS_BITS);
  CHECK((address_bits == 32 || address_bits == 64));
  CHECK(device_value<std::size_t>(CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024);
  CHECK(device_value<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 * 1024);
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS) >= 8);
  CHECK(device_value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) >= 32 * 1024);
  CHECK(device_value<std::size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE) >= 1024 * 1024);
  CHECK(device_value<std::size_t>(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) >= 1);
  CHECK((device_value<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL) != 0);
  CHECK((device_value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) &
         CL_QUEUE_PROFILING_ENABLE) != 0);
}

TEST_CASE("clGetDeviceInfo: CL_DEVICE_MAX_MEM_ALLOC_SIZE is at least a quarter of the memory, up to 1 GiB") {
  const auto memory = device_value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto allocation = device_value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(allocation <= memory);
  CHECK(allocation >= std::max<cl_ulong>(std::min<cl_ulong>(1U << 30, memory / 4), 32U << 20));
}

// Common programs allocate half of the reported memory plus a quarter of a gigabyte.
TEST_CASE(
    "clGetDeviceInfo: CL_DEVICE_MAX_MEM_ALLOC_SIZE is most of the QPU device's memory, and a buffer can have "
    "it") {
  if (device_value<cl_device_type>(CL_DEVICE_TYPE) != CL_DEVICE_TYPE_GPU) return;
  const Context context = make_context();
  const auto memory = device_value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto most = device_value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  REQUIRE(most >= memory / 4 * 3);
  const Buffer buffer(clCreateBuffer(context, 0, most, nullptr, nullptr));
  REQUIRE(buffer.get() != nullptr);
  const Queue queue = make_queue(context);
  const std::uint32_t written = 0x12345678;
  std::uint32_t read = 0;
  const std::size_t end = most - sizeof written;
  CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, end, sizeof written, &written, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, end, sizeof read, &read, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(read == written);
}

TEST_CASE("clGetDeviceInfo: alignments are powers of two and hold a long16") {
  const auto bits = device_value<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN);
  CHECK(std::has_single_bit(bits));
  CHECK(bits >= 8 * sizeof(cl_long16));
  CHECK(device_value<cl_uint>(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE) >= sizeof(cl_long16));
}

TEST_CASE("clGetDeviceInfo: the type is a single one") {
  const auto type = device_value<cl_device_type>(CL_DEVICE_TYPE) & ~cl_device_type{CL_DEVICE_TYPE_DEFAULT};
  CHECK(std::has_single_bit(type));
}

TEST_CASE("clGetDeviceInfo: CL_DEVICE_VERSION and CL_DEVICE_OPENCL_C_VERSION have the specified formats") {
  const auto version = version_in(info_string(device_query(CL_DEVICE_VERSION)), "OpenCL ");
  const auto numeric = device_value<cl_version>(CL_DEVICE_NUMERIC_VERSION);
  CHECK(CL_VERSION_MAJOR(numeric) == CL_VERSION_MAJOR(version));
  CHECK(CL_VERSION_MINOR(numeric) == CL_VERSION_MINOR(version));
  if (device_value<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE) != CL_FALSE)
    CHECK(version_in(info_string(device_query(CL_DEVICE_OPENCL_C_VERSION)), "OpenCL C ") >=
          CL_MAKE_VERSION(1, 2, 0));
}

TEST_CASE("clGetDeviceInfo: a list and its version with numbers agree and hold no name twice") {
  struct Pair {
    cl_device_info text, versioned;
    char separator;
  };
  const auto [text_param, versioned_param, separator] =
      GENERATE(Pair{CL_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS_WITH_VERSION, ' '},
               Pair{CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, ';'},
               Pair{CL_DEVICE_IL_VERSION, CL_DEVICE_ILS_WITH_VERSION, ' '});
  std::multiset<std::string> names, versioned;
  std::istringstream text(info_string(device_query(text_param)));
  for (std::string name; std::getline(text, name, separator);)
    if (!name.empty()) names.insert(name);
  for (const auto& row : info_list<cl_name_version>(device_query(versioned_param)))
    versioned.insert(row.name);
  if (text_param == CL_DEVICE_IL_VERSION) {
    CHECK(names.size() == versioned.size());  // here the text contains the version, too
  } else {
    CHECK(names == versioned);
    CHECK(std::set(names.begin(), names.end()).size() == names.size());
  }
}

TEST_CASE("clGetDeviceInfo: the platform extensions are among the device's") {
  const std::string device_extensions = ' ' + info_string(device_query(CL_DEVICE_EXTENSIONS)) + ' ';
  std::istringstream text(info_string(query(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS)));
  for (std::string name; text >> name;) {
    // On some implementations cl_khr_icd is an extension of the platform only.
    if (name != "cl_khr_icd") CHECK_THAT(device_extensions, Catch::Contains(' ' + name + ' '));
  }
}

TEST_CASE("clGetDeviceInfo: a root device has no parent and a reference count of 1") {
  CHECK(device_value<cl_device_id>(CL_DEVICE_PARENT_DEVICE) == nullptr);
  CHECK(device_value<cl_uint>(CL_DEVICE_REFERENCE_COUNT) == 1);
  CHECK(device_value<cl_platform_id>(CL_DEVICE_PLATFORM) == platform());
}

TEST_CASE("clGetDeviceInfo: features that are not supported report zero (OpenCL 3.0 API, appendix H)") {
  if (device_value<cl_bool>(CL_DEVICE_PIPE_SUPPORT) == CL_FALSE) {
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE) == 0);
  }
  if (device_value<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) == 0) {
    CHECK(device_value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS) == 0);
  }
  if (device_value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE) {
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) == 0);
    CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH) == 0);
    CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT) == 0);
    CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH) == 0);
    CHECK(device_value<cl_uint>(CL_DEVICE_MAX_SAMPLERS) == 0);
  }
}

TEST_CASE(
    "clGetDeviceInfo: images have at least the limits of the full profile (OpenCL 3.0 API, table \"Device "
    "queries\")") {
  if (device_value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE) return;
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS) >= 128);
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS) >= 64);
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) >= 64);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH) >= 16384);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT) >= 16384);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE3D_MAX_WIDTH) >= 2048);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE3D_MAX_HEIGHT) >= 2048);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH) >= 2048);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) >= 65536);
  CHECK(device_value<std::size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) >= 2048);
  CHECK(device_value<cl_uint>(CL_DEVICE_MAX_SAMPLERS) >= 16);
  // "cl_khr_image2d_from_buffer: ... must be a power of 2"; 0 without the extension.
  const std::string extensions = ' ' + info_string(device_query(CL_DEVICE_EXTENSIONS)) + ' ';
  const bool from_buffers = extensions.find(" cl_khr_image2d_from_buffer ") != std::string::npos;
  for (const cl_device_info name : {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT})
    CHECK(std::has_single_bit(device_value<cl_uint>(name)) == from_buffers);
}

TEST_CASE("clGetDeviceInfo: atomics have at least relaxed order and work-group scope") {
  const cl_device_atomic_capabilities least =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  CHECK((device_value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) & least) == least);
  const cl_device_atomic_capabilities fence = least | CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  CHECK((device_value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) & fence) == fence);
}

TEST_CASE("clGetDeviceInfo: both QuadCL devices are OpenCL 3.0 devices with the same built-in kernels",
          "[quadcl]") {
  CHECK(info_string(device_query(CL_DEVICE_BUILT_IN_KERNELS)) == "sgemm;transpose_32;transpose_64");
  CHECK(info_string(device_query(CL_DEVICE_VERSION)).rfind("OpenCL 3.0 ", 0) == 0);
  CHECK(info_string(device_query(CL_DEVICE_PROFILE)) == "FULL_PROFILE");
  CHECK(device_value<cl_bool>(CL_DEVICE_AVAILABLE) == CL_TRUE);
  CHECK(device_value<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE);
}
