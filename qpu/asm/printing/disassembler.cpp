// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/printing/disassembler.h"

#include <array>
#include <set>
#include <vector>

#include "qpu/asm/encoding/line_assembler.h"
#include "qpu/asm/language/format.h"
#include "qpu/asm/printing/word_printer.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

namespace {

using isa::EncodingClass;
using isa::Instruction;

constexpr std::size_t kInstructionSize = isa::kInstructionBytes;

std::string as_data(std::uint64_t word) {
  return format(".long 0x%016llx", static_cast<unsigned long long>(word));
}

/// From the most readable to the most explicit.
constexpr std::array<PrintStyle, 8> kStyles{{
    {true, false, false, false},
    {true, true, false, false},
    {true, false, true, true},
    {true, true, true, true},
    {false, false, false, false},
    {false, true, false, false},
    {false, false, true, true},
    {false, true, true, true},
}};

/// The first style whose text assembles to the same word; nullptr if there is none.
const PrintStyle* exact_style(Instruction word) {
  for (const PrintStyle& style : kStyles) {
    const auto text = print_word(word, style);
    if (!text) return nullptr;
    if (assemble_line(*text) == word.word()) return &style;
  }
  return nullptr;
}

/// The reason why a word is no instruction, for a comment.
std::string reason(Instruction word) {
  if (word.encoding_class() == EncodingClass::reserved) return "load immediate of a reserved type";
  if (word.encoding_class() == EncodingClass::branch) return "branch with a reserved condition";
  return "reserved operation of the add ALU";
}

std::string data_line(Instruction word) {
  const auto nearest = print_word(word, {});
  return as_data(word.word()) + "  # " + (nearest ? *nearest : reason(word));
}

// ---- labels

/// The target of a relative branch without register, in bytes from the start.
std::optional<std::uint64_t> branch_target(Instruction word, std::uint64_t address) {
  if (word.encoding_class() != EncodingClass::branch || !word.branch_relative()) return std::nullopt;
  const auto distance = static_cast<std::int32_t>(word.immediate());
  return address + (1 + isa::kBranchDelaySlots) * kInstructionSize +
         static_cast<std::uint64_t>(std::int64_t{distance});
}

class Disassembly {
 public:
  Disassembly(std::span<const std::uint64_t> words, const DisassemblerOptions& options)
      : words_(words), options_(options) {
    find_labels();
  }

  std::string print() const {
    std::string text;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (labels_.contains(i * kInstructionSize))
        text += std::string(":") + label_name(i * kInstructionSize) + "\n";
      text += line(i) + "\n";
    }
    if (labels_.contains(words_.size() * kInstructionSize))
      text += std::string(":") + label_name(words_.size() * kInstructionSize) + "\n";
    return text;
  }

 private:
  static std::string label_name(std::uint64_t address) {
    return format("L_%06llx", static_cast<unsigned long long>(address));
  }

  bool in_program(std::uint64_t address) const {
    return address % kInstructionSize == 0 && address <= words_.size() * kInstructionSize;
  }

  void find_labels() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto target = branch_target(Instruction(words_[i]), i * kInstructionSize);
      if (target && in_program(*target) && exact_style(Instruction(words_[i]))) labels_.insert(*target);
    }
  }

  std::string line(std::size_t i) const {
    std::string text = std::string("    ") + statement(i);
    if (options_.addresses) {
      text += format("  # %06llx: ", static_cast<unsigned long long>(i * kInstructionSize)) +
              format("%016llx", static_cast<unsigned long long>(words_[i]));
    }
    if (options_.raw_fields) text += std::string("  # ") + raw_fields(words_[i]);
    return text;
  }

  std::string statement(std::size_t i) const {
    const Instruction word(words_[i]);
    const PrintStyle* style = exact_style(word);
    if (style == nullptr) return data_line(word);
    const auto target = branch_target(word, i * kInstructionSize);
    const bool labelled = target && labels_.contains(*target);
    const auto text =
        labelled ? print_branch_to(word, label_name(*target), *style) : print_word(word, *style);
    return text.value_or(as_data(word.word()));
  }

  std::span<const std::uint64_t> words_;
  DisassemblerOptions options_;
  std::set<std::uint64_t> labels_;
};

// ---- fields

struct NamedField {
  const char* name;
  isa::Field field;
};
constexpr std::array<NamedField, 10> kCommonFields{{
    {"sig", isa::field::signal},
    {"unpack", isa::field::unpack},
    {"pm", isa::field::pm},
    {"pack", isa::field::pack},
    {"cond_add", isa::field::cond_add},
    {"cond_mul", isa::field::cond_mul},
    {"sf", isa::field::set_flags},
    {"ws", isa::field::write_swap},
    {"waddr_add", isa::field::waddr_add},
    {"waddr_mul", isa::field::waddr_mul},
}};
constexpr std::array<NamedField, 8> kAluFields{{
    {"op_mul", isa::field::op_mul},
    {"op_add", isa::field::op_add},
    {"raddr_a", isa::field::raddr_a},
    {"raddr_b", isa::field::raddr_b},
    {"add_a", isa::field::add_a},
    {"add_b", isa::field::add_b},
    {"mul_a", isa::field::mul_a},
    {"mul_b", isa::field::mul_b},
}};
constexpr std::array<NamedField, 9> kBranchFields{{
    {"sig", isa::field::signal},
    {"unused", isa::field::branch_unused},
    {"cond", isa::field::branch_condition},
    {"rel", isa::field::branch_relative},
    {"reg", isa::field::branch_register},
    {"raddr_a", isa::field::branch_raddr_a},
    {"ws", isa::field::write_swap},
    {"waddr_add", isa::field::waddr_add},
    {"waddr_mul", isa::field::waddr_mul},
}};

void append_fields(std::string& text, Instruction word, std::span<const NamedField> fields) {
  for (const NamedField& f : fields)
    text += std::string(f.name) + "=" + std::to_string(word.get(f.field)) + " ";
}

}  // namespace

std::optional<std::string> exact_instruction(std::uint64_t word) {
  const PrintStyle* style = exact_style(Instruction(word));
  if (style == nullptr) return std::nullopt;
  return print_word(Instruction(word), *style);
}

std::string disassemble_word(std::uint64_t word) {
  const auto exact = exact_instruction(word);
  if (exact) return *exact;
  const auto nearest = print_word(Instruction(word), {});
  return nearest ? *nearest : data_line(Instruction(word));
}

std::string disassemble(std::span<const std::uint64_t> words, const DisassemblerOptions& options) {
  return Disassembly(words, options).print();
}

std::string disassemble(std::span<const std::uint8_t> bytes, const DisassemblerOptions& options) {
  std::vector<std::uint64_t> words(bytes.size() / kInstructionSize);
  for (std::size_t i = 0; i < words.size() * kInstructionSize; ++i)
    words[i / kInstructionSize] |= std::uint64_t{bytes[i]} << (i % kInstructionSize * 8);
  std::string text = disassemble(std::span<const std::uint64_t>(words), options);
  for (std::size_t i = words.size() * kInstructionSize; i < bytes.size(); ++i)
    text += std::string("    .byte ") + std::to_string(bytes[i]) + "\n";
  return text;
}

std::string raw_fields(std::uint64_t word) {
  const Instruction instruction(word);
  std::string text;
  if (instruction.encoding_class() == EncodingClass::branch) {
    append_fields(text, instruction, kBranchFields);
  } else {
    append_fields(text, instruction, kCommonFields);
    if (instruction.is_alu()) append_fields(text, instruction, kAluFields);
  }
  if (!instruction.is_alu()) text += format("immediate=0x%08x ", instruction.immediate());
  text.pop_back();
  return text;
}

}  // namespace quadcl::qpu::assembly
