// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/vc4cl.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/qpu_compile/chip.h"

namespace qpu_compile_bench {
namespace {

using kernel_bench::BufferArgument;
using kernel_bench::Launch;
using kernel_bench::LocalBytes;
using kernel_bench::Size3;
using quadcl::qpu::kQpus;

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The first line that speaks of an error, without colours.
std::string first_error(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("rror") == line.npos && line.find("exception") == line.npos) continue;
    const std::size_t time = line.find("20");
    return line.substr(time == line.npos ? 0 : time + 6, 120);
  }
  return "no code, and no message";
}

// ---- Work-groups

std::size_t items(const Size3& size) { return size[0] * size[1] * size[2]; }

/// The local size that VC4CL takes where the host leaves it open: all work-items, or as many of dimension 0
/// as divide it.
Size3 chosen_local(const Size3& global, std::size_t most) {
  if (items(global) <= most) return global;
  std::size_t width = most;
  while (global[0] % width != 0) --width;
  return {width, 1, 1};
}

/// Where a work-group lies among the others, or a work-item in its group.
Size3 position(std::size_t number, const Size3& sizes) {
  return {number % sizes[0], number / sizes[0] % sizes[1], number / sizes[0] / sizes[1]};
}

struct Groups {
  Size3 local, count, offset;
  unsigned dimensions;
  std::size_t qpus;
};

Groups groups_of(const Launch& launch, const Vc4cKernel& kernel) {
  const std::size_t most = std::size_t{kQpus} * kernel.merged_items;
  const Size3 local = launch.local == Size3{} ? chosen_local(launch.global, most) : launch.local;
  if (items(local) > most)
    throw std::runtime_error("work-groups of " + std::to_string(items(local)) + " work-items; VC4CL has " +
                             std::to_string(most) + " at most");
  Groups groups{.local = local, .offset = launch.offset};
  for (unsigned i = 0; i < 3; ++i) groups.count[i] = launch.global[i] / local[i];
  groups.dimensions = launch.global[2] > 1 ? 3 : launch.global[1] > 1 ? 2 : 1;
  groups.qpus = (items(local) + kernel.merged_items - 1) / kernel.merged_items;
  return groups;
}

// ---- Uniforms

std::uint32_t packed(const Size3& sizes) {
  return static_cast<std::uint32_t>(sizes[2] << 16 | sizes[1] << 8 | sizes[0]);
}

/// What the uniforms of one QPU depend on.
struct Place {
  const Groups& groups;
  Size3 group, item;
  std::uint32_t data, uniforms;  ///< bus addresses

  std::uint32_t value(Vc4cUniform uniform) const {
    const auto dimension = [&](const Size3& sizes, Vc4cUniform first) {
      return static_cast<std::uint32_t>(sizes[static_cast<unsigned>(uniform) - static_cast<unsigned>(first)]);
    };
    if (uniform >= Vc4cUniform::most_groups_x) return dimension(groups.count, Vc4cUniform::most_groups_x);
    if (uniform == Vc4cUniform::uniform_address) return uniforms;
    if (uniform == Vc4cUniform::global_data) return data;
    if (uniform >= Vc4cUniform::offset_x) return dimension(groups.offset, Vc4cUniform::offset_x);
    if (uniform >= Vc4cUniform::group_x) return dimension(group, Vc4cUniform::group_x);
    if (uniform >= Vc4cUniform::groups_x) return dimension(groups.count, Vc4cUniform::groups_x);
    if (uniform == Vc4cUniform::local_ids) return packed(item);
    return uniform == Vc4cUniform::local_sizes ? packed(groups.local) : groups.dimensions;
  }
};

void append(std::vector<std::uint32_t>& words, const Vc4cKernel& kernel, const Place& place,
            Vc4cUniform first, Vc4cUniform end) {
  for (auto i = static_cast<unsigned>(first); i < static_cast<unsigned>(end); ++i)
    if (kernel.reads(Vc4cUniform{static_cast<std::uint8_t>(i)}))
      words.push_back(place.value(Vc4cUniform{static_cast<std::uint8_t>(i)}));
}

std::vector<std::uint32_t> uniforms_of(const Vc4cKernel& kernel, const Place& place,
                                       const std::vector<std::uint32_t>& arguments) {
  std::vector<std::uint32_t> words;
  append(words, kernel, place, Vc4cUniform::work_dimensions, Vc4cUniform::uniform_address);
  words.insert(words.end(), arguments.begin(), arguments.end());
  append(words, kernel, place, Vc4cUniform::uniform_address, Vc4cUniform::count);
  return words;
}

// ---- Launches

std::vector<std::uint32_t> arguments_of(const Launch& launch, const Vc4cKernel& kernel, Chip& chip) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto& argument = launch.arguments[i];
    if (const auto* buffer = std::get_if<BufferArgument>(&argument))
      words.push_back(chip.array(buffer->index).bus->value());
    else if (const auto* local = std::get_if<LocalBytes>(&argument))
      words.push_back(kernel.parameters[i].lowered ? 0 : chip.allocate(local->size).bus->value());
    else
      words.push_back(std::get<std::uint32_t>(argument));
  }
  return words;
}

/// A kernel in memory: global data, stacks of all QPUs, code, uniforms.
class Loaded {
 public:
  Loaded(const Vc4cModule& module, const Vc4cKernel& kernel, std::size_t uniform_words, Chip& chip)
      : kernel_(kernel), chip_(chip), uniform_words_(uniform_words) {
    const auto data = module.data(), code = module.code(kernel);
    const std::size_t stacks = data.size_bytes(), begin = stacks + kQpus * module.stack_words * 8,
                      end = begin + code.size_bytes();
    const MemoryRange memory = chip.allocate(end + kQpus * uniform_words * sizeof(std::uint32_t));
    std::memcpy(memory.host, data.data(), data.size_bytes());
    std::memcpy(memory.host + begin, code.data(), code.size_bytes());
    data_ = *memory.bus;
    code_ = *memory.bus + static_cast<std::uint32_t>(begin);
    uniforms_ = memory.slice(end, memory.size - end);
  }

  /// Error: that of the emulator.
  std::optional<std::string> run(const Groups& groups, std::size_t group,
                                 const std::vector<std::uint32_t>& arguments) {
    std::vector<quadcl::qpu::QpuProgram> programs;
    for (std::size_t i = 0; i < groups.qpus; ++i) {
      const MemoryRange own = uniforms_.slice(i * uniform_words_ * 4, uniform_words_ * 4);
      Size3 item = position(i, groups.local);
      item[0] *= kernel_.merged_items;
      const auto words = uniforms_of(
          kernel_, {groups, position(group, groups.count), item, data_.value(), own.bus->value()}, arguments);
      std::memcpy(own.host, words.data(), words.size() * sizeof words[0]);
      programs.push_back({code_, *own.bus});
    }
    const auto report =
        chip_.executor().run({.programs = programs, .instruction_limit = std::uint64_t{1} << 30});
    return report.ok() ? std::nullopt : std::optional(report.error().message);
  }

 private:
  const Vc4cKernel& kernel_;
  Chip& chip_;
  std::size_t uniform_words_;
  quadcl::BusAddress data_, code_;
  MemoryRange uniforms_;
};

const Vc4cKernel& find(const Vc4cModule& module, const std::string& name) {
  for (const Vc4cKernel& kernel : module.kernels)
    if (kernel.name == name) return kernel;
  throw std::runtime_error("VC4C made no kernel " + name);
}

std::optional<std::string> run_launch(const Vc4cModule& module, const Launch& launch, Chip& chip) {
  const Vc4cKernel& kernel = find(module, launch.kernel);
  if (kernel.parameters.size() != launch.arguments.size())
    throw std::runtime_error("VC4C's kernel has another number of parameters");
  const Groups groups = groups_of(launch, kernel);
  const auto arguments = arguments_of(launch, kernel, chip);
  const std::size_t most_words = arguments.size() + static_cast<std::size_t>(Vc4cUniform::count);
  Loaded loaded(module, kernel, most_words, chip);
  const std::size_t starts = kernel.loops_over_groups() ? 1 : items(groups.count);
  for (std::size_t group = 0; group < starts; ++group)
    if (auto error = loaded.run(groups, group, arguments)) return error;
  return {};
}

std::size_t code_size(const Vc4cModule& module, const Case& a_case) {
  std::set<const Vc4cKernel*> used;
  for (const Launch& launch : a_case.launches) used.insert(&find(module, launch.kernel));
  std::size_t size = 0;
  for (const Vc4cKernel* kernel : used) size += kernel->length;
  return size;
}

}  // namespace

Vc4cModule compile_with_vc4c(const std::string& command, const std::string& source,
                             const std::string& options, const std::filesystem::path& folder) {
  const auto in = folder / "kernel.cl", out = folder / "kernel.bin", log = folder / "log";
  std::filesystem::remove(out);
  std::ofstream(in) << source;
  const std::string line =
      command + " " + options + " -o " + out.string() + " " + in.string() + " >" + log.string() + " 2>&1";
  const int status = std::system(line.c_str());
  if (status != 0 || !std::filesystem::exists(out)) throw std::runtime_error(first_error(contents(log)));
  return parse_vc4c_module(contents(out));
}

Score run_vc4cl(const Vc4cModule& module, const Case& a_case, const timing::Parameters& parameters,
                bool profiled) {
  Score score;
  Chip chip(parameters, a_case, Mapped::around, profiled);
  for (const Launch& launch : a_case.launches) {
    if (const auto error = run_launch(module, launch, chip)) {
      score.problem = *error;
      return score;
    }
  }
  score.code = code_size(module, a_case);
  chip.finish(score);
  return score;
}

}  // namespace qpu_compile_bench
