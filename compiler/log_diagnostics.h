// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>

#include <string>
#include <utility>

#include "core/options.h"

namespace quadcl::compiler {

/// Of clang, and again of all later steps. More help nobody, and a build log should not take all memory.
inline constexpr unsigned kMostErrors = 20;

/// A remark of one of our passes.
class Remark : public llvm::DiagnosticInfo {
 public:
  static constexpr int kKind = llvm::DK_FirstPluginKind;
  explicit Remark(std::string text) : DiagnosticInfo(kKind, llvm::DS_Remark), text_(std::move(text)) {}
  void print(llvm::DiagnosticPrinter& printer) const override { printer << text_; }

 private:
  std::string text_;
};

/// A warning of one of our passes.
class Warning : public llvm::DiagnosticInfo {
 public:
  static constexpr int kKind = llvm::DK_FirstPluginKind + 1;
  explicit Warning(std::string text) : DiagnosticInfo(kKind, llvm::DS_Warning), text_(std::move(text)) {}
  void print(llvm::DiagnosticPrinter& printer) const override { printer << text_; }

 private:
  std::string text_;
};

/// Sends LLVM's messages to the build log instead of the terminal.
class LogDiagnostics : public llvm::DiagnosticHandler {
 public:
  explicit LogDiagnostics(std::string& log, Vectorise vectorise = Vectorise::off)
      : log_(log), has_remarks_(vectorise >= Vectorise::verbose) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    const bool is_remark = info.getKind() == Remark::kKind;
    if (info.getSeverity() != llvm::DS_Error && info.getSeverity() != llvm::DS_Warning &&
        !(is_remark && has_remarks_))
      return true;
    if (info.getSeverity() == llvm::DS_Error && ++errors_ > kMostErrors) {
      if (errors_ == kMostErrors + 1) log_ += "error: there are more errors\n";
      return true;
    }
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << (is_remark ? "remark: " : info.getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
    info.print(printer);
    stream << '\n';
    return true;
  }

 private:
  std::string& log_;
  unsigned errors_ = 0;
  bool has_remarks_;  ///< whether the log gets our own passes' remarks
};

}  // namespace quadcl::compiler
