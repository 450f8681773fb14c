// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/regular_files.h"

#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace quadcl::compiler {
namespace {

/// The only error of this kind. Clang adds its message to the file's name.
class NotRegular : public std::error_category {
 public:
  const char* name() const noexcept override { return "quadcl"; }
  std::string message(int) const override { return "not a regular file"; }

  static std::error_code error() {
    static const NotRegular category;
    return {1, category};
  }
};

class RegularFiles : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    // Before it is opened: opening a pipe waits for its writer.
    const auto status = this->status(path);
    if (!status) return status.getError();
    // Clang tells folders itself.
    if (!status->isRegularFile() && !status->isDirectory()) return NotRegular::error();
    return ProxyFileSystem::openFileForRead(path);
  }
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below) {
  return llvm::makeIntrusiveRefCnt<RegularFiles>(std::move(below));
}

}  // namespace quadcl::compiler
