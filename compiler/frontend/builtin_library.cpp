// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/builtin_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>

#include <memory>

#include "compiler/embedded.h"
#include "compiler/frontend/builtin_index.h"

namespace quadcl::compiler {
namespace {

/// A file from split_builtins.
class BuiltinFile {
 public:
  explicit BuiltinFile(llvm::StringRef file) : file_(file) {
    const auto* begin = file.bytes_begin();
    const auto buckets = llvm::support::endian::read32le(file.bytes_end() - sizeof(std::uint32_t));
    index_.reset(BuiltinIndex::Create(begin + buckets, begin));
  }

  /// The bitcode that defines a function; empty if there is none.
  llvm::StringRef member_with(llvm::StringRef function) const {
    const auto found = index_->find(function);
    if (found == index_->end()) return {};
    const BuiltinMember member = *found;
    return file_.substr(member.offset, member.size);
  }

 private:
  llvm::StringRef file_;
  std::unique_ptr<BuiltinIndex> index_;
};

/// The files for a size of addresses.
struct BuiltinFiles {
  explicit BuiltinFiles(unsigned address_bits)
      : common(embedded_builtins(address_bits)), of_qpus(embedded_qpu_builtins(address_bits)) {}

  static const BuiltinFiles& of(unsigned address_bits) {
    if (address_bits == 32) {
      static const BuiltinFiles& narrow = *new BuiltinFiles(32);
      return narrow;
    }
    static const BuiltinFiles& wide = *new BuiltinFiles(64);
    return wide;
  }

  llvm::StringRef member_with(llvm::StringRef function, Processor processor) const {
    if (processor == Processor::qpu)
      if (const llvm::StringRef own = of_qpus.member_with(function); !own.empty()) return own;
    return common.member_with(function);
  }

  BuiltinFile common, of_qpus;
};

/// A member that defines something the module lacks; empty if there is none.
llvm::StringRef needed_member(const llvm::Module& module, const BuiltinFiles& builtins, Processor processor,
                              llvm::ArrayRef<llvm::StringRef> left) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() ||
        llvm::is_contained(left, function.getName()))
      continue;
    if (const auto member = builtins.member_with(function.getName(), processor); !member.empty())
      return member;
  }
  return {};
}

}  // namespace

bool is_defined_for_qpus(llvm::StringRef function, unsigned address_bits) {
  return !BuiltinFiles::of(address_bits).of_qpus.member_with(function).empty();
}

bool link_builtin_library(llvm::Module& module, unsigned address_bits, Processor processor,
                          llvm::ArrayRef<llvm::StringRef> left) {
  const BuiltinFiles& builtins = BuiltinFiles::of(address_bits);
  llvm::Linker linker(module);
  for (auto member = needed_member(module, builtins, processor, left); !member.empty();
       member = needed_member(module, builtins, processor, left)) {
    // Only the bodies of needed functions are read.
    auto part = llvm::getLazyBitcodeModule({member, "builtins"}, module.getContext());
    if (!part) {
      llvm::consumeError(part.takeError());
      return false;
    }
    (*part)->setTargetTriple(module.getTargetTriple());
    (*part)->setDataLayout(module.getDataLayout());
    if (linker.linkInModule(std::move(*part), llvm::Linker::LinkOnlyNeeded)) return false;
  }
  return true;
}

}  // namespace quadcl::compiler
