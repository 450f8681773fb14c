// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl {

/// The processor that kernels are compiled for.
struct HostTarget {
  /// The optional instruction sets that compiled kernels use, in LLVM's spelling: "+avx2,+fma".
  std::string cpu_features;

  /// The target of this machine; with `baseline`, only the instruction sets that all processors of its
  /// architecture have. Needs no LLVM, so a machine without the compiler can check a program binary.
  static HostTarget of_this_machine(bool baseline);

  /// Whether the processor has instructions that convert between half and float.
  bool converts_halves() const;

  /// Architecture, instruction sets and kernel ABI in one line. Compiled code runs on machines with an equal
  /// line.
  std::string name() const;
};

}  // namespace quadcl
