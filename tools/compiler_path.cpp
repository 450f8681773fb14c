// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler_path.h"

#include <filesystem>

namespace quadcl::tools {

std::string compiler_path() {
  constexpr const char* kPlugin = "libquadcl-compiler.so";
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  const auto in_build_folder = folder / ".." / kPlugin;
  if (std::filesystem::exists(in_build_folder, error)) return in_build_folder.lexically_normal();
  return (folder / QUADCL_LIBRARIES_FROM_TOOLS / kPlugin).lexically_normal();
}

}  // namespace quadcl::tools
