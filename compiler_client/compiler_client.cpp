// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/compiler_client.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/log.h"
#include "core/program_image.h"

namespace quadcl {
namespace {

constexpr const char* kPlugin = "libquadcl-compiler.so";

/// The plugin is beside the file that contains this code.
const std::string& plugin_path() {
  static const std::string& path = *new std::string([] {
    Dl_info here{};
    if (dladdr(reinterpret_cast<void*>(&plugin_path), &here) == 0 || here.dli_fname == nullptr)
      return std::string(kPlugin);
    const std::string file = here.dli_fname;
    const auto slash = file.rfind('/');
    return (slash == std::string::npos ? std::string("./") : file.substr(0, slash + 1)) + kPlugin;
  }());
  return path;
}

/// Never unloaded: LLVM does not support it.
const LoadedCompiler& compiler() {
  static const LoadedCompiler& loaded = *new LoadedCompiler([] {
    LoadedCompiler result = load_compiler(plugin_path());
    if (result.table == nullptr) log_line(result.problem);
    return result;
  }());
  return loaded;
}

/// Which compiler is installed, without loading it.
std::string plugin_version() {
  struct stat status{};
  if (stat(plugin_path().c_str(), &status) != 0) return {};
  return plugin_path() + " " + std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) +
         "." + std::to_string(status.st_mtim.tv_nsec);
}

constexpr std::array kClock{"__DATE__", "__TIME", "__FILE"};
constexpr std::array kFilesInSource{"include", "import", "embed", "incbin"};
constexpr std::array kFilesInOptions{"-include"};

bool has_any(const std::string& text, std::span<const char* const> words) {
  return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// A source that reads files or the clock may give another result next time. Search folders alone do no harm.
bool is_self_contained(const std::string& source, const std::string& options) {
  return !has_any(source, kFilesInSource) && !has_any(source, kClock) && !has_any(options, kFilesInOptions) &&
         !has_any(options, kClock);
}

bool is_cacheable(const CompilerTask& task) {
  if (task.action == QUADCL_FINISH) return true;
  return task.action == QUADCL_BUILD && is_self_contained(task.source, task.options);
}

}  // namespace

bool CompilerClient::is_available() const { return !plugin_version().empty(); }

CompilerAnswer CompilerClient::run(const CompilerTask& task) const {
  const std::optional<std::string> key =
      is_cacheable(task) ? std::optional<std::string>(cache_key(task)) : std::nullopt;
  if (key) {
    if (auto entry = cache_.find(*key)) return {QUADCL_OK, std::move(entry->log), std::move(entry->image)};
  }
  const LoadedCompiler& loaded = compiler();
  if (loaded.table == nullptr) return {QUADCL_FAILED, "error: " + loaded.problem + "\n", {}};
  CompilerAnswer answer = ask_compiler(*loaded.table, task, target_, options_);
  if (key && answer.status == QUADCL_OK) cache_.store(*key, {answer.log, answer.image});
  return answer;
}

std::string CompilerClient::cache_key(const CompilerTask& task) const {
  std::vector<std::string> parts{plugin_version(),
                                 std::to_string(task.action),
                                 std::to_string(task.may_postpone),
                                 target_.name(),
                                 std::to_string(static_cast<unsigned>(options_.vectorise)),
                                 std::to_string(static_cast<unsigned>(options_.source_files)),
                                 std::to_string(static_cast<unsigned>(task.qpu_rules)),
                                 std::to_string(kProgramFormat),
                                 std::to_string(task.address_bits),
                                 task.extensions,
                                 task.options,
                                 task.source};
  for (const LaunchFact fact : task.facts) parts.push_back(std::to_string(fact));
  for (const auto& input : task.inputs)
    parts.emplace_back(reinterpret_cast<const char*>(input.data()), input.size());
  return BuildCache::key(parts);
}

}  // namespace quadcl
