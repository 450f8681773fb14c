// SPDX-License-Identifier: Apache-2.0

// qpu-debug as its users run it. A session is a file: a command line, then what the debugger prints, with the
// commands behind its prompts. A page of the documentation can hold one, too.

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "tests/debug/programs.h"
#include "tools/debug/commands.h"

namespace {

namespace debug = quadcl::tools::debug;
using debug_tests::Programs;
using tool_tests::content_of;

constexpr std::string_view kPrompt = "(qpu) ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Runs a session and compares.
void check_session(const Programs& programs, std::vector<std::string> session) {
  constexpr std::string_view kStart = "$ qpu-debug ";
  REQUIRE(!session.empty());
  REQUIRE(session[0].starts_with(kStart));
  const std::string arguments = session[0].substr(kStart.size());
  session.erase(session.begin());
  std::string commands;
  for (const std::string& line : session) {
    if (line.starts_with(kPrompt)) commands += line.substr(kPrompt.size()) + "\n";
  }
  const std::vector<std::string> output = lines_of(programs.debug(arguments, commands));
  for (std::size_t i = 0; i < std::min(output.size(), session.size()); ++i) {
    INFO("line " << i + 2);
    REQUIRE(output[i] == session[i]);
  }
  REQUIRE(output.size() == session.size());
}

/// The blocks of a page that a line of three backticks encloses.
std::vector<std::string> blocks_of(const std::string& page) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (const std::string& line : lines_of(content_of(DOCS "/" + page))) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

}  // namespace

TEST_CASE("the session of the documentation prints what it says") {
  const Programs programs;
  const std::vector<std::string> program = blocks_of("qpu-tools.md"), page = blocks_of("qpu-debug.md");
  programs.write("hello.qasm", program.at(0));
  programs.write("hello.job", program.at(1) + "listing hello.lst\n");
  programs.assemble("hello");
  check_session(programs, lines_of(page.at(0)));
}

TEST_CASE("the documentation has the commands of the table") {
  const std::string page = content_of(DOCS "/qpu-debug.md");
  std::string rows;
  for (const auto& group : debug::all_commands()) {
    for (const debug::Command& command : group.commands) {
      rows += "| `" + debug::form_of(command) + "`" +
              (command.abbreviation.empty() ? "" : ", `" + std::string(command.abbreviation) + "`") + " | " +
              debug::summary_of(command) + " |\n";
    }
  }
  INFO(rows);
  CHECK(page.find(rows) != std::string::npos);
}

TEST_CASE("a listing with a profile says what qpu-run says of each instruction") {
  const Programs programs;
  const std::string profile = programs.run(QPU_RUN " sum.job --profile >profile && cat profile").output;
  const std::vector<std::string> listing =
      lines_of(programs.run(QPU_AS " sum.qasm --list --profile profile").output);
  unsigned found = 0;
  std::istringstream in(profile);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("400000")) continue;
    std::istringstream columns(line);
    std::string address, executed, clocks;
    columns >> address >> executed >> clocks;
    const std::string start = "0000" + address.substr(6),
                      end = "  # " + executed + " times, " + clocks + " clocks";
    const bool known = std::any_of(listing.begin(), listing.end(), [&](const std::string& text) {
      return text.starts_with(start) && text.ends_with(end);
    });
    INFO(line);
    CHECK(known);
    ++found;
  }
  CHECK(found == 20);  // instructions of the program
  CHECK_THAT(programs.run(QPU_AS " sum.qasm --profile profile").output, Catch::Contains("--list"));
}

TEST_CASE("qpu-run --debug is the debugger") {
  const Programs programs;
  const std::string commands = "break loop\ncontinue\nprint r1 ra0\n";
  programs.write("commands", commands);
  CHECK(programs.run(QPU_RUN " sum.job --debug <commands").output == programs.debug("sum.job", commands));
}

TEST_CASE("options that show whole runs are refused") {
  const Programs programs;
  for (const std::string option : {"--counters", "--profile", "--trace t.json"}) {
    INFO(option);
    CHECK(programs.run(QPU_DEBUG " sum.job --batch " + option).status == 2);
    CHECK(programs.run(QPU_RUN " sum.job --debug " + option + " </dev/null").status == 2);
  }
  CHECK_THAT(programs.run(QPU_DEBUG " --help").output, !Catch::Contains("--profile"));
}

TEST_CASE("Ctrl-C stops a running job, which goes on later") {
  const Programs programs;
  programs.write("endless.qasm", "mov r0, 0\n:loop\nbrr -, :loop\nadd r0, r0, 1\nnop\nnop\n");
  programs.assemble("endless");
  programs.write("endless.job", "image endless.bin\nsegment 40000000 0 40\nqpu 40000000 40000000\n");
  programs.write("commands", "print r0\ncontinue\nprint r0[0]\nreverse-continue\nprint r0[0]\n");
  // Interrupted until it is: an interrupt before the job runs has nothing to stop. One before the shell's
  // child has its output would end the child.
  const std::string script =
      "exec 2>&1; " QPU_DEBUG
      " endless.job <commands >out & child=$!; until [ -e out ]; do sleep 0.01; done; "
      "until grep -q interrupted out; do kill -INT $child || break; sleep 0.05; done; wait $child; cat out";
  programs.write("script", script);
  const auto [status, output] = programs.run("bash script");
  CHECK(status == 0);
  CHECK_THAT(output, Catch::Contains("(qpu) continue\ninterrupted\nQPU 0: "));
  CHECK_THAT(output,
             Catch::Contains("(qpu) reverse-continue\nthe start of the job\nQPU 0: 40000000  ldi r0, 0\n"));
  CHECK_THAT(output, Catch::EndsWith("00000000\n"));
}

TEST_CASE("help tells of all events and formats") {
  const Programs programs;
  const std::string events = programs.debug("sum.job", "help catch"),
                    values = programs.debug("sum.job", "help print");
  for (const debug::EventName& event : debug::event_names()) {
    CHECK_THAT(events, Catch::Contains(std::string(event.name)));
  }
  for (const debug::Format& format : debug::formats()) {
    CHECK_THAT(values, Catch::Contains(std::string(1, format.letter) + " "));
  }
}

TEST_CASE("a mistake in a file of commands is told with its line, and in the exit status") {
  const Programs programs;
  programs.write("first", "print r0[0]\nbogus\nprint r1[0]\n");
  const auto [status, output] = programs.run(QPU_DEBUG " sum.job -x first --batch");
  CHECK(status == 1);
  CHECK_THAT(output, Catch::Contains("error: first:2: "));
  CHECK_THAT(output, !Catch::Contains("r1"));
}

TEST_CASE("sessions print what their files say") {
  const Programs programs;
  unsigned sessions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SESSIONS)) {
    if (entry.path().extension() != ".session") continue;
    INFO(entry.path().filename());
    check_session(programs, lines_of(content_of(entry.path().string())));
    ++sessions;
  }
  CHECK(sessions > 0);
}

TEST_CASE("bad commands are told, and change nothing") {
  const Programs programs;
  for (const char* command : {"bogus",
                              "s 1 2",
                              "step x",
                              "break",
                              "break nowhere",
                              "break 0x41000000",
                              "break 99999",
                              "break 0x40000004",
                              "b start qpu 7",
                              "b start if",
                              "b start if r0",
                              "b start if r0 > x",
                              "b start if r9 > 1",
                              "watch",
                              "watch ra32",
                              "watch vpm[64]",
                              "watch vpm[0:][1]",
                              "watch vr_wait",
                              "watch 0x40000000 0",
                              "catch",
                              "catch nothing",
                              "catch clock 5",
                              "catch finding no_rule",
                              "delete 1",
                              "enable x",
                              "print",
                              "print r6",
                              "print r0[16]",
                              "print vpm",
                              "print vpm[1][2][3]",
                              "print/q r0",
                              "print/0x r0",
                              "print *",
                              "print r0 qpu 2",
                              "x",
                              "x/99999x 0x40000000",
                              "x/xx 0",
                              "x 0x100000000",
                              "info everything",
                              "info m n",
                              "list nowhere",
                              "qpu 1",
                              "qpu x",
                              "goto",
                              "goto x",
                              "undisplay 1",
                              "reverse-step",
                              "reverse-continue",
                              "source nothing",
                              "info vpm 3 2",
                              "info vpm 64",
                              "help bogus",
                              "d",
                              "until",
                              "next nothing",
                              "run x"}) {
    INFO(command);
    const std::string output = programs.debug("sum.job", std::string(command) + "\ninfo position\n");
    const bool harmless = std::string(command) == "d" || std::string(command) == "break";
    CHECK((output.find("error: ") != std::string::npos) != harmless);
    CHECK_THAT(output, Catch::EndsWith("(qpu) info position\nposition 0\n"));
  }
}
