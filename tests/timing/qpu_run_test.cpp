// SPDX-License-Identifier: Apache-2.0

// The tool as its users run it.

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "qpu/asm/assembler.h"

namespace {

constexpr std::uint32_t kImageBytes = 8192, kUniforms = 4096, kData = 6144;

struct Output {
  int status = -1;
  std::string text, errors;
  nlohmann::json last_line() const {
    const auto end = text.find_last_not_of('\n');
    const auto start = text.rfind('\n', end) + 1;
    return nlohmann::json::parse(text.substr(start, end + 1 - start));
  }
};

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A folder with a job: a program, on some QPUs, each with its number and the address of the data as
/// uniforms.
class Folder {
 public:
  Folder(const std::string& program, unsigned qpus) {
    std::string name = (std::filesystem::temp_directory_path() / "qpu-run-XXXXXX").string();
    path_ = mkdtemp(name.data());
    const auto code = quadcl::qpu::assembly::assemble(program, "test");
    REQUIRE(code.ok());
    std::string image(kImageBytes, '\0');
    std::copy(code.bytes.begin(), code.bytes.end(), image.begin());
    std::ostringstream job;
    job << "image code.bin\nsegment 40000000 0 " << kImageBytes << "\ncodebytes " << code.bytes.size()
        << "\n";
    for (unsigned i = 0; i < qpus; ++i) {
      const std::uint32_t words[] = {i, 0x40000000 + kData};
      std::memcpy(image.data() + kUniforms + 64 * i, words, sizeof words);
      job << "qpu 40000000 " << std::hex << 0x40000000 + kUniforms + 64 * i << "\n" << std::dec;
    }
    write("code.bin", image);
    write("job", job.str());
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const { return contents(path_ / name); }

  /// Sends SIGINT once the program has told how far it is.
  Output interrupt(const std::string& arguments) const {
    write("err", "");
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGINT, SIG_DFL);
      const std::string command =
          "cd " + path_.string() + " && exec " QPU_RUN " " + arguments + " >out 2>err";
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    while (read("err").empty() && waitpid(child, nullptr, WNOHANG) == 0) usleep(10000);
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    return {WEXITSTATUS(status), read("out"), read("err")};
  }

  Output run(const std::string& arguments) const {
    const std::string in = "cd " + path_.string() + " && ";
    const int status = std::system((in + QPU_RUN " " + arguments + " >out 2>err").c_str());
    return {WEXITSTATUS(status), read("out"), read("err")};
  }

 private:
  std::filesystem::path path_;
};

/// Stores the vector 7, 7, ... at the data and interrupts the host.
constexpr const char* kStore =
    "mov r0, unif\nmov r1, unif\nmov vw_setup, 0x1a00\nmov vpm, 7\nldi vw_setup, 0x80904000\n"
    "ldi vw_setup, 0xc0000000\nmov vw_addr, r1\nread vw_wait\nmov interrupt, 1\nthrend\nnop\nnop\n";

}  // namespace

TEST_CASE("qpu-run runs a job, writes the image back and ends with a line of JSON") {
  const Folder folder(kStore, 1);
  const Output out = folder.run("job --dump after");
  CHECK(out.status == 0);
  const auto line = out.last_line();
  CHECK(line["status"] == "finished");
  CHECK(line["instructions"] == 12);
  CHECK(line["busiest_qpu_instructions"] == 12);
  CHECK(line["host_interrupts"] == 1);
  CHECK_FALSE(line.contains("cycles"));
  const std::string before = folder.read("code.bin"), after = folder.read("after");
  REQUIRE(after.size() == before.size());
  for (unsigned i = 0; i < after.size(); ++i) {
    const bool stored = i >= kData && i < kData + 64 && i % 4 == 0;
    if (after[i] != (stored ? '\x07' : before[i])) FAIL("byte " << i);
  }
}

TEST_CASE("qpu-run counts the QPUs that interrupt the host") {
  // The first uniform is the QPU's number: all but QPU 0 write a value other than 0, two of them twice.
  const Folder folder(
      "mov r0, unif\nmov interrupt, r0\nsub.setf r0, r0, 2\nmov.ifnn interrupt, 1\nthrend\nnop\nnop\n", 4);
  const Output out = folder.run("job");
  CHECK(out.status == 0);
  CHECK(out.last_line()["host_interrupts"] == 3);
}

TEST_CASE("qpu-run refuses arguments that it cannot use, and says which") {
  const Folder folder(kStore, 1);
  const auto [arguments, complaint] = GENERATE(table<const char*, const char*>({
      {"--rules=strict", "--rules"},
      {"--rules=1", "--rules"},
      {"--caches=on", "--caches"},
      {"--clock 0", "--clock"},
      {"--clock nan", "--clock"},
      {"--clock 1e30", "--clock"},
      {"--clock x", "--clock"},
      {"--limit -1", "--limit"},
      {"--limit x", "--limit"},
      {"--limit 99999999999999999999999", "--limit"},
      {"--board pi4", "pi4"},
      {"--set l2c_line", "--set l2c_line"},
      {"--set l2c_line=1x", "--set l2c_line=1x"},
      {"--set l2c_line=-1", "--set l2c_line=-1"},
      {"--set l2c_line=nan", "--set l2c_line=nan"},
      {"--set l2c_ways=0", "--set l2c_ways=0"},
      {"--set l2c_ways=65", "--set l2c_ways=65"},
      {"--set l2c_bytes=1e12", "--set l2c_bytes=1e12"},
      {"--set nothing=1", "--set nothing=1"},
      {"job", "job"},
      {"--dump /", "cannot write /"},
      {"--trace /", "cannot write /"},
  }));
  const Output out = folder.run("job " + std::string(arguments));
  CHECK(out.status == 2);
  CHECK_THAT(out.errors, Catch::Contains(complaint));
  CHECK(out.errors.size() < 300);
}

TEST_CASE("qpu-run models time at the clock that is asked for") {
  const Folder folder(kStore, 1);
  const auto at = [&](const char* clock) {
    return folder.run("job --timing --clock " + std::string(clock)).last_line();
  };
  const auto slow = at("250"), fast = at("500");
  CHECK(slow["time"] == "modelled");
  CHECK(slow["seconds"].get<double>() == Approx(slow["cycles"].get<double>() / 250e6).epsilon(0.01));
  CHECK(fast["seconds"].get<double>() < slow["seconds"].get<double>());
  CHECK(fast["cycles"].get<double>() > slow["cycles"].get<double>());  // SDRAM takes its nanoseconds
}

TEST_CASE("qpu-run prints counters and a profile, and writes a trace") {
  const Folder folder(kStore, 2);
  const Output out = folder.run("job --counters --profile --trace trace.json");
  CHECK(out.status == 0);
  CHECK(out.text.find("performance counters (modelled)") != std::string::npos);
  CHECK(out.text.find("20             24  instruction cache") != std::string::npos);
  CHECK(out.text.find("# DMA store") != std::string::npos);
  CHECK(out.last_line()["counters"][20] == 24);
  CHECK(out.last_line()["stalls"]["DMA store"].get<int>() > 0);
  const auto trace = nlohmann::json::parse(folder.read("trace.json"));
  std::set<std::string> tracks;
  std::set<int> numbers;
  for (const auto& event : trace["traceEvents"]) {
    if (event["name"] != "thread_name") continue;
    tracks.insert(event["args"]["name"]);
    CHECK(numbers.insert(event["tid"].get<int>()).second);  // in all processes together
  }
  CHECK(tracks.count("QPU 0") == 1);
  CHECK(tracks.count("QPU 1") == 1);
  CHECK(tracks.count("DMA store (VDW)") == 1);
}

TEST_CASE("qpu-run answers a bad job file with status 2") {
  const Folder folder(kStore, 1);
  CHECK(folder.run("missing").status == 2);
  folder.write("bad", "image code.bin\nsegment 40000000 0 99999\nqpu 0 0\n");
  const Output out = folder.run("bad");
  CHECK(out.status == 2);
  CHECK(out.errors.find("bad: line 2: the segment leaves the image, which has 8192 bytes") !=
        std::string::npos);
  CHECK(folder.run("job --board pi9 --timing").status == 2);
}

TEST_CASE("qpu-run does not read an image without an end") {
  const Folder folder(kStore, 1);
  folder.write("endless", "image /dev/zero\nsegment 40000000 0 4096\nqpu 40000000 40000800\n");
  for (const char* job : {"endless", "/dev/zero"}) {
    const Output out = folder.run(job);
    CHECK(out.status == 2);
    CHECK(out.errors.find("has more than 64 MiB") != std::string::npos);
  }
}

TEST_CASE("qpu-run names QPU, address, instruction and history of a fault, with status 3") {
  const Folder folder("mov r0, unif\nmov t0s, 0\nnop; ldtmu0\nthrend\nnop\nnop\n", 1);
  const Output out = folder.run("job");
  CHECK(out.status == 3);
  CHECK(out.last_line()["status"] == "fault");
  CHECK(out.last_line()["fault"] == "memory_fault");
  CHECK(out.errors.find("QPU 0 at 0x40000008") != std::string::npos);
  CHECK(out.errors.find("last instructions of QPU 0:\n    40000000") != std::string::npos);
  CHECK(out.errors.find("mov r0, unif") != std::string::npos);
}

TEST_CASE("qpu-run shows registers, flags and VPM rows at a fault") {
  const Folder folder(
      "mov r0, elem_num\nmov.setf r1, -1\nmov ra7, 0x300\nmov rb8, 5\nmov r2, 0\nmov vw_setup, 0x1a02\nmov "
      "vpm, 1\n"
      "mov vpm, 2\nadd t0s, ra7, rb8\nnop; ldtmu0\nthrend\nnop\nnop\n",
      1);
  const std::string errors = folder.run("job").errors;
  CHECK_THAT(errors,
             Catch::Contains("r0    00000000 00000001 00000002 00000003 00000004 00000005 00000006 00000007\n"
                             "          00000008 00000009 0000000a 0000000b 0000000c 0000000d 0000000e "
                             "0000000f\n") &&
                 Catch::Contains("r1    ffffffff in all lanes") &&
                 Catch::Contains("ra7   00000300 in all lanes") &&
                 Catch::Contains("rb8   00000005 in all lanes"));
  CHECK_THAT(errors, Catch::Contains("Z     0000000000000000\n    N     1111111111111111\n"));
  CHECK_THAT(errors, !Catch::Contains("ra8"));
  CHECK_THAT(errors, Catch::Contains("VPM rows written by QPU 0: 2 to 3\n"));  // stride 1
}

TEST_CASE("qpu-run names labels and source lines if the job has a listing") {
  const Folder folder("nop\n:ask\nmov r0, 0\nmov t0s, r0\nnop; ldtmu0\nthrend\nnop\nnop\n", 1);
  const std::string listing =
      ":ask\n000008  0xe002082700000000  test:3\n000010  0x10020e27159e7000  test:4\n";
  folder.write("names", listing);
  folder.write("named", folder.read("job") + "listing names\n");
  CHECK_THAT(folder.run("named").errors, Catch::Contains("mov t0s, r0  # :ask + 8, test:4\n"));
  // A listing of other code
  folder.write("names", ":ask\n000008  0xe002082700000000  test:3\n000010  0x10020e27159e7240  test:4\n");
  CHECK_THAT(folder.run("named").errors,
             Catch::Contains("mov t0s, r0\n") && Catch::Contains("# :ask, test:3"));
  folder.write("names", "neither address nor word\n");
  CHECK(folder.run("named").status == 2);
  const Folder checked("mov ra1, 1\nsrel -, 2\nmov mutex_rel, 1\nthrend\nnop\nnop\n", 1);
  checked.write("names", "000010  0xe0020ce700000001  test:3\n");
  checked.write("named", checked.read("job") + "listing names\n");
  CHECK_THAT(checked.run("named --rules=warn").errors, Catch::Contains("[mutex-not-owned] (test:3)"));
}

TEST_CASE("qpu-run ends with status 1 if caches would have shown old data") {
  // Reads the data by a TMU, stores over it, and reads again.
  const Folder folder(
      "mov r0, unif\nmov r1, unif\nmov t0s, r1\nnop; ldtmu0\nmov vw_setup, 0x1a00\nmov vpm, 7\n"
      "ldi vw_setup, 0x80904000\nldi vw_setup, 0xc0000000\nmov vw_addr, r1\nread vw_wait\nmov t0s, r1\nnop; "
      "ldtmu0\n"
      "mov r2, r4\nthrend\nnop\nnop\n",
      1);
  CHECK(folder.run("job").status == 0);
  for (const char* arguments :
       {"job --caches=report", "job --caches=stale", "job --caches=report --timing"}) {
    const Output out = folder.run(arguments);
    CHECK(out.status == 1);
    CHECK_THAT(out.errors, Catch::StartsWith("error: ") && Catch::Contains("[stale-tmu-read]"));
    CHECK(out.last_line()["status"] == "finished");
    CHECK(out.last_line()["rule_findings"] == 1);
  }
}

TEST_CASE("qpu-run finds the same with and without time") {
  // All QPUs write VPM row 0 and store more columns than 16 rows have; none waits for another.
  const Folder folder(
      "mov r0, unif\nmov r1, unif\nmov vw_setup, 0x1a00\nmov vpm, 7\nldi vw_setup, 0x80900000\n"
      "ldi vw_setup, 0xc0000000\nmov vw_addr, r1\nread vw_wait\nldi vw_setup, 0x80910000\nmov vw_addr, r1\n"
      "read vw_wait\nldi vw_setup, 0x80880000\nmov vw_addr, r1\nread vw_wait\nthrend\nnop\nnop\n",
      3);
  std::set<std::string> found[2];
  for (int timed = 0; timed < 2; ++timed) {
    std::istringstream lines(folder.run(timed ? "job --rules=warn --timing" : "job --rules=warn").errors);
    for (std::string line; std::getline(lines, line);) {
      found[timed].insert(line.substr(0, line.find(',')) +
                          line.substr(line.rfind('['), line.rfind(']') - line.rfind('[') + 1));
    }
  }
  CHECK(found[0] == found[1]);
  CHECK(found[0].count("error: QPU 2 at 0x40000018[vpm-race]") == 1);
}

TEST_CASE("Ctrl-C ends a run and shows where each QPU is") {
  const Folder folder(":1\nbrr -, r:1b\nnop\nnop\nnop\n", 2);
  for (const std::string arguments : {"job", "job --timing"}) {
    const Output out = folder.interrupt(arguments + " --progress 0.05");
    CHECK(out.status == 3);
    CHECK(out.last_line()["fault"] == "stopped");
    CHECK_THAT(out.errors, Catch::Contains(" instructions after ") && Catch::Contains("QPU 0: runs after ") &&
                               Catch::Contains("QPU 1: runs after ") && Catch::Contains("brr -, -32"));
  }
}

TEST_CASE("qpu-run says what every QPU waits for in a deadlock, with and without time") {
  const Folder folder("mov r3, 9\nsacq -, 5\nthrend\nnop\nnop\n", 2);
  for (const char* arguments : {"job", "job --timing"}) {
    const Output out = folder.run(arguments);
    CHECK(out.status == 3);
    CHECK(out.last_line()["fault"] == "deadlock");
    CHECK(out.errors.find("QPU 1: waits for semaphore 5") != std::string::npos);
    CHECK_THAT(out.errors, Catch::Contains("last instructions of QPU 0:\n    40000000") &&
                               Catch::Contains("last instructions of QPU 1:\n    40000000"));
  }
}

TEST_CASE("qpu-run does not invent an instruction where none is mapped") {
  const Folder folder("bra -, 0x60000000\nnop\nnop\nnop\n", 1);
  const Output out = folder.run("job");
  CHECK(out.status == 3);
  CHECK(out.last_line()["fault"] == "memory_fault");
  CHECK_THAT(out.errors, Catch::StartsWith(
                             "QPU 0 at 0x60000000: no memory is mapped where the instruction should be\n") &&
                             Catch::Contains("    60000000  not mapped\n"));
}

TEST_CASE("qpu-run stops a runaway at the limit") {
  const Folder folder(":1\nbrr -, r:1b\nnop\nnop\nnop\n", 1);
  const Output out = folder.run("job --limit 1000");
  CHECK(out.status == 3);
  CHECK(out.last_line()["fault"] == "instruction_limit");
  CHECK(out.last_line()["instructions"] == 1000);
}

TEST_CASE("qpu-run fails for a broken rule only where it is asked to") {
  // docs/videocore4.md, Restrictions 1: a register must not be read right after it was written.
  const Folder folder("mov ra1, 1\nmov r0, ra1\nnop\nthrend\nnop\nnop\n", 1);
  CHECK(folder.run("job").errors.empty());
  const Output warned = folder.run("job --rules=warn");
  CHECK(warned.status == 1);  // it finished
  CHECK(warned.last_line()["status"] == "finished");
  CHECK_THAT(warned.errors, Catch::Contains("error: "));
  const Output failed = folder.run("job --rules=error");
  CHECK(failed.status == 3);
  CHECK(failed.last_line()["fault"] == "rule");
}

TEST_CASE("qpu-run finds what only the run shows: a semaphore left above 0") {
  const Folder folder("srel -, 2\nnop\nthrend\nnop\nnop\n", 1);
  for (const char* arguments : {"job --rules=warn", "job --rules=warn --timing"}) {
    const Output out = folder.run(arguments);
    CHECK(out.status == 0);
    CHECK(out.errors.find("semaphore-left") != std::string::npos);
    CHECK(out.last_line()["rule_findings"] == 1);
  }
}
