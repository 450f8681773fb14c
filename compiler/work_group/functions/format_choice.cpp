// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/format_choice.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/group_context.h"
#include "core/image_abi.h"

namespace quadcl::compiler {
namespace {

constexpr std::int64_t kMostPixelBytes = kMaxPixelBytes;

class Image {
 public:
  Image(llvm::IRBuilder<>& builder, llvm::Value* arguments, unsigned number) : builder_(builder) {
    llvm::Value* place = builder.CreateLoad(
        builder.getPtrTy(), builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), arguments, number));
    image_ = builder.CreateAlignedLoad(builder.getPtrTy(kGlobalAddressSpace), place, llvm::Align(1));
  }

  llvm::Value* has_format(LaunchFact fact) {
    llvm::Value* has_order = is_equal(number_at(offsetof(quadcl_image, channel_order)), order_in(fact));
    return builder_.CreateAnd(has_order,
                              is_equal(number_at(offsetof(quadcl_image, channel_type)), type_in(fact)));
  }

  /// Whether a signed number of 32 bits holds the offset of each byte from the first.
  llvm::Value* has_short_offsets() {
    llvm::Value* slices = builder_.CreateMul(number_at(offsetof(quadcl_image, depth)),
                                             number_at(offsetof(quadcl_image, layers)));
    const auto bytes = [&](std::size_t pitch, llvm::Value* count) {
      return is_short(builder_.CreateMul(load(builder_.getInt64Ty(), pitch),
                                         builder_.CreateZExt(count, builder_.getInt64Ty())));
    };
    llvm::Value* width = builder_.CreateZExt(number_at(offsetof(quadcl_image, width)), builder_.getInt64Ty());
    return builder_.CreateAnd(
        {is_short(builder_.CreateMul(width, builder_.getInt64(kMostPixelBytes))),
         bytes(offsetof(quadcl_image, row_pitch), number_at(offsetof(quadcl_image, height))),
         bytes(offsetof(quadcl_image, slice_pitch), slices)});
  }

 private:
  llvm::Value* load(llvm::Type* type, std::size_t offset) {
    return builder_.CreateLoad(type,
                               builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), image_, offset));
  }
  llvm::Value* number_at(std::size_t offset) { return load(builder_.getInt32Ty(), offset); }
  llvm::Value* is_equal(llvm::Value* value, std::uint32_t number) {
    return builder_.CreateICmpEQ(value, builder_.getInt32(number));
  }
  llvm::Value* is_short(llvm::Value* bytes) {
    return builder_.CreateICmpULE(bytes, builder_.getInt64(std::numeric_limits<std::int32_t>::max()));
  }

  llvm::IRBuilder<>& builder_;
  llvm::Value* image_;
};

llvm::Value* may_run(llvm::IRBuilder<>& builder, llvm::Value* arguments, const FormatVersion& version) {
  llvm::Value* result = builder.getTrue();
  for (unsigned i = 0; i < version.facts.size(); ++i) {
    if (!is_format(version.facts[i])) continue;
    Image image(builder, arguments, i);
    result = builder.CreateAnd({result, image.has_format(version.facts[i]), image.has_short_offsets()});
  }
  return result;
}

void call_and_return(llvm::IRBuilder<>& builder, llvm::Function& entry, llvm::Function& called) {
  called.setLinkage(llvm::GlobalValue::InternalLinkage);
  called.addFnAttr(llvm::Attribute::NoInline);
  builder.CreateCall(&called, {entry.getArg(0), entry.getArg(1)});
  builder.CreateRetVoid();
}

/// The entry under the kernel's own name. Versions follow in the order in which they are tried.
class Entry {
 public:
  Entry(llvm::Module& module, const std::string& symbol)
      : module_(module), general_(*module.getFunction(symbol)) {
    general_.setName(symbol + ".any_format");
    entry_ = llvm::Function::Create(general_.getFunctionType(), llvm::GlobalValue::ExternalLinkage, symbol,
                                    module);
    entry_->addFnAttr(llvm::Attribute::NoUnwind);
    entry_->addParamAttr(1, llvm::Attribute::get(module.getContext(), kGroupContextAttribute));
    open_ = llvm::BasicBlock::Create(module.getContext(), "", entry_);
  }

  void add(const FormatVersion& version) {
    auto* suits = llvm::BasicBlock::Create(module_.getContext(), "suits", entry_);
    auto* next = llvm::BasicBlock::Create(module_.getContext(), "next", entry_);
    llvm::IRBuilder<> builder(open_);
    builder.CreateCondBr(may_run(builder, entry_->getArg(0), version), suits, next);
    builder.SetInsertPoint(suits);
    call_and_return(builder, *entry_, *module_.getFunction(version.image.code.symbol));
    open_ = next;
  }

  void finish() {
    llvm::IRBuilder<> builder(open_);
    call_and_return(builder, *entry_, general_);
  }

 private:
  llvm::Module& module_;
  llvm::Function& general_;
  llvm::Function* entry_;
  llvm::BasicBlock* open_;
};

/// The kernel's needs and its versions'; its habits are those of the versions.
void add_needs(KernelCode& code, const KernelCode& version) {
  code.local_bytes = std::max(code.local_bytes, version.local_bytes);
  code.item_bytes = std::max(code.item_bytes, version.item_bytes);
  code.private_bytes = std::max(code.private_bytes, version.private_bytes);
  code.row_dimension = version.row_dimension;
  code.has_blocks = version.has_blocks;
  code.may_join_groups = code.may_join_groups && version.may_join_groups;
}

}  // namespace

llvm::PreservedAnalyses FormatChoice::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto& versions = compilation_.format_versions;
  if (versions.empty()) return llvm::PreservedAnalyses::all();
  for (auto first = versions.begin(); first != versions.end();) {
    Entry entry(module, first->of->code.symbol);
    auto version = first;
    for (; version != versions.end() && version->of == first->of; ++version) {
      entry.add(*version);
      add_needs(version->of->code, version->image.code);
    }
    entry.finish();
    first = version;
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
