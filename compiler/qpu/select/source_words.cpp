// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/select/source_words.h"

#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {
namespace {

struct FunctionWords {
  llvm::Intrinsic::ID id;
  const char* words;
};

/// By OpenCL's names where LLVM has others.
constexpr FunctionWords kFunctions[] = {
    {llvm::Intrinsic::bitreverse, "it reverses bits"},
    {llvm::Intrinsic::bswap, "it swaps bytes"},
    {llvm::Intrinsic::ctlz, "it calls clz"},
    {llvm::Intrinsic::ctpop, "it calls popcount"},
    {llvm::Intrinsic::cttz, "it calls ctz"},
    {llvm::Intrinsic::debugtrap, "it stops for a debugger"},
    {llvm::Intrinsic::memcpy, "it copies memory of a size that is not known"},
    {llvm::Intrinsic::memmove, "it copies memory that may overlap, of a size that is not known or large"},
    {llvm::Intrinsic::memset, "it fills memory of a size that is not known"},
    {llvm::Intrinsic::roundeven, "it calls rint"},
    {llvm::Intrinsic::sadd_sat, "it calls add_sat"},
    {llvm::Intrinsic::ssub_sat, "it calls sub_sat"},
    {llvm::Intrinsic::trap, "it ends with an error"},
    {llvm::Intrinsic::uadd_sat, "it calls add_sat"},
    {llvm::Intrinsic::usub_sat, "it calls sub_sat"},
};

struct OperationWords {
  unsigned opcode;
  const char* words;
};

constexpr OperationWords kOperations[] = {
    {llvm::Instruction::AddrSpaceCast, "it has pointers that may lead to different kinds of memory"},
    {llvm::Instruction::Alloca, "it has an array of a size that is not known"},
    {llvm::Instruction::ExtractElement, "it takes an element of a vector that must stay whole"},
    {llvm::Instruction::ExtractValue, "it takes a member of a struct that must stay whole"},
    {llvm::Instruction::InsertElement, "it makes a vector that must stay whole"},
    {llvm::Instruction::InsertValue, "it makes a struct that must stay whole"},
    {llvm::Instruction::ShuffleVector, "it moves elements of a vector that must stay whole"},
    {llvm::Instruction::VAArg, "it takes arguments of any number"},
};

}  // namespace

std::string words_of_access(const llvm::Type& type, const std::string& verb) {
  if (type.isVectorTy()) return "it " + verb + " a vector that must stay whole";
  if (type.isPointerTy()) return "it " + verb + " a pointer";
  if (type.isStructTy() || type.isArrayTy()) return "it " + verb + " a struct that must stay whole";
  return "it " + verb + " a number of more than 64 bits";
}

std::string words_of_operation(const llvm::Instruction& instruction) {
  for (const OperationWords& row : kOperations)
    if (row.opcode == instruction.getOpcode()) return row.words;
  return "it does what QPUs cannot";
}

std::string words_of_call(const llvm::IntrinsicInst& call) {
  for (const FunctionWords& row : kFunctions)
    if (row.id == call.getIntrinsicID()) return row.words;
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  name.consume_front("llvm.");
  return "it calls " + name.str() + ", which QPUs do not have";
}

}  // namespace quadcl::compiler::qpu
