// SPDX-License-Identifier: Apache-2.0
#include "compiler/embedded.h"

extern "C" {
extern const char quadcl_header_begin[], quadcl_header_end[];
extern const char quadcl_libclc_begin[], quadcl_libclc_end[];
extern const char quadcl_overlay_begin[], quadcl_overlay_end[];
extern const char quadcl_libclc32_begin[], quadcl_libclc32_end[];
extern const char quadcl_overlay32_begin[], quadcl_overlay32_end[];
}

namespace quadcl::compiler {
namespace {

llvm::StringRef between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

llvm::StringRef embedded_opencl_header() { return between(quadcl_header_begin, quadcl_header_end); }

llvm::StringRef embedded_libclc(unsigned address_bits) {
  return address_bits == 32 ? between(quadcl_libclc32_begin, quadcl_libclc32_end)
                            : between(quadcl_libclc_begin, quadcl_libclc_end);
}

llvm::StringRef embedded_overlay(unsigned address_bits) {
  return address_bits == 32 ? between(quadcl_overlay32_begin, quadcl_overlay32_end)
                            : between(quadcl_overlay_begin, quadcl_overlay_end);
}

}  // namespace quadcl::compiler
