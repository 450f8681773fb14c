// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/code_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "core/write_all.h"

namespace quadcl::qpu::emulator {

namespace {

constexpr std::size_t kAlignment = 64;

bool write_whole(int file, std::span<const std::byte> bytes, std::size_t offset) {
  const NoFileSizeSignal no_signal;
  while (!bytes.empty()) {
    const ssize_t written = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

std::unique_ptr<CodeMemory> CodeMemory::create(std::size_t bytes) {
  const int file = memfd_create("quadcl-qpu-code", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  void* code = MAP_FAILED;
  const NoFileSizeSignal no_signal;
  if (ftruncate(file, static_cast<off_t>(bytes)) == 0) {
    code = mmap(nullptr, bytes, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  }
  if (code == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  return std::unique_ptr<CodeMemory>(new CodeMemory(file, static_cast<const std::byte*>(code), bytes));
}

CodeMemory::~CodeMemory() {
  munmap(const_cast<std::byte*>(code_), bytes_);
  close(file_);
}

const std::byte* CodeMemory::append(std::span<const std::byte> code) {
  const std::size_t start = (used_ + kAlignment - 1) / kAlignment * kAlignment;
  if (start > bytes_ || bytes_ - start < code.size() || !write_whole(file_, code, start)) return nullptr;
  used_ = start + code.size();
  return code_ + start;
}

}  // namespace quadcl::qpu::emulator
