// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace quadcl::compiler {

/// The files below, but those that are not regular cannot be opened: a build that reads a pipe or a terminal
/// would wait for ever, and take what the application should read.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below);

}  // namespace quadcl::compiler
