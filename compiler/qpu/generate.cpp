// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/generate.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/memory_order.h"
#include "compiler/qpu/analysis/register_rows.h"
#include "compiler/qpu/analysis/store_groups.h"
#include "compiler/qpu/analysis/turns.h"
#include "compiler/qpu/find_registers.h"
#include "compiler/qpu/machine/pack_instructions.h"
#include "compiler/qpu/machine/tidy.h"
#include "compiler/qpu/prepare/full_rows.h"
#include "compiler/qpu/prepare/group_at_once.h"
#include "compiler/qpu/prepare/group_ids.h"
#include "compiler/qpu/prepare/jam_lines.h"
#include "compiler/qpu/prepare/join_stepped_loads.h"
#include "compiler/qpu/prepare/pipeline_loads.h"
#include "compiler/qpu/select/select.h"
#include "compiler/qpu/tiles/kernel_facts.h"
#include "core/launch/qpu_launch.h"

namespace quadcl::compiler::qpu {
namespace {

/// Interference of registers takes memory with the square of their number.
constexpr std::uint32_t kMostValues = 20'000;
/// Of what LoopsOfRows says.
constexpr std::size_t kCostOfInstruction = 16;
/// What the instruction cache holds (docs/videocore4.md, Caches).
constexpr std::size_t kCachedInstructions = 512;
constexpr std::size_t kMostInstructions = 20'000;
/// Constants that keep a register for the whole program: as a rule, and where registers are short.
constexpr std::size_t kMostConstants = 16, kFewConstants = 2, kNoConstants = 0;
/// Operations of LLVM of all rows that run together.
constexpr std::size_t kMostOperations = 750;
/// Stores of all of them: what they store has registers at the same time.
constexpr std::size_t kMostStored = 40;
/// What a kernel without a version for full rows is tried with, one after the other: there may be too few
/// registers.
constexpr std::array<SelectOptions, 4> kInVpm{{{.most_constants = kMostConstants},
                                               {.most_constants = kMostConstants, .rereads = true},
                                               {.most_constants = kFewConstants, .rereads = true},
                                               {.most_constants = kNoConstants, .rereads = true}}};
constexpr std::array<SelectOptions, 3> kInMemory{
    {{.most_constants = kMostConstants, .joins_loads = true},
     {.most_constants = kNoConstants, .rereads = true, .joins_loads = true},
     {.most_constants = kNoConstants, .rereads = true}}};

/// How many instructions the longest loop of the kernel has, or its code for a row if it has none.
std::size_t longest_loop(const Code& code, const MachineProgram& program) {
  std::array<std::size_t, 2> longest{};  // of rows, of loops in them
  for (const unsigned loops : {1U, 2U}) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < code.blocks.size(); ++i) {
      length = code.blocks[i].loops < loops ? 0 : length + program.starts[i + 1] - program.starts[i];
      longest[loops - 1] = std::max(longest[loops - 1], length);
    }
  }
  return longest[1] > 0 ? longest[1] : longest[0];
}

/// Whether the instruction cache holds the loops of full rows, and not much less than all of their code.
bool is_cached(const Code& code, const MachineProgram& program, const Selected& selected) {
  constexpr unsigned kLoopOfRows = 1;
  const auto length = [&](std::size_t first, std::size_t end) {
    return program.starts[end] - program.starts[first];
  };
  bool loops = false;
  std::size_t begin = selected.full_begin;  // of a loop, or of what is between two
  for (std::size_t i = selected.full_begin; i < selected.full_end; ++i) {
    if (code.blocks[i].loops <= kLoopOfRows) begin = i + 1;
    loops |= code.blocks[i].loops > kLoopOfRows;
    if (length(begin, i + 1) > kCachedInstructions) return false;
  }
  return length(selected.full_begin, selected.full_end) <= (loops ? 2 : 1) * kCachedInstructions;
}

/// Whether rows together are not too long.
bool fits(llvm::Function& version, unsigned rows) {
  return version.getInstructionCount() * rows <= kMostOperations;
}

/// How many rows of work-items may run together.
struct RowsTogether {
  unsigned rows;
  bool shares_vpm = false;
};

/// Whether the value is the global id in the dimension.
bool is_global_id(const llvm::Value& value, unsigned dimension) {
  return global_id_dimension(value) == dimension;
}

/// Whether lines may be short: there is more than one.
bool has_lines(const llvm::Function& version) {
  return llvm::any_of(llvm::instructions(version), [](const llvm::Instruction& instruction) {
    return is_global_id(instruction, 1) || is_global_id(instruction, 2);
  });
}

/// From the best number on. The DMA engine, of which there is one, needs a constant time for each transfer.
/// Where stores take nearly all the time, transfers are large, and QPUs take the VPM by turns. They take all
/// of a share if there is only one line, of which rows that are left over run with rows before. Where stores
/// take most of the time, fewer QPUs have more rows of the VPM each.
std::vector<RowsTogether> numbers_of_rows(llvm::Function& full_version, const MemoryOrder& order) {
  constexpr std::size_t kFewOperations = 18, kSomeOperations = 40, kOperationsOfWords = 30,
                        kMostOperationsOfStore = 70;
  std::size_t operations = 0, stores = 0, stored = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(full_version)) {
    ++operations;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    ++stores;
    stored += stored_bytes(*store);
  }
  const bool loops = !llvm::LoopInfo(llvm::DominatorTree(full_version)).empty();
  const bool bytes = stored == stores;
  const bool several = stores > 1 && operations < kOperationsOfWords * stores;
  const RowDivergence divergence = find_row_divergence(full_version);
  const LaneStrides strides(full_version, divergence);
  const bool fits_lines =
      !has_lines(full_version) || !runs_rest_alone(full_version, order) ||
      (stores_lie_along_rows(full_version, strides) && is_left_at_end(full_version, strides));
  const std::size_t most = fits_lines ? kMostOperationsOfStore : kFewOperations;
  const bool by_turns = !loops && !bytes && (several || operations < most * stores);
  const bool waits_for_stores = !loops && (by_turns || operations < kSomeOperations * stores);
  std::vector<RowsTogether> result;
  const auto add = [&](RowsTogether rows) {
    if (fits(full_version, rows.rows) && stores * rows.rows <= kMostStored) result.push_back(rows);
  };
  if (by_turns && !has_lines(full_version) && !runs_rest_alone(full_version, order)) add({32, true});
  if (fits_lines && (by_turns || (bytes && waits_for_stores))) add({16, by_turns});
  if (waits_for_stores) add({8, by_turns});
  for (const unsigned rows : {4U, 2U}) add({rows, by_turns && several});
  return result;
}

/// Whether all work-items store a word beside that of the next one along dimension 1, and far from that of
/// the next one along dimension 0, as in `out[x * height + y]`.
bool stores_across_lines(llvm::Function& version) {
  constexpr std::uint32_t kWord = 4;
  AddressForms forms(version.getParent()->getDataLayout());
  std::size_t stores = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(version)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    std::array<std::uint32_t, 2> alone{};  // factors of the ids that no other value multiplies
    unsigned lines = 0;
    for (const auto& [product, factor] : forms.of(*store->getPointerOperand()))
      for (const unsigned dimension : {0U, 1U})
        if (llvm::any_of(product, [&](const llvm::Value* part) { return is_global_id(*part, dimension); })) {
          lines += dimension;
          if (product.size() == 1) alone[dimension] = factor;
        }
    if (stored_bytes(*store) != kWord || alone[0] == kWord || alone[1] != kWord || lines != 1) return false;
    ++stores;
  }
  return stores > 0;
}

/// Whether work-items have arrays, which take rows of the VPM.
bool has_arrays(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
}

/// A version of the kernel, which goes away with it.
class Version {
 public:
  Version(llvm::Function& kernel, llvm::Function* version) : kernel_(kernel), version_(version) {}
  Version(const Version&) = delete;
  ~Version() {
    if (version_ != nullptr && version_ != &kernel_) version_->eraseFromParent();
  }
  llvm::Function* get() const { return version_; }

 private:
  llvm::Function& kernel_;
  llvm::Function* version_;
};

/// A version of the kernel for full rows, and the same with loads that join in lanes, if there are some.
class FullVersion {
 public:
  FullVersion(llvm::Function& kernel, llvm::Function* plain)
      : plain_(kernel, plain), joined_(kernel, plain != nullptr ? copy_of(*plain) : nullptr) {
    if (plain != nullptr) saved_loads_ = join_stepped_loads(*joined_.get());
  }
  llvm::Function* plain() const { return plain_.get(); }
  llvm::Function* joined() const { return saved_loads_ > 0 ? joined_.get() : nullptr; }
  std::size_t saved_loads() const { return saved_loads_; }

 private:
  static llvm::Function* copy_of(llvm::Function& function) {
    llvm::ValueToValueMapTy values;
    return llvm::CloneFunction(&function, values);
  }

  Version plain_, joined_;
  std::size_t saved_loads_ = 0;
};

/// Code, and the loops of its full rows; or whether another order of its rows may help.
struct Attempted : Generated {
  LoopsOfRows loops;
  bool lacks_registers = false;
  bool is_too_long = false;  ///< whatever the options
};

class Generator {
 public:
  Generator(llvm::Function& kernel, MemoryOrder&& order, bool asks_for_qpus)
      : kernel_(kernel), order_(std::move(order)), asks_for_qpus_(asks_for_qpus) {}

  Generated run() {
    if (!runs_groups(kernel_) && !order_.takes_turns() && !has_arrays(kernel_)) {
      if (Generated made = with_blocks(); made.code) return made;
      if (Generated made = with_lines(); made.code) return made;
      if (Generated made = with_rows(); made.code) return made;
    }
    if (Generated made = with_shares_of_groups(); made.code) return made;
    if (Generated made = with_local_registers(); made.code) return made;
    Attempted made;
    for (const SelectOptions& options :
         order_.in_memory ? std::span<const SelectOptions>(kInMemory) : kInVpm) {
      made = attempt(options);
      if (made.code || made.is_too_long) return made;
    }
    Generated spilled = attempt_with_spills();
    return spilled.code ? spilled : made;
  }

  /// For launches whose lines have too few rows for `wide`: a row or two of some lines, which one transfer
  /// stores. Null if there is no such code, or if `wide` does not spend most of its time with stores.
  std::shared_ptr<const QpuCode> for_short_lines(const QpuCode& wide) {
    constexpr unsigned kMany = 8;
    constexpr std::size_t kMostTogether = 240;
    if (rows_together(wide) < kMany) return nullptr;
    for (const auto& [rows, lines] : {std::pair{2U, 8U}, {2U, 4U}, {1U, 4U}}) {
      const Version version(kernel_, make_full_version(kernel_, Among::lines));
      if (version.get() == nullptr || !is_for_lines(*version.get())) return nullptr;
      jam_lines(*version.get(), lines);
      if (version.get()->getInstructionCount() * rows > kMostTogether) continue;
      if (!stores_lines_together(*version.get(), lines)) return nullptr;
      SelectOptions options{version.get(), rows, kMostConstants, true, lines, true};
      options.few_rows = rows - 1;
      if (Generated made = attempt(options); made.code) return made.code;
    }
    return nullptr;
  }

 private:
  /// How many rows of one line run together; 0 if rows of several lines do.
  static std::uint32_t rows_together(const QpuCode& code) {
    for (const QpuUniform& uniform : code.uniforms)
      if (uniform.kind == QpuUniformKind::task_width) return uniform.word <= 1 ? uniform.number : 0;
    return 0;
  }

  /// Whether work-items differ by their id in dimension 1, and neighbours store words side by side. If one of
  /// them leaves, the rows of all lines run alone, so that only some at the end should.
  static bool is_for_lines(llvm::Function& version) {
    const bool has_id = llvm::any_of(llvm::instructions(version), [](const llvm::Instruction& instruction) {
      return is_global_id(instruction, 1);
    });
    const RowDivergence divergence = find_row_divergence(version);
    const LaneStrides strides(version, divergence);
    return has_id && stores_lie_along_rows(version, strides) && is_left_at_end(version, strides);
  }

  /// Whether the distance of what two lines store is the same for all lines that run together.
  bool stores_lines_together(llvm::Function& version, unsigned lines) const {
    const StoreGroups groups(version, order_, lines, true);
    return llvm::all_of(llvm::instructions(version), [&](const llvm::Instruction& instruction) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr) return true;
      const auto stored = groups.at(*store);
      return stored.empty() || stored.size() == lines;
    });
  }

  Generated attempt_with_spills() {
    SelectOptions options = (order_.in_memory ? std::span<const SelectOptions>(kInMemory) : kInVpm).back();
    options.spills = true;
    JoinedLoads loads = JoinedLoads::none;
    return attempt_once(options, loads);
  }

  /// Groups at once that store many rows: QPUs take the VPM by turns, so that transfers are large. What is
  /// stored together has registers at the same time; where there are not so many, each store fills some rows.
  Generated with_shares_of_groups() {
    constexpr std::ptrdiff_t kMany = 8, kMost = 32;
    if (!runs_group_at_once(kernel_)) return {};
    const auto stores = llvm::count_if(llvm::instructions(kernel_), llvm::IsaPred<llvm::StoreInst>);
    if (stores < kMany) return {};
    SelectOptions at_once = kInVpm.front();
    at_once.shares_vpm = true;
    if (stores <= kMost)
      if (Generated made = attempt(at_once); made.code) return made;
    for (SelectOptions options : kInVpm) {
      options.shares_vpm = options.fills_share = true;
      Attempted made = attempt(options);
      if (made.code || !made.lacks_registers) return made;
    }
    return {};
  }

  /// Local memory where all QPUs have room for it.
  Generated with_local_registers() {
    const unsigned rows = runs_groups(kernel_) && !order_.in_memory ? register_rows(kernel_) : 0;
    if (rows == 0) return {};
    for (SelectOptions options : kInVpm) {
      options.local_rows = rows;
      Attempted made = attempt(options);
      if (made.code) return made;
      if (!made.lacks_registers) break;
    }
    return {};
  }

  Generated with_rows() {
    const FullVersion version(kernel_, make_full_version(kernel_));
    if (version.plain() == nullptr) return {};
    for (const auto& [rows, shares_vpm] : numbers_of_rows(*version.plain(), order_))
      if (Generated made = attempt_rows({nullptr, rows, kMostConstants, true, 1, shares_vpm}, version);
          made.code)
        return made;
    for (const std::size_t constants : {kFewConstants, kNoConstants})
      if (Generated made = attempt_joined({nullptr, 1, constants, true}, version); made.code) return made;
    return {};
  }

  /// A row of each of 32 or 16 lines: each work-item of it stores what those along dimension 1 do, side by
  /// side. More lines may be left for work-items alone of 32, unless they run with lines before.
  Generated with_blocks() {
    constexpr unsigned kMany = 32, kSome = 16;
    for (const unsigned lines : {kMany, kSome}) {
      const Version version(kernel_, make_full_version(kernel_, Among::lines));
      if (version.get() == nullptr || !stores_across_lines(*version.get())) return {};
      if (lines == kMany && runs_rest_alone(*version.get(), order_)) continue;
      jam_lines(*version.get(), lines);
      if (!fits(*version.get(), 1)) continue;
      for (const std::size_t constants : {kMostConstants, kFewConstants}) {
        SelectOptions options{version.get(), 1, constants, true, lines, true};
        options.row_order = RowOrder::one_by_one;
        if (Generated made = attempt(options); made.code) return made;
      }
    }
    return {};
  }

  /// Rows of several lines along dimension 1.
  Generated with_lines() {
    constexpr unsigned kMany = 8;
    for (const auto& [rows, lines] : {std::pair{4U, kMany}, {4U, 4U}, {2U, 4U}, {2U, 2U}, {1U, 2U}}) {
      llvm::Function* lined = make_full_version(kernel_, Among::lines);
      const bool shares_loads = lined != nullptr && shares_loads_among_lines(*lined);
      if (shares_loads) jam_lines(*lined, lines);
      const FullVersion version(kernel_, lined);
      if (!shares_loads) return {};
      if (!fits(*(version.joined() != nullptr ? version.joined() : version.plain()), rows)) continue;
      const auto stores = static_cast<std::size_t>(
          llvm::count_if(llvm::instructions(*version.plain()), llvm::IsaPred<llvm::StoreInst>));
      SelectOptions options{nullptr, rows, stores < kMany ? kMostConstants : kFewConstants, true, lines};
      options.spares_loops = true;
      if (Generated made = attempt_rows(options, version); made.code) return made;
    }
    return {};
  }

  /// With loads that join in lanes, if there are some and that takes no more time.
  Attempted attempt_rows(SelectOptions options, const FullVersion& version) {
    options.full_version = version.plain();
    if (version.joined() == nullptr) return attempt_orders(options);
    Attempted joined = attempt_joined(options, version);
    // Four QPUs share two TMUs, which take as long for a request as a QPU for so many instructions.
    constexpr std::size_t kCostOfRequest = kCostOfInstruction * 96 / 10;
    const std::size_t least = (joined.loops.requests + version.saved_loads()) * kCostOfRequest;
    if (joined.code && joined.loops.cost <= least) return joined;
    Attempted plain = attempt_orders(options);
    return joined.code && (!plain.code || joined.loops.cost < std::max(plain.loops.cost, least)) ? joined
                                                                                                 : plain;
  }

  Attempted attempt_joined(SelectOptions options, const FullVersion& version) {
    options.full_version = version.joined();
    return version.joined() != nullptr ? attempt_orders(options) : Attempted();
  }

  /// In an order that has enough registers; with loads of the next iteration before the arithmetic of this
  /// one where that takes less time.
  Attempted attempt_orders(SelectOptions options) {
    constexpr unsigned kFew = 2;
    options.has_lines = has_lines(*options.full_version);
    const bool may_be_few = options.full_rows > kFew && options.full_lines == 1 && options.has_lines;
    Attempted made;
    for (const unsigned few : {kFew, 0U}) {
      for (const RowOrder order : {RowOrder::together, RowOrder::staggered, RowOrder::one_by_one}) {
        if ((few > 0 && !may_be_few) || (options.full_rows == 1 && order != RowOrder::together)) continue;
        options.few_rows = few;
        options.row_order = order;
        made = attempt(options);
        if (made.code) return or_pipelined(std::move(made), options);
        if (!made.lacks_registers) break;
      }
    }
    return made;
  }

  Attempted or_pipelined(Attempted&& made, SelectOptions options) {
    llvm::ValueToValueMapTy values;
    const Version pipelined(kernel_, llvm::CloneFunction(options.full_version, values));
    if (!pipeline_loads(*pipelined.get())) return made;
    options.full_version = pipelined.get();
    Attempted other = attempt(options);
    // Other QPUs ask, too: words come later than the cost of the loop takes for usual.
    constexpr std::size_t kDelayOfRequest = 2 * kCostOfInstruction;
    return other.code && other.loops.cost < made.loops.cost + made.loops.requests * kDelayOfRequest ? other
                                                                                                    : made;
  }

  /// Words that load together take registers, and instructions to take them apart. Where each work-item has
  /// words in a line of its own, fewer rows with such loads are better than more without.
  Attempted attempt(const SelectOptions& options) {
    JoinedLoads loads = JoinedLoads::none;
    SelectOptions joined = options;
    joined.joins_row_loads = true;
    Attempted made = attempt_once(joined, loads);
    const bool may_do_without =
        loads == JoinedLoads::words || (loads == JoinedLoads::lines && options.full_rows <= 1);
    return !made.code && may_do_without ? attempt_once(options, loads) : made;
  }

  Attempted attempt_once(const SelectOptions& options, JoinedLoads& loads) {
    Selected selected = select(kernel_, order_, options);
    if (!selected.problem.empty()) return {{nullptr, selected.problem}};
    loads = selected.joined_loads;
    if (selected.code.values > kMostValues) return {{nullptr, "it is too long", true}, {}, false, true};
    Code code;
    std::uint32_t missing = find_registers_of_kernel(selected.code, code);
    if (options.full_version != nullptr && (missing == 0 || options.spares_loops))
      missing = find_registers_of_rows(selected, missing, code);
    if (missing != 0 && options.spills) missing = spill_and_find_registers(selected, missing, code);
    if (missing != 0)
      return {{nullptr,
               "it needs " + std::to_string(missing) + (missing == 1 ? " register" : " registers") +
                   " more than a QPU has",
               true},
              {},
              true};
    join_branches(code);
    MachineProgram program = pack_instructions(code);
    if (!program.problem.empty()) return {{nullptr, program.problem}};
    if (!is_cached(code, program, selected) || program.words.size() > kMostInstructions)
      return {{nullptr, "it is too long", true}};
    const std::size_t longest = longest_loop(code, program);
    const LoopsOfRows loops = loops_of_rows(code, selected);
    auto result = code_of(std::move(program), std::move(selected));
    result->longest_loop = static_cast<std::uint32_t>(longest);
    return {{result, {}, false}, loops};
  }

  std::shared_ptr<QpuCode> code_of(MachineProgram&& program, Selected&& selected) {
    auto result = std::make_shared<QpuCode>();
    result->words = std::move(program.words);
    result->lines = std::move(program.lines);
    result->data = std::move(selected.data);
    result->uniforms = std::move(selected.uniforms);
    result->vpm = selected.vpm;
    result->vpm.in_memory = order_.in_memory;
    result->runs_groups = runs_groups(kernel_);
    if (!asks_for_qpus_) result->turns = estimate_turns(kernel_, order_);
    result->stored = order_.stored;
    result->apart = order_.apart;
    return result;
  }

  llvm::Function& kernel_;
  MemoryOrder order_;
  const bool asks_for_qpus_;
};

}  // namespace

namespace {

/// The rows that a work-group needs of the VPM, if the launch does not decide that.
std::optional<std::uint64_t> known_rows(const QpuCode& code, const llvm::Function& kernel) {
  const FixedLocalSize size = required_size(kernel);
  const bool has_local_arguments = llvm::any_of(code.uniforms, [](const QpuUniform& uniform) {
    return uniform.kind == QpuUniformKind::local_argument;
  });
  if (has_local_arguments || (code.vpm.kept > 0 && size[0] == 0)) return {};
  const std::uint64_t rows_of_group = (size[0] + 15) / 16 * size[1] * size[2];
  const std::uint64_t rows[]{code.vpm.own, (code.vpm.local_bytes + 63) / 64, code.vpm.kept * rows_of_group};
  std::uint64_t sum = 0;
  for (const std::uint64_t some : rows) sum += llvm::alignTo(some, qpu_row_alignment(code));
  return sum;
}

/// Where local memory can be in registers.
Generated generate_group_at_once(llvm::Function& kernel, MemoryOrder order, bool asks_for_qpus) {
  if (!order.problem.empty() || !order.fresh.empty()) return {};
  const Version version(kernel, make_group_at_once(kernel));
  if (version.get() == nullptr) return {};
  return Generator(*version.get(), std::move(order), asks_for_qpus).run();
}

}  // namespace

Generated generate_group_at_once(llvm::Function& kernel, bool asks_for_qpus) {
  Generated made = generate_group_at_once(kernel, find_memory_order(kernel, false), asks_for_qpus);
  if (!made.code && made.problem.empty()) made.problem = "local memory finds no room in registers";
  return made;
}

/// Where work-groups may find no room in the VPM, there is code for that, too.
Generated generate(llvm::Function& kernel, bool asks_for_qpus, bool has_full_groups) {
  constexpr std::uint64_t kVpmRows = 64;
  MemoryOrder order = find_memory_order(kernel, false);
  if (!order.problem.empty()) return {nullptr, order.problem};
  if (has_full_groups)
    if (Generated made = generate_group_at_once(kernel, order, asks_for_qpus); made.code) return made;
  Generator generator(kernel, std::move(order), asks_for_qpus);
  Generated made = generator.run();
  if (!runs_groups(kernel) && !has_arrays(kernel)) {
    if (made.code != nullptr) made.code->for_short_lines = generator.for_short_lines(*made.code);
    return made;
  }
  const auto rows = made.code != nullptr ? known_rows(*made.code, kernel) : std::nullopt;
  if (rows && *rows <= kVpmRows) return made;
  Generated other = Generator(kernel, find_memory_order(kernel, true), asks_for_qpus).run();
  if (made.code == nullptr || (other.code != nullptr && rows)) return other;
  if (other.code == nullptr) return made;
  made.code->in_memory = std::move(other.code);
  return made;
}

}  // namespace quadcl::compiler::qpu
