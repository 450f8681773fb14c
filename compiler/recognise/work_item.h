// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>
#include <vector>

#include "compiler/recognise/double_buffer.h"

namespace quadcl::compiler::recognise {

enum class ValueKind : std::uint8_t { unknown, integer, condition, pointer, data, vector };

/// What an IR value is for a work-item, as a function of ids, counters and arguments.
struct Value {
  ValueKind kind = ValueKind::unknown;
  std::uint32_t row = 0;     ///< condition, node, or the object a pointer leads into
  Polynomial number;         ///< integer, or the byte offset of a pointer; modulo its width
  std::vector<Value> lanes;  ///< of a vector

  static Value of_integer(Polynomial number) { return {ValueKind::integer, 0, std::move(number), {}}; }
  static Value of_condition(Condition condition) { return {ValueKind::condition, condition, {}, {}}; }
  static Value of_pointer(std::uint32_t object, Polynomial offset) {
    return {ValueKind::pointer, object, std::move(offset), {}};
  }
  static Value of_data(Node node) { return {ValueKind::data, node, {}, {}}; }
  static Value of_lanes(std::vector<Value> lanes) { return {ValueKind::vector, 0, {}, std::move(lanes)}; }
};

inline bool is_index(const Value& value) {
  return value.kind == ValueKind::integer || value.kind == ValueKind::pointer;
}

/// A store to a buffer.
struct Output {
  std::uint32_t object = 0;
  Polynomial address;
  std::uint32_t size = 0;
  Node value = 0;
  Context context;
  const llvm::DILocation* place = nullptr;
};

/// Follows one work-item, standing for all, through a kernel: loops whose number of iterations is a small
/// constant are followed round by round, others once with their counter as a symbol. What remains are the
/// stores to buffers, with their values as expressions over loads from buffers. Rejects whatever does not
/// fit.
class WorkItem {
 public:
  WorkItem(llvm::Function& kernel, Symbols& symbols, Expressions& expressions);

  void run();

  const std::vector<Object>& objects() const { return objects_; }
  const std::vector<Output>& outputs() const { return outputs_; }
  /// The conditions that all indices fit the bits that they are computed in.
  const std::vector<Polynomial>& size_bounds() const { return size_bounds_; }
  /// Bit d: the kernel asks for the size of its own group in dimension d.
  std::uint8_t whole_groups() const { return whole_groups_; }

 private:
  using Place = std::pair<std::uint32_t, std::int64_t>;  ///< a private object, and bytes from its start
  struct Cell {
    Value value;
    std::uint64_t written = 0;  ///< `steps_` then
  };
  using Cells = std::map<Place, Cell>;
  using PhiValues = llvm::SmallVector<std::pair<const llvm::PHINode*, Value>, 4>;

  /// Where running stopped: in front of a block, with the values of its phis.
  struct Arrival {
    const llvm::BasicBlock* block = nullptr;  ///< null: the kernel ended
    PhiValues phis;
  };

  // work_item.cpp: instructions
  const Value& value_of(const llvm::Value* value);
  Value outer_value(const llvm::Value& value);
  Value constant(const llvm::Constant& constant);
  void execute(const llvm::Instruction& instruction);
  Value evaluate(const llvm::Instruction& instruction);
  Value lane_by_lane(const llvm::Instruction& instruction, unsigned lanes);
  Value binary(const llvm::BinaryOperator& operation, const Value& left, const Value& right);
  Value shuffle(const llvm::ShuffleVectorInst& shuffle);
  Value compare_floats(const llvm::FCmpInst& compare);
  Value select(const Value& condition, const Value& left, const Value& right);
  Value call(const llvm::CallInst& call);
  Value work_item_function(llvm::StringRef name, unsigned dimension);
  /// The bytes that an address computation adds: a constant, and indices times constants.
  struct Offset {
    std::int64_t fixed = 0;
    llvm::SmallVector<std::pair<const llvm::Value*, std::int64_t>, 2> scaled;
  };
  const Offset* offset_of(const llvm::GetElementPtrInst& instruction);
  Value address(const llvm::GetElementPtrInst& instruction);
  void set_memory(const llvm::CallInst& call);
  void copy_memory(const llvm::MemCpyInst& copy);
  void copy_to_tile(const Value& to, const Value& from, const Value& length);
  void barrier();

  // work_item_integers.cpp
  /// The integer's value, once it is certain that its width did not cut anything off.
  Polynomial exact(const Value& value, unsigned width, bool never_negative);
  Polynomial narrow(const Polynomial& number, unsigned width, bool never_negative);
  void require_from_zero(const Polynomial& number);
  Value integer_operation(const llvm::BinaryOperator& operation, const Value& left, const Value& right);
  Value shift_right(const Value& number, unsigned width, std::int64_t count, bool is_logical);
  std::optional<Polynomial> truncated(const Polynomial& number, std::int64_t mask);
  Value other_half(const Polynomial& number);
  Value compare(const llvm::ICmpInst& compare);
  Value compare_numbers(llvm::CmpInst::Predicate predicate, const Polynomial& x, const Polynomial& y);
  Value cast(const llvm::CastInst& cast);

  // work_item_memory.cpp
  Value load(const llvm::LoadInst& load);
  void store(const llvm::StoreInst& store);
  Value load_scalar(const Value& pointer, const llvm::Type& type, std::uint32_t size);
  void store_scalar(const Value& pointer, const Value& value, std::uint32_t size);
  void check_unit(const Value& pointer, std::uint32_t size);
  Value private_load(std::uint32_t object, const Polynomial& offset, std::uint32_t size);
  Cell unwritten_cell();
  void merge_cells(Condition condition, const Cells& left);
  Node tile_read(std::uint32_t object, const Polynomial& offset, std::uint32_t size);
  std::optional<HalfAddress> half_of(std::uint32_t object, const Polynomial& offset);
  void note_access(std::uint32_t object, bool is_write);
  std::uint32_t object_of(const llvm::Value& memory);
  Value merge(Condition condition, const Value& left, const Value& right);

  // united_outputs.cpp
  void unite_outputs();
  std::optional<Substitution> same_loops(const Context& x, const Context& y) const;
  bool unite(const Output& earlier, Output& later);

  // control_flow.cpp
  using Way = std::function<Arrival()>;
  Arrival run_switch(const llvm::BasicBlock* block, const llvm::Instruction& terminator);
  Arrival run_cases(const llvm::BasicBlock* block, const llvm::SwitchInst& choice, const Polynomial& number,
                    unsigned first);
  Arrival run_from(const llvm::BasicBlock* block, const llvm::BasicBlock* end);
  Arrival edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  Arrival fork(const llvm::BasicBlock* block, Condition condition, const Way& if_true, const Way& if_false);
  Arrival branch_side(const llvm::BasicBlock* from, const llvm::BasicBlock* to, const llvm::BasicBlock* end);
  Arrival branch_side(const llvm::BasicBlock* from, Arrival arrival, const llvm::BasicBlock* end);
  void bind(const PhiValues& phis);

  // loops.cpp
  struct LoopShape;
  Arrival run_loop(const llvm::Loop& loop, const PhiValues& entry);
  Arrival unroll(const LoopShape& shape, PhiValues phis, std::int64_t count);
  Arrival run_body(const LoopShape& shape);
  bool make_invariant(const llvm::Value* value, const llvm::Loop& loop, unsigned depth);
  std::optional<Polynomial> step_of(const llvm::Value* value, const llvm::PHINode* phi, unsigned depth = 0);
  std::optional<Condition> test_ahead(const LoopShape& shape, const PhiValues& entry, Symbol counter);
  void note_step(Condition goes_on, Symbol counter);
  Polynomial trip_count(Condition goes_on, Symbol counter);
  void mark_carried(Value& value);

  // loop_values.cpp
  /// Data that an iteration read for the next one: what is held now, and after the loop.
  struct Delay {
    Node now, after;
  };
  using Delays = std::map<Node, Delay>;  ///< by carry
  Value induction(const LoopShape& shape, const llvm::PHINode* phi, const Value& initial, Symbol counter);
  Value value_ahead(const llvm::Value* value, const llvm::Loop& loop, unsigned depth);
  Value delayed(const Value& value, const Value& initial, Symbol counter);
  Value swapped(const Value& first, const Value& second, Symbol counter);
  PhiValues phi_formulas(const LoopShape& shape, const PhiValues& entry, Symbol counter);
  std::optional<Delay> find_delay(Node carry, Node initial, Node last, Symbol counter);
  void find_delays(const Value& carry, const Value& initial, const Value& last, Symbol counter,
                   Delays& delays);

  // loop_iteration.cpp
  struct State;
  struct Iteration;
  State state() const;
  void restore(const State& state);
  Arrival summarise(const LoopShape& shape, const PhiValues& entry, Symbol counter);
  Iteration follow_iteration(const LoopShape& shape, const PhiValues& bound, const Cells& cells,
                             Symbol counter);
  bool note_carried_tiles(const Iteration& iteration, Symbol counter);
  using InstructionValues = std::vector<std::pair<const llvm::Instruction*, Value>>;
  InstructionValues computed_last(const LoopShape& shape, Symbol counter);
  Arrival leave(const LoopShape& shape, const PhiValues& after, Symbol counter);
  void close_double_buffers(Symbol counter, std::size_t first_access, DoubleBuffer::Iteration iteration,
                            PhiValues& phis);
  void replace(Value& value, NodeMap& replacements);
  Value carry_lanes(const Value& initial);
  void close_cells(const Cells& before, const Cells& carried, const Delays& delays, Symbol counter,
                   std::uint64_t first_step);
  Value close_lanes(const Value& carry, const Value& initial, const Value& last, const Delays& delays,
                    Symbol counter);
  Node close(Node carry, Node initial, Node last, Symbol counter);
  void accumulate_in_memory(Output& output, Symbol counter, const std::set<Node>& loads_before);
  void check_wrap_around(std::size_t first_access, unsigned first_segment);

  llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  Symbols& symbols_;
  Expressions& expressions_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;

  std::unordered_map<const llvm::Value*, Value> values_;  ///< what `value_of` gives stays where it is
  std::unordered_map<const llvm::Value*, std::optional<Offset>> offsets_;
  std::vector<Object> objects_;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> object_index_;
  Cells cells_;
  std::vector<std::pair<Place, std::uint64_t>> integer_reads_;  ///< of cells, and when these had been written
  std::map<std::uint32_t, Tile> tiles_;
  std::map<std::uint32_t, DoubleBuffer> double_buffers_;
  std::map<std::uint32_t, Symbol>
      carried_tiles_;  ///< that a loop fills for its next iteration, by its counter
  std::unordered_map<std::size_t, std::pair<Polynomial, Symbol>>
      copy_counters_;                        ///< by the hash of their count
  std::set<std::uint32_t> delayed_objects_;  ///< read an iteration before they are used
  std::vector<Output> outputs_;
  std::unordered_multimap<std::size_t, std::size_t> output_index_;  ///< by object and address
  std::set<Node> loaded_;                                           ///< from buffers, so far
  Context context_;
  unsigned segment_ = 0;
  struct Access {
    std::uint32_t object;
    unsigned segment;
    bool is_write;
  };
  std::vector<Access> accesses_;
  std::size_t first_access_of_loop_ = 0;  ///< of the innermost that is followed once
  /// Every index that a width could have cut off is at most as large as this at its largest.
  Polynomial magnitude_;
  /// The same for a number of 8 or 16 bits, which are too few to share a bound.
  struct NarrowIndex {
    Polynomial magnitude;
    std::int64_t most;
    bool operator==(const NarrowIndex&) const = default;
  };
  std::vector<NarrowIndex> narrow_;
  std::vector<Polynomial> size_bounds_;
  std::uint64_t steps_ = 0;
  std::uint8_t whole_groups_ = 0;
};

}  // namespace quadcl::compiler::recognise
