// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstVisitor.h>
#include <llvm/IR/Instructions.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/qpu/analysis/idle_rows.h"
#include "compiler/qpu/analysis/lane_flow.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/load_groups.h"
#include "compiler/qpu/analysis/memory_order.h"
#include "compiler/qpu/analysis/store_groups.h"
#include "compiler/qpu/prepare/group_at_once.h"
#include "compiler/qpu/select/arithmetic.h"
#include "compiler/qpu/select/emitter.h"
#include "compiler/qpu/select/program.h"
#include "compiler/qpu/select/select_options.h"
#include "core/qpu_code.h"

namespace quadcl::compiler {
struct WorkItemFunction;
}

namespace quadcl::compiler::qpu {

/// What a store puts into a share of the VPM that several stores fill.
struct FillOfShare {
  const llvm::StoreInst* store;
  std::int32_t row;  ///< of the share: the first that it fills
  std::size_t rows;  ///< so many
  bool begins = false;
  std::size_t rows_stored = 0;  ///< of the last store: those of all
};

/// Chooses operations for a kernel, or a version of one: one work-item of it is a lane.
///
/// Integers of less than 32 bits have any bits above. Numbers of one bit are 0 or all ones. Lanes of a row
/// beyond the last work-item repeat the last one, so that all they do is harmless, except for stores and
/// atomics.
class Selector : private llvm::InstVisitor<Selector>, private Arithmetic {
 public:
  /// `full`: the version of full rows; null: any row, alone.
  Selector(Program& program, llvm::Function& kernel, const MemoryOrder& order, FullRows* full);

  void begin_program();
  /// `same_kernel`: another version of the same kernel, which has computed what is the same for a task.
  void select(const Selector* same_kernel = nullptr);
  void end_program();
  const std::string& problem() const { return result_.problem; }
  unsigned words_of_column() const;
  unsigned rows_for_stores() const;
  bool can_store_less() const;

 private:
  friend class llvm::InstVisitor<Selector>;
  using Operands = std::vector<Operand>;

  // The frame of the program: select_frame.cpp.
  std::uint32_t rows_of_vpm() const;
  std::uint32_t rows_in_use() const;
  bool has_single_rows() const;
  /// Whether the VPM only has one row for stores, because local memory lies there.
  bool has_one_row() const { return runs_groups_ && !order_.in_memory && !runs_group_at_once(kernel_); }
  void begin_task();
  void begin_lines();
  Operand last_of(const FullRows& full);
  void run_rest_again(const FullRows& full, std::uint32_t otherwise);
  void leave_out();
  bool may_leave_out() const { return program_.stores_less_first && full_ != nullptr; }
  void end_task();
  void begin_full_rows();
  void end_full_rows();
  void begin_row();
  void end_row();
  Operand uniform(QpuUniformKind kind, std::uint32_t number = 0, std::uint32_t word = 0);
  Operand vpm_row();
  void use_semaphore(bool acquires, unsigned number);
  std::vector<unsigned> free_semaphores() const;
  void release_semaphores();
  Operand task_uniform(QpuUniformKind kind, std::uint32_t number = 0, std::uint32_t word = 0);
  void append_uniforms();
  Operand global_id(unsigned dimension);
  Operand local_id(unsigned dimension);

  // Rows that run together: select_rows.cpp.
  void for_copies(const llvm::Value& value, llvm::function_ref<void()> act);
  void visit_copy(llvm::Instruction& instruction, unsigned copy);
  using Stages = std::vector<std::vector<llvm::Instruction*>>;
  Stages stages_of(llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end) const;
  void visit_lines(llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end);
  void visit_rows(llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end);
  bool is_same_for_task(const llvm::Instruction& instruction) const;
  void select_for_tasks(const Selector* same_kernel);
  bool varies(const llvm::Value& value) const { return divergence_.varying.contains(&value); }
  /// The copy of a value: there is one of uniform values.
  unsigned copy_of(const llvm::Value& value) const { return varies(value) ? copy_ : 0; }
  bool has_parts(const llvm::Value& value) const { return parts_[copy_of(value)].contains(&value); }
  std::optional<std::uint32_t> row_distance(const llvm::Value& value) const;
  bool needs_copies(const llvm::Instruction& instruction) const;

  // Work-groups and barriers: select_group.cpp.
  Operand dimensions(QpuUniformKind kind);
  Operand of_dimension(Operand numbers, unsigned dimension);
  void count(Operand numbers, Operand ends, Operand steps, Operand beside = {});
  void count_first(Operand numbers, Operand steps, Operand beside);
  void carry(Operand numbers, Operand ends, Operand steps, Operand beside);
  void begin_groups();
  void begin_group();
  void first_row();
  void begin_row_of_group();
  void begin_row_at(std::uint32_t block);
  void dispatch_row();
  void next_row(std::uint32_t next);
  std::uint32_t start_of_rows(llvm::ArrayRef<unsigned> regions) const;
  std::uint32_t unless_line_ends(const llvm::BasicBlock& block, std::uint32_t next);
  void end_line();
  void end_lines();
  void end_row_of_group();
  void end_of_all_rows();
  void next_group();
  Operand kept_setup();
  void keep(const Operands& values);
  void restore(const Operands& values);
  void add_needed(llvm::Instruction& value, llvm::SetVector<llvm::Instruction*>& needed);
  llvm::SetVector<llvm::Instruction*> needed_behind(unsigned barrier);
  bool is_steady(Operand part);
  void barrier(llvm::CallInst& call);
  struct Kept {
    Operands own, shared;
    std::vector<const llvm::Instruction*> remade;  ///< cheaper to compute again
  };
  Kept choose_kept(llvm::CallInst& call, const llvm::SetVector<llvm::Instruction*>& needed);
  void resume(unsigned barrier, const Kept& kept);
  void note_recipe(const llvm::Instruction& instruction, std::size_t first);
  struct Recipes {
    llvm::SetVector<const llvm::Instruction*> values;
    std::size_t operations = 0;
  };
  bool add_recipes(const llvm::Instruction& value, const std::set<std::uint32_t>& available,
                   Recipes& recipes);
  void forget_others(const llvm::SetVector<llvm::Instruction*>& needed);

  // Control flow: select_flow.cpp.
  void add_blocks();
  void select_block(const llvm::BasicBlock& block);
  void select_body(const llvm::BasicBlock& block);
  void meet(const llvm::BasicBlock& block);
  void go_to_next_meeting_point();
  std::uint32_t body_block(const llvm::BasicBlock& block) { return bodies_.lookup(&block); }
  void end_block(const llvm::BasicBlock& block);
  void leave_together(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void jump(const llvm::BranchInst& branch);
  void part(const llvm::BranchInst& branch);
  void part_all(const llvm::BranchInst& branch);
  void part_to_one(const llvm::BranchInst& branch, const llvm::BasicBlock& yes, const llvm::BasicBlock& no);
  void part_from_loop(const llvm::BranchInst& branch, const llvm::BasicBlock& yes,
                      const llvm::BasicBlock& no);
  isa::Condition lanes_of_copies(const llvm::BasicBlock& to, isa::Condition lanes) const;
  std::uint32_t loop_start(const llvm::BasicBlock& header);
  void part_to_both(const llvm::BranchInst& branch);
  bool is_arithmetic_loop(const llvm::BasicBlock& block) const;
  std::optional<isa::Condition> loops_by_flag(const llvm::BranchInst& branch) const;
  void loop_by_flag(const llvm::BranchInst& branch, isa::Condition active);
  void turn_by_flag(const llvm::BranchInst& branch, isa::Condition active, std::optional<Operand> inactive);
  static const llvm::BasicBlock& exit_of_loop(const llvm::BranchInst& branch);
  Operand inactive_in_loop(isa::Condition active);
  void flag_for_loop(isa::Condition active, Operand inactive);
  std::uint32_t split_block(unsigned more_loops = 0);
  std::uint32_t other_way();
  void leave_for(std::uint32_t other);
  void end_ways(std::uint32_t other, llvm::function_ref<void()> select_other);
  void go_back(const llvm::BasicBlock& to);
  void leave_full_rows(const llvm::Value& condition);
  struct Copy {
    Operand target, source;
  };
  std::vector<Copy> counted_copies(std::vector<Copy> copies, bool are_wanted);
  std::vector<Copy> phi_copies(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void emit_copies(const std::vector<Copy>& copies, isa::Condition lanes);
  bool is_reached_by_jump(const llvm::BasicBlock& block) const;
  void define_phis(const llvm::BasicBlock& block);
  void define(const llvm::PHINode& phi);
  void flag_active_lanes();
  bool all_lanes_are_active() const { return flow_.way(*block_) == 0; }
  Operand way_number(unsigned number);
  std::uint32_t code_block(const llvm::BasicBlock& block) { return blocks_.lookup(&block); }

  // Values and constants: select_values.cpp.
  Parts parts(const llvm::Value& value);
  Operand low(const llvm::Value& value) { return parts(value).low; }
  Parts constant_parts(const llvm::Constant& constant);
  void set(const llvm::Instruction& instruction, Parts parts);
  void set(const llvm::Instruction& instruction, Operand low) { set(instruction, Parts{low, {}}); }
  void refuse(const llvm::Instruction& instruction, const std::string& why);
  Operand extended(const llvm::Value& value, bool is_signed);
  Operand at_top(const llvm::Value& value);
  Parts wide(const llvm::Value& value, bool is_signed);

  // Comparisons and choices: select_compare.cpp.
  /// Whether a test of the condition shows by a set flag where it holds.
  bool shows_by_set_flag(const llvm::Value& condition) const;
  /// The condition of the flags by which the test of a condition shows where it holds, if that takes one
  /// flag, which it only changes in the lanes that it is to look at.
  std::optional<isa::Condition> flag_of(const llvm::Value& condition, bool wanted) const;
  /// Whether it is made where it is tested: no value is set for it.
  bool is_made_where_tested(const llvm::Value& condition) const;
  bool is_only_tested(const llvm::Value& condition) const;
  bool may_end_with_chain(const llvm::BasicBlock& block, const llvm::Value& condition) const;
  /// Whether it is a conjunction or disjunction of comparisons that is tested by one flag.
  bool is_tested_chain(const llvm::Value& condition) const;
  void keep_chain(const llvm::Instruction& condition);
  /// Sets flags, in the lanes that the condition of the flags so far selects.
  void test_in_chain(const llvm::CmpInst& comparison, isa::Condition holds, isa::Condition lanes);
  Test test_chain(const llvm::Value& condition, isa::Condition lanes);
  Test test(const llvm::Value& condition, isa::Condition lanes);
  Test compare(const llvm::ICmpInst& comparison, isa::Condition lanes);
  Test compare_wide(const llvm::ICmpInst& comparison, isa::Condition lanes);
  Test compare_halves(llvm::CmpInst::Predicate predicate, Parts a, Parts b, bool is_signed,
                      isa::Condition lanes);
  Test compare_numbers(llvm::CmpInst::Predicate predicate, Operand a, Operand b, isa::Condition lanes);
  Operand with_one_zero(const llvm::Value& number);
  Test compare_floats(const llvm::FCmpInst& comparison, isa::Condition lanes);
  /// Of a loop that flags show: its test counts up to 0 (CountToZero).
  struct LoopCounter {
    const llvm::PHINode* count;
    const llvm::Instruction* next;
    const llvm::ICmpInst* test;
  };
  std::optional<LoopCounter> loop_counter(const llvm::BasicBlock& block) const;
  bool is_part_of_condition(const llvm::ICmpInst& test, const llvm::Value& condition) const;
  void count_and_test(const LoopCounter& counter, isa::Condition holds, isa::Condition lanes);
  Operand mask_of(const llvm::Value& condition);

  // Memory: select_memory.cpp.
  /// An address: a register and a number of bytes behind it.
  struct Address {
    Operand base;
    std::uint32_t bytes = 0;
  };
  Address address_of(const llvm::Value& pointer, std::uint32_t more = 0);
  Operand sum_of(const Address& address);
  bool is_in_few_lines(const llvm::Value& pointer) const;
  unsigned tmu_for(const llvm::Value& pointer);
  unsigned idle_tmu() const;
  Operand load_word(const Address& address, unsigned tmu, const llvm::Instruction& of);
  Operand received(unsigned tmu, const llvm::Instruction& of);
  void byte_fraction(llvm::CallInst& call);
  Operand fraction_of_r4(unsigned byte);
  LoadGroups groups_in_memory() const;
  LoadGroups uniform_groups() const;
  LoadGroups line_groups() const;
  void transpose(llvm::ArrayRef<Operand> registers);
  bool load_lines(const llvm::LoadInst& load);
  Operand broadcast(Operand words, unsigned lane);
  Operand places_of_words(std::size_t words);
  bool load_uniform_word(const llvm::LoadInst& load);
  bool load_with_others(const llvm::LoadInst& load);
  Operand table_address(const llvm::GlobalVariable& variable);
  bool add_table(const llvm::GlobalVariable& variable);

  // Stores: select_stores.cpp.
  /// What a row of work-items stores: of each, words side by side in memory.
  struct Stored {
    Operands words;
    Operand address;
    unsigned bytes;                      ///< of each word that are stored
    std::optional<std::int32_t> stride;  ///< between neighbours, if it is known
    bool is_even;                        ///< whether it is the same between all
  };
  static bool lies_along_row(const Stored& stored);
  static bool takes_two_rows(const Stored& stored);
  Operands columns_of(const Operands& words);
  void stored_to_vpm(const Stored& stored);
  Operand place_of_lane(const Stored& stored, Operand lane);
  static bool is_in_one(const Stored& stored);
  void store_halves(const Stored& stored);
  Stored stored_by(const StoreGroups::Group& group);
  Operand gap_of(const Stored& stored);
  void store(const Stored& stored);
  void store_lanes(const Stored& stored);
  void store_row(const Stored& stored, std::optional<Operand> gap);
  void store_runs(const Stored& stored);
  void store_vectors(const Operands& vectors, unsigned bytes, Operand address);
  void transfer_vectors(const Operands& vectors, unsigned bytes, Operand address);
  void store_packed(const Operands& rows, unsigned bytes, Operand address);
  void transfer_packed(const Operands& rows, unsigned bytes, Operand address);
  bool has_whole_rows() const;
  std::size_t planes_together(const StoreGroups::Groups& planes);
  std::optional<std::uint32_t> gap_of_planes(const StoreGroups::Groups& planes);
  const llvm::StoreInst* next_store(const llvm::StoreInst& store) const;
  void plan_share(const StoreGroups::Groups& planes, std::uint32_t gap, const llvm::StoreInst& store);
  void fill_share(const StoreGroups::Groups& planes, std::uint32_t gap, const llvm::StoreInst& store);
  bool store_planes(const StoreGroups::Groups& planes, const llvm::StoreInst& store);
  bool store_lines(const StoreGroups::Groups& lines);
  void store_full_rows(const StoreGroups::Group& group);
  Operand lanes_to_store();
  Operand lowest_bit(Operand bits);
  Operand number_of(Operand bit);
  void to_vpm(const Operands& rows, unsigned bytes = 4, std::uint32_t first_row = 0);
  void start_dma(Operand address);
  void transfer(Operand setup, std::optional<Operand> stride, Operand address);
  Operand set_up(unsigned shift, std::uint32_t bits);
  Operand dma_setup(std::uint32_t bits);
  Operand dma_stride(std::uint32_t gap);
  std::size_t rows_for_transfer() const;
  void take_share(bool takes);
  Operand borrow_row();
  void return_row(Operand words);
  void lock_dma();
  void lock_dma_when_ready();
  void unlock_dma();

  // Local memory and arrays of work-items: select_local.cpp.
  struct Bits {
    Operand value, mask;
  };
  static bool is_own_array(const llvm::Value& pointer);
  bool is_in_vpm(const llvm::Value& pointer) const;
  static bool has_own_columns(const llvm::Value& pointer);
  Operand local_argument(const llvm::Argument& argument);
  std::pair<std::string, std::uint64_t> room_for_variables() const;
  Operand local_variable(const llvm::GlobalVariable& variable);
  Operand address_in_arrays(Operand pointer);
  Operand read_loaded(unsigned bytes);
  Operand read_row(Operand row);
  void write_row(Operand row, Operand value);
  Operand rotate_by(Operand value, Operand lanes);
  Operand over_lanes(isa::AddOp operation, Operand numbers);
  Operand least(Operand numbers);
  Operand shared(Operand number);
  Operand first_address(Operand address);
  Operand active_lanes();
  Operand storing_lanes();
  Operand places_of(Operand address, bool own_columns, Operand lanes);
  using AtPlace = std::function<void(Operand row, Operand place)>;
  void for_each_place(Operand places, const AtPlace& at_place);
  Operand load_from_vpm(const llvm::Value& pointer, Operand address, unsigned bytes);
  Operand load_shared_place(Operand address, bool own_columns);
  std::pair<Operand, Operand> read_two_rows(Operand row, Operand other);
  Operand load_neighbours(const llvm::Value& pointer, Operand address);
  Bits stored_bits(Operand value, Operand address, unsigned bytes, Operand lanes);
  void merge_into_row(Operand row, Operand old, const Bits& bits);
  void store_to_vpm(const llvm::Value& pointer, Operand address, Operand value, unsigned bytes);
  bool may_be_a_row(const llvm::Value& pointer, unsigned bytes) const;
  Operand row_of_neighbours(Operand address, std::uint32_t if_not);
  void store_neighbours(Operand address, const Bits& bits);
  void merge_if_any(Operand row, const Bits& bits);

  // Words of the VPM that lie anywhere: select_scattered.cpp.
  using AtLane = std::function<void(unsigned lane)>;
  using ChangeRow = std::function<void(const Operands& copies)>;
  bool is_scattered(const llvm::Value& pointer) const;
  unsigned lanes_of_turn();
  void in_lane_order(const Operands& turned, const AtLane& at_lane);
  Operand load_scattered(Operand address, bool own_columns);
  Operand rows_and_columns(Operand address, bool own_columns, Operand lanes);
  void change_scattered(Operand address, bool own_columns, Operand lanes, const Operands& values,
                        const ChangeRow& change);
  void store_scattered(Operand address, bool own_columns, Operand lanes, const Bits& bits, bool is_word);
  void add_scattered(isa::AddOp op, Operand address, bool own_columns, Operand value,
                     std::optional<std::uint32_t> neutral);

  // Local memory in registers: select_registers.cpp.
  bool has_local_registers() const { return program_.local_rows > 0; }
  bool has_no_code_in_registers();
  Operand row_in_registers(Operand row);
  using AtRegister = llvm::function_ref<void(Operand words)>;
  void at_local_row(Operand row, AtRegister at_register);
  Operand read_local_row(Operand row);
  void merge_into_local_row(Operand row, const Bits& bits);
  Operand entries_of(Operand address);
  /// Lanes that change a word of a row each, one after the other.
  struct TurnsOfLanes {
    bool all_same = false;  ///< whether all have one number, which the code names
    Operand places;         ///< their entries in the table, and columns
    Operand held;           ///< their numbers
    Operand marks;          ///< what a shift by a column makes negative there, unless `all_same`
    Operand change;         ///< the number of the lane whose turn it is, in its column
    Operand mask;           ///< leaves the entry of a place
  };
  TurnsOfLanes begin_turns(Operand address, Operand value, std::optional<std::uint32_t> neutral);
  void next_entry(const TurnsOfLanes& turns, Operand entry);
  void take_number(const TurnsOfLanes& turns);
  void add_by_table(isa::AddOp op, const TurnsOfLanes& turns, Operand first, Operand entry);
  void add_in_registers(isa::AddOp op, Operand address, Operand value, std::optional<std::uint32_t> neutral);

  // Loads through DMA, and what lies in memory instead of the VPM: select_fresh.cpp.
  /// Where lanes load or store: `address`, and how it differs between neighbours.
  struct PlaceInMemory {
    Operand address;
    std::optional<std::int32_t> stride;  ///< if it is known
    bool is_even;                        ///< whether it is the same between all
    bool has_margin;                     ///< whether a row before and behind may be loaded, too
  };
  std::uint32_t rows_of_arrays() const;
  void place_in_memory(llvm::AllocaInst& array);
  Operand kept_address();
  PlaceInMemory memory_place(const llvm::Value& pointer, Operand address);
  Operand load_word_by_dma(Operand address);
  void lock_loads();
  void unlock_loads();
  void start_load(Operand count, unsigned bytes, Operand address);
  Operand load_setup(Operand count, unsigned bytes);
  void run_load(Operand setup, Operand address);
  Operand load_side_by_side(Operand address, Operand count, unsigned bytes);
  Operands load_fresh(const llvm::Value& pointer, Operand address, unsigned bytes, unsigned count = 1);
  Operands load_place(const PlaceInMemory& place, unsigned bytes, unsigned count);
  Operand load_active_run(Operand address, unsigned bytes);
  Operands load_shared_words(Operand address, unsigned bytes, unsigned count);
  Operands load_windows(Operand address, unsigned count);
  Operands load_at_distances(const PlaceInMemory& place, unsigned bytes, unsigned count);
  Operands gather(Operand address, Operand distance, unsigned bytes, unsigned count);
  Operand load_in_turn(Operand address, unsigned bytes);
  void flag_uneven(Operand address, Operand distance);
  Operand first_lane(Operand numbers);
  void store_to_array_in_memory(const llvm::Value& pointer, Parts value, unsigned bytes);
  void keep_in_memory(const Operands& values);
  void restore_from_memory(const Operands& values);

  // Atomic operations: select_atomic.cpp.
  using Change = std::function<Operand(Operand before, const Operands& values)>;
  Operand changed(llvm::AtomicRMWInst::BinOp kind, Operand old, Operand value);
  void store_word_by_dma(Operand address, Operand value);
  using InTurn = std::function<Operand(const Operands& first)>;
  Operand for_each_lane(const Operands& values, const InTurn& in_turn);
  Operand repeat_last(Operand result);
  Operand combined(llvm::AtomicRMWInst::BinOp kind, Operand value, std::uint32_t neutral);
  Operand exchange(const llvm::Value& place, Operand address, const Operands& values, const Change& change);
  void add_to_shared_place(isa::AddOp op, Operand address, Operand number);
  Operand exchange_in_memory(Operand address, const Operands& values, const Change& change);
  Operand exchange_side_by_side(Operand address, const Operands& values, const Change& change);
  Operand exchange_in_vpm(const llvm::Value& place, Operand address, const Operands& values,
                          const Change& change);

  // 64 bits and products: select_wide.cpp.
  std::optional<Operand> product_of_bits(const llvm::Value& a, const llvm::Value& b);
  Operand product(const llvm::Value& a, const llvm::Value& b);
  Parts wide_arithmetic(const llvm::BinaryOperator& instruction);
  Parts wide_product(const llvm::Value& a, const llvm::Value& b);
  using Arithmetic::wide_shift;
  Parts wide_shift(const llvm::BinaryOperator& instruction);

  // Division: select_division.cpp.
  enum class Range : std::uint8_t { below_2_31, up_to_2_31, any };
  struct Dividend {
    Operand number;
    Range range;
    unsigned bits;  ///< that it may have
  };
  struct Division {
    Operand quotient, remainder;
  };
  Operand float_of(Operand number, Range range);
  Operand inverse_of(const Dividend& b);
  Operand inverse_of(const llvm::Value& divisor, const Dividend& b, bool is_signed);
  Operand product_with(const Dividend& b, Operand number, unsigned bits);
  Division divide(const Dividend& a, const Dividend& b, unsigned least_bits_of_b, Operand inverse);
  Dividend dividend(const llvm::Value& value, bool is_signed);
  void integer_division(llvm::BinaryOperator& instruction);
  struct WideDivision {
    Parts quotient, remainder;
  };
  WideDivision divide(Parts a, Parts b, std::optional<std::uint64_t> divisor);
  void divide_once(WideDivision& division, Parts b, Operand reciprocal_of_b);
  void wide_division(llvm::BinaryOperator& instruction);

  // Numbers of other types: select_conversions.cpp.
  Operand to_float(const llvm::Value& from, bool is_signed);
  void to_integer(const llvm::CastInst& cast);
  void extend(llvm::CastInst& cast);
  void truncate(llvm::CastInst& cast);

  // Instructions: InstVisitor's names.
  void visitInstruction(llvm::Instruction& instruction);
  void visitBinaryOperator(llvm::BinaryOperator& instruction);
  void visitUnaryOperator(llvm::UnaryOperator& instruction);
  void visitICmpInst(llvm::ICmpInst& comparison);
  void visitFCmpInst(llvm::FCmpInst& comparison);
  void visitSelectInst(llvm::SelectInst& select);
  void visitCastInst(llvm::CastInst& cast);
  void visitFreezeInst(llvm::FreezeInst& freeze);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& address);
  void visitLoadInst(llvm::LoadInst& load);
  void visitStoreInst(llvm::StoreInst& store);
  void visitAllocaInst(llvm::AllocaInst& array);
  const char* atomic_problem(const llvm::Value& place, llvm::Type& type);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& atomic);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& atomic);
  void visitExtractValueInst(llvm::ExtractValueInst& extract);
  void visitCallInst(llvm::CallInst& call);
  void visitIntrinsicInst(llvm::IntrinsicInst& call);
  void visitPHINode(llvm::PHINode& phi);
  void visitBranchInst(llvm::BranchInst&) {}
  void visitReturnInst(llvm::ReturnInst&) {}
  void visitUnreachableInst(llvm::UnreachableInst&) {}
  bool are_disjoint(const llvm::BinaryOperator& instruction) const;
  Operand bitwise(const llvm::BinaryOperator& instruction);
  std::optional<Operand> doubled_bytes(const llvm::BinaryOperator& instruction);
  void shift(llvm::BinaryOperator& instruction);
  Operand argument_word(const llvm::CallInst& call);
  void texture_lookup(llvm::CallInst& call);
  void set_number(llvm::CallInst& call, Operand number);
  void work_item_function(llvm::CallInst& call, const WorkItemFunction& row, unsigned dimension);
  void minimum_or_maximum(llvm::IntrinsicInst& call);
  /// One that takes floats; no other type may come here.
  void float_intrinsic(llvm::IntrinsicInst& call);
  void funnel_shift(llvm::IntrinsicInst& call);
  bool is_positive(const llvm::Value& value) const;
  void float_division(llvm::BinaryOperator& instruction);
  // Maths: select_maths.cpp.
  bool operation_of_chip(llvm::CallInst& call, llvm::StringRef name);
  static bool is_only_inverted(const llvm::Value& value);

  Program& program_;
  Selected& result_;
  llvm::Function& kernel_;
  const MemoryOrder& order_;
  const llvm::DataLayout& layout_;
  RowDivergence divergence_;
  LaneFlow flow_;
  LaneStrides strides_;
  StoreGroups groups_;
  llvm::DenseMap<const llvm::StoreInst*, FillOfShare> fills_of_share_;
  std::optional<LoadGroups> load_groups_, uniform_groups_, line_groups_;  ///< if they are loaded together
  llvm::DenseMap<const llvm::LoadInst*, Operand> uniform_words_;          ///< of groups, by the first of them
  /// Of loads of less than a word: what the word is shifted by.
  llvm::DenseMap<const llvm::LoadInst*, Operand> byte_places_;
  llvm::DenseMap<const llvm::Value*, unsigned> tmu_of_;  ///< of objects of which rows have many lines
  FullRows* const full_;  ///< if all lanes have work-items, and go the same way
  const unsigned rows_;   ///< that run together
  unsigned copy_ = 0;     ///< the row that is being selected, of these
  std::vector<llvm::DenseMap<const llvm::Value*, Parts>> parts_;  ///< of each row
  llvm::DenseSet<const llvm::Instruction*> of_tasks_;             ///< computed once for each task
  /// Where blocks begin: with what a meeting point does, and without it.
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> blocks_, bodies_;
  const llvm::BasicBlock* block_ = nullptr;  ///< that is being selected
  std::optional<LoopCounter> counter_;       ///< of that block
  Operand way_;                              ///< the number of each lane (LaneFlow)
  Operand in_row_, row_id_;
  const bool runs_groups_;
  const bool borrows_row_;  ///< of local memory, for DMA, instead of having one for it
  BarrierRegions regions_;
  static constexpr std::uint32_t kFirstPlace = kQpuWidestType;  ///< of arrays of work-items
  static constexpr unsigned kLoadSemaphore = 3;           ///< 1 where DMA loads are free, if they have one
  static constexpr std::uint32_t kMostRowsOfArrays = 40;  ///< in the VPM, where other things lie in memory
  const bool arrays_in_memory_;
  std::uint32_t placed_rows_ = 0;                  ///< of arrays of work-items in memory, so far
  std::optional<RowDivergence> group_divergence_;  ///< if there are barriers
  bool rows_may_end_early_ = false;                ///< while others go on to a barrier
  /// Of three dimensions, in lanes 0 to 2.
  struct {
    Operand size, group_size;
  } range_;
  struct {
    Operand number, size;
    Operand first;  ///< where its first work-item is in the NDRange
    Operand row;    ///< where the first work-item of the row is in the group
  } group_;
  Operand kept_row_;  ///< of the VPM: the first of those of the row
  Operand resume_;    ///< the number of the barrier behind which rows continue; 0: at the start
  Operand next_;      ///< the same for when all rows are there, where some may end early
  std::uint32_t arrival_block_ = 0;  ///< where all rows come that may end early
  /// Operations that make a value, if they are few and do nothing else.
  llvm::DenseMap<const llvm::Instruction*, std::vector<Operation>> recipes_;
  /// Of arrays of work-items: the first row, of those of this QPU; what makes addresses of pointers.
  std::optional<std::uint32_t> first_array_;
  Operand arrays_;
  std::optional<std::size_t> scattered_;                       ///< accesses of the VPM at scattered places
  std::map<std::uint32_t, const llvm::Instruction*> made_by_;  ///< of registers, those with a recipe
  Operands shared_;                         ///< registers of what a group keeps over a barrier
  std::vector<std::uint32_t> resumptions_;  ///< blocks by barrier
  std::vector<std::uint32_t> row_starts_;   ///< by region: where a row begins that continues there
  std::vector<bool> keeps_;                 ///< by region: whether rows keep values of their own for it
  std::optional<IdleRows> idle_rows_;
  std::vector<LineEnd> line_ends_;
  std::map<const llvm::GlobalVariable*, std::uint32_t> local_variables_;  ///< their places, in bytes
  std::uint32_t bytes_in_registers_ = 0;                                  ///< of these, so far
  std::uint32_t end_block_ = 0;
  std::uint32_t line_block_ = 0;  ///< begins a row of any line of a task
};

/// Operations for a kernel.
Selected select(llvm::Function& kernel, const MemoryOrder& order, const SelectOptions& options);

}  // namespace quadcl::compiler::qpu
