// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/builtin_library.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/Archive.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/embedded.h"

namespace quadcl::compiler {
namespace {

/// The archive that split_builtins made, with an index of its functions.
class BuiltinArchive {
 public:
  static const BuiltinArchive& of(unsigned address_bits) {
    static const BuiltinArchive& wide = *new BuiltinArchive(64);
    static const BuiltinArchive& narrow = *new BuiltinArchive(32);
    return address_bits == 32 ? narrow : wide;
  }

  /// The member that defines a function; empty if none does.
  llvm::StringRef member_with(llvm::StringRef function) const {
    const auto found = members_.find(function);
    return found != members_.end() ? found->second : llvm::StringRef();
  }

 private:
  explicit BuiltinArchive(unsigned address_bits)
      : archive_(
            llvm::cantFail(llvm::object::Archive::create({embedded_builtins(address_bits), "builtins"}))) {
    for (const llvm::object::Archive::Symbol& symbol : archive_->symbols())
      members_[symbol.getName()] = llvm::cantFail(llvm::cantFail(symbol.getMember()).getBuffer());
  }

  std::unique_ptr<llvm::object::Archive> archive_;
  llvm::StringMap<llvm::StringRef> members_;
};

/// A member of the archive that defines something the module lacks; empty if none does.
llvm::StringRef needed_member(const llvm::Module& module, const BuiltinArchive& archive) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (const auto member = archive.member_with(function.getName()); !member.empty()) return member;
  }
  return {};
}

}  // namespace

bool link_builtin_library(llvm::Module& module, unsigned address_bits) {
  const BuiltinArchive& archive = BuiltinArchive::of(address_bits);
  llvm::Linker linker(module);
  for (auto member = needed_member(module, archive); !member.empty();
       member = needed_member(module, archive)) {
    // Bodies are read only of the functions that turn out to be needed.
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
