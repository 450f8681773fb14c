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

/// Whether the innermost declaration of this name is an overload of the program.
bool is_overloaded(const clang::IdentifierInfo& name, clang::Sema& sema) {
  if (name.getFETokenInfo() == nullptr) return false;
  const auto declaration = sema.IdResolver.begin(&name);
  return declaration != sema.IdResolver.end() && overloadable(*declaration) != nullptr;
}

bool is_declared(clang::FunctionDecl& builtin, clang::Sema& sema) {
  const auto declarations = sema.IdResolver.decls(builtin.getDeclName());
  return std::any_of(declarations.begin(), declarations.end(), [&](clang::NamedDecl* declaration) {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    return function != nullptr && !sema.IsOverload(&builtin, function, /*UseMemberUsingDeclRules=*/false);
  });
}

}  // namespace

void BuiltinOverloads::see(const clang::Token& token, clang::Sema& sema) {
  if (token.isNot(clang::tok::identifier)) return;
  // Elsewhere the program declares functions: a builtin function must not be in the way of one of these.
  if (!sema.CurContext->isFunctionOrMethod()) return hide_all(sema);
  clang::IdentifierInfo& name = *token.getIdentifierInfo();
  const bool is_of_images = is_image_function(name.getName());
  if ((!is_of_images && !is_overloaded(name, sema)) || !names_.insert(&name).second) return;
  std::optional<ImageFeatures> images;
  if (is_of_images) images.emplace(preprocessor_);
  show(name, sema);
}

void BuiltinOverloads::show(clang::IdentifierInfo& name, clang::Sema& sema) {
  clang::LookupResult found(sema, &name, {}, clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  if (!sema.LookupBuiltin(found)) return;
  for (clang::NamedDecl* declaration : found) {
    clang::FunctionDecl* builtin = overloadable(declaration);
    if (builtin == nullptr || is_declared(*builtin, sema)) continue;
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
