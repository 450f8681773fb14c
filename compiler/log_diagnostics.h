// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>

#include <string>

namespace quadcl::compiler {

/// Sends LLVM's messages to the build log instead of the terminal.
class LogDiagnostics : public llvm::DiagnosticHandler {
 public:
  explicit LogDiagnostics(std::string& log) : log_(log) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error && info.getSeverity() != llvm::DS_Warning) return true;
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << (info.getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
    info.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& log_;
};

}  // namespace quadcl::compiler
