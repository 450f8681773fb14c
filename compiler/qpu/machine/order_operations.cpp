// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/order_operations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/late_receipts.h"
#include "compiler/qpu/machine/liveness.h"

namespace quadcl::compiler::qpu {
namespace {

/// The parts of an instruction.
enum Part : unsigned { add_alu = 1, multiply_alu = 2, signal = 4, all_parts = 7 };

/// Those of which an operation needs one.
unsigned parts_of(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::add:
      return is_of_both(operation) ? multiply_alu | add_alu : add_alu;
    case OperationKind::multiply:
    case OperationKind::rotate:
      return multiply_alu;
    case OperationKind::move:
      return multiply_alu | add_alu;
    case OperationKind::receive:
      return signal;
    default:
      return 0;
  }
}

/// Schedules one block: in each instruction an operation for each ALU and a signal.
class Orderer {
 public:
  Orderer(std::vector<Operation>& operations, std::size_t count, const llvm::BitVector& live_in,
          const llvm::BitVector& live_out, int most_live, AmongGrowing among)
      : operations_(operations),
        count_(count),
        left_(count),
        late_({operations.data(), count}),
        dependences_(dependences({operations.data(), count})),
        heights_(heights(dependences_, count, 0)),
        users_(count),
        missing_(count),
        earliest_(count),
        uses_left_(live_in.size()),
        live_(static_cast<int>(live_in.count())),
        live_out_(live_out),
        most_live_(most_live),
        among_(among) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const Dependence& dependence : dependences_[i]) users_[dependence.on].push_back(i);
      missing_[i] = static_cast<std::uint32_t>(dependences_[i].size());
      if (missing_[i] == 0) ready_.push_back(i);
      for (const Operand& source : sources_of(i)) ++uses_left_[source.number];
    }
  }

  void run() {
    std::vector<Operation> ordered;
    for (std::uint32_t time = 0; ordered.size() < count_; ++time) {
      unsigned free = all_parts;
      const auto take = [&](std::uint32_t next) {
        ready_.erase(std::find(ready_.begin(), ready_.end(), next));
        issue(next, time);
        ordered.push_back(operations_[next]);
        free = free_after(free, operations_[next]);
      };
      take(best(time));
      for (auto more = best_beside(time, free); more; more = best_beside(time, free)) take(*more);
    }
    std::copy(ordered.begin(), ordered.end(), operations_.begin());
  }

 private:
  using Sources = llvm::SmallVector<Operand, 4>;
  Sources sources_of(std::uint32_t i) const {
    Sources sources;
    const Operation& operation = operations_[i];
    if (operation.a.is_value()) sources.push_back(operation.a);
    if (operation.b.is_value() && operation.b != operation.a) sources.push_back(operation.b);
    return sources;
  }

  /// Whether the next operation of the code changes the result in some lanes, and could follow at once.
  bool is_with_next(std::uint32_t i) const {
    return i + 1 < count_ && operations_[i + 1].is_conditional() && operations_[i].target.is_value() &&
           operations_[i + 1].target == operations_[i].target && missing_[i + 1] == 1;
  }

  /// By how many values the operation lets the live ones grow.
  int growth(std::uint32_t i) const { return growth(i, sources_of(i)); }

  /// The same together with one that may follow at once.
  int growth_with_next(std::uint32_t i) const {
    Sources sources = sources_of(i);
    if (is_with_next(i))
      for (const Operand& source : sources_of(i + 1)) sources.push_back(source);
    return growth(i, sources);
  }

  int growth(std::uint32_t i, const Sources& sources) const {
    const Operation& operation = operations_[i];
    int change = operation.target.is_value() && !operation.is_conditional() ? 1 : 0;
    for (auto source = sources.begin(); source != sources.end(); ++source) {
      if (std::find(sources.begin(), source, *source) != source) continue;
      const auto uses = static_cast<int>(llvm::count(sources, *source));
      if (uses_left_[source->number] == uses && !live_out_.test(source->number)) --change;
    }
    return change;
  }

  /// What is left of the free parts of an instruction. What either ALU does takes the multiply ALU if it can.
  static unsigned free_after(unsigned free, const Operation& operation) {
    const unsigned parts = parts_of(operation) & free;
    if (parts == 0) return 0;
    return free & ~((parts & multiply_alu) != 0 ? multiply_alu : parts);
  }

  using Rank = std::tuple<bool, bool, std::uint32_t, bool, std::int64_t, std::uint32_t>;
  Rank rank(std::uint32_t i, std::uint32_t time) const {
    const bool grows =
        live_ >= most_live_ && (among_ == AmongGrowing::as_written ? growth_with_next(i) : growth(i)) > 0;
    std::uint32_t place = 0;
    if (grows && among_ == AmongGrowing::by_row) place = operations_[i].row;
    if (grows && among_ == AmongGrowing::as_written) place = i;
    return {
        late_.holds(i, left_), grows, place, earliest_[i] > time, -static_cast<std::int64_t>(heights_[i]), i};
  }

  std::uint32_t best(std::uint32_t time) const {
    Rank least = rank(ready_.front(), time);
    for (const std::uint32_t i : llvm::drop_begin(ready_)) least = std::min(least, rank(i, time));
    return std::get<5>(least);
  }

  /// The best operation that need not wait, among those for free parts of the instruction.
  std::optional<std::uint32_t> best_beside(std::uint32_t time, unsigned free) const {
    std::optional<Rank> least;
    for (const std::uint32_t i : ready_) {
      if ((parts_of(operations_[i]) & free) == 0) continue;
      const Rank own = rank(i, time);
      const bool waits = std::get<0>(own) || std::get<1>(own) || std::get<3>(own);
      if (!waits && (!least || own < *least)) least = own;
    }
    return least ? std::optional(std::get<5>(*least)) : std::nullopt;
  }

  void issue(std::uint32_t i, std::uint32_t time) {
    live_ += growth(i);
    --left_;
    for (const Operand& source : sources_of(i)) --uses_left_[source.number];
    for (const std::uint32_t user : users_[i]) {
      for (const Dependence& dependence : dependences_[user])
        if (dependence.on == i) earliest_[user] = std::max(earliest_[user], time + dependence.usual);
      if (--missing_[user] == 0) ready_.push_back(user);
    }
  }

  std::vector<Operation>& operations_;
  std::size_t count_, left_;
  LateReceipts late_;
  DependenceLists dependences_;
  std::vector<std::uint32_t> heights_;
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<std::uint32_t> missing_, earliest_, ready_;
  std::vector<int> uses_left_;  ///< of values
  int live_;
  const llvm::BitVector& live_out_;
  int most_live_;
  AmongGrowing among_;
};

}  // namespace

void order_operations(Code& code, int most_live, AmongGrowing among) {
  const Liveness liveness = find_liveness(code);
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    auto& operations = code.blocks[i].operations;
    std::size_t count = operations.size();
    while (count > 0 &&
           (is_branch(operations[count - 1]) || operations[count - 1].kind == OperationKind::end))
      --count;
    Orderer(operations, count, liveness.in[i], liveness.out[i], most_live, among).run();
  }
}

}  // namespace quadcl::compiler::qpu
