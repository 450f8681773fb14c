// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/cpu_cache.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace quadcl {
namespace {

/// The bytes that a file `size` states, such as `32768K`; 0 if it holds something else.
std::uint64_t size_in(const std::filesystem::path& file) {
  std::uint64_t number = 0;
  char unit = 0;
  if (!(std::ifstream(file) >> number >> unit) || number > (std::uint64_t{1} << 32)) return 0;
  if (unit == 'K') return number << 10;
  return unit == 'M' ? number << 20 : 0;
}

}  // namespace

std::uint64_t level3_cache_bytes_from(const std::string& folder) {
  std::error_code error;
  for (const auto& cache : std::filesystem::directory_iterator(folder, error)) {
    unsigned level = 0;
    if (std::ifstream(cache.path() / "level") >> level && level == 3) return size_in(cache.path() / "size");
  }
  return 0;
}

std::uint64_t level3_cache_bytes() { return level3_cache_bytes_from("/sys/devices/system/cpu/cpu0/cache"); }

}  // namespace quadcl
