// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

#include <memory>

#include "compiler/code_generator.h"
#include "compiler/steps.h"
#include "core/host_target.h"

namespace quadcl::compiler {

/// The rows of a code generator that make its vector form, within LLVM's O2.
struct VectorForm {
  Steps before_unrolling;   ///< after loops are simplified
  Steps before_vectoriser;  ///< right before LLVM's
};

/// A row of the table of code generators.
struct CodeGeneratorRow {
  const char* name;
  /// Null on a machine that is not supported.
  std::unique_ptr<CodeGenerator> (*make)(const HostTarget& target, bool optimise);
  Steps steps;  ///< from work-group form on
  VectorForm vector_form;
};

std::span<const CodeGeneratorRow> code_generators();

/// From the IR of a program, with its builtins, to the form that analyses of kernels need: a kernel is one
/// function with few calls, and address spaces and barriers are as in the source. False after an error, which
/// goes to the module's context.
bool clean_up(llvm::Module& module, Compilation& compilation);

/// From there to the form that code for QPUs is selected from: a kernel is one work-item, with scalar values
/// and loops in simplified form. False after an error.
bool prepare_for_qpus(llvm::Module& module, Compilation& compilation);

/// From clean-up to work-group form, the interface to the code generators: a kernel is a function that runs a
/// whole work-group (core/kernel_abi.h).
void make_work_groups(llvm::Module& module, Compilation& compilation);

/// From clean-up to the code of the module. Empty on failure, with the reason appended to `log`.
ObjectCode make_object(llvm::Module& module, const CodeGeneratorRow& row, CodeGenerator& generator,
                       Compilation& compilation, std::string& log);

/// The names of the rows of code for CPUs that are optional passes of ours, in the order of the pipeline.
std::vector<std::string> optional_steps();

/// The first row of that name among all steps, including those that only kernel-opt runs; null if there is
/// none.
const Step* find_step(llvm::StringRef name);

}  // namespace quadcl::compiler
