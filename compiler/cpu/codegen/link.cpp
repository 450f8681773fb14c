// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/codegen/link.h"

#include <errno.h>
#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>
#include <string.h>

#include <filesystem>
#include <list>
#include <mutex>
#include <span>

#include "compiler/build_limits.h"
#include "compiler/cpu/codegen/output_pipe.h"
#include "core/memory_file.h"

LLD_HAS_DRIVER(elf)

namespace quadcl::compiler {
namespace {

/// lld keeps its state in globals.
bool run_lld(const std::vector<std::string>& inputs, const std::string& output, llvm::raw_ostream& messages) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const NoMemoryLimit while_locked;
  std::vector<const char*> arguments{"ld.lld",      "-shared",    "--threads=1",      "-z",
                                     "noexecstack", "-Bsymbolic", "--hash-style=gnu", "-o",
                                     output.c_str()};
  for (const std::string& input : inputs) arguments.push_back(input.c_str());
  return lld::lldMain(arguments, messages, messages, {{lld::Gnu, &lld::elf::link}}).retCode == 0;
}

std::string temporary_folder() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : folder.string();
}

std::vector<std::byte> refuse(const std::string& what, std::string& log) {
  log += "error: there is no room for " + what + " of the program: " + strerror(errno) + "\n";
  return {};
}

}  // namespace

std::vector<std::byte> link_shared_object(const std::vector<ObjectCode>& objects, std::string& log) {
  const std::string folder = temporary_folder();
  std::list<MemoryFile> files;
  std::vector<std::string> inputs;
  for (const ObjectCode& object : objects) {
    MemoryFile& file = files.emplace_back(folder);
    if (!file.ok() || !file.write(std::as_bytes(std::span(object.data(), object.size()))))
      return refuse("an object", log);
    inputs.push_back(file.path());
  }
  OutputPipe output(folder);
  if (!output.ok()) return refuse("the machine code", log);
  llvm::raw_string_ostream messages(log);
  if (!run_lld(inputs, output.path(), messages)) return {};
  return output.finish();
}

}  // namespace quadcl::compiler
