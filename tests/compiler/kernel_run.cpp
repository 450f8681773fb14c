// SPDX-License-Identifier: Apache-2.0
// kernel-run: builds OpenCL C through the compiler plugin, describes or runs its kernels on the CPU device.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "core/options.h"
#include "core/program_image.h"
#include "host_fallback/factory.h"
#include "kernel_arguments.h"
#include "plugin.h"

namespace {

using namespace quadcl;
using namespace quadcl::test;

using Sizes = std::array<std::size_t, 3>;

struct CommandLine {
  std::string input;
  std::string build_options;
  std::string kernel;
  std::string global, local, offset;
  std::vector<std::string> arguments;
  bool describe = false;
};

std::string read_file(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Up to three, between commas.
std::vector<std::uint64_t> numbers(const std::string& text) {
  if (text.empty()) return {};
  const auto bytes = parse_elements(element_type("ulong"), text);
  std::vector<std::uint64_t> values(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  if (values.size() > 3) throw std::invalid_argument("more than three dimensions: " + text);
  return values;
}

Sizes sizes(const std::string& text, std::size_t rest) {
  Sizes result{rest, rest, rest};
  std::ranges::copy(numbers(text), result.begin());
  return result;
}

NDRange range_of(const CommandLine& options) {
  NDRange range;
  range.dimensions = static_cast<unsigned>(numbers(options.global).size());
  range.global = sizes(options.global, 1);
  range.local = sizes(options.local, options.local.empty() ? 0 : 1);
  range.offset = sizes(options.offset, 0);
  return range;
}

const char* address_name(AddressQualifier address) {
  constexpr const char* kNames[] = {"", "global ", "constant ", "local "};
  return kNames[static_cast<unsigned>(address)];
}

const char* access_name(AccessQualifier access) {
  constexpr const char* kNames[] = {"", "read_only ", "write_only ", "read_write "};
  return kNames[static_cast<unsigned>(access)];
}

const char* handle_name(const KernelArgument& argument) {
  return argument.is_image() ? "image " : argument.is_sampler() ? "sampler " : "";
}

void describe(const KernelImage& kernel) {
  std::cout << "kernel " << kernel.name << '\n';
  for (const KernelArgument& argument : kernel.arguments) {
    std::cout << "  argument " << handle_name(argument) << access_name(argument.access)
              << address_name(argument.address) << (argument.is_const ? "const " : "")
              << (argument.is_restrict ? "restrict " : "") << (argument.is_volatile ? "volatile " : "")
              << argument.type_name << ' ' << argument.name;
    if (!argument.is_pointer()) std::cout << ", " << argument.size << " bytes";
    std::cout << '\n';
  }
  if (!kernel.attributes.empty()) std::cout << "  attributes " << kernel.attributes << '\n';
}

/// Arguments for a launch, from NAME=ELEMENTS or NAME:TYPE=ELEMENTS on the command line.
class Launch {
 public:
  Launch(const KernelImage& kernel, const std::vector<std::string>& texts)
      : kernel_(kernel), backend_(make_cpu_backend(Options::from_environment()).value()) {
    std::map<std::string, std::string> values;
    for (const std::string& text : texts) {
      const auto equal = text.find('=');
      if (equal == std::string::npos) throw std::invalid_argument("'" + text + "' is not NAME=ELEMENTS");
      const auto colon = text.substr(0, equal).find(':');
      const std::string name = text.substr(0, std::min(colon, equal));
      if (colon != std::string::npos) types_[name] = text.substr(colon + 1, equal - colon - 1);
      values[name] = text.substr(equal + 1);
    }
    if (values.size() != kernel.arguments.size())
      throw std::invalid_argument("the kernel has " + std::to_string(kernel.arguments.size()) + " arguments");
    for (const KernelArgument& argument : kernel.arguments) {
      if (!values.contains(argument.name))
        throw std::invalid_argument("nothing is given for " + argument.name);
      request_.arguments.push_back(value_of(argument, values[argument.name]));
    }
    request_.kernel = &kernel;
  }

  /// Prints the reason if the launch is refused.
  std::string run(const NDRange& range) {
    request_.range = range;
    const auto checked = backend_->check(request_);
    if (!checked.ok()) return checked.error().message;
    const auto report = backend_->run(*checked);
    return report.ok() ? std::string() : report.error().message;
  }

  /// The buffers that the kernel may have written.
  void print_buffers() const {
    for (std::size_t i = 0; i < kernel_.arguments.size(); ++i) {
      const KernelArgument& argument = kernel_.arguments[i];
      const auto* memory = std::get_if<MemoryRange>(&request_.arguments[i]);
      if (memory == nullptr || argument.is_const || argument.address != AddressQualifier::global) continue;
      std::cout << argument.name << " = " << format_elements(type_of(argument), {memory->host, memory->size})
                << '\n';
    }
  }

 private:
  const ScalarType& type_of(const KernelArgument& argument) const {
    const auto given = types_.find(argument.name);
    return element_type(given != types_.end() ? given->second : argument.type_name);
  }

  ArgumentValue value_of(const KernelArgument& argument, const std::string& text) {
    if (argument.address == AddressQualifier::local) return LocalArgument{std::stoul(text)};
    if (text == "NULL") return MemoryRange{};
    auto bytes = parse_elements(type_of(argument), text);
    if (argument.is_pointer()) return buffer_with(bytes);
    if (bytes.size() != argument.size)
      throw std::invalid_argument(argument.name + " has " + std::to_string(argument.size) + " bytes");
    return bytes;
  }

  MemoryRange buffer_with(const std::vector<std::byte>& bytes) {
    buffers_.push_back(backend_->allocate(bytes.size(), 128, Contents::zeros).value());
    std::memcpy(buffers_.back()->range().host, bytes.data(), bytes.size());
    return buffers_.back()->range();
  }

  const KernelImage& kernel_;
  std::unique_ptr<Backend> backend_;
  std::map<std::string, std::string> types_;
  std::vector<std::unique_ptr<Memory>> buffers_;
  LaunchRequest request_;
};

const KernelImage& find_kernel(const ProgramImage& program, const std::string& name) {
  for (const KernelImage& kernel : program.kernels) {
    if (name.empty() || kernel.name == name) return kernel;
  }
  throw std::invalid_argument("there is no kernel '" + name + "'");
}

int run(const CommandLine& options) {
  const Outcome outcome = build(read_file(options.input), options.build_options);
  std::cout << outcome.log << std::flush;
  if (outcome.status != QUADCL_OK) {
    std::cout << (outcome.status == QUADCL_INVALID_OPTIONS ? "the build options are invalid\n"
                                                           : "the build failed\n");
    return 1;
  }
  const auto program = read_image(outcome.image);
  if (options.describe) {
    for (const KernelImage& kernel : program->kernels) describe(kernel);
  }
  if (options.global.empty()) return 0;
  Launch launch(find_kernel(*program, options.kernel), options.arguments);
  if (const std::string refusal = launch.run(range_of(options)); !refusal.empty()) {
    std::cout << "refused: " << refusal << '\n';
    return 1;
  }
  launch.print_buffers();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Builds OpenCL C, prints the log, and runs a kernel if a global size is given; afterwards it prints "
      "what is\n"
      "in each buffer that the kernel may write.\n"
      "Exit status: 0 success, 1 the build failed or the launch was refused, 2 wrong arguments."};
  CommandLine options;
  app.add_option("input", options.input, "the program")->required()->check(CLI::ExistingFile);
  app.add_option(
      "arguments", options.arguments,
      "of the kernel, in any order: NAME=ELEMENTS, or NAME:TYPE=ELEMENTS where the kernel's type is none of\n"
      "numbers. Elements are numbers between commas, N*V for N times V, A..B for A to B; a number of bytes\n"
      "for local memory; NULL");
  app.add_option("--options", options.build_options, "build options");
  app.add_option("--kernel", options.kernel, "its name; the first of the program by default");
  app.add_option("--global", options.global, "X, X,Y or X,Y,Z");
  app.add_option("--local", options.local, "the device's choice by default");
  app.add_option("--offset", options.offset, "global offset");
  app.add_flag("--describe", options.describe, "print the kernels of the program");
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::cerr << "kernel-run: " << error.what() << '\n';
    return 2;
  }
}
