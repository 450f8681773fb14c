// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/spill_values.h"

#include <algorithm>
#include <map>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/machine/uses.h"
#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;

using Operations = std::vector<Operation>;

class Spiller {
 public:
  Spiller(Code& code, const SpillRows& rows) : code_(code), rows_(rows), places_(code) {
    const Uses uses(code);
    for (const Block& block : code.blocks) {
      inserted_.emplace_back(block.operations.size() + 1);
      for (const Operation& operation : block.operations)
        if (operation.kind == OperationKind::constant && operation.target.is_value() &&
            uses.writes[operation.target.number] == 1)
          constants_[operation.target.number] = operation.number;
    }
  }

  void run(const std::vector<Spill>& spills) {
    for (const Spill& spill : spills) {
      recipe_ = recipe_of(spill);
      for (const Cluster& cluster : spill.clusters) take_apart(spill, cluster);
    }
    for (std::size_t i = 0; i < code_.blocks.size(); ++i) insert(code_.blocks[i].operations, inserted_[i]);
    auto& first = code_.blocks.front().operations;
    first.insert(first.begin() + (rows_.own.is_value() ? 1 : 0), start_.begin(), start_.end());
  }

 private:
  /// The last write of the value, before it gets other names.
  Operation recipe_of(const Spill& spill) const {
    for (const Cluster& cluster : spill.clusters)
      if (cluster.last_write) return code_.blocks[cluster.block].operations[*cluster.last_write];
    return {};
  }

  /// Gives the value a register of its own for the cluster.
  void take_apart(const Spill& spill, const Cluster& cluster) {
    const Operand old = value(spill.value), own = code_.new_value();
    auto& operations = code_.blocks[cluster.block].operations;
    line_ = operations[cluster.first].line;
    if (cluster.reads_first) {
      to_ = &inserted_[cluster.block][*places_.to_load(cluster, spill.way)];
      load(spill, own);
    }
    for (std::uint32_t i = cluster.first; i <= cluster.last; ++i)
      for (Operand* operand : {&operations[i].target, &operations[i].a, &operations[i].b})
        if (*operand == old) *operand = own;
    if (!cluster.last_write || spill.way == SpillWay::recompute) return;
    to_ = &inserted_[cluster.block][*places_.to_keep(cluster, spill.way)];
    spill.way == SpillWay::lane ? keep_in_lane(spill.place, own) : keep_in_row(spill.place, own);
  }

  void load(const Spill& spill, Operand target) {
    if (spill.way == SpillWay::lane) return load_from_lane(spill.place, target);
    if (spill.way == SpillWay::row) {
      set_up(kVpmReadSetup, spill.place);
      move(target, port(isa::read_address::vpm));
      return;
    }
    Operation again = recipe_;
    again.target = target;
    for (Operand* source : {&again.a, &again.b}) {
      const auto number = source->is_value() ? constants_.find(source->number) : constants_.end();
      if (number == constants_.end()) continue;
      *source = code_.new_value();
      add(constant_operation(*source, number->second));
    }
    add(again);
  }

  /// Its lane comes to lane 0, and from there to all.
  void load_from_lane(std::uint32_t number, Operand target) {
    Operand held = register_of(number);
    if (const std::uint32_t lane = number % kLanes; lane == 0) {
      move(kBroadcast, held);
    } else {
      Operation turn;
      turn.kind = OperationKind::rotate;
      turn.a = move(code_.new_value(), held);
      turn.target = kBroadcast;
      turn.rotation = static_cast<std::uint8_t>(kLanes - lane);
      add(turn);
    }
    move(target, accumulator(kBroadcasts));
  }

  void keep_in_lane(std::uint32_t number, Operand source) {
    const Operand held = register_of(number);
    Operation choose = add_operation(AddOp::bit_xor, {}, kElementNumber, immediate(number % kLanes));
    choose.sets_flags = true;
    add(choose);
    Operation keep = move_operation(held, source);
    keep.condition = isa::Condition::zero_set;
    add(keep);
  }

  void keep_in_row(std::uint32_t row, Operand source) {
    set_up(kVpmWriteSetup, row + kVpmRows - kVpmReadRow);
    move(port(isa::write_address::vpm), source);
  }

  /// With a row, counted from the first of this QPU.
  void set_up(Operand target, std::uint32_t row) {
    if (!base_.is_value()) {
      base_ = code_.new_value();
      const Operand setup = code_.new_value();
      start_.push_back(constant_operation(setup, kVpmReadRow));
      start_.push_back(add_operation(AddOp::add, base_, rows_.own, setup));
    }
    Operand distance;
    if (const auto code = isa::small_immediate_code(row)) {
      distance = immediate(*code);
    } else {
      distance = code_.new_value();
      add(constant_operation(distance, row));
    }
    add(add_operation(AddOp::add, target, base_, distance));
  }

  /// That has the lane with the number.
  Operand register_of(std::uint32_t number) {
    while (held_.size() <= number / kLanes) {
      held_.push_back(code_.new_value());
      start_.push_back(move_operation(held_.back(), immediate(0)));
    }
    return held_[number / kLanes];
  }

  Operand move(Operand target, Operand source) {
    add(move_operation(target, source));
    return target;
  }

  void add(Operation operation) {
    operation.line = line_;
    to_->push_back(operation);
  }

  static void insert(Operations& operations, const std::vector<Operations>& inserted) {
    Operations all;
    for (std::size_t i = 0; i <= operations.size(); ++i) {
      all.insert(all.end(), inserted[i].begin(), inserted[i].end());
      if (i < operations.size()) all.push_back(operations[i]);
    }
    operations = std::move(all);
  }

  Code& code_;
  const SpillRows& rows_;
  const SpillPlaces places_;
  std::vector<std::vector<Operations>> inserted_;     ///< in front of each operation of each block
  Operations start_;                                  ///< of the program
  std::map<std::uint32_t, std::uint32_t> constants_;  ///< numbers of values that are nothing else
  Operation recipe_;
  Operations* to_ = nullptr;
  std::uint32_t line_ = 0;
  Operand base_;               ///< the set-up of reads of the first row
  std::vector<Operand> held_;  ///< registers with a value in each lane
};

}  // namespace

std::optional<Code> spill_values(const Code& code, std::uint32_t most_live, SpillRows& rows, SpillGoal goal) {
  const std::vector<Spill> spills = choose_spills(code, most_live, rows, goal);
  if (spills.empty()) return {};
  Code spilled = code;
  Spiller(spilled, rows).run(spills);
  for (const Spill& spill : spills)
    if (spill.way == SpillWay::row) rows.used_end = std::max(rows.used_end, spill.place + 1);
  return spilled;
}

}  // namespace quadcl::compiler::qpu
