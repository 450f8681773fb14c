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
constexpr unsigned kInstructionsOfLine = kLineBytes / isa::kInstructionBytes;

unsigned left_in_line(const emulator::Operation& first) {
  return kInstructionsOfLine - first.address / isa::kInstructionBytes % kInstructionsOfLine;
}

/// The place of the set bit of this number, from 0 on; 64 or more if there is none. Most bits stand in rows,
/// and each step takes one.
unsigned place_of_bit(std::uint64_t bits, unsigned number) {
  unsigned place = 0;
  while (bits != 0) {
    const auto zeros = static_cast<unsigned>(std::countr_zero(bits));
    bits >>= zeros;
    const auto ones = static_cast<unsigned>(std::countr_one(bits));
    place += zeros;
    if (ones > number) return place + number;
    number -= ones;
    place += ones;
    if (ones == 64) break;
    bits >>= ones;
  }
  return 64;
}

/// At most 64.
constexpr std::uint64_t lowest_bits(unsigned count) { return ~std::uint64_t{0} >> (64 - count); }

bool reads_uniform(const emulator::Operation& operation) {
  return (operation.before & emulator::before::uniform) != 0;
}

}  // namespace

void Simulation::ran_ahead(Qpu& qpu, const emulator::Path& path) {
  if (path.empty()) return;
  Context& context = of(qpu);
  context.qpu = &qpu;
  context.tmu_exchanged = qpu.tmu_exchanged;
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
    if (operation.plain == 0) need_of_results(operation, context, need);
    if (context.awaits_tmu) return;
    if (need.time > context.now) {
      stall(*context.qpu, operation, need.cause, next_slot(need.time));
      is_earliest = false;
    }
    unsigned count = steps(context, is_earliest);
    if (count == 0) return;
    if (const unsigned in_line = left_in_line(operation); count > in_line) {
      // What is done in its turn cannot be taken back.
      count = settled == 0 && !is_earliest ? enter_lines(context, in_line, count) : in_line;
    }
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

/// The same for the lines behind the first instructions, up to `most`. Returns how many are in lines that
/// need no turn.
unsigned Simulation::enter_lines(Context& context, unsigned first, unsigned most) {
  const InstructionCache& cache = context.slice->instructions;
  unsigned count = first;
  for (std::uint32_t line = context.line; count < most; count += kInstructionsOfLine) {
    if (watched_ || !cache.is_recent(++line, context.now + count * kSlot)) break;
    go_ahead(context, line);
  }
  return std::min(count, most);
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

/// How many instructions, from the next one on, need only their slots and uniforms of a line that has been
/// asked for; the first one's needs are met. Most do. If it is the earliest, the first one may ask for a
/// line.
unsigned Simulation::steps(const Context& context, bool is_earliest) {
  const Operation& first = *context.next;
  const std::uint64_t stops = first.not_plain & ~std::uint64_t{1};
  const unsigned most =
      std::min(stops != 0 ? static_cast<unsigned>(std::countr_zero(stops)) : 64, context.left);
  unsigned words = context.uniform.words_left_in_line();
  if (words == 0 && is_earliest && reads_uniform(first)) words = kUniformsOfLine;
  if (words >= most) return most;
  return std::min(most, place_of_bit(first.uniform_readers, words));
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
  const Ticks waited = context.uniform.read_in_slots(first.uniform_readers & lowest_bits(count), context.now);
  context.time.stalls.add(Stall::uniform, waited);
  if (first.plain == 0) receive_results(first, context);
  context.time.instructions += count;
  context.now += count * kSlot + waited;
}

}  // namespace quadcl::qpu::timing
