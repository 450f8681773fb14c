// SPDX-License-Identifier: Apache-2.0
// Runs the kernel of a case on the QPU device, with recognition and without.
#pragma once

#include <CL/cl_ext_quadcl.h>

#include "case_file.h"
#include "fixture.h"

namespace recognise_test {

/// The first kernel of a program; null if it does not build.
struct BuiltKernel {
  api::Program program;
  api::Kernel kernel;
  std::string log;

  bool recognised() const;
  std::string recognition() const;
};
BuiltKernel build(cl_context context, const std::string& source, const std::string& options);

/// The contents of the case's buffers after a launch, one after the other, and where it ran.
struct Result {
  bool launched = false;
  bool on_qpu = false;
  std::vector<std::vector<float>> buffers;
};
Result launch(const api::Setup& setup, cl_command_queue queue, cl_kernel kernel, const CaseFile& file,
              const Run& run);

/// The largest difference between the QPUs' and the CPU's value of an element: twice the bound of
/// docs/builtin-kernels.md, for factors of at most 1.
double allowed_error(const CaseFile& file, const Run& run);

/// The first element that differs by more; empty if there is none.
std::string difference(const Result& found, const Result& wanted, double allowed);

}  // namespace recognise_test
