// SPDX-License-Identifier: Apache-2.0
#include "tools/fault_report.h"

#include <cstdio>

#include "qpu/asm/disassembler.h"

namespace quadcl::tools {

namespace {

constexpr std::size_t kRemembered = 16;

void print_instruction(std::ostream& out, std::uint32_t address, std::uint64_t word) {
  char text[48];
  std::snprintf(text, sizeof text, "%08x  %016llx  ", address, static_cast<unsigned long long>(word));
  out << text << qpu::assembly::disassemble_word(word) << '\n';
}

void print_qpu(std::ostream& out, unsigned number, const qpu::emulator::QpuState& qpu) {
  out << "QPU " << number << ": ";
  if (qpu.finished) {
    out << "finished after " << qpu.instructions << " instructions\n";
    return;
  }
  out << qpu::emulator::describe(qpu.wait, qpu.wait_detail) << " after " << qpu.instructions
      << " instructions, at\n    ";
  print_instruction(out, qpu.next_instruction.value(), qpu.next_word);
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
  if (!outcome.faulting_qpu) return;
  const unsigned qpu = *outcome.faulting_qpu;
  out << "last instructions of QPU " << qpu << ":\n";
  for (const History::Entry& entry : history.of(qpu)) {
    out << "    ";
    print_instruction(out, entry.address, entry.word);
  }
}

}  // namespace quadcl::tools
