// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quadcl {

/// A processor of the Raspberry Pi whose name a user can give.
struct NamedProcessor {
  std::string_view name;          ///< for users
  std::string_view model;         ///< LLVM's name
  std::string_view architecture;  ///< HostTarget::architecture
  std::string_view cpu_features;  ///< HostTarget::cpu_features
  std::string_view boards;        ///< the Raspberry Pis with this processor
};

std::span<const NamedProcessor> named_processors();

/// The processor that kernels are compiled for.
struct HostTarget {
  /// "x86_64", "aarch64", "arm", or "armel", where functions take floats in integer registers.
  std::string architecture;
  /// The optional instruction sets that compiled kernels use, in LLVM's spelling: "+avx2,+fma".
  std::string cpu_features;
  /// The processor to optimise for, by LLVM's name. Empty: that of the machine that compiles.
  std::string tuned_for;

  /// The target of this machine; with `baseline`, only the instruction sets that all processors of its
  /// architecture have. Needs no LLVM, so a machine without the compiler can check a program binary.
  static HostTarget of_this_machine(bool baseline);

  /// The target of the machines with this processor (`of_this_machine(false)` there); none if the name is
  /// unknown.
  static std::optional<HostTarget> of_processor(std::string_view name);

  /// Size of its pointers: 32 or 64.
  unsigned address_bits() const;

  /// Whether the processor multiplies and adds with one rounding.
  bool fuses() const;

  /// Whether the processor has instructions that convert between half and float.
  bool converts_halves() const;

  /// Whether it does (`fuses`), but LLVM chooses that for numbers only, not for vectors.
  bool fuses_numbers_only() const;

  /// Whether the processor estimates inverse roots of floats and doubles, within 2^-14.
  bool estimates_roots() const;

  /// Architecture, instruction sets and kernel ABI in one line. Compiled code runs on machines with an equal
  /// line.
  std::string name() const;

  /// Eight hexadecimal digits for the name.
  std::string fingerprint() const;

 private:
  bool has(std::string_view feature) const;
};

}  // namespace quadcl
