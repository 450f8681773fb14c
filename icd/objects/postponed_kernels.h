// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/ndrange.h"
#include "core/options.h"
#include "core/program_image.h"
#include "icd/objects/made_kernels.h"

namespace quadcl::icd {

/// A program image, and its bytes.
struct ReadProgram {
  std::shared_ptr<const ProgramImage> image;
  std::shared_ptr<const std::vector<std::byte>> binary;
};

/// The kernels of a program that were not compiled when it was built (docs/adr/0021), and those made for what
/// is known of launches: for images and samplers (docs/adr/0026), or for a local size (docs/adr/0031). Each
/// is compiled once, when it is first asked for; a failure goes to the log. For any thread.
class PostponedKernels {
 public:
  /// `program`: a postponed one, or an executable that kept its bitcode.
  explicit PostponedKernels(const ReadProgram& program);

  /// Null if the kernel cannot be compiled, which is tried again the next time.
  std::shared_ptr<const KernelImage> kernel(const std::string& name);
  /// The kernel made for such launches, once they had enough work-items to be worth it, or for a device of
  /// QPUs at once if that was asked for. Null before, while it is compiled, and if it cannot be. One made for
  /// a local size is `kernel` with other code for QPUs.
  std::shared_ptr<const KernelImage> kernel_for(const std::shared_ptr<const KernelImage>& kernel,
                                                const Purpose& purpose, std::size_t work_items);
  /// Whether a kernel that was made for launches runs on the QPUs.
  bool has_made_for_qpus(const std::string& name);
  /// Whether kernels that are made for launches are compiled for QPUs, too.
  bool has_code_for_qpus() const { return has_code_for_qpus_; }
  /// The program with all kernels, compiled on all processors; without an image if that fails.
  ReadProgram all();

 private:
  struct Entry {
    std::mutex mutex;
    ReadProgram program;  // under mutex
  };

  /// `name`: of the kernel, or empty for all. Without an image if that fails.
  ReadProgram finish(const std::string& name, const Purpose& purpose) const;

  const std::shared_ptr<const std::vector<std::byte>> binary_;
  const std::string options_;
  const bool has_code_for_qpus_;
  std::map<std::string, Entry> kernels_;
  Entry all_;
  std::mutex mutex_;
  std::map<std::string, MadeKernels> made_;  // by kernel; under mutex_
};

/// The kernel with other code for QPUs.
std::shared_ptr<const KernelImage> with_qpu_code(const KernelImage& kernel,
                                                 std::shared_ptr<const QpuCode> code);

/// The largest number if there are more.
std::size_t work_items_of(const NDRange& range);

/// What QPUs may run of what is compiled for them.
QpuRules allowed_qpu_rules();

/// Reads a serialised image. Without an image, and with a line in the log, if it is none for this machine.
ReadProgram read_program(std::span<const std::byte> bytes);

}  // namespace quadcl::icd
