// SPDX-License-Identifier: Apache-2.0
#include "tools/source_arguments.h"

#include <utility>

namespace quadcl::tools {

namespace {

void add_list(CLI::App& app, const char* name, std::vector<std::string>& list, const char* type,
              const char* meaning) {
  app.add_option(name, list, meaning)->type_name(type)->allow_extra_args(false);
}

std::pair<std::string, std::string> split_define(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, ""};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

void SourceArguments::describe(CLI::App& app) {
  add_list(app, "-I,--include", include_directories, "DIR", "folder to search for .include; may be repeated");
  add_list(app, "-i,--preinclude", preincludes, "FILE",
           "read this first, as by .include \"FILE\"; often vc4.qinc; may be repeated");
  add_list(app, "-D,--define", defines, "NAME[=VALUE]",
           "constant to set before the first line; may be repeated");
}

qpu::assembly::AssemblerOptions SourceArguments::options() const {
  qpu::assembly::AssemblerOptions options;
  options.include_directories = include_directories;
  options.preincludes = preincludes;
  for (const std::string& define : defines) options.defines.push_back(split_define(define));
  return options;
}

}  // namespace quadcl::tools
