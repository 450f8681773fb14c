// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "qpu/isa/fields.h"

// The code of a kernel between instruction selection and encoded words: operations on virtual registers, each
// of 16 lanes. One operation is at most what one ALU does in an instruction.
namespace quadcl::compiler::qpu {

namespace isa = quadcl::qpu::isa;

/// Where an operand is read or a result is written.
enum class Place : std::uint8_t {
  none,         ///< no operand; a result that is discarded
  value,        ///< a virtual register, by its number
  file_a,       ///< a register of file A
  file_b,       ///< a register of file B
  accumulator,  ///< r0 to r5
  immediate,    ///< an operand: a small immediate, by its code
  port,    ///< a peripheral, by its address in isa::read_address or isa::write_address, through either file
  port_a,  ///< the same, through file A
  port_b,  ///< the same, through file B
};

struct Operand {
  Place place = Place::none;
  std::uint32_t number = 0;
  bool operator==(const Operand&) const = default;
  bool is_value() const { return place == Place::value; }
  bool is_file() const { return place == Place::file_a || place == Place::file_b; }
  bool is_port() const { return place >= Place::port; }
  bool is_port(unsigned address) const { return place == Place::port && number == address; }
};

/// The accumulators r4, to which results of TMUs and of the SFU come, and r5.
inline constexpr std::uint32_t kResults = 4, kBroadcasts = 5;

inline constexpr Operand value(std::uint32_t number) { return {Place::value, number}; }
inline constexpr Operand accumulator(std::uint32_t number) { return {Place::accumulator, number}; }
inline constexpr Operand port(std::uint32_t address) { return {Place::port, address}; }
inline constexpr Operand port_a(std::uint32_t address) { return {Place::port_a, address}; }
inline constexpr Operand port_b(std::uint32_t address) { return {Place::port_b, address}; }
inline constexpr Operand immediate(std::uint32_t code) { return {Place::immediate, code}; }

enum class OperationKind : std::uint8_t {
  add,        ///< of the add ALU
  multiply,   ///< of the multiply ALU
  move,       ///< of either ALU
  rotate,     ///< multiply ALU: a move whose result lane i goes to lane i + rotation; 16: by r5
  constant,   ///< load immediate
  define,     ///< no code: the target is undefined from here on, so that it is not live before
  receive,    ///< signal: the next result of TMU 0 or 1 (`tmu`) comes to r4
  semaphore,  ///< waits for or raises a semaphore
  branch,
  end,  ///< the program ends
};

struct Operation {
  OperationKind kind = OperationKind::move;
  isa::AddOp add = isa::AddOp::nop;
  isa::MulOp multiply = isa::MulOp::nop;
  isa::MulOp also =
      isa::MulOp::nop;  ///< of one of the add ALU: what the multiply ALU does for the same result
  Operand target, a, b;
  isa::Condition condition = isa::Condition::always;
  bool sets_flags = false;
  std::uint8_t rotation = 0;
  std::uint8_t tmu = 0;
  isa::Unpack unpack = isa::Unpack::none;  ///< of r4, which the operation reads
  bool acquires = false;                   ///< of a semaphore: waits and lowers it
  std::uint32_t number = 0;                ///< a constant's bits; of a semaphore
  isa::BranchCondition branch = isa::BranchCondition::always;
  std::uint32_t to = 0;  ///< of a branch: the block
  /// Of a branch by a table: how many blocks it may lead to, one behind the other from `to` on. `a`, the same
  /// in all lanes, is how many bytes behind the first of them the chosen one begins. Such a branch may stand
  /// anywhere in its block: later operations may write `a` for the next one.
  std::uint32_t targets = 0;
  std::uint8_t entry_bits = 0;  ///< each of them takes 2^entry_bits bytes
  std::uint32_t line = 0;       ///< of the source; 0 if unknown
  std::uint32_t row = 0;        ///< of rows that run together

  bool operator==(const Operation&) const = default;
  bool is_conditional() const { return condition != isa::Condition::always; }
  bool reads(const Operand& operand) const { return a == operand || b == operand; }
};

/// A block runs from its first operation to its last. Branches are at its end: at most one with a condition,
/// then at most one without. Without the latter, the next block of the list follows. One by a table is alone.
struct Block {
  std::vector<Operation> operations;
  unsigned loops = 0;  ///< around it
  bool operator==(const Block&) const = default;
};

struct Code {
  std::vector<Block> blocks;
  std::uint32_t values = 0;  ///< virtual registers, numbered from 0

  Operand new_value() { return value(values++); }
};

/// The blocks to which control may go from a block.
std::vector<std::uint32_t> successors(const Code& code, std::uint32_t block);

/// How often a block runs, as a guess: ten times for each loop.
double weight(const Block& block);

Operation add_operation(isa::AddOp op, Operand target, Operand a, Operand b);
Operation multiply_operation(isa::MulOp op, Operand target, Operand a, Operand b);
Operation move_operation(Operand target, Operand source);
Operation constant_operation(Operand target, std::uint32_t bits);

bool is_branch(const Operation& operation);
/// Whether it is a branch by a table.
bool is_table(const Operation& operation);
/// Whether it is a branch to one block, without a condition.
bool is_jump(const Operation& operation);
/// How many branches may lead to each block.
std::vector<std::uint32_t> branches_to_blocks(const Code& code);
/// Whether the multiply ALU can do an operation of the add ALU.
bool is_of_both(const Operation& operation);
/// Whether the sources may change places: the target gets the same bits. Flag C of minima and maxima does
/// not.
bool is_commutative(const Operation& operation);
/// Whether both compute the same from the same sources.
bool computes_same(const Operation& one, const Operation& other);
/// Whether the operation does more than write its target.
bool has_effect(const Operation& operation);

// The ports that depend on the file.
inline constexpr Operand kElementNumber = port_a(isa::read_address::element_number);
inline constexpr Operand kQpuNumber = port_b(isa::read_address::qpu_number);
inline constexpr Operand kDmaLoadWait = port_a(isa::read_address::dma_load_wait);
inline constexpr Operand kDmaStoreWait = port_b(isa::read_address::dma_store_wait);
inline constexpr Operand kVpmReadSetup = port_a(isa::write_address::vpm_read_setup);
inline constexpr Operand kVpmWriteSetup = port_b(isa::write_address::vpm_write_setup);
inline constexpr Operand kDmaLoadAddress = port_a(isa::write_address::dma_load_address);
inline constexpr Operand kDmaStoreAddress = port_b(isa::write_address::dma_store_address);
/// Lane 0 goes to all lanes of r5.
inline constexpr Operand kBroadcast = port_b(isa::write_address::r5);

/// As text, one operation a line, in the words of the assembler.
std::string text_of(const Operation& operation);
std::string text_of(const Code& code);

}  // namespace quadcl::compiler::qpu
