// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <functional>
#include <limits>

namespace quadcl::compiler {

/// What a function does with a pointer: one of its parameters, or a variable.
struct PointerUses {
  static constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

  /// A call that gets the pointer, or one derived from it, as an argument.
  struct Passed {
    const llvm::CallBase* call;
    unsigned argument;
  };

  /// Whether all that happens to it is that memory is accessed through it, here or in functions that are
  /// called.
  bool only_accesses = true;
  /// The bytes from the pointer on in which all accesses lie, as far as that is known.
  std::uint64_t extent = 0;
  bool may_precede = false;  ///< whether an access may lie before the pointer
  llvm::SmallVector<const llvm::Instruction*> reads, writes;  ///< includes calls that do
  llvm::SmallVector<Passed> passed;
};

/// Whether values of the type may point to private variables.
bool is_private_pointer(const llvm::Type& type);

/// The uses of the parameters of a module's functions that may point to private variables.
class ParameterUses {
 public:
  using EvolutionOf = std::function<llvm::ScalarEvolution&(const llvm::Function&)>;
  explicit ParameterUses(EvolutionOf evolution_of) : evolution_of_(std::move(evolution_of)) {}

  /// Add callees before callers.
  void add(const llvm::Function& function);

  /// Null for a function that was not added.
  const PointerUses* of(const llvm::Function& function, unsigned parameter) const;
  PointerUses of_pointer(const llvm::Value& pointer) const;

  /// Whether, if both parameters point to the same variable, the function only changes it through `written`
  /// after its last read through `read`.
  bool reads_first(const llvm::Function& function, unsigned read, unsigned written) const;

 private:
  EvolutionOf evolution_of_;
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<PointerUses, 4>> uses_;
};

}  // namespace quadcl::compiler
