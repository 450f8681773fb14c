// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qpu/asm/language/source.h"
#include "qpu/asm/language/suggestion.h"
#include "qpu/asm/language/value.h"

namespace quadcl::qpu::assembly {

/// `.set name(a, b) expression` or a `.func` block.
struct Function {
  std::vector<std::string> parameters;
  const SourceFile* file = nullptr;
  const SourceLine* line = nullptr;
  std::size_t first = 0;             ///< first token of the expression
  const BlockPart* block = nullptr;  ///< of a `.func`
};

struct Symbol {
  std::variant<Value, Function> meaning;
  bool is_final = false;  ///< `.const`: cannot be assigned again
};

/// Names and their meaning, in nested contexts. The outermost context is the global one.
class SymbolTable {
 public:
  SymbolTable() : scopes_(1) {}

  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  const Symbol* find(std::string_view name) const;
  void offer_names(Suggestion& suggestion) const;

  /// False if the name cannot be set again in that context.
  bool set_global(std::string_view name, Symbol symbol) {
    return set(scopes_.front(), name, std::move(symbol));
  }
  bool set_local(std::string_view name, Symbol symbol) {
    return set(scopes_.back(), name, std::move(symbol));
  }

  /// Removes the innermost meaning; false if there is none.
  bool unset(std::string_view name);
  bool unset_local(std::string_view name) { return scopes_.back().erase(std::string(name)) != 0; }

 private:
  using Scope = std::map<std::string, Symbol, std::less<>>;
  static bool set(Scope& scope, std::string_view name, Symbol symbol);

  std::vector<Scope> scopes_;
};

/// A context that ends with the object.
class ScopedContext {
 public:
  explicit ScopedContext(SymbolTable& symbols) : symbols_(symbols) { symbols_.enter(); }
  ~ScopedContext() { symbols_.leave(); }
  ScopedContext(const ScopedContext&) = delete;

 private:
  SymbolTable& symbols_;
};

}  // namespace quadcl::qpu::assembly
