// SPDX-License-Identifier: Apache-2.0
// Build options that are refused: the log names the option.
#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "plugin.h"

using namespace quadcl::test;

namespace {

using Catch::Contains;

constexpr const char* kSource = "kernel void from_the_source(global int* o) { o[0] = 1; }";

/// Standard input is another program, as long as the object lives.
class OtherStandardInput {
 public:
  OtherStandardInput() {
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    REQUIRE(write(ends[1], kProgram, sizeof kProgram - 1) == sizeof kProgram - 1);
    REQUIRE(close(ends[1]) == 0);
    REQUIRE(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    close(ends[0]);
  }
  ~OtherStandardInput() { dup2(before_, STDIN_FILENO); }
  OtherStandardInput(const OtherStandardInput&) = delete;
  OtherStandardInput& operator=(const OtherStandardInput&) = delete;

 private:
  static constexpr char kProgram[] = "kernel void from_standard_input(global int* o) { o[0] = 2; }";
  const int before_ = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
};

std::string refusal(const std::string& options) {
  INFO("options: " << options);
  const Outcome outcome = build(kSource, options);
  CHECK(outcome.status == QUADCL_INVALID_OPTIONS);
  CHECK(outcome.image.empty());
  return outcome.log;
}

}  // namespace

TEST_CASE("build options: an operand that is empty or missing") {
  const OtherStandardInput other;
  for (const char* options : {"-I \"\"", "-I ''", "-I", "-w -I", "-I \"\" -w", "-I\"\" ''"})
    CHECK_THAT(refusal(options), Contains("error") && Contains("'-I'") && Contains("operand"));
  for (const char* options : {"-D \"\"", "-D", "-D '' -DX=1"})
    CHECK_THAT(refusal(options), Contains("error") && Contains("'-D'") && Contains("operand"));
  for (const char* options : {"-cl-std=", "-W"})
    CHECK_THAT(refusal(options), Contains("error") && Contains("'" + std::string(options) + "'"));
}

TEST_CASE("build options: an unknown one, and a wrong value") {
  CHECK_THAT(refusal("-cl-mad-enable -no-such-option -w"),
             Contains("error") && Contains("'-no-such-option'"));
  CHECK_THAT(refusal("-w file.cl"), Contains("'file.cl'"));
  CHECK_THAT(refusal("-w -- -"), Contains("'--'"));
  CHECK_THAT(refusal("-"), Contains("'-'"));
  CHECK_THAT(refusal("''"), Contains("''"));
  CHECK_THAT(refusal("-cl-std=CL9.0"), Contains("'-cl-std=CL9.0'"));
  CHECK_THAT(refusal("-Wl,-s"), Contains("'-Wl,-s'"));
  CHECK_THAT(refusal("-DX=\"1 -w"), Contains("quotation"));
}

TEST_CASE("build options: the source is what is compiled") {
  const OtherStandardInput other;
  for (const char* options : {"", "-I -", "-D X=1 -D Y", "-I -I"}) {
    INFO("options: " << options);
    const Outcome outcome = build(kSource, options);
    REQUIRE(outcome.status == QUADCL_OK);
    const auto image = read_image(outcome.image);
    REQUIRE(image.ok());
    REQUIRE(image->kernels.size() == 1);
    CHECK(image->kernels[0].name == "from_the_source");
  }
}

TEST_CASE("build options: -quadcl-without leaves out one pass") {
  constexpr const char* source =
      "kernel void k(global float* p, int n) { for (int i = 0; i < n; ++i) p[i] = sqrt(p[i]) + i; }";
  const auto code = [&](const std::string& options) {
    const Outcome outcome = build(source, options);
    REQUIRE(outcome.status == QUADCL_OK);
    return read_image(outcome.image)->code->elf;
  };
  const auto whole = code("");
  CHECK(code("-quadcl-without=keep-long-loops") != whole);
  CHECK(code("-quadcl-without=jam-rows") == whole);  // there is nothing to jam
  for (const char* pass : {"isolate-barriers", "keep-versions", "safe-division", "llvm", "nonsense"}) {  // required, or none
    const Outcome outcome = build(source, std::string("-quadcl-without=") + pass);
    CHECK(outcome.status == QUADCL_INVALID_OPTIONS);
    CHECK_THAT(outcome.log, Catch::Contains(pass));
  }
}
