// SPDX-License-Identifier: Apache-2.0

// Commands that let the job go on, and back.

#include <algorithm>

#include "tools/debug/commands.h"
#include "tools/debug/error.h"

namespace quadcl::tools::debug {

namespace {

std::optional<unsigned> when(bool reached, unsigned qpu) {
  return reached ? std::optional(qpu) : std::nullopt;
}

/// The QPU is about to try its instruction of this number, from 0 on.
Goal at_instruction(unsigned qpu, std::uint64_t number) {
  return [qpu, number](const Run& run, const Attempt& next) {
    return when(next.qpu.number == qpu && run.of(qpu).executed >= number, qpu);
  };
}

unsigned live_qpu(const Session& session) {
  if (session.run().of(session.qpu()).finished && !session.run().ended()) {
    throw CommandError("QPU " + std::to_string(session.qpu()) + " has finished; `qpu N` selects another");
  }
  return session.qpu();
}

void run(Session& session, Arguments& arguments) {
  arguments.end();
  session.run_again();
}

void proceed(Session& session, Arguments& arguments) {
  const std::uint64_t times = arguments.count();
  arguments.end();
  for (std::uint64_t i = 0; i < times; ++i) {
    session.go_on(kNowhere);
    if (session.run().ended() || session.last_stop().interrupted) return;
  }
}

void step(Session& session, Arguments& arguments) {
  const std::uint64_t count = arguments.count();
  arguments.end();
  const unsigned qpu = live_qpu(session);
  session.go_on(at_instruction(qpu, session.run().of(qpu).executed + count));
}

/// Each QPU has executed so many instructions more, has finished, or waits.
void step_all(Session& session, Arguments& arguments) {
  const std::uint64_t count = arguments.count();
  arguments.end();
  std::vector<std::uint64_t> goals;
  for (unsigned qpu = 0; qpu < session.run().qpus().size(); ++qpu) {
    goals.push_back(session.run().of(qpu).executed + count);
  }
  const unsigned selected = session.qpu();
  session.go_on([goals, selected](const Run& run, const Attempt&) -> std::optional<unsigned> {
    for (unsigned qpu = 0; qpu < goals.size(); ++qpu) {
      const Tracked& state = run.of(qpu);
      if (!state.finished && !state.blocked && state.executed < goals[qpu]) return {};
    }
    return selected;
  });
}

void next(Session& session, Arguments& arguments) {
  const std::string name = arguments.empty() ? "dma" : arguments.word("an event");
  arguments.end();
  const Events events = find_events(name);
  if ((events & bit(Event::finding)) != 0) session.check_rules();
  session.go_on([events](const Run& run, const Attempt&) {
    return when((run.deeds().events & events) != 0, run.deeds().qpu);
  });
}

void until(Session& session, Arguments& arguments) {
  const std::string place = arguments.word("a place");
  arguments.end();
  const std::vector<std::uint32_t> addresses = find_place(session, place);
  const unsigned qpu = live_qpu(session);
  session.go_on([addresses, qpu](const Run&, const Attempt& next) {
    const bool there =
        std::find(addresses.begin(), addresses.end(), next.operation.address) != addresses.end();
    return when(there && next.qpu.number == qpu && !next.again, qpu);
  });
}

void reverse_step(Session& session, Arguments& arguments) {
  const std::uint64_t count = arguments.count();
  arguments.end();
  const unsigned qpu = session.qpu();
  const std::uint64_t executed = session.run().of(qpu).executed;
  if (executed < count) {
    throw CommandError("QPU " + std::to_string(qpu) + " has executed " + std::to_string(executed) +
                       " instructions only");
  }
  const std::uint64_t number = executed - count;
  session.go_to({at_instruction(qpu, number),
                 [=](const Past& past) { return past.tracker.of(qpu).executed < number; }});
}

void reverse_continue(Session& session, Arguments& arguments) {
  arguments.end();
  session.go_back();
}

void go_to(Session& session, Arguments& arguments) {
  const std::uint64_t position = arguments.number("a position, which `info position` shows");
  arguments.end();
  session.go_to(at_position(position));
}

constexpr Command kMovingCommands[] = {
    {"run", "r", "", "Starts the job again, and goes on to the first stop point.", run},
    {"continue", "c", "[TIMES]", "Goes on to the next stop point, or to the end of the job.", proceed},
    {"step", "s", "[COUNT]",
     "The selected QPU executes its next instruction, or so many. Meanwhile the others go on as they would; "
     "they "
     "can reach stop points.",
     step},
    {"step-all", "sa", "[COUNT]",
     "Each QPU executes an instruction, or so many, unless it waits. Without --timing, QPUs take turns of "
     "many instructions, so that some execute more.",
     step_all},
    {"next", "n", "[EVENT]",
     "Goes on until an event has happened. Without one, until a DMA transfer has started. `help catch` lists "
     "the "
     "events.",
     next},
    {"until", "u", "PLACE",
     "Goes on until the selected QPU is at a place. `help break` tells how to name it.", until},
    {"reverse-step", "rs", "[COUNT]",
     "Goes back to before the last instruction of the selected QPU, or so many.", reverse_step},
    {"reverse-continue", "rc", "", "Goes back to the last stop point before this place, or to the start.",
     reverse_continue},
    {"goto", "", "POSITION", "Goes to a position of the run, forward or back. `info position` shows it.",
     go_to},
};

}  // namespace

CommandGroup moving_commands() { return {"Going on and back", kMovingCommands}; }

}  // namespace quadcl::tools::debug
