// SPDX-License-Identifier: Apache-2.0
#include "core/launch/qpu_launch.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/launch/launch_facts.h"

namespace quadcl {
namespace {

constexpr std::uint64_t kMostWorkItems = std::uint64_t{1} << 31;     ///< ids are numbers of 31 bits
constexpr std::uint64_t kMostRowsInMemory = std::uint64_t{1} << 15;  ///< of one QPU

bool refers_to_argument(const QpuUniform& uniform, const KernelImage& kernel) {
  if (uniform.number >= kernel.arguments.size()) return false;
  const KernelArgument& argument = kernel.arguments[uniform.number];
  if (uniform.kind == QpuUniformKind::local_argument) return argument.address == AddressQualifier::local;
  if (uniform.kind == QpuUniformKind::buffer)
    return argument.is_pointer() && argument.address != AddressQualifier::local;
  if (argument.is_image()) return uniform.word < sizeof(quadcl_image) / 4;
  return !argument.is_pointer() && uniform.word < (argument.size + 3) / 4;
}

bool is_well_formed(const QpuUniform& uniform, const KernelImage& kernel) {
  switch (uniform.kind) {
    case QpuUniformKind::argument:
    case QpuUniformKind::buffer:
    case QpuUniformKind::local_argument:
      return refers_to_argument(uniform, kernel);
    case QpuUniformKind::texture_place:
    case QpuUniformKind::texture_shape:
      return uniform.number < kernel.arguments.size() && kernel.arguments[uniform.number].is_image();
    case QpuUniformKind::global_offset:
    case QpuUniformKind::global_size:
    case QpuUniformKind::local_size:
    case QpuUniformKind::first:
    case QpuUniformKind::group:
    case QpuUniformKind::step:
    case QpuUniformKind::line_width:
      return uniform.number < 3;
    case QpuUniformKind::task_width:
      return uniform.number >= 1 && uniform.number <= kVpmRows && uniform.word <= kVpmRows;
    default:
      return true;
  }
}

const QpuUniform* task_width(const QpuCode& code) {
  const auto found = std::ranges::find(code.uniforms, QpuUniformKind::task_width, &QpuUniform::kind);
  return found != code.uniforms.end() ? &*found : nullptr;
}

/// Neither runs work-groups nor has code for them, and `lines` has no second code of its own.
bool is_for_short_lines(const QpuCode& lines, const QpuCode& code, const KernelImage& kernel) {
  return !code.runs_groups && code.in_memory == nullptr && !lines.runs_groups && !lines.vpm.in_memory &&
         lines.in_memory == nullptr && lines.for_short_lines == nullptr && is_well_formed(lines, kernel);
}

/// Whether lines have fewer rows than run together in `code`, and there are at least as many lines as run
/// together in the code for short lines.
bool has_short_lines(const NDRange& range, const QpuCode& code) {
  const QpuUniform *rows = task_width(code), *lines = task_width(*code.for_short_lines);
  return rows != nullptr && lines != nullptr && range.global[0] / kQpuLanes < rows->number &&
         range.global[1] >= lines->word;
}

bool is_texture(const ArgumentValue& argument) {
  const auto* image = std::get_if<MemoryRange>(&argument);
  return image != nullptr && image->host != nullptr && image->bus &&
         is_texture(*reinterpret_cast<const quadcl_image*>(image->host), *image->bus);
}

std::uint64_t rounded_up(std::uint64_t number, std::uint64_t multiple) {
  return (number + multiple - 1) / multiple * multiple;
}

Error unsupported(const std::string& why) { return {ErrorCode::unsupported, why}; }

/// Empty for what is no memory.
MemoryRange memory_of(const LaunchRequest& request, std::size_t argument) {
  const auto* range = std::get_if<MemoryRange>(&request.arguments[argument]);
  return range != nullptr ? accessed_memory(request.kernel->arguments[argument], *range) : MemoryRange{};
}

Result<void> check_sizes(const NDRange& range) {
  for (unsigned d = 0; d < 3; ++d)
    if (range.offset[d] >= kMostWorkItems || range.global[d] >= kMostWorkItems - range.offset[d])
      return unsupported("it has 2^31 or more work-items in a dimension");
  const auto items = product(range.global);
  if (!items || *items >= kMostWorkItems) return unsupported("it has 2^31 or more work-items");
  return {};
}

}  // namespace

bool is_well_formed(const QpuCode& code, const KernelImage& kernel) {
  if (code.in_memory != nullptr &&
      (code.vpm.in_memory || !code.in_memory->vpm.in_memory || !is_well_formed(*code.in_memory, kernel)))
    return false;
  if (code.for_short_lines != nullptr && !is_for_short_lines(*code.for_short_lines, code, kernel))
    return false;
  const auto is_buffer = [&](std::uint32_t argument) {
    return argument < kernel.arguments.size() && kernel.arguments[argument].is_pointer();
  };
  return !code.words.empty() && (code.lines.empty() || code.lines.size() == code.words.size()) &&
         std::all_of(code.uniforms.begin(), code.uniforms.end(),
                     [&](const QpuUniform& uniform) { return is_well_formed(uniform, kernel); }) &&
         std::all_of(code.stored.begin(), code.stored.end(), is_buffer) &&
         std::all_of(code.apart.begin(), code.apart.end(),
                     [&](const QpuApart& pair) { return is_buffer(pair.stored) && is_buffer(pair.other); });
}

std::array<std::size_t, 3> qpu_local_size(const LaunchRequest& request) {
  constexpr std::size_t kUsual = 64;
  if (request.range.has_local()) return request.range.local;
  if (request.kernel->required_local[0] != 0) return request.kernel->required_local;
  return {std::gcd(request.range.global[0], kUsual), 1, 1};
}

std::uint64_t qpu_group_rows(const LaunchRequest& request) {
  const auto size = qpu_local_size(request);
  return (size[0] + kQpuLanes - 1) / kQpuLanes * size[1] * size[2];
}

std::uint64_t qpu_row_alignment(const QpuCode& code) {
  std::uint64_t rows = 1;
  for (const QpuUniform& uniform : code.uniforms)
    if (uniform.kind == QpuUniformKind::local_argument || uniform.kind == QpuUniformKind::local_variables)
      rows = std::max<std::uint64_t>(rows, uniform.word == kQpuAlignedToTwoRows ? 2 : 1);
  return rows;
}

std::uint64_t qpu_vpm_rows(const LaunchRequest& request, std::uint32_t argument) {
  const auto* local = std::get_if<LocalArgument>(&request.arguments[argument]);
  if (local == nullptr) return 0;
  const QpuCode& code = *request.kernel->qpu_code;
  const auto& uniforms = code.uniforms;
  const bool is_used = std::any_of(uniforms.begin(), uniforms.end(), [&](const QpuUniform& uniform) {
    return uniform.kind == QpuUniformKind::local_argument && uniform.number == argument;
  });
  const std::uint64_t rows = local->size / kVpmRowBytes + (local->size % kVpmRowBytes != 0);
  return is_used ? rounded_up(rows, qpu_row_alignment(code)) : 0;
}

namespace {

QpuVpmRows rows_of(const LaunchRequest& request, const QpuCode& code) {
  const QpuVpm& vpm = code.vpm;
  const std::uint64_t alignment = qpu_row_alignment(code);
  QpuVpmRows rows{.own = rounded_up(vpm.own, alignment),
                  .local_variables = rounded_up(vpm.local_bytes, alignment * kVpmRowBytes) / kVpmRowBytes,
                  .in_memory = vpm.in_memory};
  for (std::uint32_t i = 0; i < request.arguments.size(); ++i)
    rows.local_arguments += qpu_vpm_rows(request, i);
  rows.kept = rounded_up((code.runs_groups ? qpu_group_rows(request) : 1) * vpm.kept, alignment);
  rows.own = std::max<std::uint64_t>(rows.own, rows.in_vpm() == 0 ? 1 : 0);
  return rows;
}

Result<void> check_rows(const QpuVpmRows& rows) {
  if (const std::uint64_t in_vpm = rows.in_vpm(); in_vpm > rows.all())
    return unsupported("its work-groups need " + std::to_string(in_vpm) +
                       " rows of the QPUs' memory for vectors, which has " + std::to_string(rows.all()));
  if (rows.in_memory && rows.of_group() > kMostRowsInMemory)
    return unsupported("its work-groups need more than " +
                       std::to_string(kMostRowsInMemory * kVpmRowBytes / 1024) + " KB of memory each");
  return {};
}

}  // namespace

const QpuCode& qpu_code_for(const LaunchRequest& request) {
  const QpuCode& code = *request.kernel->qpu_code;
  if (code.for_short_lines != nullptr && has_short_lines(request.range, code)) return *code.for_short_lines;
  const bool has_room = code.in_memory == nullptr || rows_of(request, code).in_vpm() <= kVpmRows;
  return has_room ? code : *code.in_memory;
}

QpuVpmRows qpu_vpm_rows(const LaunchRequest& request) { return rows_of(request, qpu_code_for(request)); }

MemoryRange accessed_memory(const KernelArgument& argument, const MemoryRange& value) {
  if (!argument.is_image() || value.host == nullptr) return value;
  const auto& image = *reinterpret_cast<const quadcl_image*>(value.host);
  return {static_cast<std::byte*>(image.pixels), static_cast<std::size_t>(bytes_of(image)), value.bus};
}

bool stores_to_other_buffers(const LaunchRequest& request) {
  const auto is_shared = [&](std::uint32_t number) {
    const MemoryRange stored = memory_of(request, number);
    for (std::size_t other = 0; other < request.arguments.size(); ++other)
      if (other != number && stored.overlaps(memory_of(request, other))) return true;
    return false;
  };
  const auto& stored = qpu_code_for(request).stored;
  return std::any_of(stored.begin(), stored.end(), is_shared);
}

std::string faster_on_cpu(const QpuCode& code, unsigned cores) {
  // An estimate that is wrong by less does no harm.
  constexpr float kMargin = 2;
  // Clocks of QPUs at 250 MHz; operations in a clock of 1 GHz, which no board is far from. Never measured.
  constexpr float kNanosecondsOfClock = 4, kOperationsInNanosecond = 0.6F;
  const float on_cpu =
      code.turns.operations / (kOperationsInNanosecond * static_cast<float>(std::max(cores, 1U)));
  if (!(code.turns.clocks * kNanosecondsOfClock > kMargin * on_cpu)) return {};
  const std::string line = code.turns.line == 0 ? "" : " in line " + std::to_string(code.turns.line);
  return "its work-items take turns at the memory" + line + ", so the CPU should be faster";
}

Result<void> check_qpu_launch(const LaunchRequest& request) {
  QUADCL_CHECK(check_sizes(request.range));
  for (const ArgumentValue& argument : request.arguments) {
    const auto* memory = std::get_if<MemoryRange>(&argument);
    if (memory != nullptr && memory->host != nullptr && !memory->bus)
      return unsupported("a buffer found no room in the memory of the QPUs");
  }
  QUADCL_CHECK(check_rows(qpu_vpm_rows(request)));
  const QpuCode& code = qpu_code_for(request);
  for (const QpuUniform& uniform : code.uniforms)
    if (uniform.kind == QpuUniformKind::texture_place && !is_texture(request.arguments[uniform.number]))
      return unsupported("its image '" + request.kernel->arguments[uniform.number].name +
                         "' does not lie as texture units take it");
  for (const QpuApart& pair : code.apart) {
    if (memory_of(request, pair.stored).overlaps(memory_of(request, pair.other)))
      return unsupported("its buffers '" + request.kernel->arguments[pair.stored].name + "' and '" +
                         request.kernel->arguments[pair.other].name + "' overlap");
  }
  return {};
}

}  // namespace quadcl
