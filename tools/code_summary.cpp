// SPDX-License-Identifier: Apache-2.0
#include "tools/code_summary.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace quadcl::tools {

namespace isa = qpu::isa;

namespace {

void note_write(isa::RegisterFile file, unsigned address, CodeSummary& summary) {
  using namespace isa::write_address;
  if (address < 32) (file == isa::RegisterFile::a ? summary.file_a : summary.file_b).set(address);
  if (address >= r0 && address <= r3) summary.accumulators.set(address - r0);
  if (address == r5) summary.accumulators.set(5);
  if (address >= sfu_recip && address <= sfu_log) summary.accumulators.set(4);
}

bool adds(isa::Instruction instruction) {
  return instruction.is_alu() && instruction.op_add() != isa::AddOp::nop;
}

bool multiplies(isa::Instruction instruction) {
  return instruction.is_alu() && instruction.op_mul() != isa::MulOp::nop;
}

/// What a kind of uniform is; %A stands for the name of an argument, %N for its number or a dimension.
struct UniformRow {
  QpuUniformKind kind;
  std::string_view text;
};

constexpr std::array kUniforms{
    UniformRow{QpuUniformKind::argument, "'%A'"},
    UniformRow{QpuUniformKind::buffer, "address of '%A'"},
    UniformRow{QpuUniformKind::data, "address of the constants"},
    UniformRow{QpuUniformKind::global_offset, "get_global_offset(%N)"},
    UniformRow{QpuUniformKind::global_size, "get_global_size(%N)"},
    UniformRow{QpuUniformKind::local_size, "get_enqueued_local_size(%N)"},
    UniformRow{QpuUniformKind::work_dimensions, "get_work_dim()"},
    UniformRow{QpuUniformKind::first, "where this QPU's first task begins in dimension %N"},
    UniformRow{QpuUniformKind::group, "number of its first work-group in dimension %N"},
    UniformRow{QpuUniformKind::step, "distance of its tasks in dimension %N"},
    UniformRow{QpuUniformKind::tasks, "tasks of this QPU"},
    UniformRow{QpuUniformKind::task_width, "work-items of a task in dimension 0; best for %N rows together"},
    UniformRow{QpuUniformKind::line_width, "work-items of all tasks in dimension %N"},
    UniformRow{QpuUniformKind::vpm_row, "first of the VPM rows of this QPU"},
    UniformRow{QpuUniformKind::local_argument, "where '%A' begins"},
    UniformRow{QpuUniformKind::local_variables, "where variables in local memory begin"},
    UniformRow{QpuUniformKind::group_rows, "rows of work-items in a work-group"},
    UniformRow{QpuUniformKind::kept_row, "where values are kept over barriers"},
    UniformRow{QpuUniformKind::later, "address of the next uniform"},
    UniformRow{QpuUniformKind::qpus, "QPUs that QPU 0 waits for at the end"},
    UniformRow{QpuUniformKind::once, "0 if rows may run twice"},
    UniformRow{QpuUniformKind::kept_bytes, "bytes that a row of work-items keeps in memory"},
    UniformRow{QpuUniformKind::texture_place, "'%A' as a texture: its place"},
    UniformRow{QpuUniformKind::texture_shape, "'%A' as a texture: its size"},
};
static_assert(kUniforms.size() == static_cast<std::size_t>(QpuUniformKind::limit));

void replace(std::string& text, std::string_view what, const std::string& with) {
  const auto place = text.find(what);
  if (place != text.npos) text.replace(place, what.size(), with);
}

/// "5 of 32"
std::string of_file(const std::bitset<32>& used) { return std::to_string(used.count()) + " of 32"; }

std::string names_of(const std::bitset<6>& accumulators) {
  std::string names;
  for (std::size_t i = 0; i < accumulators.size(); ++i)
    if (accumulators[i]) names += (names.empty() ? "r" : " r") + std::to_string(i);
  return names.empty() ? "none" : names;
}

std::string share(std::size_t part, std::size_t whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%",
                whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

/// What a QPU needs of the VPM.
std::string rows_of(const QpuVpm& vpm) {
  std::string text = std::to_string(vpm.own) + " of " + (vpm.in_memory ? "48; in memory" : "64");
  const std::string and_so_many = vpm.in_memory ? ", " : ", and ";
  if (vpm.local_bytes > 0)
    text += and_so_many + std::to_string((vpm.local_bytes + 63) / 64) + " for local memory";
  if (vpm.kept > 0) text += and_so_many + std::to_string(vpm.kept) + " for each row of work-items of a group";
  return text;
}

void print_apart(std::ostream& out, const KernelImage& kernel, const QpuCode& code) {
  if (code.apart.empty()) return;
  out << "# must not overlap:";
  std::string_view gap = " ";
  for (const QpuApart& pair : code.apart) {
    out << gap << '\'' << kernel.arguments[pair.stored].name << "' and '" << kernel.arguments[pair.other].name
        << '\'';
    gap = ", ";
  }
  out << '\n';
}

}  // namespace

CodeSummary::CodeSummary(std::span<const std::uint64_t> words) : instructions(words.size()) {
  for (const std::uint64_t word : words) {
    const isa::Instruction instruction(word);
    note_write(instruction.add_file(), instruction.waddr_add(), *this);
    note_write(instruction.mul_file(), instruction.waddr_mul(), *this);
    if (isa::info(instruction.signal()).loads_r4) accumulators.set(4);
    both_alus += adds(instruction) && multiplies(instruction);
    idle += instruction.is_alu() && !adds(instruction) && !multiplies(instruction) &&
            instruction.signal() == isa::Signal::none;
  }
}

std::string text_of(const QpuUniform& uniform, const KernelImage& kernel) {
  const bool is_argument = uniform.kind == QpuUniformKind::argument ||
                           uniform.kind == QpuUniformKind::buffer ||
                           uniform.kind == QpuUniformKind::local_argument;
  std::string text(kUniforms[static_cast<std::size_t>(uniform.kind)].text);
  replace(text, "%A", is_argument ? kernel.arguments[uniform.number].name : "");
  replace(text, "%N", std::to_string(uniform.number));
  if (uniform.kind == QpuUniformKind::argument && kernel.arguments[uniform.number].size > 4)
    text += ", word " + std::to_string(uniform.word);
  if (uniform.kind == QpuUniformKind::task_width && uniform.word > 1)
    text += ", in " + std::to_string(uniform.word) + " lines";
  return text;
}

void print_needs(std::ostream& out, const KernelImage& kernel, const QpuCode& code) {
  const CodeSummary summary(code.words);
  out << "# kernel " << kernel.name << ": " << summary.instructions << " instructions, " << summary.both_alus
      << " of them (" << share(summary.both_alus, summary.instructions) << ") use both ALUs, " << summary.idle
      << " do nothing\n";
  out << "# registers: ra " << of_file(summary.file_a) << ", rb " << of_file(summary.file_b)
      << ", accumulators " << names_of(summary.accumulators) << '\n';
  out << "# VPM rows of a QPU: " << rows_of(code.vpm) << "; constants: " << code.data.size()
      << (code.data.size() == 1 ? " word\n" : " words\n");
  if (code.in_memory != nullptr)
    out << "# where work-groups find no room in the VPM (--in-memory): " << code.in_memory->words.size()
        << " instructions\n";
  if (code.for_short_lines != nullptr)
    out << "# where lines have fewer rows than run together (--short-lines): "
        << code.for_short_lines->words.size() << " instructions\n";
  out << "# uniforms, " << code.uniforms.size() << ":\n";
  for (std::size_t i = 0; i < code.uniforms.size(); ++i)
    out << "#   " << i << "  " << text_of(code.uniforms[i], kernel) << '\n';
  print_apart(out, kernel, code);
}

}  // namespace quadcl::tools
