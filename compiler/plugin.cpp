// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <sstream>

#include "compiler/build.h"
#include "compiler/pipeline.h"
#include "compiler/sandbox.h"
#include "core/compiler_api.h"

namespace quadcl::compiler {
namespace {

/// The data that a result points to.
struct Holder {
  std::string log;
  std::vector<std::byte> image;
  quadcl_compiler_status status = QUADCL_FAILED;
};

std::string to_string(const quadcl_text& text) {
  return text.data != nullptr ? std::string(text.data, text.size) : std::string();
}

Source read_source(const quadcl_compile_request& request) {
  Source source;
  source.text = to_string(request.source);
  source.address_bits = request.device.address_bits;
  for (std::size_t i = 0; i < request.header_count; ++i)
    source.headers.emplace_back(to_string(request.headers[i].name), to_string(request.headers[i].source));
  std::istringstream names(to_string(request.device.extensions));
  for (std::string name; names >> name;) source.extensions.push_back(name);
  return source;
}

void finish(Built&& built, const std::string& options, Holder& holder) {
  holder.log = std::move(built.log);
  if (!built.ok) return;
  built.image.options = options;
  holder.image = serialise(built.image);
  holder.status = QUADCL_OK;
}

/// The images to link, or the one to finish.
bool read_inputs(const quadcl_compile_request& request, const std::string& target,
                 std::vector<ProgramImage>& inputs) {
  const bool finishes = request.action == QUADCL_FINISH;
  for (std::size_t i = 0; i < request.input_count; ++i) {
    const quadcl_blob& blob = request.inputs[i];
    auto image = deserialise({static_cast<const std::byte*>(blob.data), blob.size}, target);
    if (!image.ok() || image->has_kernels() != finishes || image->bitcode.empty()) return false;
    inputs.push_back(std::move(*image));
  }
  return !finishes || inputs.size() == 1;
}

/// Programs can do without optional passes only; the log says if this is none.
bool can_leave_out(const std::string& pass, std::string& log) {
  const std::vector<std::string> optional = optional_steps();
  if (pass.empty() || std::ranges::find(optional, pass) != optional.end()) return true;
  log += "-quadcl-without=" + pass + ": there is no optional pass of this name\n";
  return false;
}

void perform(const quadcl_compile_request& request, Holder& holder) {
  const std::string option_text = to_string(request.options);
  auto options = parse_build_options(option_text, holder.log);
  if (!options || !can_leave_out(options->without, holder.log)) {
    holder.status = QUADCL_INVALID_OPTIONS;
    return;
  }
  options->vectorise = static_cast<Vectorise>(request.device.vectorise);
  options->source_files = request.source_files != 0;
  if (!options->refuses_qpus) options->qpu_rules = static_cast<QpuRules>(request.device.qpu_rules);
  options->target = {to_string(request.device.architecture), to_string(request.device.cpu_features),
                     to_string(request.device.tuned_for)};
  options->may_postpone = request.may_postpone != 0;
  options->facts.assign(request.facts, request.facts + request.fact_count);
  if (request.action == QUADCL_BUILD)
    return finish(build_program(read_source(request), *options), option_text, holder);
  if (request.action == QUADCL_COMPILE)
    return finish(compile_program(read_source(request), *options), option_text, holder);
  std::vector<ProgramImage> inputs;
  if (!read_inputs(request, options->target.name(), inputs)) {
    holder.status = QUADCL_INVALID_BINARY;
    return;
  }
  if (request.action == QUADCL_FINISH)
    return finish(finish_program(std::move(inputs[0]), to_string(request.source), *options), option_text,
                  holder);
  finish(link_programs(inputs, *options, request.device.address_bits), option_text, holder);
}

void compile(const quadcl_compile_request* request, quadcl_compile_result* result) {
  auto* holder = new Holder;
  if (const auto failure = run_in_sandbox([&] { perform(*request, *holder); })) {
    holder->status = QUADCL_FAILED;
    holder->log += "error: the compiler gave up on this program: " + *failure + "\n";
    holder->image.clear();
  }
  *result = {holder->status,
             {holder->log.data(), holder->log.size()},
             {holder->image.data(), holder->image.size()},
             holder};
}

void release(quadcl_compile_result* result) {
  delete static_cast<Holder*>(result->owner);
  *result = {};
}

}  // namespace
}  // namespace quadcl::compiler

extern "C" __attribute__((visibility("default"))) const quadcl_compiler* quadcl_compiler_table(
    std::uint32_t version) {
  static const quadcl_compiler table{QUADCL_COMPILER_API_VERSION, quadcl::compiler::compile,
                                     quadcl::compiler::release};
  return version == QUADCL_COMPILER_API_VERSION ? &table : nullptr;
}
