// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/GlobalVariable.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/qpu/machine/spill_choice.h"
#include "compiler/qpu/select/emitter.h"
#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// What loads of a row were joined to, if `joins_row_loads` of Program says so.
enum class JoinedLoads : std::uint8_t {
  none,
  words,  ///< words side by side that are the same for a row, to one request
  lines   ///< words side by side of each work-item, to a request for those of one work-item after the other
};

/// What a kernel became, before registers are allocated.
struct Selected {
  Code code;
  std::vector<QpuUniform> uniforms;
  std::vector<std::uint32_t> data;
  QpuVpm vpm;
  SpillRows spill_rows;                        ///< if values may be spilled
  std::uint32_t row_alignment = 1;             ///< of this QPU's rows of the VPM
  std::uint32_t full_begin = 0, full_end = 0;  ///< the blocks of the version for full rows
  JoinedLoads joined_loads = JoinedLoads::none;
  std::string problem;  ///< why there is no code; empty if there is
};

/// How the operations of rows that run together follow each other: select_rows.cpp.
enum class RowOrder : std::uint8_t {
  together,   ///< an instruction of all rows before the next one
  staggered,  ///< one row after the other, each asking for its words before the last one uses its own
  one_by_one  ///< one row after the other
};

/// A version of a kernel for rows that have all work-items, which go the same way. Some rows run together.
struct FullRows {
  unsigned rows = 0;        ///< so many; 0: there is no such version
  Operand last;             ///< the last x at which it may begin, if a register keeps it
  std::uint32_t check = 0;  ///< goes to it, if there are enough rows
  std::uint32_t block = 0;  ///< begins it
};

/// What the versions of a kernel share. Block 0 reads the uniforms, block 1 computes what is the same for all
/// rows.
///
/// A QPU gets tasks: pieces of lines along dimension 0. It runs their rows of work-items one after the other,
/// or several together in the version for full rows. Or a task is a work-group (select_group.cpp).
struct Program {
  static constexpr std::uint32_t kSetupBlock = 1;
  static constexpr std::uint32_t kRowsOfShare = 32;  ///< of the VPM, where QPUs take its halves by turns

  static constexpr std::uint32_t kRowsToKeep = 4;   ///< in memory, in one transfer
  static constexpr std::size_t kManyConstants = 8;  ///< registers are not short

  /// `most_constants`: how many constants may keep a register for the whole program. `rereads`: whether what
  /// only tasks need is read as uniforms again and again, instead of kept in registers.
  Program(std::size_t most_constants, bool rereads)
      : emit(selected.code, most_constants),
        rereads(rereads),
        keeps_inverses(most_constants >= kManyConstants) {}

  Selected selected;
  Emitter emit;
  std::vector<std::uint32_t> uniform_values;
  const bool rereads, keeps_inverses;
  /// Of arguments that divide: by their number, and whether they are signed.
  std::map<std::pair<unsigned, bool>, Operand> inverses;
  std::vector<QpuUniform> of_tasks;     ///< uniforms that each task reads
  Operand address_of_tasks;             ///< of the first of them
  std::vector<QpuUniform> of_textures;  ///< uniforms that texture units take, two for each texture
  Operand address_of_textures;
  std::map<const llvm::GlobalVariable*, std::uint32_t> tables;
  /// Set-up words with the row of this QPU in the VPM: by the shift of the row and the other bits.
  std::map<std::pair<unsigned, std::uint32_t>, Operand> setups;
  std::array<std::size_t, 2> requests{};  ///< of each TMU

  Operand lane;
  Operand task_x, y, z, tasks_left;  ///< the task
  Operand x, end;                    ///< the next row, and where the task ends
  bool runs_rows_again = false;      ///< whether rows may run twice, as far as the kernel is known
  Operand again_from;                ///< the first x from which they may, as far as the launch is known
  /// Whether the first rows of a task that run together are stored without the last ones of them, so that the
  /// rest of the task is a multiple; how many work-items are left out until then.
  bool stores_less_first = false;
  Operand left_out;
  FullRows many, few;             ///< few: for lines, or what is left of them, that have not so many
  unsigned full_lines = 1;        ///< along dimension 1, each with so many rows; a task has them
  Operand row_y, end_line;        ///< where a task has lines: that of the row, and behind the last
  Operand full_y;                 ///< the first of full rows
  bool runs_lines_again = false;  ///< whether lines may run twice, as far as the kernel is known
  bool joins_loads = false;       ///< whether words side by side in local memory in SDRAM load together
  bool joins_row_loads = false;
  JoinedLoads joined_loads = JoinedLoads::none;
  std::map<std::size_t, Operand> places_of_words;  ///< by their number
  RowOrder row_order = RowOrder::together;
  bool spills = false;                     ///< whether values may lie in the VPM
  unsigned local_rows = 0;                 ///< of local memory that are in registers; 0: it is in the VPM
  std::vector<Operand> rows_in_registers;  ///< these
  bool shares_vpm = false;                 ///< whether QPUs store by turns in two large shares of the VPM
  bool fills_share = false;                ///< whether several stores fill a share for one transfer
  /// Of the VPM: how many rows stores need, and how many a column of them has.
  unsigned rows_for_stores = 1, words_of_column = 1;
  std::uint32_t task_block = 0;   ///< begins a task
  std::uint32_t row_check = 0;    ///< goes to the version for any row, if there is one left
  std::uint32_t row_block = 0;    ///< that version
  std::uint32_t leave_block = 0;  ///< goes there from full rows
  std::uint32_t next_task = 0;
};

/// Code that leaves out the rest of a line, in front of other code.
struct LineEnd {
  std::uint32_t block, next;
  const std::set<unsigned>* regions;
};

}  // namespace quadcl::compiler::qpu
