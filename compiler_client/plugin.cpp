// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/plugin.h"

#include <dlfcn.h>

namespace quadcl {
namespace {

/// The linker's message about the plugin, with a hint for the user. The likeliest cause is a missing library
/// of LLVM.
std::string load_problem(const std::string& path, const std::string& said) {
  const std::string failure = "the compiler " + path + " cannot be loaded: ";
  const auto colon = said.find(": cannot open shared object file: No such file");
  if (colon == std::string::npos) return failure + said;
  const std::string library = said.substr(0, colon);
  if (library == path) return "the compiler is not installed: there is no " + library;
  return failure + "it needs the library " + library + ", which is not installed";
}

quadcl_text text(const std::string& value) { return {value.data(), value.size()}; }

}  // namespace

LoadedCompiler load_compiler(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, load_problem(path, dlerror())};
  const auto entry = reinterpret_cast<quadcl_compiler_entry>(dlsym(library, QUADCL_COMPILER_ENTRY));
  if (entry != nullptr) {
    if (const quadcl_compiler* table = entry(QUADCL_COMPILER_API_VERSION)) return {table, {}};
  }
  return {nullptr, "the compiler " + path + " is not of this version of QuadCL"};
}

CompilerAnswer ask_compiler(const quadcl_compiler& table, const CompilerTask& task, const HostTarget& target,
                            const Options& options) {
  std::vector<quadcl_header> headers;
  for (const auto& [name, content] : task.headers) headers.push_back({text(name), text(content)});
  std::vector<quadcl_blob> inputs;
  for (const auto& input : task.inputs) inputs.push_back({input.data(), input.size()});
  const quadcl_device_facts device{task.address_bits,
                                   text(task.extensions),
                                   text(target.architecture),
                                   text(target.cpu_features),
                                   text(target.tuned_for),
                                   static_cast<std::uint32_t>(options.vectorise),
                                   static_cast<std::uint32_t>(task.qpu_rules)};
  const quadcl_compile_request request{task.action,
                                       text(task.source),
                                       text(task.options),
                                       headers.data(),
                                       headers.size(),
                                       inputs.data(),
                                       inputs.size(),
                                       task.may_postpone ? 1U : 0U,
                                       device,
                                       options.source_files ? 1U : 0U,
                                       task.facts.data(),
                                       task.facts.size()};
  quadcl_compile_result result{};
  table.compile(&request, &result);
  CompilerAnswer answer;
  answer.status = result.status;
  answer.log.assign(result.log.data, result.log.size);
  const auto* bytes = static_cast<const std::byte*>(result.image.data);
  answer.image.assign(bytes, bytes + result.image.size);
  table.release(&result);
  return answer;
}

}  // namespace quadcl
