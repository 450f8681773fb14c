// SPDX-License-Identifier: Apache-2.0
// The command-line tools: their output and exit status.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

struct Outcome {
  int status;
  std::string output;  ///< standard output and standard error
};

Outcome run(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

const std::string kAs = QPU_AS;
const std::string kDis = QPU_DIS;
const std::string kCheck = QPU_CHECK;

/// A separate folder for each test.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() / ("qpu-asm-" + std::to_string(std::rand()) + "-" +
                                                        std::to_string(static_cast<long>(::getpid())))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("qpu-as writes bytes, hex, a listing or C++") {
  const Folder folder;
  const std::string source = folder.write("a.qasm", "::start\nnop\n.global two, 2\n::end\nthrend\n");
  CHECK(run(kAs + " " + source + " -o " + folder.file("a.bin")).status == 0);
  CHECK(folder.read("a.bin") == std::string("\0\x70\x9e\0\xe7\x09\0\x10\0\x70\x9e\0\xe7\x09\0\x30", 16));
  CHECK(run(kAs + " " + source + " --hex").output == "0x100009e7009e7000\n0x300009e7009e7000\n");
  const std::string listing = run(kAs + " " + source + " --list").output;
  CHECK(listing == "::start\n000000  0x100009e7009e7000  " + source +
                       ":2  nop\n::end\n000008  0x300009e7009e7000  " + source +
                       ":5  thrend\n");
  CHECK(run(kAs + " " + source + " --c-array code -o " + folder.file("code.inc")).status == 0);
  const std::string array = folder.read("code.inc");
  CHECK_THAT(array, Catch::Contains("inline constexpr std::uint64_t code[] = {\n    0x100009e7009e7000,\n"));
  CHECK_THAT(array, Catch::Contains("inline constexpr std::uint32_t code_label_end = 8;"));
  CHECK_THAT(array, Catch::Contains("inline constexpr std::int64_t code_constant_two = 2;"));
}

TEST_CASE("qpu-as takes definitions, include folders and standard input") {
  const Folder folder;
  folder.write("part.qinc", "ldi r0, N\n");
  const std::string source = folder.write("b.qasm", ".include <part.qinc>\n");
  const Outcome outcome = run(kAs + " --hex -I " + folder.file("") + " -D N=0x55 " + source);
  CHECK(outcome.output == "0xe002082700000055\n");
  CHECK(run("echo 'mov r0, r1' | " + kAs + " - --hex").output == "0x10020827159e7240\n");
}

TEST_CASE("qpu-as reports errors and exits with 1") {
  const Folder folder;
  const std::string source = folder.write("bad.qasm", "nop\nmov r0, x\n");
  const Outcome outcome = run(kAs + " " + source + " -o " + folder.file("bad.bin"));
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.output, Catch::StartsWith(source + ":2:9: error: 'x' is not defined"));
  CHECK_FALSE(std::filesystem::exists(folder.file("bad.bin")));
  CHECK(run(kAs + " " + folder.file("missing.qasm")).status == 1);
  const std::string good = folder.write("good.qasm", "nop\n");
  CHECK(run(kAs + " " + good + " -o /nonexistent/x.bin").status == 1);
}

TEST_CASE("a folder is not a file") {
  for (const std::string& tool : {kAs, kDis, kCheck}) {
    const Outcome outcome = run(tool + " /");
    CHECK(outcome.status == 1);
    CHECK(outcome.output == "/: error: cannot read this file\n");
  }
}

TEST_CASE("a file without an end is an error, not all memory") {
  const Folder folder;
  const std::string source = folder.write("zero.qasm", ".include \"/dev/zero\"\n");
#ifdef __SANITIZE_ADDRESS__
  const std::string bounded;  // the sanitizer reserves more than any limit
#else
  const std::string bounded = "ulimit -v 1000000; ";  // KiB
#endif
  for (const std::string& command : {kAs + " /dev/zero", kAs + " - < /dev/zero", kAs + " " + source,
                                     kDis + " /dev/zero", kCheck + " /dev/zero"}) {
    INFO(command);
    const Outcome outcome = run(bounded + command);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.output, Catch::Contains("more than 6"));
    CHECK_THAT(outcome.output, Catch::Contains("error: "));
  }
  CHECK(run(kDis + " /dev/null").status == 0);
}

TEST_CASE("a source that needs the standard include can be given it") {
  const Folder folder;
  const std::string source =
      folder.write("c.qasm", "ldi vw_setup, vpm_setup(1, 1, h32(0))\nthrend\nnop\nnop\n");
  CHECK(run(kAs + " " + source).status == 1);
  CHECK_THAT(run(kAs + " -i vc4.qinc " + source).output, Catch::StartsWith("0xe0021c6700101a00\n"));
  CHECK(run(kCheck + " -i vc4.qinc " + source).status == 0);
}

TEST_CASE("wrong arguments exit with 2") {
  const Folder folder;
  const std::string source = folder.write("a.qasm", "nop\n");
  CHECK(run(kAs).status == 2);
  CHECK(run(kAs + " --frobnicate " + source).status == 2);
  CHECK(run(kAs + " --hex --list " + source).status == 2);
  CHECK(run(kAs + " --c-array 1x " + source).status == 2);
  CHECK(run(kDis).status == 2);
  CHECK(run(kDis + " --frobnicate x").status == 2);
}

TEST_CASE("--help exits with 0 and names the options") {
  const Outcome as = run(kAs + " --help");
  CHECK(as.status == 0);
  for (const char* option : {"--hex", "--c-array", "--list", "-I", "-D", "-o"}) {
    CHECK_THAT(as.output, Catch::Contains(option));
  }
  CHECK(run(kDis + " --help").status == 0);
}

TEST_CASE("qpu-dis prints what qpu-as assembled") {
  const Folder folder;
  folder.write("a.bin", std::string("\0\x70\x9e\0\xe7\x09\0\x10\x07", 9));
  CHECK(run(kDis + " " + folder.file("a.bin")).output == "    nop\n    .byte 7\n");
  CHECK_THAT(run(kDis + " -a --raw " + folder.file("a.bin")).output,
             Catch::Contains("nop  # 000000: 100009e7009e7000  # sig=1 unpack=0"));
  CHECK(run(kDis + " " + folder.file("missing.bin")).status == 1);
}

TEST_CASE("qpu-check takes source text and machine code") {
  const Folder folder;
  const std::string bad = folder.write("bad.qasm", "mov ra1, r0\nmov r1, ra1\nthrend\nnop\nnop\n");
  const Outcome source = run(kCheck + " " + bad);
  CHECK(source.status == 1);
  CHECK_THAT(source.output, Catch::StartsWith(bad + ":2: 000008: error: mov r1, ra1: "));
  CHECK(run(kAs + " " + bad + " -o " + folder.file("bad.bin")).status == 0);
  CHECK_THAT(run(kCheck + " " + folder.file("bad.bin")).output, Catch::StartsWith("000008: error: "));
  const std::string good = folder.write("good.qasm", "thrend\nnop\nnop\n");
  const Outcome clean = run(kCheck + " " + good);
  CHECK(clean.status == 0);
  CHECK(clean.output.empty());
}

TEST_CASE("qpu-check: warnings, rules and wrong arguments") {
  const Folder folder;
  const std::string source = folder.write("warn.qasm", "mov.ifz vpm, r0\nthrend\nnop\nnop\n");
  CHECK(run(kCheck + " " + source).status == 0);
  CHECK(run(kCheck + " --strict " + source).status == 1);
  CHECK_THAT(run(kCheck + " --rules").output, Catch::Contains("register-file-hazard"));
  CHECK(run(kCheck).status == 2);
  CHECK(run(kCheck + " --frobnicate").status == 2);
  CHECK(run(kCheck + " --entry 8 " + source).status == 0);
  for (const char* entry : {"3", "32", "99999999"}) {
    const Outcome outside = run(kCheck + " --entry " + entry + " " + source);
    CHECK(outside.status == 2);
    CHECK_THAT(outside.output, Catch::Contains(std::string("--entry ") + entry + ": "));
  }
  CHECK(run(kCheck + " " + folder.file("missing.bin")).status == 1);
  CHECK(run(kCheck + " " + folder.write("wrong.qasm", "foo\n")).status == 1);
}

}  // namespace quadcl::qpu::assembly
