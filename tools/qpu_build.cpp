// SPDX-License-Identifier: Apache-2.0
#include "tools/qpu_build.h"

#include "core/host_target.h"
#include "core/language.h"

namespace quadcl::tools {

Result<ProgramImage> QpuBuild::program() const {
  return deserialise(image, HostTarget::of_this_machine(false).name());
}

QpuBuild build_for_qpus(const std::string& compiler, const std::string& source, const std::string& options,
                        QpuRules profile) {
  const LoadedCompiler loaded = load_compiler(compiler);
  if (loaded.table == nullptr) return {QUADCL_FAILED, loaded.problem + "\n", {}};
  CompilerTask task;
  task.source = source;
  task.options = options;
  task.qpu_rules = profile;
  task.extensions = language_for_compiler(profile == QpuRules::embedded ? Doubles::no : Doubles::yes);
  CompilerAnswer answer =
      ask_compiler(*loaded.table, task, HostTarget::of_this_machine(false), Options::from_environment());
  return {answer.status, std::move(answer.log), std::move(answer.image)};
}

}  // namespace quadcl::tools
