// SPDX-License-Identifier: Apache-2.0
// split_builtins OUTPUT BUILTINS [LIBRARY]
//
// Makes a file of bitcode (builtin_index.h). Each member holds all overloads of one builtin function, so a
// build reads only functions that its program calls. The definitions of BUILTINS take precedence over the
// library's.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "compiler/frontend/builtin_index.h"

namespace {

/// A module with copies of functions, and of the local functions and constants that they use.
class Part : private llvm::ValueMaterializer {
 public:
  Part(const llvm::Module& whole, const std::string& name) : module_(name, whole.getContext()) {
    module_.setTargetTriple(whole.getTargetTriple());
    module_.setDataLayout(whole.getDataLayout());
  }

  void add(const llvm::Function& function) {
    if (!copies_.count(&function)) copies_[&function] = declare(function);
    undefined_.push_back(&function);
    while (!undefined_.empty()) {
      const llvm::Function* next = undefined_.back();
      undefined_.pop_back();
      define(*next);
    }
  }

  llvm::SmallVector<char, 0> bitcode() const {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(module_, stream);
    return bytes;
  }

 private:
  llvm::Value* materialize(llvm::Value* value) override {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) return copy(*variable);
    const auto* function = llvm::dyn_cast<llvm::Function>(value);
    if (function == nullptr) return nullptr;
    if (function->hasLocalLinkage()) undefined_.push_back(function);
    return declare(*function);
  }

  llvm::Function* declare(const llvm::Function& function) {
    // A function of this linkage is added when another function of the part needs it.
    const auto linkage = function.isDeclaration() || function.hasLocalLinkage()
                             ? function.getLinkage()
                             : llvm::GlobalValue::LinkOnceODRLinkage;
    auto* copy = llvm::Function::Create(function.getFunctionType(), linkage, function.getAddressSpace(),
                                        function.getName(), &module_);
    copy->copyAttributesFrom(&function);
    return copy;
  }

  void define(const llvm::Function& function) {
    auto* copy = llvm::cast<llvm::Function>(copies_[&function]);
    for (unsigned i = 0; i < function.arg_size(); ++i) copies_[function.getArg(i)] = copy->getArg(i);
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::CloneFunctionInto(copy, &function, copies_, llvm::CloneFunctionChangeType::DifferentModule, returns,
                            "", nullptr, nullptr, this);
  }

  llvm::GlobalVariable* copy(const llvm::GlobalVariable& variable) {
    auto* copy = new llvm::GlobalVariable(module_, variable.getValueType(), variable.isConstant(),
                                          llvm::GlobalValue::InternalLinkage, nullptr, variable.getName(),
                                          nullptr, variable.getThreadLocalMode(), variable.getAddressSpace());
    copy->copyAttributesFrom(&variable);
    copy->setInitializer(llvm::MapValue(variable.getInitializer(), copies_, llvm::RF_None, nullptr, this));
    return copy;
  }

  llvm::Module module_;
  llvm::ValueToValueMapTy copies_;
  std::vector<const llvm::Function*> undefined_;
};

/// The name in the source; the symbol itself if it is no mangled name of a function.
std::string source_name(const llvm::Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string symbol = function.getName().str();
  if (demangler.partialDemangle(symbol.c_str())) return symbol;
  char* text = demangler.getFunctionBaseName(nullptr, nullptr);
  const std::string name = text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

/// Several parts may have a copy of a variable, so variables must be constant.
bool has_state(const llvm::Module& module) {
  return llvm::any_of(module.globals(), [](const llvm::GlobalVariable& variable) {
    return !variable.isConstant() && !variable.getName().starts_with("llvm.");
  });
}

/// The members and the index of a file (builtin_index.h).
std::string split(const llvm::Module& module) {
  std::map<std::string, std::vector<const llvm::Function*>> functions;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      functions[source_name(function)].push_back(&function);
  }
  std::string file;
  llvm::raw_string_ostream out(file);
  quadcl::compiler::BuiltinIndexGenerator index;
  for (const auto& [name, overloads] : functions) {
    Part part(module, name + ".bc");
    for (const llvm::Function* function : overloads) part.add(*function);
    const auto bitcode = part.bitcode();
    const quadcl::compiler::BuiltinMember member{static_cast<std::uint32_t>(out.tell()),
                                                 static_cast<std::uint32_t>(bitcode.size())};
    for (const llvm::Function* function : overloads) index.insert(function->getName().str(), member);
    out.write(bitcode.data(), bitcode.size());
  }
  const std::uint32_t buckets = index.Emit(out);
  llvm::support::endian::write(out, buckets, llvm::endianness::little);
  return file;
}

bool write_file(const char* path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  return static_cast<bool>(file.flush());
}

std::unique_ptr<llvm::Module> read(llvm::LLVMContext& context, const char* path) {
  llvm::SMDiagnostic problem;
  auto module = llvm::parseIRFile(path, problem, context);
  if (module == nullptr) problem.print("split_builtins", llvm::errs());
  return module;
}

/// The linker then takes all of them, but prefers the others.
void make_weak(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  }
}

bool add_library(llvm::Module& module, const char* path) {
  auto library = read(module.getContext(), path);
  if (library == nullptr) return false;
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  make_weak(*library);
  return !llvm::Linker::linkModules(module, std::move(library));
}

int fail(const llvm::Twine& message) {
  llvm::errs() << "split_builtins: " << message << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) return fail("usage: split_builtins OUTPUT BUILTINS [LIBRARY]");
  llvm::LLVMContext context;
  const auto module = read(context, argv[2]);
  if (module == nullptr) return 1;
  if (argc == 4 && !add_library(*module, argv[3])) return fail("the inputs do not fit together");
  if (has_state(*module)) return fail("a builtin function keeps state in a variable");
  return write_file(argv[1], split(*module)) ? 0 : fail("cannot write the output");
}
