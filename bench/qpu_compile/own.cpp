// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/own.h"

#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>

#include "bench/qpu_compile/chip.h"
#include "compiler_client/plugin.h"
#include "core/host_target.h"
#include "core/language.h"
#include "core/launch/group_facts.h"
#include "core/launch/qpu_launch.h"
#include "core/qpu_code.h"
#include "qpu/kernels/jobs.h"

namespace qpu_compile_bench {
namespace {

using kernel_bench::BufferArgument;
using kernel_bench::LocalBytes;

quadcl::ArgumentValue argument_of(const kernel_bench::Argument& argument, const Chip& chip) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument)) return chip.array(buffer->index);
  if (const auto* local = std::get_if<LocalBytes>(&argument)) return quadcl::LocalArgument{local->size};
  quadcl::ValueArgument bytes(sizeof(std::uint32_t));
  std::memcpy(bytes.data(), &std::get<std::uint32_t>(argument), bytes.size());
  return bytes;
}

unsigned dimensions_of(const kernel_bench::Size3& global) {
  return global[2] > 1 ? 3 : global[1] > 1 ? 2 : 1;
}

quadcl::LaunchRequest request_of(const kernel_bench::Launch& launch, const quadcl::ProgramImage& image,
                                 const Chip& chip) {
  quadcl::LaunchRequest request{.kernel = &find_kernel(image, launch.kernel)};
  for (const auto& argument : launch.arguments) request.arguments.push_back(argument_of(argument, chip));
  request.range = {dimensions_of(launch.global), launch.offset, launch.global, launch.local};
  return request;
}

/// Why the launch cannot run on QPUs; empty if it can.
std::string obstacle(const quadcl::LaunchRequest& request) {
  if (request.kernel->qpu_code == nullptr) return request.kernel->not_on_qpus;
  const auto possible = quadcl::check_qpu_launch(request);
  return possible.ok() ? "" : possible.error().message;
}

/// Calls the compiler and reads its image, if it makes one.
std::optional<quadcl::ProgramImage> asked(const std::string& compiler, const quadcl::CompilerTask& task,
                                          std::string& log) {
  const auto loaded = quadcl::load_compiler(compiler);
  if (loaded.table == nullptr) throw std::runtime_error(loaded.problem);
  const auto target = quadcl::HostTarget::of_this_machine(false);
  const auto answer = quadcl::ask_compiler(*loaded.table, task, target, quadcl::Options{});
  log = answer.log;
  if (answer.status != QUADCL_OK) return {};
  auto image = quadcl::deserialise(answer.image, target.name());
  if (!image) throw std::runtime_error(image.error().message);
  return std::move(*image);
}

quadcl::CompilerTask task_of(const std::string& source, const std::string& options) {
  quadcl::CompilerTask task;
  task.source = source;
  task.options = options;
  task.qpu_rules = quadcl::QpuRules::embedded;
  task.extensions = quadcl::language_for_compiler(quadcl::Doubles::no);
  return task;
}

/// What is known of the work-groups of a launch, for which the kernel may be compiled again.
std::vector<quadcl::LaunchFact> facts_of(const kernel_bench::Launch& launch,
                                         const quadcl::KernelImage& kernel) {
  std::vector<quadcl::ArgumentValue> arguments;
  for (const auto& argument : launch.arguments) {
    const auto* local = std::get_if<LocalBytes>(&argument);
    arguments.emplace_back(local != nullptr ? quadcl::ArgumentValue(quadcl::LocalArgument{local->size})
                                            : quadcl::ValueArgument{});
  }
  return quadcl::group_facts(kernel, arguments,
                             {dimensions_of(launch.global), launch.offset, launch.global, launch.local});
}

std::size_t code_size(const quadcl::ProgramImage& image, const Case& a_case) {
  std::set<const quadcl::KernelImage*> used;
  for (const auto& launch : a_case.launches) used.insert(&find_kernel(image, launch.kernel));
  std::size_t size = 0;
  for (const auto* kernel : used) size += kernel->qpu_code->words.size();
  return size;
}

}  // namespace

quadcl::ProgramImage compile(const std::string& compiler, const std::string& source,
                             const std::string& options) {
  std::string log;
  auto image = asked(compiler, task_of(source, options), log);
  if (!image) throw std::runtime_error("does not build: " + log);
  return std::move(*image);
}

void compile_for_launches(const std::string& compiler, const std::string& source, const std::string& options,
                          const Case& a_case, quadcl::ProgramImage& image) {
  std::string log;
  quadcl::CompilerTask build = task_of(source, options);
  build.may_postpone = true;
  const auto postponed = asked(compiler, build, log);
  if (!postponed || postponed->qpu_bitcode.empty()) return;
  const std::vector<std::byte> binary = quadcl::serialise(*postponed);
  for (quadcl::KernelImage& kernel : image.kernels) {
    std::set<std::vector<quadcl::LaunchFact>> facts;
    for (const auto& launch : a_case.launches)
      if (launch.kernel == kernel.name) facts.insert(facts_of(launch, kernel));
    if (facts.size() != 1 || facts.begin()->empty()) continue;
    quadcl::CompilerTask task = task_of(kernel.name, options);
    task.action = QUADCL_FINISH;
    task.facts = *facts.begin();
    task.inputs.push_back(binary);
    const auto made = asked(compiler, task, log);
    if (made && made->kernels.front().qpu_code != nullptr) kernel.qpu_code = made->kernels.front().qpu_code;
  }
}

const quadcl::KernelImage& find_kernel(const quadcl::ProgramImage& image, const std::string& name) {
  for (const quadcl::KernelImage& kernel : image.kernels)
    if (kernel.name == name) return kernel;
  throw std::runtime_error("there is no kernel " + name);
}

Score run_own(const quadcl::ProgramImage& image, const Case& a_case, const timing::Parameters& parameters,
              bool profiled) {
  Score score;
  Chip chip(parameters, a_case, Mapped::exact, profiled);
  const auto context = chip.executor().context(quadcl::qpu::kQpus);
  for (const auto& launch : a_case.launches) {
    const auto request = request_of(launch, image, chip);
    score.problem = obstacle(request);
    if (!score.ran()) return score;
    const auto totals = quadcl::qpu::run_compiled(request, context);
    if (totals.ok()) continue;
    score.problem = totals.error().message;
    score.failed = true;
    return score;
  }
  score.code = code_size(image, a_case);
  chip.finish(score);
  return score;
}

}  // namespace qpu_compile_bench
