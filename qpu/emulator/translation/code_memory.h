// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace quadcl::qpu::emulator {

/// Memory for translated code. It is mapped for reading and execution alone, and filled through its file, so
/// it is never writable where it can be executed.
class CodeMemory {
 public:
  /// Null if the system does not allow it.
  static std::unique_ptr<CodeMemory> create(std::size_t bytes);
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  /// Copies code behind that of earlier calls, to a multiple of 64. Null if it does not fit.
  const std::byte* append(std::span<const std::byte> code);
  /// Forgets all code from `kept` bytes on.
  void shrink(std::size_t kept) { used_ = kept; }
  std::size_t used() const { return used_; }

 private:
  CodeMemory(int file, const std::byte* code, std::size_t bytes) : file_(file), code_(code), bytes_(bytes) {}

  int file_;
  const std::byte* code_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};

}  // namespace quadcl::qpu::emulator
