// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/codegen/link.h"

#include <lld/Common/Driver.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <mutex>

#include "compiler/build_limits.h"

LLD_HAS_DRIVER(elf)

namespace quadcl::compiler {
namespace {

/// A new directory among the system's temporary files, removed with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::error_code error;
    const auto root = std::filesystem::temp_directory_path(error);
    path_ = (error ? std::string("/tmp") : root.string()) + "/quadcl-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (ok()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  bool ok() const { return !path_.empty(); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

bool write_file(const std::string& path, llvm::StringRef bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return !file.fail();
}

/// lld keeps its state in globals.
bool run_lld(const std::vector<std::string>& inputs, const std::string& output, llvm::raw_ostream& messages) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const NoMemoryLimit while_locked;
  std::vector<const char*> arguments{
      "ld.lld",      "-shared",    "--no-mmap-output-file", "--threads=1", "-z",
      "noexecstack", "-Bsymbolic", "--hash-style=gnu",      "-o",          output.c_str()};
  for (const std::string& input : inputs) arguments.push_back(input.c_str());
  return lld::lldMain(arguments, messages, messages, {{lld::Gnu, &lld::elf::link}}).retCode == 0;
}

std::vector<std::byte> read_file(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
  if (!buffer) return {};
  const auto* begin = reinterpret_cast<const std::byte*>((*buffer)->getBufferStart());
  return {begin, begin + (*buffer)->getBufferSize()};
}

}  // namespace

std::vector<std::byte> link_shared_object(const std::vector<ObjectCode>& objects, std::string& log) {
  const TemporaryDirectory directory;
  std::vector<std::string> inputs;
  bool written = directory.ok();
  for (const ObjectCode& object : objects) {
    inputs.push_back(directory.file("kernels" + std::to_string(inputs.size()) + ".o"));
    written = written && write_file(inputs.back(), {object.data(), object.size()});
  }
  if (!written) {
    log += "error: cannot write to the directory for temporary files\n";
    return {};
  }
  llvm::raw_string_ostream messages(log);
  if (!run_lld(inputs, directory.file("kernels.so"), messages)) return {};
  return read_file(directory.file("kernels.so"));
}

}  // namespace quadcl::compiler
