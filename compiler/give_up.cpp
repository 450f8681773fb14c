// SPDX-License-Identifier: Apache-2.0
#include "compiler/give_up.h"

#include <llvm/Support/CrashRecoveryContext.h>

namespace quadcl::compiler {
namespace {

thread_local std::optional<std::string>* reason_here = nullptr;

}  // namespace

void give_up(const char* reason) {
  auto* recovery = llvm::CrashRecoveryContext::GetCurrent();
  if (recovery == nullptr) return;
  if (reason_here != nullptr && !*reason_here) *reason_here = reason;
  recovery->HandleExit(1);
}

void keep_reason_in(std::optional<std::string>* reason) { reason_here = reason; }

}  // namespace quadcl::compiler
