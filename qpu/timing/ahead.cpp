// SPDX-License-Identifier: Apache-2.0

// Time of instructions that QPUs have executed ahead. A QPU goes on in time, too, before others have done
// what comes earlier, as far as nothing of that can matter: up to a line of uniforms, which it asks for in
// its turn, and to a line of code whose use would change the instruction cache. If another QPU then changes
// the cache earlier than a line was used, that use is taken back.

#include <algorithm>
#include <bit>

#include "qpu/isa/instruction.h"
#include "qpu/timing/due_key.h"
#include "qpu/timing/simulation.h"

namespace quadcl::qpu::timing {

namespace {

constexpr unsigned kUniformsOfLine = kLineBytes / 4;

static_assert(kLineBytes == emulator::Operation::kMostPlain * isa::kInstructionBytes);

bool reads_uniform(const emulator::Operation& operation) {
  return (operation.before & emulator::before::uniform) != 0;
}

}  // namespace

void Simulation::ran_ahead(Qpu& qpu, const emulator::Path& path) {
  if (path.empty()) return;
  Context& context = of(qpu);
  context.qpu = &qpu;
  context.path = &path;
  context.stretch = 0;
  context.next = path[0].first;
  context.left = path[0].count;
  follow(context, false);
}

/// Takes the time of the instructions of its path, up to one whose turn has not come. `is_earliest`: the next
/// one's has. Lines of code that are reached before `settled`, a due_key(), are known to be there.
void Simulation::follow(Context& context, bool is_earliest, std::uint64_t settled) {
  while (context.left > 0) {
    if (!enter_line(context, is_earliest, settled)) return;
    const Operation& operation = *context.next;
    Need need{context.now};
    need.add(Stall::instruction_fetch, context.line_ready);
    if (reads_uniform(operation)) need.add(Stall::uniform, context.uniform.ready());
    if (operation.plain == 0) need_of_results(*context.qpu, operation, context, need);
    if (context.awaits_tmu) return;
    if (need.time > context.now) {
      stall(*context.qpu, operation, need.cause, next_slot(need.time));
      is_earliest = false;
    }
    const unsigned count = steps(context, is_earliest);
    if (count == 0) return;
    advance(context, count);
    is_earliest = false;
  }
}

/// False: the line has to be fetched in its turn.
bool Simulation::enter_line(Context& context, bool is_earliest, std::uint64_t settled) {
  const std::uint32_t line = line_of(context.next->address);
  if (line == context.line) return true;
  if (is_earliest) {
    fetch_code(context, line);
    return true;
  }
  const bool known = due_key(context.number, context.now, context.now) < settled ||
                     (!watched_ && context.slice->instructions.is_recent(line, context.now));
  if (known) go_ahead(context, line);
  return known;
}

/// In its turn. If that changes the cache, later uses by others that went ahead are taken back.
void Simulation::fetch_code(Context& context, std::uint32_t line) {
  InstructionCache& cache = context.slice->instructions;
  const bool changes = !cache.is_recent(line);
  context.line = line;
  context.line_ready = cache.fetch(line, context.now - fetch_ahead_);
  if (!changes) return;
  const std::size_t first = context.number / kQpusPerSlice * kQpusPerSlice;
  const std::size_t end = std::min<std::size_t>(first + kQpusPerSlice, contexts_.size());
  for (std::size_t i = first; i < end; ++i) {
    Context& other = contexts_[i];
    if (other.ahead && (other.sets & cache.set_bit(line)) != 0) take_back(other, due_keys_[context.number]);
  }
}

void Simulation::go_ahead(Context& context, std::uint32_t line) {
  if (!context.ahead) {
    context.ahead = true;
    context.before = context;
    context.sets = 0;
    context.received = {};
  }
  context.sets |= context.slice->instructions.set_bit(line);
  context.line = line;
  context.line_ready = context.now;
}

/// Goes back to where it went ahead, and on again: lines that were reached before `settled` were there.
void Simulation::take_back(Context& context, std::uint64_t settled) {
  static_cast<Position&>(context) = context.before;
  for (std::size_t tmu = 0; tmu < context.results.size(); ++tmu) {
    context.results[tmu].take_back(context.received[tmu]);
  }
  context.ahead = context.awaits_tmu = false;
  follow(context, false, settled);
  update_due(*context.qpu);
}

/// How many instructions need only their slots, and uniforms of a line that has been asked for. Most do.
/// If it is the earliest, the first one may ask for a line.
unsigned Simulation::steps(const Context& context, bool is_earliest) {
  const Operation& first = *context.next;
  const unsigned most = std::min<unsigned>(std::max<unsigned>(first.plain, 1), context.left);
  unsigned reads = first.plain > 0 ? first.plain_uniforms & ((1u << most) - 1) : reads_uniform(first);
  unsigned words = context.uniform.words_left_in_line();
  if (words == 0 && is_earliest && (reads & 1) != 0) words = kUniformsOfLine;
  if (words >= most) return most;
  for (unsigned i = 0; i < words; ++i) reads &= reads - 1;
  return reads == 0 ? most : static_cast<unsigned>(std::countr_zero(reads));
}

void Simulation::advance(Context& context, unsigned count) {
  const Operation& first = *context.next;
  context.next += count;
  context.left -= count;
  if (context.left == 0 && context.stretch + 1 < context.path->size()) {
    const emulator::Path::Stretch& following = (*context.path)[++context.stretch];
    context.next = following.first;
    context.left = following.count;
  }
  if (watched_) {
    for (unsigned i = 0; i < count; ++i) {
      wait_for_uniform(*context.qpu, (&first)[i]);
      issue(*context.qpu, (&first)[i], context);
    }
    return;
  }
  const unsigned reads = first.plain > 0 ? first.plain_uniforms & ((1u << count) - 1) : reads_uniform(first);
  const Ticks waited = context.uniform.read_in_slots(reads, context.now);
  if (waited > 0) context.time.stalls.add(Stall::uniform, waited);
  if (first.plain == 0) receive_results(*context.qpu, first, context);
  context.time.instructions += count;
  context.now += count * kSlot + waited;
}

}  // namespace quadcl::qpu::timing
