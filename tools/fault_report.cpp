// SPDX-License-Identifier: Apache-2.0
#include "tools/fault_report.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "qpu/asm/printing/disassembler.h"
#include "qpu/emulator/messages.h"
#include "qpu/emulator/register_reads.h"
#include "qpu/emulator/register_watch.h"
#include "qpu/emulator/vpm_watch.h"
#include "qpu/isa/instruction.h"

namespace quadcl::tools {

namespace {

namespace emulator = qpu::emulator;
namespace slot = emulator::slot;

constexpr std::size_t kRemembered = 16;

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, arguments...);
  return text;
}

// ---- places

void print_instruction(std::ostream& out, BusAddress address, std::optional<std::uint64_t> word,
                       const CodePlaces& places) {
  out << format("    %08x  ", address.value());
  if (!word) {
    out << (address.value() % 8 != 0 ? "not a multiple of 8\n" : "not mapped\n");
    return;
  }
  out << format("%016llx  ", static_cast<unsigned long long>(*word))
      << qpu::assembly::disassemble_word(*word);
  const std::string name = places.names.of(places.job, address, *word);
  out << (name.empty() ? "" : "  # ") << name << '\n';
}

void print_qpu(std::ostream& out, unsigned number, const emulator::QpuState& qpu, const CodePlaces& places) {
  out << "QPU " << number << ": ";
  if (qpu.finished) {
    out << "finished after " << qpu.instructions << " instructions\n";
    return;
  }
  out << emulator::describe(qpu.wait, qpu.wait_detail) << " after " << qpu.instructions
      << " instructions, at\n";
  print_instruction(out, qpu.next_instruction, qpu.next_word, places);
}

void print_last(std::ostream& out, unsigned qpu, const std::deque<History::Entry>& entries,
                const CodePlaces& places) {
  if (entries.empty()) return;
  out << "last instructions of QPU " << qpu << ":\n";
  for (const History::Entry& entry : entries) {
    print_instruction(out, BusAddress(entry.address), entry.word, places);
  }
}

// ---- registers

constexpr std::size_t kLanes = 16, kLanesInLine = 8;

void print_register(std::ostream& out, const std::string& name, const emulator::LaneVector& value) {
  out << format("    %-5s", name.c_str());
  const auto* const end = value.lane + kLanes;
  if (std::all_of(value.lane, end, [&](std::uint32_t lane) { return lane == value.lane[0]; })) {
    out << format(" %08x in all lanes\n", value.lane[0]);
    return;
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (lane == kLanesInLine) out << "\n         ";
    out << format(" %08x", value.lane[lane]);
  }
  out << '\n';
}

/// A digit for each lane, lane 0 first.
std::string digits_of(emulator::LaneMask mask) {
  std::string text;
  for (std::size_t lane = 0; lane < kLanes; ++lane) text += (mask >> lane & 1) != 0 ? '1' : '0';
  return text;
}

/// The registers of files A and B that the next instruction reads.
std::vector<unsigned> file_reads(const emulator::Qpu& qpu) {
  std::vector<unsigned> slots;
  const emulator::Operation& operation = *qpu.next;
  const qpu::isa::Instruction instruction(operation.word);
  if (instruction.encoding_class() == qpu::isa::EncodingClass::branch) {
    if (instruction.branch_register()) slots.push_back(slot::file_a + instruction.branch_raddr_a());
    return slots;
  }
  emulator::for_each_register_read(operation, [&](unsigned read) {
    const bool known = std::find(slots.begin(), slots.end(), read) != slots.end();
    if (read < slot::accumulator && !known) slots.push_back(read);
  });
  return slots;
}

void print_registers(std::ostream& out, const emulator::Qpu& qpu) {
  out << "registers of QPU " << qpu.number << ", lane 0 first:\n";
  for (unsigned i = 0; i < 6; ++i)
    print_register(out, "r" + std::to_string(i), qpu.slot[slot::accumulator + i]);
  for (const unsigned read : file_reads(qpu))
    print_register(out, emulator::register_name(read), qpu.slot[read]);
  constexpr std::string_view kFlags = " ZNC";
  for (std::size_t i = 1; i < kFlags.size(); ++i) {
    out << "    " << kFlags[i] << "     " << digits_of(qpu.flags[i]) << '\n';
  }
  out << format("    next uniform at %08x", qpu.uniform_address());
  out << ", VPM vectors to read: " << qpu.vpm_reader.available() << '\n';
}

/// "0 to 3, 16"
std::string text_of(const History::Rows& rows) {
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!rows[row] || (row > 0 && rows[row - 1])) continue;
    std::size_t last = row;
    while (last + 1 < rows.size() && rows[last + 1]) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(row);
    if (last > row) text += " to " + std::to_string(last);
  }
  return text;
}

void add_rows(const emulator::VpmMemory& bits, History::Rows& rows) {
  for (unsigned y = 0; y < emulator::VpmMemory::kRows; ++y) {
    for (unsigned x = 0; x < emulator::VpmMemory::kColumns; ++x) rows[y] = rows[y] || bits.word(y, x) != 0;
  }
}

}  // namespace

void History::retired(const emulator::Qpu& qpu, const emulator::Operation& operation) {
  std::deque<Entry>& last = last_[qpu.number];
  if (last.size() == kRemembered) last.pop_front();
  last.push_back({operation.address, operation.word});
  ForwardingObserver::retired(qpu, operation);
}

void History::vpm_written(const emulator::Qpu& qpu, const emulator::VpmBlock& block) {
  emulator::VpmMemory bits;
  emulator::add(block, bits);
  add_rows(bits, rows_[qpu.number]);
  ForwardingObserver::vpm_written(qpu, block);
}

void History::dma_load_started(const emulator::Qpu& qpu, const emulator::DmaTransfer& transfer) {
  add_rows(emulator::bits_of(transfer), rows_[qpu.number]);
  ForwardingObserver::dma_load_started(qpu, transfer);
}

void report_places(std::ostream& out, const emulator::RunOutcome& outcome, const CodePlaces& places) {
  out << outcome.error->message << '\n';
  for (unsigned i = 0; i < outcome.qpus.size(); ++i) print_qpu(out, i, outcome.qpus[i], places);
}

void report_fault(std::ostream& out, const emulator::RunOutcome& outcome, std::span<const emulator::Qpu> qpus,
                  const History& history, const CodePlaces& places) {
  report_places(out, outcome, places);
  // In a deadlock each waiting QPU has its part.
  const bool deadlock = outcome.error->code == ErrorCode::deadlock;
  for (unsigned i = 0; i < outcome.qpus.size(); ++i) {
    if (deadlock ? outcome.qpus[i].finished : outcome.faulting_qpu != i) continue;
    print_registers(out, qpus[i]);
    print_last(out, i, history.of(i), places);
  }
  for (unsigned i = 0; i < outcome.qpus.size(); ++i) {
    if (history.rows_of(i).none()) continue;
    out << "VPM rows written by QPU " << i << ": " << text_of(history.rows_of(i)) << '\n';
  }
}

}  // namespace quadcl::tools
