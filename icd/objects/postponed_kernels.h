// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/program_image.h"

namespace quadcl::icd {

/// A program image, and its bytes.
struct ReadProgram {
  std::shared_ptr<const ProgramImage> image;
  std::shared_ptr<const std::vector<std::byte>> binary;
};

/// The kernels of a program that were not compiled when it was built (docs/adr/0021). Each is compiled once,
/// when it is first asked for; a failure goes to the log and is tried again the next time. For any thread.
class PostponedKernels {
 public:
  /// `program`: an image of that kind, built with these options.
  PostponedKernels(const ReadProgram& program, std::string options);

  /// Null if the kernel cannot be compiled.
  std::shared_ptr<const KernelImage> kernel(const std::string& name);
  /// The program with all kernels, compiled on all processors; without an image if that fails.
  ReadProgram all();

 private:
  struct Entry {
    std::mutex mutex;
    ReadProgram program;  // under mutex
  };

  /// `name`: of the kernel, or empty for all.
  ReadProgram finish(Entry& entry, const std::string& name);

  const std::shared_ptr<const std::vector<std::byte>> binary_;
  const std::string options_;
  std::map<std::string, Entry> kernels_;
  Entry all_;
};

/// Reads a serialised image. Without an image, and with a line in the log, if it is none for this machine.
ReadProgram read_program(std::span<const std::byte> bytes);

}  // namespace quadcl::icd
