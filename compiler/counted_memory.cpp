// SPDX-License-Identifier: Apache-2.0
// The plugin's memory, counted. LLVM takes some by operator new and some by malloc, and a single step of it
// can take more than there is, so that checks between its steps would come too late. The linker's option
// --wrap leads the calls of malloc here.
#include <malloc.h>
#include <stdlib.h>

#include <new>

#include "compiler/build_limits.h"

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);

void* __wrap_malloc(std::size_t size);
void* __wrap_calloc(std::size_t count, std::size_t size);
void* __wrap_realloc(void* block, std::size_t size);
void __wrap_free(void* block);
}

namespace {

using quadcl::compiler::count_memory;

std::ptrdiff_t size_of(void* block) { return static_cast<std::ptrdiff_t>(malloc_usable_size(block)); }

/// Takes a block by `take`. Large ones are counted before, so that their pages are never touched.
template <typename Take>
void* counted(std::size_t size, const Take& take) {
  constexpr std::size_t kLarge = 1 << 16, kMost = PTRDIFF_MAX;
  if (size > kMost) return nullptr;
  const auto before = size < kLarge ? 0 : static_cast<std::ptrdiff_t>(size);
  if (before != 0) count_memory(before);
  void* const block = take();
  count_memory((block != nullptr ? size_of(block) : 0) - before);
  return block;
}

}  // namespace

void* __wrap_malloc(std::size_t size) {
  return counted(size, [&] { return __real_malloc(size); });
}

void* __wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, size, &all)) return nullptr;
  return counted(all, [&] { return __real_calloc(count, size); });
}

void* __wrap_realloc(void* block, std::size_t size) {
  count_memory(-size_of(block));
  return counted(size, [&] { return __real_realloc(block, size); });
}

void __wrap_free(void* block) {
  if (block != nullptr) count_memory(-size_of(block));
  __real_free(block);
}

// NOLINTBEGIN(misc-new-delete-overloads): the other forms call these.
void* operator new(std::size_t size) {
  if (void* const block = __wrap_malloc(size != 0 ? size : 1)) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t align) {
  const auto unit = static_cast<std::size_t>(align);
  if (void* const block = counted(size, [&] { return aligned_alloc(unit, (size + unit - 1) / unit * unit); }))
    return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return __wrap_malloc(size); }
void operator delete(void* block) noexcept { __wrap_free(block); }
void operator delete(void* block, std::size_t) noexcept { __wrap_free(block); }
void operator delete(void* block, std::align_val_t) noexcept { __wrap_free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { __wrap_free(block); }
// NOLINTEND
