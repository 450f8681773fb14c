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
void* __real_malloc(std::size_t size) noexcept;
void* __real_calloc(std::size_t count, std::size_t size) noexcept;
void* __real_realloc(void* block, std::size_t size) noexcept;
void __real_free(void* block) noexcept;

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
constexpr unsigned kOneOfBits = 6;
constexpr std::ptrdiff_t kOneOf = 1 << kOneOfBits;
/// What an allocator adds to a size at most.
constexpr std::size_t kMostAdded = 64;

/// Whether a block is one of those. The same when it is released: only its address tells.
bool stands_for_others(const void* block) {
  constexpr std::uint64_t kMixed =
      0x9e3779b97f4a7c15;  // 2^64 by the golden ratio: all bits reach the highest
  return reinterpret_cast<std::uintptr_t>(block) * kMixed >> (64 - kOneOfBits) == 0;
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

/// Whether a block that is asked for with this size cannot be a large one.
bool is_small(std::size_t size) { return size < kLarge - kMostAdded; }

/// Counts a block that was taken, of which `before` bytes were counted before.
void* count_taken(void* block, std::ptrdiff_t before) {
  count((block != nullptr ? counted_bytes(block) : 0) - before);
  return block;
}

template <typename Take>
[[gnu::noinline]] void* counted_large(std::size_t size, Take take) {
  if (size > PTRDIFF_MAX) return nullptr;
  const auto before = size < kLarge ? 0 : static_cast<std::ptrdiff_t>(size);
  count(before);
  return count_taken(take(size), before);
}

/// Takes a block by `take`. Inline, because a build takes so many.
template <typename Take>
[[gnu::always_inline]] inline void* counted(std::size_t size, Take take) {
  if (!is_small(size)) return counted_large(size, take);
  void* const block = take(size);
  return stands_for_others(block) ? count_taken(block, 0) : block;
}

void release(void* block) noexcept {
  if (block != nullptr) count(-counted_bytes(block));
  __real_free(block);
}

void release(void* block, std::size_t size) noexcept {
  if (!is_small(size) || stands_for_others(block)) return release(block);
  __real_free(block);
}

/// Whether any block of malloc lies at such multiples.
bool is_usual(std::align_val_t align) {
  return static_cast<std::size_t>(align) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__;
}

}  // namespace

void* __wrap_malloc(std::size_t size) {
  return counted(size, [](std::size_t bytes) { return __real_malloc(bytes); });
}

void* __wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, size, &all)) return nullptr;
  return counted(all, [](std::size_t bytes) { return __real_calloc(1, bytes); });
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

void __wrap_free(void* block) { release(block); }

// NOLINTBEGIN(misc-new-delete-overloads): the other forms call these.
void* operator new(std::size_t size) {
  if (void* const block = __wrap_malloc(size != 0 ? size : 1)) return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t align) {
  if (is_usual(align)) return operator new(size);
  const auto unit = static_cast<std::size_t>(align);
  if (size > PTRDIFF_MAX) throw std::bad_alloc();
  const std::size_t whole = (size + unit - 1) / unit * unit;
  if (void* const block = counted(whole, [=](std::size_t bytes) { return aligned_alloc(unit, bytes); }))
    return block;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return __wrap_malloc(size); }
void operator delete(void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t size) noexcept { release(block, size); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t size, std::align_val_t align) noexcept {
  if (is_usual(align)) return release(block, size);
  release(block);
}
// NOLINTEND
