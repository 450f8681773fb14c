// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler_path.h"

#include <filesystem>

namespace quadcl::tools {

std::string library_path(const char* name) {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  const auto in_build_folder = folder / ".." / name;
  if (std::filesystem::exists(in_build_folder, error)) return in_build_folder.lexically_normal();
  return (folder / QUADCL_LIBRARIES_FROM_TOOLS / name).lexically_normal();
}

std::string compiler_path() { return library_path("libquadcl-compiler.so"); }

}  // namespace quadcl::tools
