// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/argument_mod_ref.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace quadcl::compiler {
namespace {

constexpr std::uint64_t kUnbounded = PointerUses::kUnbounded;
/// The most pairs of a read and a write that are looked at.
constexpr std::size_t kMostPairs = 1u << 16;

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) { return a > kUnbounded - b ? kUnbounded : a + b; }

std::uint64_t product_of(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kUnbounded / b ? kUnbounded : a * b;
}

/// Where a pointer that was derived from another one points to, in bytes from there.
struct Place {
  std::uint64_t last = 0;  ///< the largest possible offset
  std::uint64_t end = 0;   ///< of the array in which it lies; 0 if it is in none with an index that varies
  bool may_precede = false;

  std::uint64_t end_of(std::uint64_t bytes) const { return end != 0 ? end : sum_of(last, bytes); }
};

class Follower {
 public:
  Follower(const llvm::DataLayout& layout, const ParameterUses& known, llvm::ScalarEvolution& evolution)
      : layout_(layout), known_(known), evolution_(evolution) {}

  PointerUses follow(const llvm::Value& pointer) {
    follow_uses(pointer, {});
    return std::move(found_);
  }

 private:
  void follow_uses(const llvm::Value& pointer, const Place& place) {
    for (const llvm::Use& use : pointer.uses()) {
      if (!found_.only_accesses) return;
      look_at(use, place);
    }
  }

  void look_at(const llvm::Use& use, const Place& place) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      follow_uses(*address, place_of(*address, place));
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) {
      if (choices_.insert(user).second) follow_uses(*user, {kUnbounded, 0, /*may_precede=*/true});
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      access(found_.reads, *load, load->isSimple(), place, load->getType());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const bool is_address = use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
      access(found_.writes, *store, store->isSimple() && is_address, place,
             store->getValueOperand()->getType());
    } else if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      set_or_copy(*set, use, place);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      look_at_call(*call, use, place);
    } else {
      found_.only_accesses = false;
    }
  }

  template <typename Accesses>
  void access(Accesses& accesses, const llvm::Instruction& instruction, bool is_ordinary, const Place& place,
              llvm::Type* type) {
    found_.only_accesses &= is_ordinary;
    accesses.push_back(&instruction);
    reach(place, layout_.getTypeStoreSize(type));
  }

  void set_or_copy(const llvm::MemIntrinsic& set, const llvm::Use& use, const Place& place) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
    found_.only_accesses &= length != nullptr && !set.isVolatile();
    if (!found_.only_accesses) return;
    (&set.getRawDestUse() == &use ? found_.writes : found_.reads).push_back(&set);
    reach(place, length->getZExtValue());
  }

  void look_at_call(const llvm::CallBase& call, const llvm::Use& use, const Place& place) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
        intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd())
      return;
    const llvm::Function* callee = call.getCalledFunction();
    const unsigned number = call.isArgOperand(&use) ? call.getArgOperandNo(&use) : kNoArgument;
    const PointerUses* uses =
        callee != nullptr && number != kNoArgument ? known_.of(*callee, number) : nullptr;
    found_.only_accesses &= uses != nullptr && uses->only_accesses;
    if (!found_.only_accesses) return;
    found_.passed.push_back({&call, number});
    const bool is_copied = call.isByValArgument(number);
    if (is_copied || !uses->reads.empty()) found_.reads.push_back(&call);
    if (!is_copied && !uses->writes.empty()) found_.writes.push_back(&call);
    reach(place, is_copied ? layout_.getTypeStoreSize(call.getParamByValType(number)).getFixedValue()
                           : uses->extent);
    found_.may_precede |= !is_copied && uses->may_precede;
  }

  void reach(const Place& place, std::uint64_t bytes) {
    found_.extent = std::max(found_.extent, bytes == kUnbounded ? kUnbounded : place.end_of(bytes));
    found_.may_precede |= place.may_precede;
  }

  /// An index within an array of known length stays within it, as the language demands.
  Place place_of(const llvm::GetElementPtrInst& address, const Place& base) const {
    Place place = base;
    llvm::Type* within = nullptr;
    for (auto index = llvm::gep_type_begin(address); index != llvm::gep_type_end(address); ++index) {
      const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index.getOperand());
      if (llvm::StructType* type = index.getStructTypeOrNull()) {
        place.last =
            sum_of(place.last, layout_.getStructLayout(type)->getElementOffset(constant->getZExtValue()));
      } else if (constant == nullptr && within != nullptr && within->isArrayTy()) {
        if (place.end == 0) place.end = sum_of(place.last, layout_.getTypeAllocSize(within).getFixedValue());
      } else {
        const llvm::ConstantRange range =
            evolution_.getSignedRange(evolution_.getSCEV(const_cast<llvm::Value*>(index.getOperand())));
        place.may_precede |= range.getSignedMin().isNegative();
        place.last = sum_of(place.last, product_of(range.getSignedMax().getLimitedValue(),
                                                   index.getSequentialElementStride(layout_)));
      }
      within = index.getIndexedType();
    }
    return place;
  }

  static constexpr unsigned kNoArgument = ~0u;
  const llvm::DataLayout& layout_;
  const ParameterUses& known_;
  llvm::ScalarEvolution& evolution_;
  llvm::SmallPtrSet<const llvm::Instruction*, 4> choices_;
  PointerUses found_;
};

/// Whether a call is the only instruction between the first read and the last write, and reads first, too.
bool reads_first_in_calls(const llvm::CallBase& call, const PointerUses& read, const PointerUses& written,
                          const ParameterUses& uses) {
  return llvm::all_of(read.passed, [&](const PointerUses::Passed& in) {
    return in.call != &call || llvm::all_of(written.passed, [&](const PointerUses::Passed& out) {
             return out.call != &call || call.isByValArgument(in.argument) ||
                    uses.reads_first(*call.getCalledFunction(), in.argument, out.argument);
           });
  });
}

}  // namespace

bool is_private_pointer(const llvm::Type& type) {
  return type.isPointerTy() && type.getPointerAddressSpace() == 0;
}

void ParameterUses::add(const llvm::Function& function) {
  llvm::SmallVector<PointerUses, 4> uses;
  for (const llvm::Argument& parameter : function.args())
    uses.push_back(is_private_pointer(*parameter.getType()) ? of_pointer(parameter) : PointerUses());
  uses_[&function] = std::move(uses);
}

const PointerUses* ParameterUses::of(const llvm::Function& function, unsigned parameter) const {
  const auto found = uses_.find(&function);
  return found != uses_.end() && parameter < found->second.size() ? &found->second[parameter] : nullptr;
}

PointerUses ParameterUses::of_pointer(const llvm::Value& pointer) const {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&pointer);
  const llvm::Function& function =
      argument != nullptr ? *argument->getParent() : *llvm::cast<llvm::Instruction>(pointer).getFunction();
  return Follower(function.getDataLayout(), *this, evolution_of_(function)).follow(pointer);
}

bool ParameterUses::reads_first(const llvm::Function& function, unsigned read, unsigned written) const {
  const PointerUses *in = of(function, read), *out = of(function, written);
  if (in == nullptr || out == nullptr || in->reads.size() * out->writes.size() > kMostPairs) return false;
  return llvm::all_of(out->writes, [&](const llvm::Instruction* write) {
    return llvm::all_of(in->reads, [&](const llvm::Instruction* last) {
      if (write != last) return !llvm::isPotentiallyReachable(write, last);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(write);
      const bool repeats =
          llvm::any_of(llvm::successors(write->getParent()), [&](const llvm::BasicBlock* next) {
            return llvm::isPotentiallyReachable(next, write->getParent());
          });
      return call != nullptr && !repeats && reads_first_in_calls(*call, *in, *out, *this);
    });
  });
}

}  // namespace quadcl::compiler
