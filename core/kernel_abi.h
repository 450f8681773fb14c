// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

// How the CPU runner calls compiled kernels. Plain C: the compiler builds the same layout as an LLVM type
// (compiler/ir/group_context.cpp), and a test compares the two.

#ifdef __cplusplus
extern "C" {
#endif

/// Increase it when anything in this file changes. Program binaries of another version are refused.
#define QUADCL_KERNEL_ABI_VERSION 5

/// Of local memory and item memory, in bytes: the alignment of double16, the largest of a type of OpenCL C.
#define QUADCL_MEMORY_ALIGNMENT 128

/// Item memory is for this many work-items more than the group has. What a work-item keeps then lies in many
/// sets of the cache, although groups mostly have a power of 2 of work-items.
#define QUADCL_SPARE_ITEMS 16

/// Work-groups whose rows have fewer work-items run a kernel's narrow version, with rows along dimension 0,
/// unless it has a linear version.
#define QUADCL_WIDE_ROW 8
/// A kernel's linear version, if it has one, runs work-groups whose rows have fewer work-items.
#define QUADCL_LINEAR_ROW 16
/// Rows of work-items go through loops in blocks of this many, if they share what they load there
/// (KernelCode::has_blocks).
#define QUADCL_BLOCK_ROWS 4

/// A kernel's information about its work-group. One per worker; all sizes are in work-items.
struct quadcl_group_context {
  uint64_t work_dimensions;
  uint64_t global_offset[3];
  uint64_t global_size[3];
  uint64_t enqueued_local_size[3];
  uint64_t local_size[3];  ///< of this group; smaller than enqueued_local_size at a ragged end
  uint64_t group_count[3];
  uint64_t group_id[3];
  /// Not 0: the launch's buffers do not fit into the caches, so what kernels store there may go past them, in
  /// any order. The runner orders it before it reports the end of the launch.
  uint64_t streams;
  /// For the static `__local` variables: KernelCode::local_bytes at a multiple of QUADCL_MEMORY_ALIGNMENT.
  void* local_memory;
  /// For values that live across barriers: KernelCode::item_bytes for each work-item of the group and for
  /// QUADCL_SPARE_ITEMS more, aligned likewise.
  void* item_memory;
  /// Prints by the rules of OpenCL C, section 6.15.14, and returns the result of printf. `values` holds
  /// `count` records of QUADCL_PRINT_RECORD bytes: 32 bits kind, 32 bits number of elements, then the
  /// elements.
  int32_t (*print)(const struct quadcl_group_context*, const char* format, const void* values,
                   uint64_t count);
  /// The address space of a generic pointer of the calling work-item: an enum quadcl_address_space.
  int32_t (*address_space)(const struct quadcl_group_context*, const void* pointer);
  void* runner;  ///< private to the runner
};

enum quadcl_address_space { QUADCL_ADDRESS_PRIVATE, QUADCL_ADDRESS_GLOBAL, QUADCL_ADDRESS_LOCAL };

/// Kinds of printf values: an element is an integer of that many bytes, a float, a double or a pointer.
enum quadcl_print_kind {
  QUADCL_PRINT_I8 = 1,
  QUADCL_PRINT_I16,
  QUADCL_PRINT_I32,
  QUADCL_PRINT_I64,
  QUADCL_PRINT_F32,
  QUADCL_PRINT_F64,
  QUADCL_PRINT_POINTER,
};

/// Bytes of a printf record: the header and sixteen elements of eight bytes.
#define QUADCL_PRINT_RECORD 136

/// Runs one work-group. `arguments[i]` points to the bytes of argument i (of a pointer argument: to the
/// pointer). These bytes need no alignment.
typedef void (*quadcl_kernel_function)(const void* const* arguments, const struct quadcl_group_context*);

#ifdef __cplusplus
}
#endif
