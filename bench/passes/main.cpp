// SPDX-License-Identifier: Apache-2.0
// Builds programs without one optional pass after the other, and prints what each of them moves.
#include <llvm/Object/ObjectFile.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <sstream>

#include "compiler/build.h"
#include "compiler/pipeline.h"
#include "core/language.h"

namespace {

using namespace quadcl::compiler;

struct Arguments {
  std::vector<std::string> files, passes;
  std::string processor;
  bool shows_time = false;
};

/// A program's code, and how long its build took.
struct Measured {
  std::vector<std::byte> code;
  std::uint64_t text_bytes = 0;
  double seconds = 0;
};

/// What a pass moves in all programs.
struct Effect {
  std::vector<double> sizes;  ///< of programs that it changes: code without it by code with it
  double seconds = 0;         ///< of all builds without it
};

[[noreturn]] void fail(const std::string& problem) {
  std::cerr << problem << '\n';
  std::exit(1);
}

std::uint64_t text_bytes(const std::vector<std::byte>& elf) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(elf.data()), elf.size());
  auto object = llvm::object::ObjectFile::createObjectFile({bytes, "program"});
  if (!object) fail(llvm::toString(object.takeError()));
  std::uint64_t sum = 0;
  for (const llvm::object::SectionRef& section : (*object)->sections())
    if (section.isText()) sum += section.getSize();
  return sum;
}

Source read_source(const std::string& path, const quadcl::HostTarget& target) {
  std::stringstream text, extensions(quadcl::language_for_compiler());
  text << std::ifstream(path).rdbuf();
  Source source;
  source.text = text.str();
  source.address_bits = target.address_bits();
  for (std::string name; extensions >> name;) source.extensions.push_back(name);
  return source;
}

Measured build(const std::string& path, const quadcl::HostTarget& target, const std::string& without,
               PassChanges* changes) {
  std::string log;
  BuildOptions options = *parse_build_options("", log);
  options.vectorise = quadcl::Vectorise::on;
  options.target = target;
  options.without = without;
  options.changes = changes;
  const Source source = read_source(path, target);
  const auto start = std::chrono::steady_clock::now();
  // On a thread of its own, as in the plugin: builds of a thread that has used much time skip what is
  // optional.
  const Built built = std::async(std::launch::async, build_program, source, options).get();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (!built.ok) fail(path + " does not build:\n" + built.log);
  const std::vector<std::byte>& elf = built.image.code->elf;
  return {elf, text_bytes(elf), seconds.count()};
}

/// Jam-rows' class is JamRows.
std::string class_of(const std::string& row) {
  std::string name;
  bool starts_word = true;
  for (const char c : row.substr(0, row.find('<'))) {
    if (c != '-') name += starts_word ? static_cast<char>(std::toupper(c)) : c;
    starts_word = c == '-';
  }
  return name;
}

double mean(const std::vector<double>& factors, std::size_t programs) {
  double sum = 0;
  for (const double factor : factors) sum += std::log(factor);
  return std::exp(sum / static_cast<double>(programs));
}

void print(const std::string& pass, unsigned changes, const Effect& effect, std::size_t programs,
           double seconds_with, bool shows_time) {
  std::printf("%-34s %8u %8zu", pass.c_str(), changes, effect.sizes.size());
  if (effect.sizes.empty()) {
    std::printf(" %8s %8s %8s", "-", "-", "-");
  } else {
    const auto [least, most] = std::minmax_element(effect.sizes.begin(), effect.sizes.end());
    std::printf(" %8.3f %8.3f %8.3f", mean(effect.sizes, programs), *least, *most);
  }
  if (shows_time) std::printf(" %8.3f", effect.seconds / seconds_with);
  std::printf("\n");
  std::fflush(stdout);
}

std::vector<std::string> all_programs() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(QUADCL_KERNEL_FOLDER))
    if (entry.path().extension() == ".cl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void check_names(const std::vector<std::string>& passes) {
  const std::vector<std::string> known = optional_steps();
  for (const std::string& pass : passes)
    if (!llvm::is_contained(known, pass)) fail("no optional pass '" + pass + "'");
}

int run(const Arguments& arguments) {
  check_names(arguments.passes);
  const auto target = arguments.processor.empty() ? std::optional(quadcl::HostTarget::of_this_machine(false))
                                                  : quadcl::HostTarget::of_processor(arguments.processor);
  if (!target) fail("no processor '" + arguments.processor + "'");
  const std::vector<std::string> files = arguments.files.empty() ? all_programs() : arguments.files;
  const std::vector<std::string> passes = arguments.passes.empty() ? optional_steps() : arguments.passes;
  PassChanges changes;
  std::vector<Measured> with;
  double seconds_with = 0;
  for (const std::string& file : files) {
    with.push_back(build(file, *target, "", &changes));
    seconds_with += with.back().seconds;
  }
  std::printf("%zu programs. Code without the pass by code with it:\n", files.size());
  std::printf("%-34s %8s %8s %8s %8s %8s%s\n", "pass", "changes", "programs", "mean", "least", "most",
              arguments.shows_time ? "    build" : "");
  for (const std::string& pass : passes) {
    Effect effect;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Measured without = build(files[i], *target, pass, nullptr);
      effect.seconds += without.seconds;
      if (without.code != with[i].code)
        effect.sizes.push_back(static_cast<double>(without.text_bytes) /
                               static_cast<double>(with[i].text_bytes));
    }
    print(pass, changes.counts[class_of(pass)], effect, files.size(), seconds_with, arguments.shows_time);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Builds OpenCL C for this machine's CPU without one optional pass of the compiler after the other. "
      "Prints "
      "how many functions or loops the pass changes, in how many programs the code differs, and the size of "
      "the code without it by that with it: the geometric mean of all programs, the least and the most.\n"
      "Exit status: 0 success, 1 a program does not build or there is no such pass, 2 wrong arguments."};
  Arguments arguments;
  app.add_option("programs", arguments.files, "OpenCL C (default: the kernels of kernel_bench)")
      ->check(CLI::ExistingFile);
  app.add_option("--pass", arguments.passes, "only these passes")->delimiter(',')->allow_extra_args(false);
  app.add_option("--cpu", arguments.processor, "a processor's name as in quadcl-build");
  app.add_flag("--time", arguments.shows_time, "print the time of the builds, too, by that with the pass");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run(arguments);
}
