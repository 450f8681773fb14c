// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_calls.h"

#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {

/// The memory of one call. The next call of the function may use it again.
llvm::AllocaInst* LaneCalls::block_for(const llvm::Function& function, std::uint64_t bytes) {
  llvm::AllocaInst*& block = blocks_[&function];
  if (block != nullptr) return block;
  llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
  auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), bytes);
  return block = new llvm::AllocaInst(type, 0, nullptr, RowBlock::kAlignment, function.getName() + ".block",
                                      entry.begin());
}

llvm::Value* LaneCalls::place_in_block(llvm::AllocaInst& block, std::uint64_t offset) {
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), &block, offset);
}

void LaneCalls::emit(llvm::CallInst& call) {
  const llvm::Function& callee = *call.getCalledFunction();
  const RowBlock places(callee);
  llvm::AllocaInst& block = *block_for(callee, places.bytes());
  const auto store = [&](llvm::Value* lanes, std::uint64_t offset) {
    if (lanes->getType()->isIntOrIntVectorTy(1))
      lanes = builder_.CreateZExt(lanes, values_.lanes_type(builder_.getInt8Ty()));
    builder_.CreateAlignedStore(lanes, place_in_block(block, offset), RowBlock::kAlignment);
  };
  store(all_lanes(), 0);
  llvm::SmallVector<llvm::Value*> arguments{&block};
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (is_same_for_row(callee, i)) {
      arguments.push_back(values_.scalar(*call.getArgOperand(i)));
    } else {
      store(values_.vector(*call.getArgOperand(i)), places.parameter(i));
    }
  }
  builder_.CreateCall(row_function_of(call), arguments);
  if (call.getType()->isVoidTy()) return;
  WideElements results;
  for (unsigned i = 0; i < element_count(*call.getType()); ++i) {
    llvm::Type* type =
        call.getType()->isStructTy() ? call.getType()->getStructElementType(i) : call.getType();
    llvm::Value* lanes =
        builder_.CreateAlignedLoad(values_.lanes_type(type_in_block(*type)),
                                   place_in_block(block, places.result(i)), RowBlock::kAlignment);
    results.push_back(type->isIntegerTy(1) ? builder_.CreateIsNotNull(lanes) : lanes);
  }
  values_.set_elements(call, results);
}

}  // namespace quadcl::compiler
