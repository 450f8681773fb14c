// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/explicit_extensions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

/// The low bits of a number, extended, and shifted to the left.
struct Extension {
  llvm::Value* number;
  unsigned low_bits;
  bool is_signed;
  unsigned shift;
};

bool is_integer_width(unsigned bits) { return bits == 8 || bits == 16 || bits == 32; }

std::optional<Extension> signed_extension(llvm::Instruction& instruction, unsigned width) {
  llvm::Value* number = nullptr;
  const llvm::APInt *up = nullptr, *down = nullptr;
  if (!match(&instruction, m_AShr(m_Shl(m_Value(number), m_APInt(up)), m_APInt(down)))) return {};
  if (up->uge(width) || down->ugt(*up) ||
      !is_integer_width(width - static_cast<unsigned>(up->getZExtValue())))
    return {};
  return Extension{number, width - static_cast<unsigned>(up->getZExtValue()), true,
                   static_cast<unsigned>((*up - *down).getZExtValue())};
}

std::optional<Extension> unsigned_extension(llvm::Instruction& instruction, unsigned width) {
  llvm::Value* number = nullptr;
  const llvm::APInt *mask = nullptr, *up = nullptr;
  if (!match(&instruction, m_And(m_Value(number), m_APInt(mask)))) return {};
  unsigned shift = 0;
  if (llvm::Value* inner = nullptr; match(number, m_Shl(m_Value(inner), m_APInt(up))) && up->ult(width)) {
    shift = static_cast<unsigned>(up->getZExtValue());
    number = inner;
  }
  const unsigned low_bits = mask->popcount();
  const bool is_low = *mask == llvm::APInt::getBitsSet(width, shift, std::min(width, shift + low_bits));
  if (!is_low || !is_integer_width(low_bits)) return {};
  return Extension{number, low_bits, false, shift};
}

llvm::Value* spell_out(const Extension& extension, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* low = builder.CreateTrunc(extension.number, builder.getIntNTy(extension.low_bits));
  llvm::Value* extended = extension.is_signed ? builder.CreateSExt(low, instruction.getType())
                                              : builder.CreateZExt(low, instruction.getType());
  return extension.shift == 0 ? extended : builder.CreateShl(extended, extension.shift);
}

}  // namespace

llvm::PreservedAnalyses ExplicitExtensions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!instruction.getType()->isIntegerTy(64)) continue;
    auto extension = signed_extension(instruction, 64);
    if (!extension) extension = unsigned_extension(instruction, 64);
    if (!extension) continue;
    instruction.replaceAllUsesWith(spell_out(*extension, instruction));
    instruction.eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
