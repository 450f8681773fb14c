// SPDX-License-Identifier: Apache-2.0

// The list of published programs: what a line's time is made of.

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "bench/calibration/job_points.h"
#include "qpu/asm/assembler.h"

namespace {

constexpr double kMailboxSeconds = 100e-6;  ///< of each call, by GPU_FFT's author

/// A folder with two jobs: a.job runs 100 instructions, b.job 1000.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "job-points-XXXXXX").string();
    path_ = mkdtemp(name.data());
    write_job("a", 100);
    write_job("b", 1000);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::vector<calibration::Point> points(const std::string& lines) const {
    std::ofstream(path_ / "list") << lines;
    return calibration::job_points((path_ / "list").string());
  }
  /// Modelled seconds of a line with this launch and these jobs.
  double seconds(const std::string& launch_and_jobs) const {
    return points("program 1 pi2 250 " + launch_and_jobs).at(0).model();
  }

 private:
  void write_job(const std::string& name, int nops) const {
    std::string text;
    for (int i = 0; i < nops; ++i) text += "nop\n";
    const auto code = quadcl::qpu::assembly::assemble(text + "thrend\nnop\nnop\n", name);
    REQUIRE(code.ok());
    std::string image(code.bytes.begin(), code.bytes.end());
    image.resize(16384);
    std::ofstream(path_ / (name + ".bin"), std::ios::binary) << image;
    std::ofstream(path_ / (name + ".job"))
        << "image " << name << ".bin\nsegment c0000000 0 16384\nqpu c0000000 c0003000\n";
  }

  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("job list: a line's time is that of its jobs, each as often as it ran") {
  const Folder folder;
  const double a = folder.seconds("none a.job"), b = folder.seconds("none b.job");
  CHECK(a > 100 * 4 / 250e6);
  CHECK(folder.seconds("none a.job b.job") == Approx(a + b));
  CHECK(folder.seconds("none 20*a.job 1*b.job a.job") == Approx(21 * a + b));
}

TEST_CASE("job list: every run of a job is launched") {
  const Folder folder;
  CHECK(folder.seconds("mailbox a.job") - folder.seconds("none a.job") == Approx(kMailboxSeconds));
  CHECK(folder.seconds("mailbox 20*a.job b.job") - folder.seconds("none 20*a.job b.job") ==
        Approx(21 * kMailboxSeconds));
}

TEST_CASE("job list: a line that is not understood is an error, not a point") {
  const Folder folder;
  for (const char* jobs : {"", "0*a.job", "-1*a.job", "1.5*a.job", "*a.job", "a.job*2", "2*"}) {
    INFO(jobs);
    CHECK_THROWS(folder.points(std::string("program 1 pi2 250 none ") + jobs));
  }
  CHECK_THROWS(folder.points("program 1 pi2 250 by-hand a.job"));
  CHECK(folder.points("# a comment\n\nprogram 1 pi2 250 none a.job # another\n").size() == 1);
}
