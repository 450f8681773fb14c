// SPDX-License-Identifier: Apache-2.0
// The plugin's memory, counted. LLVM takes some by operator new and some by malloc, and a single step of it
// can take more than there is, so that checks between its steps would come too late. The linker's option
// --wrap leads the calls of malloc here.
#include <malloc.h>
#include <stdlib.h>

#include <cstdint>
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

/// Blocks from here on are all counted, and before they are taken, so that their pages are never touched.
constexpr std::size_t kLarge = 1 << 16;
/// Of smaller ones, one of so many, for all of them: a build takes and releases most of them too often to
/// count.
constexpr std::ptrdiff_t kOneOf = 16;
/// What an allocator adds to a size at most.
constexpr std::size_t kMostAdded = 64;

/// Whether a block is one of those. The same when it is released: only its address tells.
bool stands_for_others(const void* block) {
  constexpr std::uint64_t kMixed =
      0x9e3779b97f4a7c15;  // 2^64 by the golden ratio: all bits reach the highest
  return reinterpret_cast<std::uintptr_t>(block) * kMixed < ~std::uint64_t{0} / kOneOf;
}

/// Bytes that a block stands for.
std::ptrdiff_t counted_bytes(void* block) {
  const std::size_t size = malloc_usable_size(block);
  if (size >= kLarge) return static_cast<std::ptrdiff_t>(size);
  return stands_for_others(block) ? static_cast<std::ptrdiff_t>(size) * kOneOf : 0;
}

void count(std::ptrdiff_t bytes) {
  if (bytes != 0) quadcl::compiler::count_memory(bytes);
}

bool never_counted(const void* block, std::size_t size) {
  return size < kLarge - kMostAdded && !stands_for_others(block);
}

/// Takes a block by `take`.
template <typename Take>
void* counted(std::size_t size, const Take& take) {
  if (size > PTRDIFF_MAX) return nullptr;
  const auto before = size < kLarge ? 0 : static_cast<std::ptrdiff_t>(size);
  count(before);
  void* const block = take();
  if (!never_counted(block, size)) count((block != nullptr ? counted_bytes(block) : 0) - before);
  return block;
}

void release(void* block, std::size_t size) {
  if (!never_counted(block, size)) count(-counted_bytes(block));
  __real_free(block);
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
  // A block that shrinks may stay larger than asked for, and one that cannot grow stays.
  const std::ptrdiff_t before = block != nullptr ? counted_bytes(block) : 0;
  const auto asked = size < kLarge || size > PTRDIFF_MAX ? 0 : static_cast<std::ptrdiff_t>(size);
  count(asked);
  void* const result = __real_realloc(block, size);
  const bool stays = result == nullptr && size != 0;
  count((result != nullptr ? counted_bytes(result) : 0) - asked - (stays ? 0 : before));
  return result;
}

void __wrap_free(void* block) {
  if (block != nullptr) count(-counted_bytes(block));
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
void operator delete(void* block, std::size_t size) noexcept { release(block, size); }
void operator delete(void* block, std::align_val_t) noexcept { __wrap_free(block); }
void operator delete(void* block, std::size_t size, std::align_val_t) noexcept { release(block, size); }
// NOLINTEND
