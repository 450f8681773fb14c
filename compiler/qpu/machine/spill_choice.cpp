// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/spill_choice.h"

#include <llvm/ADT/BitVector.h>

#include <algorithm>

#include "compiler/qpu/machine/interference.h"
#include "compiler/qpu/machine/liveness.h"
#include "compiler/qpu/machine/uses.h"

namespace quadcl::compiler::qpu {
namespace {

/// Operations that a way takes, and as many more as they wait.
constexpr double kLoadOfWay[] = {1, 3, 5}, kKeepOfWay[] = {0, 2, 3};
/// More than this share of what the program takes anyway is too much; next to no time.
constexpr double kMostMore = 0.5, kCheap = 0.03;
constexpr std::uint32_t kLanesOfRegister = 16;

/// What the choice depends on, of a value.
struct Facts {
  std::vector<Cluster> clusters;
  const Operation* made_by = nullptr;  ///< the only write, of all lanes
  std::uint32_t block = 0;             ///< with the last write
  bool is_excluded = false;
  bool is_alike = false;  ///< in all lanes, from the first blocks on
};

struct CostOfSpill {
  SpillWay way{};
  double cost = 0;
};

class Chooser {
 public:
  Chooser(const Code& code, std::uint32_t most_live, const SpillRows& rows, SpillGoal goal)
      : code_(code),
        most_live_(most_live),
        rows_(rows),
        is_cheap_(goal == SpillGoal::cheap),
        places_(code),
        liveness_(find_liveness(code)),
        uses_(code),
        facts_(code.values),
        pinned_(rotated_values(code)),
        gain_(code.values) {
    for (std::uint32_t block = 0; block < code.blocks.size(); ++block) note_block(block);
    for (const llvm::BitVector& live : live_) alive_.push_back(live.count());
    crowded_.resize(live_.size());
    pinned_ |= liveness_.in.front();  // what is never written on some way
    if (rows.own.is_value()) pinned_.set(rows.own.number);
  }

  std::vector<Spill> run() {
    while (find_crowded()) {
      const auto best = best_value();
      if (is_cheap_ && (!best || more_ + best->choice.cost > kCheap * all_)) break;
      if (!best || more_ + best->choice.cost > kMostMore * all_) return {};
      take(*best);
    }
    return std::move(chosen_);
  }

 private:
  void note_block(std::uint32_t block) {
    const auto& operations = code_.blocks[block].operations;
    const std::size_t begin = live_.size();
    llvm::BitVector live = liveness_.out[block];
    for (std::uint32_t i = 0; i < operations.size(); ++i) note(block, i, operations[i]);
    live_.resize(begin + operations.size());
    for (std::size_t i = operations.size(); i-- > 0;) {
      step_back(operations[i], live);
      live_[begin + i] = live;
    }
    starts_.push_back(begin);
    all_ += weight(code_.blocks[block]) * static_cast<double>(operations.size());
  }

  void note(std::uint32_t block, std::uint32_t place, const Operation& operation) {
    for (const Operand& source : {operation.a, operation.b})
      if (source.is_value()) {
        Cluster& cluster = add_access(source.number, block, place);
        cluster.reads_first |= is_first_;  // which the line before has set
      }
    if (!operation.target.is_value()) return;
    Facts& facts = facts_[operation.target.number];
    Cluster& cluster = add_access(operation.target.number, block, place);
    if (operation.kind == OperationKind::define) return;
    cluster.reads_first |= is_first_ && operation.is_conditional();
    cluster.last_write = place;
    facts.block = block;
    const bool is_only = uses_.writes[operation.target.number] == 1 && !operation.is_conditional();
    facts.made_by = is_only ? &operation : nullptr;
    facts.is_alike = is_only && code_.blocks[block].loops == 0 && is_alike(operation);
  }

  /// The cluster of the value with the operation.
  Cluster& add_access(std::uint32_t value, std::uint32_t block, std::uint32_t place) {
    auto& clusters = facts_[value].clusters;
    is_first_ =
        clusters.empty() || clusters.back().block != block || clusters.back().last + kMostBetween < place;
    if (is_first_) clusters.push_back({.block = block, .first = place, .last = place});
    // A conditional write behind a read of the same operation does not make the cluster's start a read.
    is_first_ |= clusters.back().first == place;
    clusters.back().last = place;
    return clusters.back();
  }

  /// Whether all lanes get the same, as far as operations of the first blocks show.
  bool is_alike(const Operation& operation) const {
    const auto of = [this](const Operand& source) {
      return source.place == Place::none || source.place == Place::immediate ||
             source.is_port(isa::read_address::uniform) ||
             (source.is_value() && facts_[source.number].is_alike);
    };
    switch (operation.kind) {
      case OperationKind::add:
      case OperationKind::multiply:
      case OperationKind::move:
        return of(operation.a) && of(operation.b);
      case OperationKind::constant:
        return true;
      default:
        return false;
    }
  }

  /// Notes where too many values are alive. Returns whether that is anywhere.
  bool find_crowded() {
    for (std::size_t i = 0; i < live_.size(); ++i) {
      const bool is_crowded = alive_[i] + held_ > most_live_;
      if (is_crowded == crowded_.test(i)) continue;
      crowded_.flip(i);
      for (const unsigned value : live_[i].set_bits())
        if (!is_inside(facts_[value], i)) gain_[value] += is_crowded ? 1 : -1;
    }
    return crowded_.any();
  }

  bool is_inside(const Facts& facts, std::size_t point) const {
    return std::any_of(facts.clusters.begin(), facts.clusters.end(), [&](const Cluster& cluster) {
      const std::size_t start = starts_[cluster.block];
      return point >= start + cluster.first && point <= start + cluster.last + 1;
    });
  }

  struct Best {
    std::uint32_t value;
    CostOfSpill choice;
  };

  /// The one that costs least for the crowded places that it leaves.
  std::optional<Best> best_value() const {
    std::optional<Best> best;
    double least = 0;
    for (std::uint32_t value = 0; value < code_.values; ++value) {
      if (gain_[value] <= 0 || pinned_.test(value)) continue;
      const auto choice = best_way(value);
      if (!choice) continue;
      const double cost = choice->cost / gain_[value];
      if (best && cost >= least) continue;
      least = cost;
      best = {value, *choice};
    }
    return best;
  }

  std::optional<CostOfSpill> best_way(std::uint32_t value) const {
    std::optional<CostOfSpill> best;
    for (const SpillWay way : {SpillWay::recompute, SpillWay::lane, SpillWay::row}) {
      if (!is_possible(value, way)) continue;
      const double cost = cost_of(facts_[value], way);
      if (!best || cost < best->cost) best = {way, cost};
    }
    return best;
  }

  bool is_possible(std::uint32_t value, SpillWay way) const {
    const Facts& facts = facts_[value];
    if (way == SpillWay::recompute && !can_recompute(facts)) return false;
    if (way == SpillWay::lane && !facts.is_alike) return false;
    if (way == SpillWay::row && (!rows_.own.is_value() || used_rows_ >= rows_.count())) return false;
    return std::all_of(facts.clusters.begin(), facts.clusters.end(), [&](const Cluster& cluster) {
      return (!cluster.reads_first || places_.to_load(cluster, way)) &&
             (!cluster.last_write || way == SpillWay::recompute || places_.to_keep(cluster, way));
    });
  }

  /// Its number is loaded again where it is needed.
  bool is_constant(const Operand& source) const {
    const Operation* made_by = source.is_value() ? facts_[source.number].made_by : nullptr;
    return made_by != nullptr && made_by->kind == OperationKind::constant;
  }

  /// From constants, and values that are there anyway and stay the same.
  bool can_recompute(const Facts& facts) const {
    if (facts.made_by == nullptr) return false;
    const Operation& made_by = *facts.made_by;
    if (made_by.kind == OperationKind::constant) return !made_by.sets_flags;
    if (made_by.kind == OperationKind::move ? made_by.sets_flags : !is_plain(made_by)) return false;
    return is_there(made_by.a, facts) && is_there(made_by.b, facts);
  }

  bool is_there(const Operand& source, const Facts& facts) const {
    if (source == kElementNumber || source == kQpuNumber) return true;
    if (!source.is_value()) return source.place == Place::none || source.place == Place::immediate;
    if (is_constant(source)) return true;
    const std::uint32_t number = source.number;
    if (facts_[number].made_by == nullptr || is_chosen(number) || liveness_.in.front().test(number))
      return false;
    return std::all_of(facts.clusters.begin(), facts.clusters.end(), [&](const Cluster& cluster) {
      return !cluster.reads_first || live_[starts_[cluster.block] + cluster.first].test(number);
    });
  }

  bool is_chosen(std::uint32_t value) const {
    return std::any_of(chosen_.begin(), chosen_.end(),
                       [&](const Spill& spill) { return spill.value == value; });
  }

  double cost_of(const Facts& facts, SpillWay way) const {
    const auto number = static_cast<std::size_t>(way);
    double cost = 0.5;  // of values that cost nothing, those that free most places
    double load = kLoadOfWay[number];
    if (way == SpillWay::recompute) load += is_constant(facts.made_by->a) + is_constant(facts.made_by->b);
    for (const Cluster& cluster : facts.clusters) {
      const double often = weight(code_.blocks[cluster.block]);
      if (cluster.reads_first) cost += often * load;
      if (cluster.last_write) cost += often * kKeepOfWay[number];
    }
    return cost;
  }

  void take(const Best& best) {
    Facts& facts = facts_[best.value];
    std::uint32_t place = 0;
    if (best.choice.way == SpillWay::lane) {
      place = used_lanes_++;
      held_ += place % kLanesOfRegister == 0;
    } else if (best.choice.way == SpillWay::row) {
      held_ += used_rows_ == 0;
      place = rows_.row(used_rows_++);
    } else {
      for (const Operand& source : {facts.made_by->a, facts.made_by->b})
        if (source.is_value() && !is_constant(source)) pinned_.set(source.number);
    }
    for (std::size_t point = 0; point < live_.size(); ++point) {
      if (!live_[point].test(best.value) || is_inside(facts, point)) continue;
      live_[point].reset(best.value);
      --alive_[point];
    }
    pinned_.set(best.value);
    more_ += best.choice.cost;
    chosen_.push_back({best.value, best.choice.way, place, facts.clusters});
  }

  const Code& code_;
  const std::uint32_t most_live_;
  const SpillRows& rows_;
  const bool is_cheap_;
  const SpillPlaces places_;
  const Liveness liveness_;
  const Uses uses_;
  std::vector<Facts> facts_;
  std::vector<llvm::BitVector> live_;  ///< in front of each operation
  std::vector<std::size_t> starts_;    ///< of the blocks in it
  std::vector<std::uint32_t> alive_;   ///< the number of values there
  llvm::BitVector crowded_;            ///< where these are too many
  llvm::BitVector pinned_;             ///< values that are not to be chosen
  std::vector<std::int32_t> gain_;     ///< of each value: the crowded places that it would leave
  bool is_first_ = false;              ///< whether the last access began a cluster
  std::vector<Spill> chosen_;
  std::uint32_t held_ = 0;  ///< registers that spills need themselves
  std::uint32_t used_lanes_ = 0, used_rows_ = 0;
  double all_ = 0, more_ = 0;
};

}  // namespace

std::vector<Spill> choose_spills(const Code& code, std::uint32_t most_live, const SpillRows& rows,
                                 SpillGoal goal) {
  return Chooser(code, most_live, rows, goal).run();
}

}  // namespace quadcl::compiler::qpu
