// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/frontend.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <array>

#include "compiler/build_limits.h"
#include "compiler/embedded.h"
#include "compiler/frontend/builtin_overloads.h"
#include "compiler/frontend/regular_files.h"
#include "compiler/give_up.h"
#include "compiler/log_diagnostics.h"

namespace quadcl::compiler {
namespace {

constexpr const char* kSourceName = "program.cl";
constexpr const char* kBuiltinHeaders = "/quadcl/builtin";
constexpr const char* kEmbeddedHeaders = "/quadcl/embedded";

/// Features that the implementation must announce. Clang defines the others from -cl-ext.
constexpr std::array kMacroFeatures{"__opencl_c_int64", "__opencl_c_work_group_collective_functions",
                                    "__opencl_c_atomic_scope_device", "__opencl_c_atomic_scope_all_devices"};

bool is_macro_feature(const std::string& name) {
  return std::find(kMacroFeatures.begin(), kMacroFeatures.end(), name) != kMacroFeatures.end();
}

void add_extensions(std::vector<std::string>& arguments, const Source& source, const BuildOptions& options) {
  std::string list = "-cl-ext=-all";
  for (const std::string& name : source.extensions) {
    if (is_macro_feature(name)) {
      if (options.standard == "CL3.0") arguments.push_back("-D" + name + "=1");
    } else {
      list += ",+" + name;
    }
  }
  // On devices without images, their types exist, but the program is not told so.
  for (const char* feature : kImageFeatures) {
    list += std::string(",+") + feature;
    if (!llvm::is_contained(source.extensions, feature)) arguments.push_back(std::string("-U") + feature);
  }
  if (llvm::is_contained(source.extensions, "__opencl_c_images"))
    arguments.push_back("-D__IMAGE_SUPPORT__=1");
  arguments.push_back(list);
}

/// For the place of each instruction, clang counts the column from the start of the line. In a program of one
/// line with a million characters this would take longer than everything else.
constexpr std::size_t kLongestLine = 4096;

bool has_long_line(llvm::StringRef text) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (line.size() > kLongestLine) return true;
    text = rest;
  }
  return false;
}

bool has_long_line(const Source& source) {
  return has_long_line(source.text) ||
         llvm::any_of(source.headers, [](const auto& header) { return has_long_line(header.second); });
}

std::vector<std::string> clang_arguments(const Source& source, const BuildOptions& options) {
  std::vector<std::string> arguments{
      "-triple",
      source.address_bits == 32 ? "nvptx-unknown-unknown" : "nvptx64-unknown-unknown",
      "-x",
      "cl",
      "-cl-std=" + options.standard,
      "-finclude-default-header",
      "-fdeclare-opencl-builtins",
      "-cl-kernel-arg-info",
      "-O2",
      "-relaxed-aliasing",
      "-fno-validate-pch",
      "-Wno-format",
      "-ferror-limit",
      std::to_string(kMostErrors),
      "-D__OPENCL_VERSION__=300",
      "-U__NVPTX__",
      "-U__PTX__",
      "-internal-isystem",
      kBuiltinHeaders,
      "-I",
      kEmbeddedHeaders,
  };
  // Keeps source lines for messages about kernels, and those of QPU code. Other code is generated without
  // them.
  if ((options.recognise || options.qpu_rules != QpuRules::none) && !has_long_line(source))
    for (const char* argument : {"-debug-info-kind=line-tables-only", "-dwarf-version=5", "-gembed-source"})
      arguments.push_back(argument);
  add_extensions(arguments, source, options);
  arguments.insert(arguments.end(), options.clang.begin(), options.clang.end());
  return arguments;
}

/// The headers of the request, laid over the machine's files if the source may read these.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(const Source& source, bool with_files) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](const std::string& path, llvm::StringRef text) {
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  };
  add(std::string(kBuiltinHeaders) + "/opencl-c-base.h", embedded_opencl_header());
  for (const auto& [name, text] : source.headers)
    add((llvm::Twine(kEmbeddedHeaders) + "/" + name).str(), text);
  if (!with_files) return memory;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine =
      regular_files(llvm::vfs::createPhysicalFileSystem());
  // The process's current folder may have been deleted; the overlay cannot do without one.
  if (!machine->getCurrentWorkingDirectory()) machine->setCurrentWorkingDirectory("/");
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(machine);
  overlay->pushOverlay(memory);
  return overlay;
}

/// Limit for a program after macro expansion: far above any sound program, and small enough for memory.
constexpr unsigned kMostTokens = 8u << 20;

/// A few macros, or files that include each other, can expand to more text than can be compiled in time.
class MacroWatch : public clang::PPCallbacks {
 public:
  void MacroExpands(const clang::Token&, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (++count_ % 1024 == 0) check_build_time();
  }
  void LexedFileChanged(clang::FileID, LexedFileChangeReason, clang::SrcMgr::CharacteristicKind,
                        clang::FileID, clang::SourceLocation) override {
    check_build_time();
  }

 private:
  unsigned count_ = 0;
};

/// In the place of clang's own pragma, which crashes, hangs, and writes to standard error.
class DebugPragma : public clang::PragmaHandler {
 public:
  DebugPragma() : clang::PragmaHandler("__debug") {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer, clang::Token& name) override {
    clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
    const unsigned ignored =
        diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning, "'#pragma clang __debug' is ignored");
    diagnostics.Report(name.getLocation(), ignored);
  }

  static void install(clang::Preprocessor& preprocessor) {
    DebugPragma named_alike;
    preprocessor.RemovePragmaHandler("clang", &named_alike);  // removes by name
    preprocessor.AddPragmaHandler("clang", new DebugPragma);
  }
};

/// Ends with clang's IR, without clang's back end.
class WatchedAction : public clang::ASTFrontendAction {
 public:
  explicit WatchedAction(llvm::LLVMContext& context) : context_(context) {}

  std::unique_ptr<llvm::Module> take_module() { return std::move(module_); }

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& clang) override {
    DebugPragma::install(clang.getPreprocessor());
    clang.getPreprocessor().addPPCallbacks(std::make_unique<MacroWatch>());
    clang.getPreprocessor().setTokenWatcher([&clang, overloads = BuiltinOverloads(clang.getPreprocessor()),
                                             count = 0U](const clang::Token& token) mutable {
      if (clang.hasSema()) overloads.see(token, clang.getSema());
      if (++count % 4096 == 0) check_build_time();
      if (count > kMostTokens) give_up("it is too long, all macros expanded");
    });
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& clang,
                                                        llvm::StringRef file) override {
    generator_ = clang::CreateLLVMCodeGen(clang.getDiagnostics(), file, &clang.getVirtualFileSystem(),
                                          clang.getHeaderSearchOpts(), clang.getPreprocessorOpts(),
                                          clang.getCodeGenOpts(), context_);
    return std::unique_ptr<clang::ASTConsumer>(generator_);
  }

  void EndSourceFileAction() override { module_.reset(generator_->ReleaseModule()); }

 private:
  llvm::LLVMContext& context_;
  clang::CodeGenerator* generator_ = nullptr;  ///< owned by the compiler instance
  std::unique_ptr<llvm::Module> module_;
};

/// Reads the arguments into the invocation. Clang's messages about them go to the log, too.
bool configure(clang::CompilerInstance& clang, const std::vector<std::string>& arguments) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(clang.getInvocation(), pointers, clang.getDiagnostics()))
    return false;
  // Not an argument: whatever the others are, clang never compiles standard input in its place.
  clang.getFrontendOpts().Inputs = {{kSourceName, clang::Language::OpenCL}};
  return true;
}

}  // namespace

std::unique_ptr<llvm::Module> compile_source(llvm::LLVMContext& context, const Source& source,
                                             const BuildOptions& options, std::string& log) {
  llvm::raw_string_ostream stream(log);
  clang::CompilerInstance clang;
  const auto print_to_log = [&] {
    clang.createDiagnostics(new clang::TextDiagnosticPrinter(stream, &clang.getDiagnosticOpts()));
  };
  print_to_log();
  clang.setVerboseOutputStream(stream);
  if (!configure(clang, clang_arguments(source, options))) return nullptr;
  print_to_log();  // again, with the options just read: -w, -Werror
  clang.getFrontendOpts().DisableFree = false;
  clang.createFileManager(file_system(source, options.source_files));
  clang.getPreprocessorOpts().addRemappedFile(
      kSourceName, llvm::MemoryBuffer::getMemBufferCopy(source.text, kSourceName).release());
  WatchedAction action(context);
  if (!clang.ExecuteAction(action)) return nullptr;
  return action.take_module();
}

}  // namespace quadcl::compiler
