// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace quadcl {

enum class AddressQualifier { private_space, global, constant, local };
enum class AccessQualifier { none, read_only, write_only, read_write };

/// What `clGetKernelArgInfo` tells of one argument, and what `clSetKernelArg` needs to check it.
struct KernelArgument {
  std::string name;
  std::string type_name;  ///< as in the source, e.g. "float*" or "uint"
  AddressQualifier address = AddressQualifier::private_space;
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  std::uint32_t size = 0;                          ///< bytes of a by-value argument; 0 for pointers
  AccessQualifier access = AccessQualifier::none;  ///< of images and pipes
  bool is_pipe = false;

  bool is_pointer() const { return address != AddressQualifier::private_space; }
};

enum class BuiltinKernel : std::uint32_t;  // core/builtin_kernels.h

/// The machine code of a program: an ELF shared object, which host_fallback loads on the first launch.
struct NativeCode {
  std::vector<std::byte> elf;
  mutable std::mutex mutex;
  mutable std::shared_ptr<void> loaded;  ///< host_fallback's; guarded by `mutex`
};

/// Where the compiled form of one kernel is, and what it needs (core/kernel_abi.h).
struct KernelCode {
  std::shared_ptr<const NativeCode> object;
  std::string symbol;
  std::uint64_t local_bytes = 0;    ///< static `__local` variables
  std::uint64_t item_bytes = 0;     ///< for each work-item of a group: what lives across barriers
  std::uint64_t private_bytes = 0;  ///< CL_KERNEL_PRIVATE_MEM_SIZE
};

struct Recognition;  // core/recognition.h

/// One kernel, as all layers pass it on.
struct KernelImage {
  std::string name;
  std::vector<KernelArgument> arguments;
  std::string attributes;                              ///< CL_KERNEL_ATTRIBUTES
  BuiltinKernel builtin{};                             ///< which one it is, if it is built in
  std::array<std::size_t, 3> required_local{0, 0, 0};  ///< reqd_work_group_size; all zero without
  /// Work-groups must all have the same size: OpenCL C before 2.0, or -cl-uniform-work-group-size.
  bool uniform_groups = false;
  /// The kernel would notice if a local size of our choice left a smaller group at the end.
  bool needs_equal_groups = false;
  KernelCode code;  ///< of kernels that are not built in
  /// How to launch it as a built-in kernel, if it is one in other words.
  std::shared_ptr<const Recognition> recognition;
  std::string not_recognised;  ///< the first reason why it is none, if that was looked for

  bool is_builtin() const { return builtin != BuiltinKernel{}; }
};

}  // namespace quadcl
