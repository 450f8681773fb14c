// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/isa/instruction.h"

// Small programs from encoded instructions, which run on the emulator with their own memory.
namespace quadcl::qpu::emulator::testing {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;
using isa::Instruction;
using isa::MulOp;
using isa::Mux;
using isa::Signal;
namespace field = isa::field;
namespace waddr = isa::write_address;
namespace raddr = isa::read_address;

using Lanes = std::array<std::uint32_t, 16>;

/// Sixteen equal values, and one value for each lane.
Lanes all(std::uint32_t value);
Lanes each(const std::function<std::uint32_t(unsigned)>& value);
std::uint32_t bits(float value);

constexpr std::uint32_t kCode = 0x40000000;
constexpr std::uint32_t kUniforms = 0x50000000;
constexpr std::uint32_t kData = 0x60000000;
constexpr std::uint32_t kResults = 0x70000000;

// ---- instructions

/// One operation of the add ALU, condition always, result through file A (or B).
Instruction add_op(AddOp op, unsigned to, Mux a, Mux b);
Instruction mul_op(MulOp op, unsigned to, Mux a, Mux b);
/// Both ALUs. `add` and `mul` are from the functions above; ports and signal are those of `add`.
Instruction both(Instruction add, Instruction mul);
Instruction via_file_b(Instruction instruction);
Instruction with_ports(Instruction instruction, unsigned raddr_a, unsigned raddr_b);
Instruction with_small_immediate(Instruction instruction, unsigned code);
Instruction with_flags(Instruction instruction);
Instruction when(Instruction instruction, Condition condition);
Instruction mov(unsigned to, Mux from);
/// From a port address of file A or B.
Instruction mov_a(unsigned to, unsigned from);
Instruction mov_b(unsigned to, unsigned from);
Instruction ldi(unsigned to, std::uint32_t value);
Instruction signal(Signal signal);

// ---- programs

/// The one that QUADCL_TEST_ENGINE names, or the default.
const Engine& tested_engine();

/// A program under construction and its memory: code at kCode, `uniforms` at kUniforms, `data` at kData, and
/// the results of `store` at kResults.
class TestProgram {
 public:
  std::vector<std::uint64_t> code;
  std::vector<std::uint32_t> uniforms;
  std::vector<std::uint32_t> data;
  std::uint64_t limit = 1'000'000;
  Observer* observer = nullptr;
  Scheduler* scheduler = nullptr;
  RunControl* control = nullptr;
  CacheMode caches = CacheMode::off;
  CacheGeometries geometries;
  FindingSink* sink = nullptr;  ///< of the cache model

  TestProgram& emit(Instruction instruction);
  /// A value for the next uniform read.
  TestProgram& uniform(std::uint32_t value);
  /// Loads 16 values to register `n` of file A or B. Overwrites r0, r1 and r4.
  TestProgram& load_a(unsigned n, const Lanes& values) { return load(values, n, false); }
  TestProgram& load_b(unsigned n, const Lanes& values) { return load(values, n, true); }
  /// Appends a vector to the results: the value of a mux or a port address. Uses the VPM rows from 63 down.
  TestProgram& store(Mux from);
  TestProgram& store_a(unsigned address);
  TestProgram& store_b(unsigned address);
  /// A DMA store of one vector to `address`, with its wait.
  TestProgram& store_to(std::uint32_t address, Mux from);
  /// The flags as a vector: Z in bit 0, N in bit 1, C in bit 2. Overwrites r3.
  TestProgram& store_flags();
  /// Relative branch to an instruction number.
  TestProgram& branch(BranchCondition condition, std::size_t target);
  TestProgram& nops(unsigned count);
  /// thrend and its delay slots. `run` calls it if needed.
  TestProgram& end();

  /// Runs on `qpus` QPUs that all get the same code and uniforms.
  RunOutcome run(const Engine& engine = tested_engine(), unsigned qpus = 1);
  /// The same, requires success.
  void run_ok(const Engine& engine = tested_engine(), unsigned qpus = 1);

  /// Stored vector number `n`.
  Lanes result(unsigned n) const;
  unsigned stored() const { return stored_; }

 private:
  TestProgram& load(const Lanes& values, unsigned n, bool file_b);
  TestProgram& store_prologue();
  TestProgram& store_epilogue();
  TestProgram& store_row(std::uint32_t address);

  unsigned stored_ = 0;
  bool ended_ = false;
  std::vector<std::uint32_t> results_;
};

/// Every engine that this machine can run.
std::vector<const Engine*> usable_engines();

}  // namespace quadcl::qpu::emulator::testing
