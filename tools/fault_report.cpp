// SPDX-License-Identifier: Apache-2.0
#include "tools/fault_report.h"

#include <cstdio>
#include <optional>

#include "qpu/asm/printing/disassembler.h"

namespace quadcl::tools {

namespace {

constexpr std::size_t kRemembered = 16;

void print_instruction(std::ostream& out, std::uint32_t address, std::optional<std::uint64_t> word) {
  char text[48];
  if (word) {
    std::snprintf(text, sizeof text, "    %08x  %016llx  ", address, static_cast<unsigned long long>(*word));
    out << text << qpu::assembly::disassemble_word(*word) << '\n';
  } else {
    std::snprintf(text, sizeof text, "    %08x  not mapped\n", address);
    out << text;
  }
}

void print_qpu(std::ostream& out, unsigned number, const qpu::emulator::QpuState& qpu) {
  out << "QPU " << number << ": ";
  if (qpu.finished) {
    out << "finished after " << qpu.instructions << " instructions\n";
    return;
  }
  out << qpu::emulator::describe(qpu.wait, qpu.wait_detail) << " after " << qpu.instructions
      << " instructions, at\n";
  print_instruction(out, qpu.next_instruction.value(), qpu.next_word);
}

void print_last(std::ostream& out, unsigned qpu, const std::deque<History::Entry>& entries) {
  if (entries.empty()) return;
  out << "last instructions of QPU " << qpu << ":\n";
  for (const History::Entry& entry : entries) print_instruction(out, entry.address, entry.word);
}

}  // namespace

void History::retired(const qpu::emulator::Qpu& qpu, const qpu::emulator::Operation& operation) {
  std::deque<Entry>& last = last_[qpu.number];
  if (last.size() == kRemembered) last.pop_front();
  last.push_back({operation.address, operation.word});
  ForwardingObserver::retired(qpu, operation);
}

void report_fault(std::ostream& out, const qpu::emulator::RunOutcome& outcome, const History& history) {
  out << outcome.error->message << '\n';
  for (unsigned i = 0; i < outcome.qpus.size(); ++i) print_qpu(out, i, outcome.qpus[i]);
  // In a deadlock each waiting QPU has its part.
  const bool deadlock = outcome.error->code == ErrorCode::deadlock;
  for (unsigned i = 0; i < outcome.qpus.size(); ++i) {
    if (deadlock ? !outcome.qpus[i].finished : outcome.faulting_qpu == i) print_last(out, i, history.of(i));
  }
}

}  // namespace quadcl::tools
