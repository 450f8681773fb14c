// SPDX-License-Identifier: Apache-2.0
#include "bench/passes/programs.h"

#include <llvm/Object/ObjectFile.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "bench/kernels/benchmark.h"
#include "compiler/build.h"
#include "compiler/pass_runner.h"
#include "core/language.h"

namespace passes_bench {
namespace {

namespace fs = std::filesystem;
using namespace quadcl::compiler;

std::string read_file(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  if (text.str().empty()) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

std::uint64_t text_bytes(const std::vector<std::byte>& elf) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(elf.data()), elf.size());
  auto object = llvm::object::ObjectFile::createObjectFile({bytes, "program"});
  if (!object) throw std::runtime_error(llvm::toString(object.takeError()));
  std::uint64_t sum = 0;
  for (const llvm::object::SectionRef& section : (*object)->sections())
    if (section.isText()) sum += section.getSize();
  return sum;
}

Measured measured(const std::string& text, BuildOptions options) {
  PassChanges changes;
  options.changes = &changes;
  Source source;
  source.text = text;
  source.address_bits = options.target.address_bits();
  std::stringstream extensions(quadcl::language_for_compiler());
  for (std::string name; extensions >> name;) source.extensions.push_back(name);
  // On a thread of its own, as in the plugin: builds of a thread that has used much time skip what is
  // optional.
  const Built built = std::async(std::launch::async, build_program, source, options).get();
  if (!built.ok) throw std::runtime_error("it does not build:\n" + built.log);
  const std::vector<std::byte>& elf = built.image.code->elf;
  return {elf, text_bytes(elf), changes.counts};
}

}  // namespace

std::vector<Program> benchmarks(const std::vector<std::string>& names) {
  std::vector<Program> programs;
  for (const kernel_bench::Benchmark& benchmark : kernel_bench::all_benchmarks())
    if (names.empty() || std::find(names.begin(), names.end(), benchmark.name) != names.end())
      programs.push_back(
          {Kind::benchmark, benchmark.name, fs::path(QUADCL_KERNEL_FOLDER) / benchmark.file, ""});
  return programs;
}

std::vector<Program> captures(const fs::path& folder) {
  std::vector<Program> programs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path launch = entry.path() / "launch.json";
    if (!fs::exists(launch)) continue;
    const auto json = nlohmann::json::parse(read_file(launch));
    programs.push_back(
        {Kind::capture, entry.path(), entry.path() / "source.cl", json.at("options").get<std::string>()});
  }
  std::sort(programs.begin(), programs.end(), [](auto& a, auto& b) { return a.name < b.name; });
  return programs;
}

const Measured& Builder::build(const Program& program, const std::string& without) {
  const std::string text = read_file(program.source);
  Measured& known = built_[{text, program.options, without}];
  if (!known.code.empty()) return known;
  std::string log;
  auto options = parse_build_options(program.options, log);
  if (!options) throw std::runtime_error(program.name + ": " + log);
  options->vectorise = quadcl::Vectorise::on;
  options->target = target_;
  options->without = without;
  try {
    return known = measured(text, *options);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(program.name + ": " + error.what());
  }
}

}  // namespace passes_bench
