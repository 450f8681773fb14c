// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/write_all.h"

namespace quadcl {

/// A file that other libraries can open by its name, removed with the object: in memory if /proc shows the
/// files of this process, else in the folder for temporary files.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& temporary_folder) {
    if (!open_in_memory()) open_temporary(temporary_folder);
  }
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// False if there is no place for the file; `errno` says why.
  bool ok() const { return descriptor_ >= 0; }
  /// No other file of the process has or had the same: dlopen takes equal paths for the same library.
  const std::string& path() const { return path_; }

  /// Appends. False if there is no room.
  bool write(std::span<const std::byte> bytes) { return write_all(descriptor_, bytes); }

 private:
  bool open_in_memory();
  void open_temporary(const std::string& folder);

  int descriptor_ = -1;
  bool is_temporary_ = false;
  std::string path_;
};

}  // namespace quadcl
