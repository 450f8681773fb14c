// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/match/recognise_kernels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/build_limits.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/handles.h"
#include "compiler/ir/kernels.h"
#include "compiler/recognise/follow/walk.h"
#include "compiler/recognise/match/kernel_stores.h"
#include "compiler/recognise/match/sums.h"
#include "core/builtin/builtin_kernels.h"

namespace quadcl::compiler::recognise {
namespace {

/// Rejects most kernels before any work is done.
void check_at_a_glance(const llvm::Function& kernel) {
  bool loads = false, stores = false;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    loads |= llvm::isa<llvm::LoadInst>(instruction);
    stores |= llvm::isa<llvm::StoreInst>(instruction);
  }
  if (!loads || !stores) reject("it does not read and write memory");
}

/// If the default of a switch is unreachable, makes its last case the default. Otherwise the unreachable
/// block would count as an end of the kernel.
void drop_unreachable_defaults(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel) {
    auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
    if (choice == nullptr || choice->getNumCases() == 0) continue;
    llvm::BasicBlock* never = choice->getDefaultDest();
    if (!llvm::isa<llvm::UnreachableInst>(never->front())) continue;
    const auto last = std::prev(choice->case_end());
    choice->setDefaultDest(last->getCaseSuccessor());
    choice->removeCase(last);
  }
  llvm::removeUnreachableBlocks(kernel);
}

std::string describe(const Recognition& recognition, const KernelImage& image) {
  const KernelImage& builtin = *builtin_kernel_image(recognition.builtin);
  const auto text_of = [&](std::uint32_t term) { return to_text(recognition, term, image); };
  std::string text = builtin.name + "(", steps;
  std::size_t buffers = 0;
  for (std::size_t i = 0; i < recognition.arguments.size(); ++i) {
    const Binding& binding = recognition.arguments[i];
    const std::string& name = builtin.arguments[i].name;
    text += (i == 0 ? "" : ", ") + name + " = ";
    if (binding.kind == BindingKind::float_term) text += float_text(recognition, binding.term, image);
    if (binding.kind == BindingKind::integer) text += text_of(binding.term);
    if (binding.kind != BindingKind::buffer) continue;
    const std::string offset = text_of(binding.term);
    text += image.arguments[binding.argument].name + (offset == "0" ? "" : " + " + offset + " bytes");
    if (recognition.batch)
      steps += ", " + name + " + " + text_of(recognition.batch->steps[buffers++]) + " bytes";
  }
  text += ")";
  return recognition.batch ? text + ", " + text_of(recognition.batch->count) + " times" + steps + " each time"
                           : text;
}

/// Whether the value is an element of a buffer, or 0 where there is none.
bool moves_data(Node value, Expressions& expressions) {
  std::vector<Condition> conditions;
  const NodeRow row = expressions[value];
  if (row.kind == NodeKind::select && !expressions.is_float_zero(row.left) &&
      !expressions.is_float_zero(row.right))
    return false;
  return expressions[strip_conditions(value, conditions, expressions)].kind == NodeKind::load;
}

Recognition analyse(llvm::Function& kernel, Symbols& symbols) {
  Expressions expressions(symbols);
  Machine machine(kernel.getDataLayout(), symbols, expressions);
  Walk(kernel, machine).run();
  machine.memory.outputs.finish();
  const Polynomials size_bounds = machine.integers.require_sizes();
  KernelStores stores{symbols, expressions, machine.memory.objects.all(), machine.memory.outputs.all(),
                      machine.instructions.whole_groups()};
  if (stores.outputs.empty()) reject("it stores nothing");
  symbols.set_place(stores.outputs.front().place);
  stores.size_bounds = size_bounds;
  stores.normalise();
  const bool moves = llvm::all_of(
      stores.outputs, [&](const BufferStore& output) { return moves_data(output.value, expressions); });
  return moves ? match_transpose(stores) : match_product(stores);
}

LocalSizes required_sizes(const KernelImage& image) {
  LocalSizes sizes;
  for (unsigned d = 0; d < kDimensions; ++d)
    if (image.required_local[d] != 0) sizes[d] = static_cast<std::int64_t>(image.required_local[d]);
  return sizes;
}

/// Local sizes that the attempt needs, or that would make its divisions simple.
LocalSizes suggested_sizes(Symbols& symbols) {
  LocalSizes sizes;
  for (const auto& [symbol, value] : symbols.equalities())
    if (value.is_constant() && value.constant() > 1) sizes[symbols[symbol].index] = value.constant();
  for (const auto& [dimension, size] : symbols.local_size_hints()) sizes.try_emplace(dimension, size);
  return sizes;
}

/// Local sizes are symbols at first. If that fails, the kernel is tried again with the numbers it suggests;
/// in the end also with the multiples that it suggests for arguments.
Recognition recognise(llvm::Function& kernel, const KernelImage& image) {
  check_at_a_glance(kernel);
  drop_unreachable_defaults(kernel);
  LocalSizes assumed = required_sizes(image);
  Multiples multiples;
  std::optional<Rejected> first;
  while (true) {
    Symbols symbols;
    for (const auto& [dimension, size] : assumed) symbols.assume_local_size(dimension, size);
    for (const auto& [argument, number] : multiples) symbols.assume_multiple(argument, number);
    try {
      return analyse(kernel, symbols);
    } catch (const Rejected& rejected) {
      // A reason without a place gets the place where the work-item was, or that of the store.
      if (!first) first = {rejected.reason, rejected.where != nullptr ? rejected.where : symbols.place()};
      const std::size_t before = assumed.size();
      assumed.merge(suggested_sizes(symbols));
      if (assumed.size() != before) continue;
      Multiples suggested = symbols.multiple_hints();
      multiples.merge(suggested);
      if (suggested.size() == symbols.multiple_hints().size()) throw *first;
    }
  }
}

/// " (line 7: `sum += a[k]`)", or nothing where the place is not known.
std::string place_text(const llvm::DILocation* place) {
  constexpr std::size_t kLongest = 120;
  while (place != nullptr && place->getInlinedAt() != nullptr && place->getLine() == 0)
    place = place->getInlinedAt();
  if (place == nullptr || place->getLine() == 0) return {};
  std::string text = " (line " + std::to_string(place->getLine());
  const auto source = place->getFile() != nullptr ? place->getFile()->getSource() : std::nullopt;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  if (source) source->split(lines, '\n');
  if (place->getLine() <= lines.size()) {
    const llvm::StringRef line = lines[place->getLine() - 1].trim();
    text += ": `" + line.take_front(kLongest).str() + (line.size() > kLongest ? "..." : "") + "`";
  }
  return text + ")";
}

/// Where the kernel begins, or null.
const llvm::DILocation* start_of(const llvm::Function& kernel) {
  llvm::DISubprogram* program = kernel.getSubprogram();
  return program == nullptr ? nullptr
                            : llvm::DILocation::get(kernel.getContext(), program->getLine(), 0, program);
}

/// Sets the image's `recognition`, or the first reason why there is none.
void recognise_kernel(llvm::Function& kernel, KernelImage& image) {
  try {
    if (takes_handles(kernel)) reject("it takes images or samplers");
    Recognition recognition = recognise(kernel, image);
    recognition.text = describe(recognition, image);
    image.recognition = std::make_shared<const Recognition>(std::move(recognition));
  } catch (const Rejected& rejected) {
    const std::string place = place_text(rejected.where);
    image.not_recognised = rejected.reason + (place.empty() ? place_text(start_of(kernel)) : place);
  }
}

}  // namespace
}  // namespace quadcl::compiler::recognise

namespace quadcl::compiler {

llvm::PreservedAnalyses RecogniseKernels::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    check_build_time();
    if (!is_huge(*kernels[i])) recognise::recognise_kernel(*kernels[i], *compilation_.images[i]);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
