// SPDX-License-Identifier: Apache-2.0
#include "core/memory_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <limits>

namespace quadcl {
namespace {

/// Spells a number in path components that do not change the folder.
void append_steps(std::string& path, std::uintptr_t number) {
  for (int bit = 0; bit < std::numeric_limits<std::uintptr_t>::digits; ++bit)
    path += (number >> bit & 1) != 0 ? "/." : "/";
}

/// The descriptor's name in /proc. It differs for every file of the process, even if this library is loaded
/// twice. Descriptors are reused.
std::string unique_path(int descriptor) {
  static std::atomic<std::uintptr_t> count = 0;
  std::string path = "/proc/self/fd";
  append_steps(path, reinterpret_cast<std::uintptr_t>(&count));
  append_steps(path, count++);
  return path + "/" + std::to_string(descriptor);
}

}  // namespace

MemoryFile::~MemoryFile() {
  if (ok()) close(descriptor_);
  if (is_temporary_) unlink(path_.c_str());
}

bool MemoryFile::open_in_memory() {
  descriptor_ = memfd_create("quadcl-program", MFD_CLOEXEC);
  path_ = unique_path(descriptor_);
  if (!ok() || access(path_.c_str(), R_OK) == 0) return ok();
  close(descriptor_);
  return false;
}

void MemoryFile::open_temporary(const std::string& folder) {
  path_ = folder + "/quadcl-XXXXXX";
  descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
  is_temporary_ = ok();
}

}  // namespace quadcl
