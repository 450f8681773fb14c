// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/builtin_overloads.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/IdentifierResolver.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <optional>

namespace quadcl::compiler {
namespace {

constexpr std::array kImageFunctions{"read_image", "write_image", "get_image"};

bool is_image_function(llvm::StringRef name) {
  return std::ranges::any_of(kImageFunctions, [&](const char* start) { return name.starts_with(start); });
}

/// Tells clang's table of builtin functions that the device has images. The program does not see it.
class ImageFeatures {
 public:
  explicit ImageFeatures(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {
    for (const char* feature : kImageFeatures) {
      clang::IdentifierInfo* name = preprocessor.getIdentifierInfo(feature);
      if (name->hasMacroDefinition()) continue;
      preprocessor.appendDefMacroDirective(name, preprocessor.AllocateMacroInfo({}));
      names_.push_back(name);
    }
  }
  ~ImageFeatures() {
    auto& allocator = preprocessor_.getPreprocessorAllocator();
    for (clang::IdentifierInfo* name : names_)
      preprocessor_.appendMacroDirective(name, new (allocator) clang::UndefMacroDirective({}));
  }
  ImageFeatures(const ImageFeatures&) = delete;
  ImageFeatures& operator=(const ImageFeatures&) = delete;

 private:
  clang::Preprocessor& preprocessor_;
  std::vector<clang::IdentifierInfo*> names_;
};

/// A function that may have overloads.
clang::FunctionDecl* overloadable(clang::NamedDecl* declaration) {
  auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  return function != nullptr && function->hasAttr<clang::OverloadableAttr>() ? function : nullptr;
}

using Functions = llvm::SmallVector<clang::FunctionDecl*, 4>;

/// The functions of this name that the program declares, unless the innermost declaration is no function.
/// Those of clang that need no declaration, such as __builtin_inff, are declared by their first use.
Functions functions_of_program(const clang::IdentifierInfo& name, clang::Sema& sema) {
  Functions functions;
  if (name.getFETokenInfo() == nullptr) return functions;
  for (clang::NamedDecl* declaration : sema.IdResolver.decls(&name)) {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr && functions.empty()) break;
    if (function != nullptr && !function->isImplicit()) functions.push_back(function);
  }
  return functions;
}

bool same_parameters(clang::FunctionDecl& builtin, clang::FunctionDecl& own, clang::Sema& sema) {
  return !sema.IsOverload(&builtin, &own, /*UseMemberUsingDeclRules=*/false);
}

/// Whether no arguments fit both functions: a number may be converted to any other and to any vector, but
/// never to a struct, which no builtin function takes.
bool are_apart(const clang::FunctionDecl& builtin, const clang::FunctionDecl& own) {
  return builtin.getNumParams() != own.getNumParams() ||
         llvm::any_of(own.parameters(), [](const auto* taken) { return taken->getType()->isRecordType(); });
}

/// Whether the builtin function can stand beside one of the program.
bool can_stand_beside(clang::FunctionDecl& builtin, clang::FunctionDecl& own, clang::Sema& sema) {
  return overloadable(&own) != nullptr ? !same_parameters(builtin, own, sema) : are_apart(builtin, own);
}

}  // namespace

void BuiltinOverloads::see(const clang::Token& token, clang::Sema& sema) {
  if (token.isNot(clang::tok::identifier)) return;
  // Elsewhere the program declares functions: a builtin function must not be in the way of one of these.
  if (!sema.CurContext->isFunctionOrMethod()) return hide_all(sema);
  clang::IdentifierInfo& name = *token.getIdentifierInfo();
  const bool is_of_images = is_image_function(name.getName());
  if ((!is_of_images && functions_of_program(name, sema).empty()) || !names_.insert(&name).second) return;
  std::optional<ImageFeatures> images;
  if (is_of_images) images.emplace(preprocessor_);
  show(name, sema);
}

void BuiltinOverloads::show(clang::IdentifierInfo& name, clang::Sema& sema) {
  clang::LookupResult found(sema, &name, {}, clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  if (!sema.LookupBuiltin(found)) return;
  Functions builtins;
  for (clang::NamedDecl* declaration : found)
    if (clang::FunctionDecl* builtin = overloadable(declaration)) builtins.push_back(builtin);
  const Functions own = functions_of_program(name, sema);
  const bool is_replaced = llvm::any_of(own, [&](clang::FunctionDecl* function) {
    return overloadable(function) == nullptr && llvm::any_of(builtins, [&](clang::FunctionDecl* builtin) {
             return same_parameters(*builtin, *function, sema);
           });
  });
  if (is_replaced) return;
  for (clang::FunctionDecl* builtin : builtins) {
    if (!llvm::all_of(own, [&](auto* function) { return can_stand_beside(*builtin, *function, sema); }))
      continue;
    sema.PushOnScopeChains(builtin, sema.TUScope, /*AddToContext=*/false);
    shown_.push_back(builtin);
  }
}

void BuiltinOverloads::hide_all(clang::Sema& sema) {
  if (names_.empty()) return;
  for (clang::FunctionDecl* builtin : shown_) {
    sema.TUScope->RemoveDecl(builtin);
    sema.IdResolver.RemoveDecl(builtin);
  }
  shown_.clear();
  names_.clear();
}

}  // namespace quadcl::compiler
