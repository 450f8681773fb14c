// SPDX-License-Identifier: Apache-2.0
#include "compiler/embedded.h"

extern "C" {
extern const char quadcl_header_begin[], quadcl_header_end[];
extern const char quadcl_builtins64_begin[], quadcl_builtins64_end[];
extern const char quadcl_builtins32_begin[], quadcl_builtins32_end[];
extern const char quadcl_qpu_builtins64_begin[], quadcl_qpu_builtins64_end[];
extern const char quadcl_qpu_builtins32_begin[], quadcl_qpu_builtins32_end[];
}

namespace quadcl::compiler {
namespace {

llvm::StringRef between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

llvm::StringRef embedded_opencl_header() { return between(quadcl_header_begin, quadcl_header_end); }

llvm::StringRef embedded_builtins(unsigned address_bits) {
  return address_bits == 32 ? between(quadcl_builtins32_begin, quadcl_builtins32_end)
                            : between(quadcl_builtins64_begin, quadcl_builtins64_end);
}

llvm::StringRef embedded_qpu_builtins(unsigned address_bits) {
  return address_bits == 32 ? between(quadcl_qpu_builtins32_begin, quadcl_qpu_builtins32_end)
                            : between(quadcl_qpu_builtins64_begin, quadcl_qpu_builtins64_end);
}

}  // namespace quadcl::compiler
