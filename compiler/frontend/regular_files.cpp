// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/regular_files.h"

#include <memory>
#include <system_error>
#include <utility>

namespace quadcl::compiler {
namespace {

class RegularFiles : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    // Before it is opened: opening a pipe waits for its writer.
    const auto status = this->status(path);
    if (!status) return status.getError();
    // Clang tells folders itself. This error is for it as if there were no file, so that __has_include is 0.
    if (!status->isRegularFile() && !status->isDirectory())
      return std::make_error_code(std::errc::invalid_argument);
    return ProxyFileSystem::openFileForRead(path);
  }
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below) {
  return llvm::makeIntrusiveRefCnt<RegularFiles>(std::move(below));
}

}  // namespace quadcl::compiler
