// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace quadcl {

/// What a compiled program of the QPUs reads as a uniform.
enum class QpuUniformKind : std::uint8_t {
  argument,       ///< a word of a by-value argument: `number` is the argument, `word` its word
  buffer,         ///< the bus address of a buffer: `number` is the argument
  data,           ///< the bus address of the code, behind which its constants lie
  global_offset,  ///< `number` is the dimension, here and below
  global_size,
  local_size,  ///< as enqueued
  work_dimensions,
  first,           ///< where the first task of this QPU begins in the box of work-items
  group,           ///< the number of its first work-group
  step,            ///< from there to its next task, in steps along each dimension
  tasks,           ///< how many this QPU runs
  task_width,      ///< work-items along dimension 0, a multiple of 16; `number` is how many rows run together
                   ///< best, `word` how many lines along dimension 1 a task has; 0 as 1
  line_width,      ///< of all tasks along the dimension; `word` 1: QPUs get tasks of all places of a line
  vpm_row,         ///< the first row of the VPM that this QPU may use; `number` QPUs take turns; 0 as 1
  local_argument,  ///< where an argument in local memory begins: a byte of the VPM, or a bus address
  local_variables,  ///< the same of the kernel's variables in local memory
  group_rows,       ///< how many rows of work-items a whole work-group has
  kept_row,         ///< where values of work-items are kept over barriers: a row of the VPM, or a bus address
  later,            ///< the bus address of the next uniform, so that a program can read those behind again
  qpus,             ///< how many QPUs the first one waits for at the end; 0 for the others
  once,             ///< 0 where rows may run twice; 2^31 - 1 where the launch stores to what it loads
  kept_bytes,       ///< of memory, that a row of work-items keeps
  texture_place,    ///< of the image `number`, which must be one for texture units: the first word that they
                    ///< take
  texture_shape,    ///< the second one; `word`: how coordinates wrap
  limit,            ///< not a kind
};

/// The `word` of a uniform that tells where something in local memory begins, if its type needs 128 bytes.
inline constexpr std::uint32_t kQpuAlignedToTwoRows = 1;

struct QpuUniform {
  QpuUniformKind kind{};
  std::uint32_t number = 0;
  std::uint32_t word = 0;
  bool operator==(const QpuUniform&) const = default;
};

/// Two buffer arguments of which the first is stored to, and the second may be read after that, or stored to
/// in another order. Neither TMUs nor their caches see stores, so the two must not overlap.
struct QpuApart {
  std::uint32_t stored = 0, other = 0;
};

/// Bytes of the widest type, long16. Constants are aligned to it, and lanes that must not load anything load
/// so many of them; the first place in arrays of work-items is so far from the null pointer.
inline constexpr std::uint32_t kQpuWidestType = 128;

inline constexpr std::uint32_t kQpuRowsForLoads = 16;

/// What one QPU needs of the VPM, which all of them share.
struct QpuVpm {
  std::uint32_t own = 0;          ///< rows for stores, and for arrays of work-items
  std::uint32_t local_bytes = 0;  ///< of the kernel's variables in local memory
  std::uint32_t kept = 0;         ///< rows for each row of work-items of a group
  /// Whether all but `own` lies in memory instead, which is slower and has room for more. The last
  /// kQpuRowsForLoads rows of the VPM are for loads of all QPUs then, one after the other.
  bool in_memory = false;
};

/// What work-items do one after the other at the DMA engine, of which there is one, however many QPUs work.
/// Estimates for one work-item.
struct QpuTurns {
  float clocks = 0;        ///< of QPUs
  float operations = 0;    ///< of the whole kernel, as the CPU would execute them
  std::uint32_t line = 0;  ///< of the source that takes most of them; 0 if unknown
};

/// The code of one kernel for QPUs. Each runs tasks: pieces of lines along dimension 0, in rows of 16
/// work-items, or whole work-groups, row by row from one barrier to the next.
struct QpuCode {
  std::vector<std::uint64_t> words;  ///< instructions
  std::vector<std::uint32_t> data;   ///< constants, behind the instructions
  std::vector<QpuUniform> uniforms;  ///< in the order in which the program reads them
  std::vector<QpuApart> apart;
  QpuVpm vpm;
  bool runs_groups = false;
  QpuTurns turns;
  std::vector<std::uint32_t> stored;  ///< buffer arguments that it stores to
  std::vector<std::uint32_t> lines;   ///< of the source, for each instruction; 0 if unknown

  /// Instructions of its longest loop, or of its code for a row if it has none. The instruction cache holds
  /// 512.
  std::uint32_t longest_loop = 0;

  /// The same kernel with `vpm.in_memory`, for launches that find no room in the VPM. Null if there is none.
  std::shared_ptr<const QpuCode> in_memory;
  /// The same kernel, with several lines along dimension 1 that run together, for launches whose lines have
  /// fewer rows than run together here. Null if there is none.
  std::shared_ptr<const QpuCode> for_short_lines;

  mutable std::mutex mutex;
  mutable std::shared_ptr<void> loaded;  ///< of the QPU device; under `mutex`
};

}  // namespace quadcl
