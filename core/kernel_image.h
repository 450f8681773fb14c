// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace quadcl {

enum class AddressQualifier { private_space, global, constant, local };

/// What `clGetKernelArgInfo` tells of one argument, and what `clSetKernelArg` needs to check it.
struct KernelArgument {
  std::string name;
  std::string type_name;  ///< as in the source, e.g. "float*" or "uint"
  AddressQualifier address = AddressQualifier::private_space;
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  std::uint32_t size = 0;  ///< bytes of a by-value argument; 0 for pointers

  bool is_pointer() const { return address != AddressQualifier::private_space; }
};

/// Kernels that QuadCL ships; their meaning is printed in docs/builtin-kernels.md.
enum class BuiltinKernel { none, sgemm, transpose_32, transpose_64 };

/// One kernel, as all layers pass it on.
struct KernelImage {
  std::string name;
  std::vector<KernelArgument> arguments;
  std::string attributes;  ///< CL_KERNEL_ATTRIBUTES
  BuiltinKernel builtin = BuiltinKernel::none;
};

}  // namespace quadcl
