// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/builtin/builtin_kernel.h"
#include "core/launch/launch_facts.h"

namespace quadcl {

enum class AddressQualifier { private_space, global, constant, local };
enum class AccessQualifier { none, read_only, write_only, read_write };

/// The type of an argument that `clSetKernelArg` takes as a handle, other than a buffer.
enum class HandleType {
  none,
  sampler,
  image1d,
  image1d_array,
  image1d_buffer,
  image2d,
  image2d_array,
  image2d_array_depth,
  image2d_depth,
  image3d,
  limit,
};

/// Answers of `clGetKernelArgInfo` about one argument, and data to check it in `clSetKernelArg`.
struct KernelArgument {
  std::string name;
  std::string type_name;  ///< as in the source, e.g. "float*" or "uint"
  AddressQualifier address = AddressQualifier::private_space;
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  /// Bytes of a by-value argument, as a launch has it: 4 for a sampler (core/image_abi.h). 0 for pointers.
  std::uint32_t size = 0;
  AccessQualifier access = AccessQualifier::none;  ///< of images and pipes
  bool is_pipe = false;
  HandleType handle = HandleType::none;

  /// Images are pointers, too (core/image_abi.h).
  bool is_pointer() const { return address != AddressQualifier::private_space; }
  bool is_sampler() const { return handle == HandleType::sampler; }
  bool is_image() const { return handle > HandleType::sampler; }
  /// Whether kernels may write to the memory that it points to.
  bool may_be_written() const {
    return address == AddressQualifier::global && !is_const && access != AccessQualifier::read_only;
  }
};

/// The machine code of a program: an ELF shared object. host_fallback loads it at the first launch.
struct NativeCode {
  std::vector<std::byte> elf;
  mutable std::mutex mutex;
  mutable std::shared_ptr<void> loaded;  ///< of host_fallback; under `mutex`
};

/// The compiled form of one kernel, and its needs (core/kernel_abi.h).
struct KernelCode {
  std::shared_ptr<const NativeCode> object;
  std::string symbol;
  std::uint64_t local_bytes = 0;    ///< static `__local` variables
  std::uint64_t item_bytes = 0;     ///< for each work-item of a group: values that live across barriers
  std::uint64_t private_bytes = 0;  ///< CL_KERNEL_PRIVATE_MEM_SIZE
  /// The dimension of the NDRange along which rows of work-items run, if they have at least QUADCL_WIDE_ROW
  /// work-items.
  std::uint32_t row_dimension = 0;
  /// Work-groups of at least QUADCL_BLOCK_ROWS such rows are faster than single rows.
  bool has_blocks = false;
  /// Work-groups may be divided in another way, with longer rows: the kernel does not see them, and
  /// neighbours in a row access memory side by side.
  bool may_join_groups = false;
};

struct Recognition;  // core/builtin/recognition.h

/// One kernel, as the layers pass it on.
struct KernelImage {
  std::string name;
  std::vector<KernelArgument> arguments;
  std::string attributes;                              ///< CL_KERNEL_ATTRIBUTES
  BuiltinKernel builtin{};                             ///< `none` if it is not built in
  std::array<std::size_t, 3> required_local{0, 0, 0};  ///< reqd_work_group_size; all zero without
  /// Work-groups must all have the same size: OpenCL C before 2.0, or -cl-uniform-work-group-size.
  bool uniform_groups = false;
  /// A smaller last group would change the kernel's results, so a local size that we choose must not leave
  /// one.
  bool needs_equal_groups = false;
  /// The kernel may depend on how its NDRange is divided into work-groups.
  bool sees_groups = true;
  /// The program's build options let sums be added up in another order.
  bool reorders_sums = false;
  KernelCode code;  ///< of kernels that are not built in
  /// How to launch it as a built-in kernel that computes the same, if there is one.
  std::shared_ptr<const Recognition> recognition;
  std::string not_recognised;               ///< why there is none: the first reason; empty if not looked for
  std::shared_ptr<const QpuCode> qpu_code;  ///< compiled for QPUs, if it can run there
  std::string not_on_qpus;                  ///< why there is none; empty if that was not asked for
  /// Its code for QPUs where that depends on the formats of images. The first that suits a launch is for it.
  std::vector<QpuVersion> qpu_versions;

  bool is_builtin() const { return builtin != BuiltinKernel{}; }
  bool takes_images() const { return std::ranges::any_of(arguments, &KernelArgument::is_image); }
};

}  // namespace quadcl
