// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/kernel_shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/stride_arithmetic.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {
namespace {

/// Bits of the numbers that indices mostly fit into.
constexpr unsigned kIndexBits = 32;
/// The fewest places after which an index starts again that makes no difference to its stride.
constexpr unsigned kManyPlaces = 64;

std::vector<llvm::BasicBlock*> blocks_of(llvm::Function& kernel) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel);
  return {order.begin(), order.end()};
}

/// Whether the load reads a struct argument that the kernel does not change (struct_arguments.h).
bool reads_argument(const llvm::LoadInst& load) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
  return argument != nullptr && argument->hasByValAttr() &&
         load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// The buffers that a kernel only reads, as far as its arguments tell. A store to the same buffer through
/// another argument would be a race, unless a barrier orders it; after the barrier, all work-items read the
/// same again.
class ReadBuffers {
 public:
  explicit ReadBuffers(llvm::Function& kernel) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (!instruction.mayWriteToMemory()) continue;
      for (const llvm::Value* operand : instruction.operands())
        if (operand->getType()->isPointerTy() && !llvm::isa<llvm::Function>(operand)) add(*operand);
    }
  }

  bool reads(const llvm::LoadInst& load) const {
    const auto* buffer = llvm::dyn_cast<llvm::Argument>(object_of(*load.getPointerOperand()));
    return buffer != nullptr && load.isSimple() && !writes_anywhere_ && !written_.contains(buffer);
  }

 private:
  static const llvm::Value* object_of(const llvm::Value& address) {
    return llvm::getUnderlyingObject(&address, /*MaxLookup=*/0);
  }

  void add(const llvm::Value& address) {
    const llvm::Value* object = object_of(address);
    written_.insert(object);
    writes_anywhere_ |= !llvm::isa<llvm::Argument, llvm::AllocaInst, llvm::GlobalVariable>(object);
  }

  llvm::SmallPtrSet<const llvm::Value*, 8> written_;
  bool writes_anywhere_ = false;
};

/// Whether the result is varying even if all operands are uniform.
bool is_source(const llvm::Instruction& instruction, const ReadBuffers& buffers) {
  if (const WorkItemFunction* row = called_work_item_function(instruction)) return row->is_local_id;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isVolatile() || (load->getPointerAddressSpace() != kConstantAddressSpace &&
                                  !reads_argument(*load) && !buffers.reads(*load));
  if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
  return instruction.mayReadOrWriteMemory();
}

/// Whether the result depends on nothing but the operands.
bool follows_from_operands(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                   llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction) ||
         (llvm::isa<llvm::IntrinsicInst>(instruction) && !instruction.mayHaveSideEffects());
}

Shape assumed(Shape shape) {
  if (shape.is_uniform()) return Shape::strided(0, {kAssumed});
  if (shape.follows_lane_0()) add_conditions(shape.conditions, {kAssumed});
  return shape;
}

}  // namespace

GroupShapes::GroupShapes(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators)
    : Shapes(blocks_of(kernel)), divergence_(post_dominators) {
  const ReadBuffers buffers(kernel);
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (is_source(instruction, buffers)) sources_.insert(&instruction);
  solve();
  if (!is_too_large()) return;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) set(instruction, Shape::varying());
}

Shape GroupShapes::compute(llvm::Instruction& instruction) const {
  return sources_.contains(&instruction) ? Shape::varying() : Shapes::compute(instruction);
}

Shape GroupShapes::of_phi(const llvm::PHINode& phi) const {
  return depends_on_way(phi) ? Shape::varying() : Shapes::of_phi(phi);
}

bool GroupShapes::leave(const llvm::BasicBlock& block) {
  const llvm::Value* condition = condition_of(*block.getTerminator());
  return condition != nullptr && is_varying(*condition) && divergence_.add(block);
}

NeighbourShapes::NeighbourShapes(llvm::Function& kernel, const GroupShapes& group, unsigned dimension)
    : Shapes(blocks_of(kernel)), group_(group), dimension_(dimension) {
  solve();
}

Shape NeighbourShapes::compute(llvm::Instruction& instruction) const {
  if (!group_.is_varying(instruction)) return Shape::uniform();
  if (called_work_item_function(instruction) != nullptr || instruction.mayReadOrWriteMemory() ||
      llvm::isa<llvm::AllocaInst>(instruction))
    return of_source(instruction);
  if (const auto low = low_bits(instruction);
      low && low->bits >= kIndexBits && !llvm::isa<llvm::TruncInst>(instruction))
    return assumed(of(*low->whole));
  return Shapes::compute(instruction);
}

/// Of ids, and of what is loaded from one place for all neighbours.
Shape NeighbourShapes::of_source(const llvm::Instruction& instruction) const {
  if (const WorkItemFunction* row = called_work_item_function(instruction)) {
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
    if (!row->is_local_id || dimension == nullptr) return Shape::varying();
    return Shape::strided(dimension->equalsInt(dimension_) ? 1 : 0, {});
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr) return Shape::varying();
  const Shape& address = of(*load->getPointerOperand());
  if (!address.is_known()) return {};
  return address.step() == 0 ? assumed(Shape::uniform()) : Shape::varying();
}

Shape NeighbourShapes::of_phi(const llvm::PHINode& phi) const {
  Shape shape = Shapes::of_phi(phi);
  return group_.depends_on_way(phi) ? assumed(std::move(shape)) : shape;
}

Shape NeighbourShapes::of_extension(llvm::CastInst&, const Shape& from) const { return assumed(from); }

/// What follows from operands that are the same is the same; indices are taken to be within their limits.
Shape NeighbourShapes::irregular(llvm::Instruction& instruction) const {
  const auto is_same = [&](const llvm::Use& operand) { return stride_of(*operand.get()) == 0; };
  if (follows_from_operands(instruction) && llvm::all_of(instruction.operands(), is_same)) {
    const Shape shape = Shapes::irregular(instruction);
    return shape.is_uniform() ? shape : assumed(Shape::uniform());
  }
  if (const auto* limit = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
    return within_limit(*limit->getLHS(), *limit->getRHS());
  if (instruction.getOpcode() == llvm::Instruction::URem ||
      instruction.getOpcode() == llvm::Instruction::SRem)
    return of_remainder(*instruction.getOperand(0), *instruction.getOperand(1));
  const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  return select != nullptr ? of_choice(*select) : Shape::varying();
}

/// An index that starts again at a number which neighbours share has the shape of the whole nearly
/// everywhere, unless the number is small. `safe-division` has chosen another divisor where it is 0.
Shape NeighbourShapes::of_remainder(const llvm::Value& whole, const llvm::Value& divisor) const {
  const auto* safe = llvm::dyn_cast<llvm::SelectInst>(&divisor);
  const llvm::Value& number = safe != nullptr ? *safe->getFalseValue() : divisor;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&number);
  const bool is_small = constant != nullptr && constant->getValue().abs().ult(kManyPlaces);
  return stride_of(number) == 0 && !is_small ? assumed(of(whole)) : Shape::varying();
}

/// The shape of an index that is kept within a limit which neighbours share: that of the index, which it has
/// nearly everywhere.
Shape NeighbourShapes::within_limit(const llvm::Value& a, const llvm::Value& b) const {
  if (stride_of(b) == 0) return assumed(of(a));
  return stride_of(a) == 0 ? assumed(of(b)) : Shape::varying();
}

/// An index equals a number at one place at most.
Shape NeighbourShapes::of_choice(const llvm::SelectInst& select) const {
  const llvm::Value &yes = *select.getTrueValue(), &no = *select.getFalseValue();
  if (stride_of(*select.getCondition()) == 0) return assumed(one_of(of(yes), of(no)));
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(select.getCondition());
  if (comparison == nullptr) return Shape::varying();
  if (comparison->isEquality()) {
    const auto step = within_limit(*comparison->getOperand(0), *comparison->getOperand(1)).step();
    const bool is_eq = comparison->getPredicate() == llvm::CmpInst::ICMP_EQ;
    return step && step != 0 ? assumed(of(is_eq ? no : yes)) : Shape::varying();
  }
  const Shape compared = within_limit(*comparison->getOperand(0), *comparison->getOperand(1)),
              kept = within_limit(yes, no);
  const bool is_index = kept.step() && kept.step() != 0 && kept.step() == compared.step();
  return is_index ? kept : Shape::varying();
}

KernelShapes::KernelShapes(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators)
    : kernel_(&kernel), group_(std::make_unique<GroupShapes>(kernel, post_dominators)) {}

const NeighbourShapes& KernelShapes::along(unsigned dimension) {
  auto& neighbours = neighbours_[dimension];
  if (!neighbours) neighbours = std::make_unique<NeighbourShapes>(*kernel_, *group_, dimension);
  return *neighbours;
}

llvm::AnalysisKey KernelShapesAnalysis::Key;

KernelShapes KernelShapesAnalysis::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  return {kernel, analyses.getResult<llvm::PostDominatorTreeAnalysis>(kernel)};
}

}  // namespace quadcl::compiler
