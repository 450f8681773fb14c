// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/order_operations.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "compiler/qpu/machine/dependences.h"
#include "compiler/qpu/machine/liveness.h"

namespace quadcl::compiler::qpu {
namespace {

/// Schedules one block, an operation an instruction.
class Orderer {
 public:
  Orderer(std::vector<Operation>& operations, std::size_t count, const llvm::BitVector& live_in,
          const llvm::BitVector& live_out, int most_live)
      : operations_(operations),
        count_(count),
        dependences_(dependences({operations.data(), count})),
        heights_(heights(dependences_, count, 0)),
        users_(count),
        missing_(count),
        earliest_(count),
        live_(live_in.count()),
        live_out_(live_out),
        most_live_(most_live) {
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
      const std::uint32_t next = take_best(time);
      issue(next, time);
      ordered.push_back(operations_[next]);
    }
    std::copy(ordered.begin(), ordered.end(), operations_.begin());
  }

 private:
  std::vector<Operand> sources_of(std::uint32_t i) const {
    std::vector<Operand> sources;
    const Operation& operation = operations_[i];
    if (operation.a.is_value()) sources.push_back(operation.a);
    if (operation.b.is_value() && operation.b != operation.a) sources.push_back(operation.b);
    return sources;
  }

  /// By how many values the operation lets the live ones grow.
  int growth(std::uint32_t i) const {
    const Operation& operation = operations_[i];
    int change = operation.target.is_value() && !operation.is_conditional() ? 1 : 0;
    for (const Operand& source : sources_of(i))
      if (uses_left_.at(source.number) == 1 && !live_out_.test(source.number)) --change;
    return change;
  }

  std::uint32_t take_best(std::uint32_t time) {
    const bool is_full = live_ >= most_live_;
    const auto rank = [&](std::uint32_t i) {
      const bool waits = earliest_[i] > time;
      const int grows = is_full ? growth(i) : 0;
      return std::make_tuple(grows > 0, waits, -static_cast<std::int64_t>(heights_[i]), i);
    };
    const auto best = std::min_element(ready_.begin(), ready_.end(),
                                       [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    const std::uint32_t taken = *best;
    ready_.erase(best);
    return taken;
  }

  void issue(std::uint32_t i, std::uint32_t time) {
    live_ += growth(i);
    for (const Operand& source : sources_of(i)) --uses_left_[source.number];
    for (const std::uint32_t user : users_[i]) {
      for (const Dependence& dependence : dependences_[user])
        if (dependence.on == i) earliest_[user] = std::max(earliest_[user], time + dependence.usual);
      if (--missing_[user] == 0) ready_.push_back(user);
    }
  }

  std::vector<Operation>& operations_;
  std::size_t count_;
  std::vector<std::vector<Dependence>> dependences_;
  std::vector<std::uint32_t> heights_;
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<std::uint32_t> missing_, earliest_, ready_;
  std::unordered_map<std::uint32_t, int> uses_left_;
  int live_;
  const llvm::BitVector& live_out_;
  int most_live_;
};

}  // namespace

void order_operations(Code& code, int most_live) {
  const Liveness liveness = find_liveness(code);
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    auto& operations = code.blocks[i].operations;
    std::size_t count = operations.size();
    while (count > 0 &&
           (is_branch(operations[count - 1]) || operations[count - 1].kind == OperationKind::end))
      --count;
    Orderer(operations, count, liveness.in[i], liveness.out[i], most_live).run();
  }
}

}  // namespace quadcl::compiler::qpu
