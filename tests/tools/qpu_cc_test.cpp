// SPDX-License-Identifier: Apache-2.0
// qpu-cc: what it prints, and the kernels that it runs.
#include <catch2/catch.hpp>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "command_runs.h"
#include "core/host_target.h"
#include "core/program_image.h"
#include "core/qpu_code.h"

using namespace quadcl;
using namespace tool_tests;
using Catch::Contains;

namespace {

constexpr const char* kScale = R"(
kernel void scale(global const int* in, global int* out, int factor) {
  const int i = get_global_id(0);
  out[i] = in[i] * factor + get_global_size(0);
}
)";

/// qpu-cc with kernel.cl of the folder.
Outcome compile(const Folder& folder, const std::string& arguments) {
  return run_command(QPU_CC " " + folder.file("kernel.cl") + " " + arguments);
}

std::vector<std::uint64_t> words_in(const std::string& bytes) {
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint64_t));
  return words;
}

/// The number behind the text.
double number_after(const std::string& output, const std::string& text) {
  const auto place = output.find(text);
  REQUIRE(place != output.npos);
  return std::stod(output.substr(place + text.size()));
}

}  // namespace

TEST_CASE("the assembly that qpu-cc writes is the code of the program's binary") {
  const Folder folder(kScale);
  const std::string assembly = folder.file("kernel.qasm"), code = folder.file("code.bin"),
                    binary = folder.file("binary");
  REQUIRE(compile(folder, "--opencl-profile full -o " + assembly).status == 0);
  REQUIRE(run_command(QPU_AS " " + assembly + " -o " + code).status == 0);
  REQUIRE(run_command(QUADCL_BUILD " " + folder.file("kernel.cl") + " -o " + binary).status == 0);
  const std::string bytes = content_of(binary);
  const auto image = deserialise(std::as_bytes(std::span(bytes)), HostTarget::of_this_machine(false).name());
  REQUIRE(image.ok());
  REQUIRE(image->kernels.at(0).qpu_code != nullptr);
  CHECK(words_in(content_of(code)) == image->kernels[0].qpu_code->words);
}

TEST_CASE("qpu-cc shows the source beside the assembly, and the needs of a kernel") {
  const Folder folder(kScale);
  const auto [status, output] = compile(folder, "");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("# 4: out[i] = in[i] * factor + get_global_size(0);"));
  CHECK_THAT(output, Contains("# kernel scale: ") && Contains(" use both ALUs"));
  CHECK_THAT(output,
             Contains("# registers: ra ") && Contains(" of 32, rb ") && Contains(", accumulators r0"));
  CHECK(number_after(output, "# VPM rows of a QPU: ") >= 1);
  CHECK(number_after(output, "# VPM rows of a QPU: ") <= 64);
  CHECK_THAT(output, Contains("address of 'in'") && Contains("address of 'out'") && Contains("'factor'") &&
                         Contains("get_global_size(0)") && Contains("get_global_offset(0)"));
}

TEST_CASE("qpu-cc shows kernels that take images, for a format") {
  const Folder folder(
      "kernel void twice(read_only image2d_t from, write_only image2d_t to) {\n"
      "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  write_imageui(to, at, read_imageui(from, at) * 2);\n}\n");
  const auto bytes = compile(folder, ""), words = compile(folder, "--image-type UNSIGNED_INT32");
  CHECK(bytes.status == 0);
  CHECK_THAT(bytes.output, Contains("made for images of CL_RGBA and CL_UNORM_INT8"));
  CHECK_THAT(words.output, Contains("made for images of CL_RGBA and CL_UNSIGNED_INT32") &&
                               Contains("# kernel twice: ") && Contains("# 3: write_imageui"));
  CHECK(bytes.output != words.output);
  CHECK(compile(folder, "--image-order RGB").status == 2);
  CHECK_THAT(compile(folder, "--global 4,4 --arg zero:16 --arg zero:16").output,
             Contains("takes images, which --global cannot give it"));
}

TEST_CASE("qpu-cc says why a kernel runs on the CPU") {
  const Folder folder(
      "kernel void k(global int* x) {\n  x[0] = 2;\n}\n"
      "kernel void many(global int* x) {\n  printf(\"\");\n  x[0] = 1;\n}\n");
  const auto [status, output] = compile(folder, "--kernel many");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("# kernel many runs on the CPU: ") && !Contains("kernel k "));
  const auto launch = compile(folder, "--kernel many --global 16 --arg zero:16");
  CHECK(launch.status == 1);
  CHECK_THAT(launch.output, Contains("kernel 'many' runs on the CPU: "));
}

TEST_CASE("qpu-cc runs a kernel and prints buffers") {
  const Folder folder(kScale);
  const auto [status, output] =
      compile(folder, "--global 20 --arg count:20 --arg -1:20 --arg 3 --print out:20 --print in:2");
  CHECK(status == 0);
  CHECK_THAT(
      output,
      Contains("out[0]: 20 23 26 29 32 35 38 41\nout[8]: 44 47 50 53 56 59 62 65\nout[16]: 68 71 74 77\n"));
  CHECK_THAT(output, Contains("in[0]: 0 1\n"));
  CHECK_THAT(output,
             Contains("launch of scale: 20 work-items on ") && Contains(" of board zero\nmodelled time: "));
  CHECK_THAT(output, !Contains("ldtmu"));
}

TEST_CASE("qpu-cc runs work-groups that find no room in the VPM, and prints the code for them") {
  const Folder folder(R"(
kernel void turn(global const int* in, global int* out, local int* t) {
  const int l = get_local_id(0), last = get_local_size(0) - 1;
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 3; ++i) {
    const int other = t[last - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = t[l];
}
)");
  const std::string arguments = "--arg count:32 --arg zero:32 --print out:8 --global 32 --local 32 --arg ";
  const auto small = compile(folder, arguments + "local:128"),
             large = compile(folder, arguments + "local:8192");
  const std::string found_no_room = "# its work-groups find no room in the VPM";
  CHECK_THAT(small.output, Contains("out[0]: 31 30 29 28 27 26 25 24") && !Contains(found_no_room));
  CHECK_THAT(large.output, Contains("out[0]: 31 30 29 28 27 26 25 24") && Contains(found_no_room));
  CHECK_THAT(compile(folder, "").output, Contains(" of 64") && Contains("(--in-memory): "));
  CHECK_THAT(compile(folder, "--in-memory").output, Contains(" of 48; in memory"));
}

TEST_CASE("the debugger shows lines of a kernel whose launch qpu-cc has written as a job") {
  const Folder folder(kScale);
  const std::string job = folder.file("launch.job");
  const std::string launch = "--global 16 --arg count:16 --arg zero:16 --arg 3 --qpus 1 --job " + job;
  REQUIRE(compile(folder, launch).status == 0);
  const auto [status, output] =
      run_command(QPU_DEBUG " " + job + " --batch -e 'break kernel.cl:4' -e continue -e list -e delete" +
                  " -e 'catch store' -e continue -e 'info vpm /d'");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("=> 4\t  out[i] = in[i] * factor + get_global_size(0);\n"));
  CHECK_THAT(output, Contains(":scale + ") && Contains("kernel.cl:4"));
  // 3 i + 16
  CHECK_THAT(output, Contains(" *16 *19 *22 *25 *28 *31 *34 *37\n       *40 *43 *46 *49 *52 *55 *58 *61\n"));
}

TEST_CASE("qpu-cc leaves elements alone that no work-item of the range stores") {
  const Folder folder(kScale);
  const auto [status, output] =
      compile(folder, "--global 3 --offset 2 --arg 7:8 --arg -1:8 --arg 1 --print 1:8");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("out[0]: -1 -1 10 10 10 -1 -1 -1\n"));
}

TEST_CASE("qpu-cc reads buffers and values from files, and writes buffers to files") {
  const Folder folder(
      "typedef struct { int x; float y; } pair;\n"
      "kernel void k(global const float4* in, pair p, global float4* out) {\n"
      "  out[get_global_id(0)] = in[get_global_id(0)] * p.y + p.x;\n}\n");
  const float in[8]{0, 1, 2, 3, 4, 5, 6, 7}, y = 0.5f;
  const int x = 10;
  std::string in_bytes(reinterpret_cast<const char*>(in), sizeof in), pair(8, ' ');
  std::memcpy(pair.data(), &x, 4);
  std::memcpy(pair.data() + 4, &y, 4);
  std::ofstream(folder.file("in,1"), std::ios::binary) << in_bytes;
  std::ofstream(folder.file("pair"), std::ios::binary) << pair;
  const auto [status, output] =
      compile(folder, "--global 2 --arg file:" + folder.file("in,1") + " --arg file:" + folder.file("pair") +
                          " --arg zero:2 --write out=" + folder.file("out") + " --print out");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("out[0]: (10, 10.5, 11, 11.5) (12, 12.5, 13, 13.5)\n"));
  const std::string written = content_of(folder.file("out"));
  float out[8]{};
  REQUIRE(written.size() == sizeof out);
  std::memcpy(out, written.data(), sizeof out);
  for (int i = 0; i < 8; ++i) CHECK(out[i] == 10 + 0.5f * static_cast<float>(i));
}

TEST_CASE("qpu-cc fills buffers with patterns and takes vectors by value") {
  const Folder folder(
      "typedef int word;\n"
      "kernel void k(global const word* a, global uchar* b, short3 v, global int* out) {\n"
      "  const int i = get_global_id(0);\n"
      "  out[i] = a[i] + b[i] + v.x * v.y * v.z;\n}\n");
  const std::string tail = " --arg 2,-3,5 --arg 0:4 --print out";
  const auto run = compile(folder, "--global 4 --arg count:4,type=int --arg 255:4" + tail);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("out[0]: 225 226 227 228\n"));
  const auto random = "--global 4 --arg random:4,type=int,seed=7,from=-2,to=1 --arg zero:4" + tail;
  const auto first = compile(folder, random), again = compile(folder, random);
  CHECK(first.status == 0);
  CHECK(first.output == again.output);
  const double value = number_after(first.output, "out[0]: ");
  CHECK((-32 <= value && value <= -29));
  const auto unknown = compile(folder, "--global 4 --arg count:4 --arg 255:4" + tail);
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.output, Contains("'word' is not known"));
}

TEST_CASE("qpu-cc models time: by line, by instruction, counters and a trace") {
  const Folder folder(kScale);
  const std::string launch = "--global 4096 --arg count:4096 --arg zero:4096 --arg 1 ";
  const auto twelve = compile(folder, launch + "--profile --counters --trace " + folder.file("trace.json"));
  CHECK(twelve.status == 0);
  CHECK(number_after(twelve.output, " work-items on ") > 1);
  CHECK_THAT(twelve.output, Contains("performance counters (modelled)"));
  CHECK_THAT(twelve.output, Contains("out[i] = in[i] * factor + get_global_size(0);   # "));
  CHECK(number_after(twelve.output, "clocks of all QPUs by line of the source: ") ==
        number_after(twelve.output, "modelled clocks of all QPUs: "));
  CHECK_THAT(content_of(folder.file("trace.json")), Contains("traceEvents"));
  const auto one = compile(folder, launch + "--qpus 1");
  CHECK(number_after(one.output, "modelled time: ") > number_after(twelve.output, "modelled time: "));
  const auto slow = compile(folder, launch + "--clock 125"), fast = compile(folder, launch + "--board pi3");
  CHECK(number_after(slow.output, "modelled time: ") > number_after(twelve.output, "modelled time: "));
  CHECK(number_after(fast.output, "modelled time: ") < number_after(twelve.output, "modelled time: "));
}

TEST_CASE("qpu-cc names the line and the buffers when a kernel leaves a buffer") {
  const Folder folder(kScale);
  const auto [status, output] = compile(folder, "--global 64 --arg zero:16 --arg zero:64 --arg 1");
  CHECK(status == 3);
  CHECK_THAT(output, Contains("not mapped") && Contains("line 4: out[i] = in[i]") &&
                         Contains("buffer 'in' is at 0x") && Contains(", 64 bytes"));
  const auto endless = compile(folder, "--global 64 --arg zero:64 --arg zero:64 --arg 1 --limit 20");
  CHECK(endless.status == 3);
  CHECK_THAT(endless.output, Contains("instructions"));
}

TEST_CASE("qpu-cc refuses launches that are wrong, and says what is wrong") {
  const Folder folder(kScale);
  const std::string rest = "--arg zero:16 --arg zero:16 --arg 1 ";
  const struct {
    std::string arguments, message;
  } wrong[]{
      {rest, "--arg needs --global"},
      {"--print out", "--print needs --global"},
      {"--global 16 --arg zero:16", "takes 3 arguments, --arg gives 1"},
      {"--global 16 --arg zero --arg zero:16 --arg 1", "'in' (int*): it is a buffer: "},
      {"--global 16 --arg zeros:16 --arg zero:16 --arg 1", "'zeros' is no number"},
      {"--global 16 --arg 1.5:16 --arg zero:16 --arg 1", "'1.5' is no number of its type"},
      {"--global 16 --arg zero:many --arg zero:16 --arg 1", "'many' is no count"},
      {"--global 16 --arg zero:16,size=3 --arg zero:16 --arg 1", "unknown option 'size=3'"},
      {"--global 16 --arg zero:16,seed=3 --arg zero:16 --arg 1", "for random"},
      {"--global 16 --arg zero:999999999999 --arg zero:16 --arg 1", "1 GiB"},
      {"--global 16 --arg file:/no/such/file --arg zero:16 --arg 1", "/no/such/file: cannot read"},
      {"--global 16 --arg zero:16 --arg same:factor --arg 1", "no other argument with a buffer"},
      {"--global 16 --arg zero:16 --arg zero:16 --arg 1,2", "it has 1 components, not 2"},
      {"--global 16 --arg zero:16 --arg zero:16 --arg 4294967296", "'4294967296' is no number"},
      {"--global 16 --arg zero:16 --arg zero:16 --arg file:" + folder.file("kernel.cl"),
       "it has 4 bytes, not "},
      {"--global 0 " + rest, "a size of 0"},
      {"--global 1,2,3,4 " + rest, "more than three dimensions"},
      {"--global 16,2 --local 4 " + rest, "--local has 1 dimensions, --global has 2"},
      {"--global 16 --local 5 " + rest, "no multiple of --local 5"},
      {"--global 16 --local 0 " + rest, "--local has a size of 0"},
      {"--global sixteen " + rest, "sixteen"},
      {"--global 16 --qpus 13 " + rest, "13"},
      {"--global 16 --board pi9 " + rest, "unknown board pi9"},
      {"--global 16 --set nothing=1 " + rest, "--set nothing=1"},
      {"--global 16 --print other " + rest, "no parameter 'other': scale(int* in, int* out, int factor)"},
      {"--global 16 --print factor " + rest, "'factor' is no buffer"},
      {"--global 16 --print out:17 " + rest, "it has 16 elements"},
      {"--global 16 --write out " + rest, "expected NAME=FILE"},
      {"--no-such-option", "--no-such-option"},
  };
  for (const auto& [arguments, message] : wrong) {
    CAPTURE(arguments);
    const auto [status, output] = compile(folder, arguments);
    CHECK(status == 2);
    CHECK_THAT(output, Contains(message));
  }
  const auto unwritable = compile(folder, "--global 16 --write out=/no/such/file " + rest);
  CHECK(unwritable.status == 1);
  CHECK_THAT(unwritable.output, Contains("/no/such/file"));
}

TEST_CASE("qpu-cc refuses files, options and names that it cannot use") {
  const Folder folder(kScale);
  const auto no_file = run_command(QPU_CC " /no/such/file.cl");
  CHECK(no_file.status == 1);
  CHECK_THAT(no_file.output, Contains("/no/such/file.cl"));
  const auto no_kernel = compile(folder, "--kernel other");
  CHECK(no_kernel.status == 1);
  CHECK_THAT(no_kernel.output, Contains("there is no kernel 'other'"));
  const auto options = compile(folder, "--options no_option");
  CHECK(options.status == 1);
  CHECK_THAT(options.output, Contains("no_option"));
  const auto broken = compile(folder, "--options -Dglobal=3");
  CHECK(broken.status == 1);
  const auto help = run_command(QPU_CC " --help");
  CHECK(help.status == 0);
  CHECK_THAT(help.output, Contains("random:COUNT") && Contains("--global"));
}

TEST_CASE("qpu-cc lets arguments share a buffer unless the kernel must not see that") {
  const Folder folder(
      "kernel void copy(global const int* in, global int* out) {\n"
      "  const int i = get_global_id(0);\n  out[i] = in[i] + 1;\n  out[i] += in[i + 1];\n}\n"
      "kernel void add(global int* a, global int* b) {\n"
      "  const int i = get_global_id(0);\n  a[i] = a[i] + b[i];\n}\n");
  const auto several = compile(folder, "--global 16 --arg zero:17 --arg zero:16");
  CHECK(several.status == 2);
  CHECK_THAT(several.output, Contains("choose one with --kernel"));
  const auto add = compile(folder, "--kernel add --global 4 --arg count:4 --arg same:a --print a");
  CHECK(add.status == 0);
  CHECK_THAT(add.output, Contains("a[0]: 0 2 4 6\n"));
}

TEST_CASE("qpu-cc runs kernels with barriers and local memory") {
  const Folder folder(
      "kernel void sums(global const int* in, global int* out, local int* tile) {\n"
      "  const int l = get_local_id(0);\n  tile[l] = in[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n  int sum = 0;\n"
      "  if (l == 0) {\n    for (int i = 0; i < get_local_size(0); ++i) sum += tile[i];\n"
      "    out[get_group_id(0)] = sum;\n  }\n}\n");
  const std::string buffers = "--global 64 --local 16 --arg count:64 --arg zero:4 --print out ";
  const auto [status, output] = compile(folder, buffers + "--arg local:64");
  CHECK(status == 0);
  CHECK_THAT(output, Contains("out[0]: 120 376 632 888\n"));
  const auto buffer = compile(folder, buffers + "--arg zero:16");
  CHECK(buffer.status == 2);
  CHECK_THAT(buffer.output, Contains("it is local memory: local:BYTES"));
  const auto large = compile(folder, buffers + "--arg local:65537");
  CHECK(large.status == 2);
  CHECK_THAT(large.output, Contains("the device has less local memory"));
}
