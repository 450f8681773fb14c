// SPDX-License-Identifier: Apache-2.0

// The executor for a board, on a simulated board.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "fixture.h"

using namespace board_testing;
using board::Tag;
using Catch::Matchers::Contains;
using quadcl::ErrorCode;
using quadcl::QpuExecutor;

namespace {

/// Each way to start QPUs with each kind of memory.
struct Setup {
  QpuExecutor wanted;
  std::string configuration;
};
Setup every_setup() {
  return GENERATE(Setup{QpuExecutor::mailbox, "cma=1"},
                  Setup{QpuExecutor::mailbox, "cma=1 cma_cached=0 cma_cache_operation=0"},
                  Setup{QpuExecutor::mailbox, "cma=0 vcsm=1"},
                  Setup{QpuExecutor::mailbox, "cma=0 vcsm=1 vcsm_cache_operation=0"},
                  Setup{QpuExecutor::registers, "cma=0 vcsm=1"}, Setup{QpuExecutor::mailbox, "cma=0"},
                  Setup{QpuExecutor::registers, "cma=1"}, Setup{QpuExecutor::registers, "cma=0"});
}

constexpr board::BoardSettings kImpatient{.memory_bytes = 16 << 20,
                                          .job_patience = std::chrono::milliseconds(300),
                                          .left_job_patience = std::chrono::milliseconds(300),
                                          .lock_patience = std::chrono::milliseconds(300)};

std::string message_of(quadcl::Result<quadcl::qpu::JobReport> result) {
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == ErrorCode::out_of_resources);
  return result.error().message;
}

}  // namespace

TEST_CASE("jobs see what the ARM wrote, and the ARM sees what they wrote") {
  const SimulatedBoard simulated;
  const Setup setup = every_setup();
  simulated.model("Raspberry Pi", GENERATE("brcm,bcm2835", "brcm,bcm2836", "brcm,bcm2837"));
  simulated.configure(setup.configuration);
  const auto executor = make_executor(setup.wanted);
  CHECK_FALSE(executor->emulated());
  Job job(*executor);
  // Again at the same addresses: uniforms of the job before must be in no cache.
  for (const std::uint32_t value : {7u, 1000u, 5u}) {
    const auto report = job.run(value, 12);
    if (!report.ok()) FAIL(report.error().message);
    CHECK(report->nanoseconds.value_or(0) > 0);
    CHECK_FALSE(report->emulator.has_value());
    for (unsigned qpu = 0; qpu < 12; ++qpu) {
      CHECK(job.first(qpu) == value + 100 * qpu);
      CHECK(job.last(qpu) == value + 100 * qpu + 15);
    }
  }
}

TEST_CASE("what the ARM writes to other buffers during a job is not lost") {
  SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::mailbox);
  auto other = std::move(executor->memory().allocate(4096, 64)).value();
  Job job(*executor);
  std::uint32_t value = 0;
  simulated.during_job([&] { std::memcpy(other->range().host, &++value, 4); });
  for (std::uint32_t i = 0; i < 3; ++i) {
    REQUIRE(job.run(i).ok());
    CHECK(value == i + 1);
    CHECK(std::memcmp(other->range().host, &value, 4) == 0);
  }
  simulated.during_job(nullptr);
}

TEST_CASE("the clock is that of the firmware, the time model's board that of the device tree") {
  const SimulatedBoard simulated;
  simulated.configure("v3d_megahertz=300");
  CHECK(make_executor(QpuExecutor::mailbox)->clock_mhz() == 300);
  simulated.configure("v3d_megahertz=0");
  CHECK(make_executor(QpuExecutor::mailbox)->clock_mhz() ==
        static_cast<std::uint32_t>(quadcl::qpu::timing::info(quadcl::qpu::timing::Board::pi3).v3d_mhz));
}

TEST_CASE("registers give counters: instructions of a job") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::registers);
  Job job(*executor);
  const auto report = job.run(3, 4);
  REQUIRE(report.ok());
  REQUIRE(report->counters.has_value());
  CHECK(report->counters->at(20) == 4 * 13);  // 13 instructions a QPU
  CHECK_FALSE(make_executor(QpuExecutor::mailbox)->run({}).ok());
}

TEST_CASE("the automatic way is the mailbox; registers where the firmware refuses and V3D has power") {
  const SimulatedBoard simulated;
  CHECK(make_executor(QpuExecutor::automatic)->job_time() == make_executor(QpuExecutor::mailbox)->job_time());
  CHECK_FALSE(simulated.messages(Tag::enable_qpu).empty());
  REQUIRE(board::Mailbox().enable_qpus(true).ok());  // another program has left V3D its power
  simulated.configure("enables=0");
  CHECK(make_executor(QpuExecutor::automatic)->job_time() ==
        make_executor(QpuExecutor::registers)->job_time());
}

TEST_CASE("a job that does not end is given up, and later ones are refused") {
  const SimulatedBoard simulated;
  const QpuExecutor wanted = GENERATE(QpuExecutor::mailbox, QpuExecutor::registers);
  const std::string configuration = GENERATE("", "kernel_gives_up=1");
  simulated.configure(configuration);
  const auto executor = make_executor(wanted, kImpatient);
  Job good(*executor), bad(*executor, Doing::loops);
  REQUIRE(good.run(1).ok());
  const auto begin = std::chrono::steady_clock::now();
  const std::string message = message_of(bad.run(1, 3));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  CHECK_THAT(message, Contains("did not end"));
  if (wanted == QpuExecutor::registers) CHECK_THAT(message, Contains("0 of 3 programs completed"));

  // The firmware is not asked to execute anything more, here and in other processes.
  const auto asked = simulated.messages(Tag::execute_qpu).size();
  CHECK_THAT(message_of(good.run(1)), Contains("the QPUs hang") && Contains("reboot"));
  const board::SystemView view = board::look(wanted);
  CHECK(board::diagnose(view).reason == board::Reason::hangs);
  CHECK_THAT(board::explain(board::diagnose(view), view), Contains(std::to_string(getpid())));
  CHECK(simulated.messages(Tag::execute_qpu).size() == asked);

  // Registers show when the chip answers again; without them it never does.
  simulated.configure("recovers=1 mem_allowed=0");
  if (wanted == QpuExecutor::mailbox) CHECK_THAT(message_of(good.run(5)), Contains("the QPUs hang"));
  simulated.configure("recovers=1");
  REQUIRE(good.run(5).ok());
  CHECK(good.first() == 5);
}

TEST_CASE("the error of a job that does not end says what its QPUs do") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::registers, kImpatient);
  const auto last_state = [&](Doing doing, unsigned qpus) {
    simulated.file("/run/lock/quadcl.lock", "idle 0 \n");  // as after a reboot
    return message_of(Job(*executor, doing).run(1, qpus));
  };
  const auto same = Contains("; ERRSTAT: no error; in 10 ms ");
  CHECK_THAT(last_state(Doing::loops, 3),
             Contains("0 of 3 programs completed") && same && !Contains("in 10 ms 0 instructions") &&
                 Contains("breakpoint: none; QPUs that interrupted the host: none"));
  CHECK_THAT(last_state(Doing::waits, 2), Contains("0 of 2 programs completed") && same &&
                                              Contains("in 10 ms 0 instructions") &&
                                              Contains("interrupted the host: 0 1;"));
  CHECK_THAT(last_state(Doing::breaks, 1), Contains("halted at a breakpoint: 0;") && same);
  simulated.configure("errors=4224");  // bits 12 and 7
  CHECK_THAT(last_state(Doing::waits, 1),
             Contains("ERRSTAT: DMA loads idle, VPM write to what is not allocated;"));
}

TEST_CASE("an end that the firmware does not see is an error, and the next launch finds the chip idle") {
  const SimulatedBoard simulated;
  simulated.configure("loses_interrupt=1");
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  Job job(*executor);
  CHECK_THAT(message_of(job.run(1, 2)),
             Contains("the firmware gave up") && Contains("2 of 2 programs completed"));
  simulated.configure("");
  REQUIRE(job.run(3).ok());
  CHECK(job.first() == 3);
  // Programs that are started by registers need no interrupt.
  simulated.configure("loses_interrupt=1");
  const auto other = make_executor(QpuExecutor::registers, kImpatient);
  CHECK(Job(*other).run(4).ok());
}

TEST_CASE("with the mailbox, registers show it where the process may read them") {
  const SimulatedBoard simulated;
  const bool may_read = GENERATE(true, false);
  simulated.configure(may_read ? "" : "mem_allowed=0");
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  const auto shown = Contains("QPUs halted at a breakpoint: 0;");
  const std::string message = message_of(Job(*executor, Doing::breaks).run(1));
  if (may_read)
    CHECK_THAT(message, shown);
  else
    CHECK_THAT(message, !shown);
  CHECK_THAT(message, Contains("the firmware gave up"));
}

TEST_CASE("memory of a job that did not end is neither used again nor released") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  {
    const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
    Job bad(*executor, Doing::loops);
    CHECK_FALSE(bad.run(1).ok());
  }
  CHECK(simulated.messages(Tag::release_memory).empty());
}

TEST_CASE("errors of the mailbox are errors of the launch, and the next one runs") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  Job job(*executor);
  for (const char* fault : {"message_errors=1", "executes=0", "enables=0"}) {
    simulated.configure(fault);
    CHECK_THAT(message_of(job.run(1)), Contains("firmware"));
    simulated.configure("");
    REQUIRE(job.run(9).ok());
    CHECK(job.first() == 9);
  }
}

TEST_CASE("V3D that loses its power gets it back by the mailbox, or the launch fails") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::registers, kImpatient);
  Job job(*executor);
  (void)board::Mailbox().enable_qpus(false).ok();
  REQUIRE(job.run(4).ok());
  CHECK(job.first() == 4);
  (void)board::Mailbox().enable_qpus(false).ok();
  simulated.configure("ignores_power=1");
  CHECK_THAT(message_of(job.run(4)), Contains("no power"));
}

TEST_CASE("allocations are given back when the executor ends, whatever outlives it") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  std::unique_ptr<quadcl::Memory> memory;
  {
    const auto executor = make_executor(QpuExecutor::mailbox);
    memory = std::move(executor->memory().allocate(3 << 20, 64)).value();
  }
  CHECK(simulated.messages(Tag::release_memory) == simulated.messages(Tag::unlock_memory));
  CHECK(simulated.messages(Tag::release_memory).size() == simulated.messages(Tag::allocate_memory).size());
  CHECK(simulated.text("/run/lock/quadcl.handles").empty());
  CHECK(simulated.messages(Tag::enable_qpu).back() == 0);
}

TEST_CASE("what a process leaves that is killed in a job, the next one gives back") {
  const SimulatedBoard simulated;
  const QpuExecutor wanted = GENERATE(QpuExecutor::mailbox, QpuExecutor::registers);
  simulated.configure("cma=0");
  const int status = end_of(start_process([&] {
    const auto executor = make_executor(wanted);
    Job job(*executor);
    simulated.configure("cma=0 kill_in_job=1");
    (void)job.run(1).ok();
  }));
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(WTERMSIG(status) == SIGKILL);
  simulated.configure("cma=0");
  CHECK_THAT(simulated.text("/run/lock/quadcl.lock"), Contains("busy"));
  const auto lost = simulated.messages(Tag::allocate_memory).size();
  CHECK(simulated.messages(Tag::release_memory).empty());

  const auto executor = make_executor(wanted, kImpatient);
  CHECK(simulated.messages(Tag::release_memory).size() == lost);
  Job job(*executor);
  REQUIRE(job.run(8).ok());
  CHECK(job.first() == 8);
  CHECK_THAT(simulated.text("/run/lock/quadcl.lock"), Contains("idle"));
}

TEST_CASE("memory of a process that died is kept while its job may still write to it") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  {
    const auto executor = make_executor(QpuExecutor::registers, kImpatient);
    CHECK_FALSE(Job(*executor, Doing::loops).run(1).ok());
  }
  // As if the process had been killed in that job.
  const long dead = start_process([] {});
  end_of(static_cast<pid_t>(dead));
  simulated.file("/run/lock/quadcl.lock", "busy " + std::to_string(dead) + " \n");
  simulated.file("/run/lock/quadcl.handles", std::to_string(dead) + " 7\n");
  const auto made = board::make_board_executor(board::look(QpuExecutor::registers), kImpatient);
  REQUIRE_FALSE(made.ok());
  CHECK_THAT(made.error().message, Contains("the QPUs hang: a job of process " + std::to_string(dead)));
  CHECK(simulated.messages(Tag::release_memory).empty());
  CHECK_THAT(simulated.text("/run/lock/quadcl.lock"), Contains("wedged " + std::to_string(dead)));

  simulated.configure("cma=0 recovers=1");
  const auto executor = make_executor(QpuExecutor::registers, kImpatient);
  CHECK(simulated.messages(Tag::release_memory) == std::vector<std::uint32_t>{7});
}

TEST_CASE("without /dev/mem, a chip with a job of a process that died is left alone until root has looked") {
  const SimulatedBoard simulated;
  const long dead = start_process([] {});
  end_of(static_cast<pid_t>(dead));
  const std::string busy = "busy " + std::to_string(dead) + " \n";
  simulated.file("/run/lock/quadcl.lock", busy);
  simulated.file("/run/lock/quadcl.handles", std::to_string(dead) + " 7\n");
  simulated.configure("mem_allowed=0");
  const board::SystemView view = board::look(QpuExecutor::automatic);
  CHECK(board::diagnose(view).reason == board::Reason::hangs);
  CHECK_THAT(board::explain(board::diagnose(view), view),
             Contains("quadcl-doctor sees whether it has ended"));
  CHECK(simulated.messages(Tag::release_memory).empty());
  CHECK(simulated.messages(Tag::execute_qpu).empty());

  simulated.configure("");
  (void)board::Mailbox().enable_qpus(true).ok();
  const auto executor = make_executor(QpuExecutor::automatic);
  CHECK(simulated.messages(Tag::release_memory) == std::vector<std::uint32_t>{7});
}

TEST_CASE("a process that waited for one which died in its job does not start another") {
  const SimulatedBoard simulated;
  simulated.configure("mem_allowed=0");
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  const long dead = start_process([] {});
  end_of(static_cast<pid_t>(dead));
  simulated.file("/run/lock/quadcl.lock", "busy " + std::to_string(dead) + " \n");
  CHECK_THAT(message_of(Job(*executor).run(1)),
             Contains("the QPUs hang: a job of process " + std::to_string(dead)));
  CHECK(simulated.messages(Tag::execute_qpu).empty());
}

TEST_CASE("a process that stops with the record of handles in its hands keeps nobody waiting") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  auto memory = std::move(executor->memory().allocate(3 << 20, 64)).value();
  const board::File record("/run/lock/quadcl.handles", O_RDWR);
  REQUIRE(flock(record.fd(), LOCK_EX) == 0);
  const auto more = executor->memory().allocate(3 << 20, 64);
  REQUIRE_FALSE(more.ok());
  CHECK_THAT(more.error().message, Contains("quadcl.handles"));
  const auto released = simulated.messages(Tag::release_memory).size();
  CHECK(released == 1);  // what could not be noted
  // Its handle is still noted, so it must not be another process's yet.
  memory = nullptr;
  CHECK(simulated.messages(Tag::release_memory).size() == released);
  REQUIRE(flock(record.fd(), LOCK_UN) == 0);
  CHECK(executor->memory().allocate(3 << 20, 64).ok());
}

TEST_CASE("a process that was forked leaves the QPUs to its parent") {
  const SimulatedBoard simulated;
  simulated.configure("cma=0");
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  Job job(*executor);
  const int status = end_of(start_process([&] {
    if (job.run(1).ok()) _exit(1);
    executor->close();
  }));
  CHECK(status == 0);
  CHECK(simulated.messages(Tag::execute_qpu).empty());
  CHECK(simulated.messages(Tag::release_memory).empty());
  CHECK(simulated.messages(Tag::enable_qpu).back() == 1);
  REQUIRE(job.run(2).ok());
  CHECK(job.first() == 2);
}

TEST_CASE("jobs are refused after the end of the process has begun") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::automatic);
  const auto limit = executor->job_time();
  executor->close();
  CHECK(executor->job_time() == limit);
  const std::vector<quadcl::qpu::QpuProgram> programs(1);
  CHECK_THAT(message_of(executor->run({programs})), Contains("the process ends"));
  CHECK(simulated.messages(Tag::execute_qpu).empty());
}

TEST_CASE("a launch waits for the job of another process, but not for ever") {
  const SimulatedBoard simulated;
  const auto executor = make_executor(QpuExecutor::mailbox, kImpatient);
  Job job(*executor);
  const board::Mailbox mailbox;
  auto lock = board::ChipLock::open(mailbox.file());
  REQUIRE(lock.ok());
  {
    const auto held = lock->take(std::chrono::milliseconds(0));
    REQUIRE(held.ok());
    held->set(board::ChipState::Kind::busy);
    CHECK(board::diagnose(board::look(QpuExecutor::automatic)).reason == board::Reason::busy);
    CHECK_THAT(message_of(job.run(1)),
               Contains("process " + std::to_string(getpid()) + " uses the QPUs") && Contains("300 ms"));
    held->set(board::ChipState::Kind::idle);
  }
  REQUIRE(job.run(2).ok());
}

TEST_CASE("processes take turns") {
  const SimulatedBoard simulated;
  const auto run_some = [] {
    const auto executor = make_executor(QpuExecutor::mailbox);
    Job job(*executor);
    for (std::uint32_t i = 0; i < 30; ++i)
      if (!job.run(i).ok() || job.first() != i) _exit(1);
  };
  std::vector<pid_t> processes;
  for (int i = 0; i < 3; ++i) processes.push_back(start_process(run_some));
  for (const pid_t process : processes) CHECK(end_of(process) == 0);
}
