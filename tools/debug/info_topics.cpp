// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/info_topics.h"

#include <algorithm>
#include <cstring>

#include "qpu/emulator/register_watch.h"
#include "qpu/isa/fields.h"
#include "tools/debug/error.h"
#include "tools/job_rules.h"

namespace quadcl::tools::debug {

namespace {

constexpr unsigned kVectorLanes = qpu::isa::kLanes;

bool all_zero(const Reading& reading) {
  return std::all_of(std::begin(reading.value.lane), std::end(reading.value.lane),
                     [](std::uint32_t lane) { return lane == 0; });
}

/// "[/FORMAT] ... [qpu N]"
const Format& take_format(Arguments& arguments) {
  if (!arguments.starts("/")) return find_format('x');
  const std::string word = arguments.word("a format");
  if (word.size() != 2) throw CommandError("`" + word + "` is no format, such as /f");
  return find_format(word[1]);
}

unsigned take_qpu(Session& session, Arguments& arguments) {
  const Arguments::Qpus named = arguments.qpus();
  return named.number ? session.check_qpu(*named.number) : session.qpu();
}

std::string describe(const emulator::DmaTransfer& transfer) {
  const char* const units[] = {" rows of parts", " rows", " columns"};
  std::string text = std::to_string(transfer.rows) + (transfer.rows == 1 ? " row of " : " rows of ") +
                     std::to_string(transfer.row_length) + " elements of " +
                     std::to_string(transfer.element_bytes()) + " bytes, ";
  text += transfer.vertical ? "vertical" : "horizontal";
  text += ", VPM row " + std::to_string(transfer.y) + " column " + std::to_string(transfer.x);
  if (transfer.parts_log2 != 0) text += " part " + std::to_string(transfer.part);
  if (transfer.rows > 1) {
    text += ", every " + std::to_string(transfer.vpm_pitch) +
            units[static_cast<unsigned>(transfer.pitch_unit)] + " of the VPM and " +
            std::to_string(transfer.memory_pitch) + " bytes of memory";
  }
  return text;
}

void print_transfer(std::ostream& out, std::string_view name, const std::optional<Transfer>& transfer,
                    const std::optional<emulator::DmaTransfer>& set_up) {
  if (set_up) out << "  " << name << " set up: " << describe(*set_up) << '\n';
  if (!transfer) return;
  out << "  last " << name << ": " << describe(transfer->what) << ", memory "
      << hex(transfer->what.memory.value()) << (transfer->waited ? "; waited for" : "; not waited for")
      << '\n';
}

}  // namespace

Reference slot_reference(unsigned slot) {
  Reference reference;
  reference.number = slot;
  reference.name = emulator::register_name(slot);
  return reference;
}

bool untouched(const Session& session, const Reference& reference, unsigned qpu) {
  return all_zero(read(reference, View(session.run()), qpu)) && session.changed(reference, qpu) == 0;
}

void print_flag(Session& session, const Reference& reference, unsigned qpu) {
  const Reading reading = read(reference, View(session.run()), qpu);
  session.out() << reference.name << (session.changed(reference, qpu) != 0 ? "    *" : "     ");
  for (const std::uint32_t lane : reading.value.lane) session.out() << lane;
  session.out() << '\n';
  session.words.insert(session.words.end(), std::begin(reading.value.lane), std::end(reading.value.lane));
}

void show_qpus(Session& session, Arguments& arguments) {
  arguments.end();
  for (unsigned qpu = 0; qpu < session.run().qpus().size(); ++qpu) {
    session.out() << (qpu == session.qpu() ? "* " : "  ") << session.place_text(qpu) << '\n';
  }
}

void show_flags(Session& session, Arguments& arguments) {
  const unsigned qpu = take_qpu(session, arguments);
  arguments.end();
  for (const char* flag : {"Z", "N", "C"}) print_flag(session, parse_reference(flag), qpu);
}

void show_vpm(Session& session, Arguments& arguments) {
  const Format& format = take_format(arguments);
  const bool all = arguments.empty();
  const std::uint64_t first = all ? 0 : arguments.number("a row");
  const std::uint64_t last = all                 ? emulator::VpmMemory::kRows - 1
                             : arguments.empty() ? first
                                                 : arguments.number("a row");
  arguments.end();
  if (last >= emulator::VpmMemory::kRows || first > last) throw CommandError("the VPM has rows 0 to 63");
  bool any = false;
  for (std::uint64_t row = first; row <= last; ++row) {
    const Reference reference = parse_reference("vpm[" + std::to_string(row) + "]");
    if (all && untouched(session, reference, 0)) continue;
    any = true;
    const Reading reading = read(reference, View(session.run()), 0);
    session.out() << lanes_text(reference.name, reading, session.changed(reference, 0), format, {});
    session.words.insert(session.words.end(), std::begin(reading.value.lane), std::end(reading.value.lane));
  }
  if (!any) session.out() << "the VPM is 0\n";
}

void show_tmu(Session& session, Arguments& arguments) {
  const unsigned qpu = take_qpu(session, arguments);
  arguments.end();
  const emulator::Qpu& state = session.run().qpus()[qpu];
  for (unsigned tmu = 0; tmu < state.tmu.size(); ++tmu) {
    emulator::TmuFifo fifo = state.tmu[tmu];
    session.out() << "TMU " << tmu << ": " << fifo.size() << " of " << emulator::TmuFifo::kDepth
                  << " asked for\n";
    const auto& requests = session.run().of(qpu).requests[tmu];
    for (std::size_t i = 0; !fifo.empty(); ++i) {
      const Format& format = find_format('x');
      if (i < requests.size()) session.out() << "  " << lanes_text("from", {requests[i]}, 0, format, {});
      session.out() << "  " << lanes_text("data", {fifo.pop()}, 0, format, {});
    }
  }
}

void show_dma(Session& session, Arguments& arguments) {
  const unsigned qpu = take_qpu(session, arguments);
  arguments.end();
  const emulator::Qpu& state = session.run().qpus()[qpu];
  const Tracked& tracked = session.run().of(qpu);
  session.out() << "QPU " << qpu
                << (state.dma_load_setup == 0 && state.dma_store_setup == 0 ? ": nothing set up\n" : "\n");
  std::optional<emulator::DmaTransfer> load, store;
  if (state.dma_load_setup != 0)
    load = emulator::decode_dma_load(state.dma_load_setup, state.dma_load_stride, {});
  if (state.dma_store_setup != 0)
    store = emulator::decode_dma_store(state.dma_store_setup, state.dma_store_stride, {});
  print_transfer(session.out(), "load", tracked.load, load);
  print_transfer(session.out(), "store", tracked.store, store);
}

void show_uniforms(Session& session, Arguments& arguments) {
  const Format& format = take_format(arguments);
  const unsigned qpu = take_qpu(session, arguments);
  arguments.end();
  Reference reference;
  reference.kind = Reference::Kind::memory;
  reference.address = session.run().qpus()[qpu].uniform_address();
  const Reading reading = read(reference, View(session.run()), qpu);
  session.out() << hex(reference.address) << ":";
  for (unsigned i = 0; i < kVectorLanes && (reading.known >> i & 1) != 0; ++i) {
    session.out() << ' ' << format.text(reading.value.lane[i]);
    session.words.push_back(reading.value.lane[i]);
  }
  session.out() << (reading.known == 0 ? " not mapped\n" : "\n");
}

void show_mutex(Session& session, Arguments& arguments) {
  arguments.end();
  const auto owner = session.run().mutex_owner();
  session.out() << "mutex: " << (owner ? "QPU " + std::to_string(*owner) : "free") << "\nsemaphores:";
  for (const unsigned value : session.run().semaphores()) session.out() << ' ' << value;
  session.out() << '\n';
}

void show_points(Session& session, Arguments& arguments) {
  arguments.end();
  if (session.points().empty()) session.out() << "there are no stop points\n";
  for (const auto& point : session.points()) {
    session.out() << point->number << ": " << point->text() << (point->enabled ? "" : ", disabled")
                  << (point->temporary ? ", once" : "") << ", stopped " << point->hits << " times\n";
  }
}

void show_findings(Session& session, Arguments& arguments) {
  arguments.end();
  session.check_rules();
  const std::string of_code = session.code_findings();
  const auto& of_run = session.run().findings();
  session.out() << of_code;
  if (of_run.entries().empty()) {
    session.out() << (of_code.empty() ? "no rule was broken so far\n"
                                      : "the run has broken no rule so far\n");
  }
  print_findings(session.out(), of_run, session.loaded().job, session.loaded().names);
}

void show_position(Session& session, Arguments& arguments) {
  arguments.end();
  session.out() << "position " << session.run().position() << '\n';
}

void show_snapshots(Session& session, Arguments& arguments) {
  arguments.end();
  const Snapshots& snapshots = session.run().snapshots();
  session.out() << snapshots.count() << " snapshots, " << snapshots.bytes() / 1024 << " KiB, at positions";
  for (std::size_t i = 0; i < snapshots.count(); ++i) session.out() << ' ' << snapshots.at(i).position;
  session.out() << '\n';
}

}  // namespace quadcl::tools::debug
