// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl {

/// The processor that kernels are compiled for.
struct HostTarget {
  /// The optional instruction sets that compiled kernels use, in LLVM's spelling: "+avx2,+fma".
  std::string cpu_features;

  /// This machine's; with `baseline` only the instruction sets that all processors of its architecture have.
  /// Found without LLVM, so that a machine without the compiler can judge a program binary.
  static HostTarget of_this_machine(bool baseline);

  /// Whether there are instructions that convert between half and float.
  bool converts_halves() const;

  /// Architecture, instruction sets and kernel ABI, as one line. Compiled code runs on machines whose line is
  /// the same.
  std::string name() const;
};

}  // namespace quadcl
