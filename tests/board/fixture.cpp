// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/emulator/harness.h"
#include "tools/board/server.h"

namespace board_testing {

using namespace quadcl::qpu;
using namespace quadcl::qpu::emulator::testing;
namespace fs = std::filesystem;

namespace simulated = quadcl::tools::simulated;

/// The board, and the thread that answers for it.
struct SimulatedBoard::Simulation {
  explicit Simulation(const std::string& folder)
      : board(simulated::Model(folder, true), runner), server(board, folder) {
    REQUIRE(pipe2(wake, O_CLOEXEC) == 0);
    thread = std::thread([this] { server.serve(wake[0]); });
  }
  ~Simulation() {
    ::close(wake[1]);
    thread.join();
    ::close(wake[0]);
  }

  simulated::JobRunner runner{{}};
  simulated::Board board;
  simulated::Server server;
  int wake[2] = {-1, -1};
  std::thread thread;
};

SimulatedBoard::SimulatedBoard() {
  static int number = 0;
  folder_ = fs::temp_directory_path() /
            ("quadcl_board." + std::to_string(getpid()) + "." + std::to_string(number++));
  fs::remove_all(folder_);  // of a process with the same number that was killed
  fs::create_directories(folder_ / "run/lock");
  setenv(simulated::kFolderVariable, folder_.c_str(), 1);
  model("Raspberry Pi 3 Model B Rev 1.2", "raspberrypi,3-model-b");
  file("/proc/meminfo", "MemTotal: 900000 kB\nCmaTotal:         49152 kB\n");
  simulation_ = std::make_unique<Simulation>(folder_);
  simulation_->board.chip().during_job = [this] {
    if (simulation_->board.model().configuration().kill_in_job != 0)
      kill(simulation_->server.process(), SIGKILL);
    if (during_job_) during_job_();
  };
}

SimulatedBoard::~SimulatedBoard() {
  simulation_ = nullptr;
  unsetenv(simulated::kFolderVariable);
  fs::remove_all(folder_);
}

void SimulatedBoard::configure(const std::string& text) const { file("/board", text); }

void SimulatedBoard::model(const std::string& name, const std::string& compatible) const {
  file("/proc/device-tree/model", name + '\0');
  const std::string soc = compatible.find("brcm") == std::string::npos ? "brcm,bcm2837" : "";
  file("/proc/device-tree/compatible", compatible + '\0' + soc + '\0');
}

void SimulatedBoard::file(const std::string& path, const std::string& text) const {
  const fs::path whole = folder_.string() + path;
  fs::create_directories(whole.parent_path());
  std::ofstream(whole) << text;
}

std::string SimulatedBoard::text(const std::string& path) const {
  std::ifstream in(folder_.string() + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::uint32_t> SimulatedBoard::messages(board::Tag tag) const {
  std::vector<std::uint32_t> values;
  for (const auto& [number, value] : simulation_->board.firmware().messages())
    if (number == static_cast<std::uint32_t>(tag)) values.push_back(value);
  return values;
}

namespace {

std::vector<std::uint64_t> code_of(Doing doing) {
  std::vector<std::uint64_t> words;
  const auto emit = [&](std::initializer_list<isa::Instruction> instructions) {
    for (const isa::Instruction& i : instructions) words.push_back(i.word());
  };
  if (doing == Doing::loops)
    emit({isa::make_branch(isa::BranchCondition::always, true, 0xffffffe0), isa::make_nop(), isa::make_nop(),
          isa::make_nop()});
  if (doing == Doing::waits) emit({ldi(waddr::host_interrupt, 1), isa::make_semaphore(3, true)});
  if (doing == Doing::breaks) emit({signal(Signal::breakpoint)});
  // Each QPU has its own row of the VPM, so that all can run at once.
  emit({mov_a(waddr::r0, raddr::uniform), mov_a(waddr::r1, raddr::element_number),
        via_file_b(mov_a(waddr::vpm_write_setup, raddr::uniform)),
        add_op(AddOp::add, waddr::vpm, Mux::r0, Mux::r1), mov_b(waddr::r2, raddr::mutex_acquire),
        via_file_b(mov_a(waddr::vpm_write_setup, raddr::uniform)),
        via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)),
        via_file_b(mov_a(waddr::dma_store_address, raddr::uniform)),
        isa::make_nop().set(field::raddr_b, raddr::dma_store_wait), ldi(waddr::mutex_release, 0),
        signal(Signal::program_end), isa::make_nop(), isa::make_nop()});
  return words;
}

std::unique_ptr<quadcl::Memory> place(Executor& executor, const void* data, std::size_t size) {
  auto memory = executor.memory().allocate(size, 64);
  REQUIRE(memory.ok());
  if (data != nullptr) std::memcpy((*memory)->range().host, data, size);
  executor.memory().to_qpus((*memory)->range());
  return std::move(memory).value();
}

}  // namespace

Job::Job(Executor& executor, Doing doing) : executor_(executor) {
  const auto words = code_of(doing);
  code_ = place(executor, words.data(), words.size() * 8);
  uniforms_ = place(executor, nullptr, 64 * kQpus);
  result_ = place(executor, nullptr, 64 * kQpus);
}

quadcl::Result<JobReport> Job::run(std::uint32_t value, unsigned qpus) {
  std::vector<QpuProgram> programs;
  for (std::uint32_t i = 0; i < qpus; ++i) {
    const std::uint32_t words[] = {value + 100 * i, 0x1a00 + i, 0x80904000 + (i << 7),
                                   (*result_->range().bus + 64 * i).value()};
    std::memcpy(uniforms_->range().host + 64 * i, words, sizeof words);
    programs.push_back({*code_->range().bus, *uniforms_->range().bus + 64 * i});
  }
  executor_.memory().to_qpus(uniforms_->range());
  auto report = executor_.run({programs});
  executor_.memory().from_qpus(result_->range());
  return report;
}

std::uint32_t Job::element(unsigned qpu, unsigned index) const {
  std::uint32_t value = 0;
  std::memcpy(&value, result_->range().host + 64 * qpu + 4 * index, sizeof value);
  return value;
}

std::unique_ptr<Executor> make_executor(quadcl::QpuExecutor wanted, board::BoardSettings settings) {
  if (settings.memory_bytes == 0) settings.memory_bytes = 16 << 20;
  const board::SystemView view = board::look(wanted);
  INFO(board::explain(board::diagnose(view), view));
  REQUIRE_FALSE(board::diagnose(view).blocks);
  auto made = board::make_board_executor(view, settings);
  if (!made.ok()) FAIL(made.error().message);
  return std::move(made).value();
}

pid_t start_process(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child != 0) return child;
  body();
  _exit(0);
}

int end_of(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return status;
}

}  // namespace board_testing
