// SPDX-License-Identifier: Apache-2.0
#include "plugin.h"

#include <dlfcn.h>

#include <stdexcept>

#include "core/host_target.h"
#include "core/language.h"
#include "core/options.h"

namespace quadcl::test {
namespace {

const quadcl_compiler& compiler() {
  static const quadcl_compiler& table = [&]() -> const quadcl_compiler& {
    void* library = dlopen(QUADCL_TEST_COMPILER, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const auto entry = reinterpret_cast<quadcl_compiler_entry>(dlsym(library, QUADCL_COMPILER_ENTRY));
    const quadcl_compiler* answer = entry != nullptr ? entry(QUADCL_COMPILER_API_VERSION) : nullptr;
    if (answer == nullptr) throw std::runtime_error("no compiler of this version in " QUADCL_TEST_COMPILER);
    return *answer;
  }();
  return table;
}

const HostTarget& target() {
  static const HostTarget target = HostTarget::of_this_machine(Options::from_environment().cpu_baseline);
  return target;
}

quadcl_text text(const std::string& value) { return {value.data(), value.size()}; }

Outcome perform(quadcl_compile_request request, std::optional<Vectorise> form = {},
                QpuRules qpus = QpuRules::none) {
  static const std::string extensions = language_for_compiler();
  static const Options options = Options::from_environment();
  request.device = {64,
                    text(extensions),
                    text(target().architecture),
                    text(target().cpu_features),
                    {},
                    static_cast<std::uint32_t>(form.value_or(options.vectorise)),
                    static_cast<std::uint32_t>(qpus)};
  request.source_files = options.source_files ? 1 : 0;
  quadcl_compile_result result{};
  compiler().compile(&request, &result);
  Outcome outcome;
  outcome.status = result.status;
  outcome.log.assign(result.log.data, result.log.size);
  const auto* bytes = static_cast<const std::byte*>(result.image.data);
  outcome.image.assign(bytes, bytes + result.image.size);
  compiler().release(&result);
  return outcome;
}

quadcl_compile_request build_request(const std::string& source, const std::string& options) {
  quadcl_compile_request request{};
  request.action = QUADCL_BUILD;
  request.source = text(source);
  request.options = text(options);
  return request;
}

}  // namespace

Result<ProgramImage> read_image(std::span<const std::byte> bytes) {
  return deserialise(bytes, target().name());
}

Outcome build(const std::string& source, const std::string& options, std::optional<Vectorise> form) {
  return perform(build_request(source, options), form);
}

Outcome build_postponed(const std::string& source, const std::string& options, std::optional<Vectorise> form,
                        QpuRules qpus) {
  quadcl_compile_request request = build_request(source, options);
  request.may_postpone = true;
  return perform(request, form, qpus);
}

Outcome finish(const std::vector<std::byte>& postponed, const std::string& kernel,
               const std::vector<LaunchFact>& facts, QpuRules qpus) {
  const quadcl_blob blob{postponed.data(), postponed.size()};
  quadcl_compile_request request{};
  request.action = QUADCL_FINISH;
  request.source = text(kernel);
  request.facts = facts.data();
  request.fact_count = facts.size();
  request.inputs = &blob;
  request.input_count = 1;
  return perform(request, {}, qpus);
}

Outcome compile(const std::string& source, const std::string& options,
                const std::vector<std::pair<std::string, std::string>>& headers) {
  std::vector<quadcl_header> rows;
  for (const auto& [name, content] : headers) rows.push_back({text(name), text(content)});
  quadcl_compile_request request{};
  request.action = QUADCL_COMPILE;
  request.source = text(source);
  request.options = text(options);
  request.headers = rows.data();
  request.header_count = rows.size();
  return perform(request);
}

Outcome link(const std::vector<std::vector<std::byte>>& inputs, const std::string& options) {
  std::vector<quadcl_blob> blobs;
  for (const auto& input : inputs) blobs.push_back({input.data(), input.size()});
  quadcl_compile_request request{};
  request.action = QUADCL_LINK;
  request.options = text(options);
  request.inputs = blobs.data();
  request.input_count = blobs.size();
  return perform(request);
}

}  // namespace quadcl::test
