// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics and of work-item functions.
#include <llvm/IR/Module.h>

#include "compiler/ir/runtime_functions.h"
#include "compiler/recognise/follow/machine.h"

namespace quadcl::compiler::recognise {

Value Instructions::call(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) reject("it calls an unknown function");
  if (callee->getName() == kBarrierFunction) {
    machine_.memory.tiles.barrier();
    return {};
  }
  return callee->isIntrinsic() ? call_intrinsic(call, callee->getIntrinsicID()) : work_item_function(call);
}

Value Instructions::call_intrinsic(const llvm::CallInst& call, llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
      return multiply_add(call);
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umin: {
      const Operands x = operands(call, 2);
      return machine_.integers.minimum(call, x[0], x[1]);
    }
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umax: {
      const Operands x = operands(call, 2);
      return machine_.integers.maximum(call, x[0], x[1]);
    }
    case llvm::Intrinsic::memset: {
      const Operands x = operands(call, 3);
      machine_.memory.fill(x[0], x[1], x[2]);
      return {};
    }
    case llvm::Intrinsic::memcpy: {
      if (llvm::cast<llvm::MemCpyInst>(call).isVolatile()) reject("it copies memory");
      const Operands x = operands(call, 3);
      machine_.memory.copy(x[0], x[1], x[2]);
      return {};
    }
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      return {};
    default:
      reject("it calls " + call.getCalledFunction()->getName().str());
  }
}

/// a * b + c
Value Instructions::multiply_add(const llvm::CallInst& call) {
  const bool is_float = call.getType()->getScalarType()->isFloatTy(), reorderable = call.hasAllowReassoc();
  const auto of_lane = [&](llvm::ArrayRef<Value> x) -> Value {
    if (!is_float || !llvm::all_of(x, [](const Value& value) { return value.is_data(); })) return {};
    Expressions& expressions = machine_.expressions;
    const Node product = expressions.multiply(x[0].row, x[1].row, reorderable);
    return Value::of_data(expressions.add(product, x[2].row));
  };
  return each_lane(call, operands(call, 3), of_lane);
}

Value Instructions::work_item_function(const llvm::CallInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  unsigned dimension = 0;
  if (call.arg_size() == 1) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (constant == nullptr || constant->getZExtValue() >= kDimensions) reject("it calls " + name.str());
    dimension = static_cast<unsigned>(constant->getZExtValue());
  }
  // The guard demands an offset of zero.
  if (name == "_Z17get_global_offsetj") return Value::of_integer(0);
  constexpr std::pair<llvm::StringLiteral, SymbolKind> kQuantities[] = {
      {"_Z12get_group_idj", SymbolKind::group_id},
      {"_Z12get_local_idj", SymbolKind::local_id},
      {"_Z14get_local_sizej", SymbolKind::local_size},
      {"_Z23get_enqueued_local_sizej", SymbolKind::local_size},
      {"_Z18quadcl_global_sizej", SymbolKind::global_size},
      {"_Z14get_num_groupsj", SymbolKind::group_count}};
  const auto* found = llvm::find_if(kQuantities, [&](const auto& row) { return row.first == name; });
  if (found == std::end(kQuantities)) reject("it calls " + name.str());
  if (name == "_Z14get_local_sizej") whole_groups_ |= static_cast<std::uint8_t>(1u << dimension);
  return Value::of_integer(machine_.symbols.value(found->second, dimension));
}

}  // namespace quadcl::compiler::recognise
