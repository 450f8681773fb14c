// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang/Basic/IdentifierTable.h>
#include <llvm/ADT/DenseSet.h>

#include <array>
#include <vector>

namespace clang {
class FunctionDecl;
class Preprocessor;
class Sema;
class Token;
}  // namespace clang

namespace quadcl::compiler {

/// What the types and functions of images need. A device may have none of it, but a program may contain
/// functions with images that no kernel calls.
inline constexpr std::array kImageFeatures{"cl_khr_3d_image_writes", "cl_khr_depth_images",
                                           "__opencl_c_images", "__opencl_c_3d_image_writes",
                                           "__opencl_c_read_write_images"};

/// Shows clang builtin functions that it would not find by itself in a function's body. It looks for a
/// builtin function only if the program declares nothing of that name, so an `fma` for a struct would hide
/// all others. A function that is not `overloadable` and has the parameters of a builtin one does hide the
/// others, and each that could be meant by the same arguments. Functions of images are declared only if the
/// program is told of images.
class BuiltinOverloads {
 public:
  explicit BuiltinOverloads(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  /// Call it with each token before the parser sees it.
  void see(const clang::Token& token, clang::Sema& sema);

 private:
  void show(clang::IdentifierInfo& name, clang::Sema& sema);
  void hide_all(clang::Sema& sema);

  clang::Preprocessor& preprocessor_;
  llvm::DenseSet<const clang::IdentifierInfo*> names_;  ///< seen in the body of this function
  std::vector<clang::FunctionDecl*> shown_;             ///< until the body ends
};

}  // namespace quadcl::compiler
