// SPDX-License-Identifier: Apache-2.0
//
// The time that a host program waits for clBuildProgram: in a new process without a kernel cache, with one,
// and with a warm compiler. Each figure of a new process comes from a new process of this program.
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "bench/median.h"
#include "samples/common/sample.h"

namespace {

constexpr const char* kVectorAdd = R"CLC(
kernel void vector_add(global const float *a, global const float *b, global float *sum) {
  const size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}
)CLC";

/// A kernel of the large program: local memory, barriers in a loop, maths. @ is its number.
constexpr const char* kPart = R"CLC(
float change_@(float x, float y) { return y > @.5f ? sin(x) + pow(y, 0.@f) : exp(-x) * cos(y * @.0f); }

kernel void part_@(uint count, global const float *in, global float4 *out, local float *shared) {
  const uint item = get_local_id(0), items = get_local_size(0);
  float4 sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
    shared[item] = change_@(in[i], in[(i + @) % count]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < 4; ++j) sum += shared[(item + j * @) % items] * (float4)(1, 2, j, @);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = normalize(sum);
}
)CLC";
constexpr int kParts = 20;

std::string large_program() {
  std::string source;
  for (int number = 1; number <= kParts; ++number) {
    for (const char c : std::string(kPart)) source += c == '@' ? std::to_string(number) : std::string(1, c);
  }
  return source;
}

struct Subject {
  const char* name;
  std::string source;
};

constexpr const char* kNaiveProduct = R"CLC(
kernel void product(int m, int n, int k, global const float *a, global const float *b, global float *c) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  if (row < m && column < n) c[row * n + column] = sum;
}
)CLC";

constexpr const char* kTiledProduct = R"CLC(
#define EDGE 16
kernel void product(int m, int n, int k, global const float *a, global const float *b, global float *c) {
  local float tile_a[EDGE][EDGE], tile_b[EDGE][EDGE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_group_id(0) * EDGE + x, row = get_group_id(1) * EDGE + y;
  float sum = 0;
  for (int first = 0; first < k; first += EDGE) {
    tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
    tile_b[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < EDGE; ++i) sum += tile_a[y][i] * tile_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
)CLC";

/// 64 by 64 outputs for each work-group of 16 by 16, 4 by 4 of them for each work-item.
constexpr const char* kBlockedProduct = R"CLC(
#define EDGE 64
#define DEPTH 16
#define ITEMS 16
#define EACH (EDGE / ITEMS)
kernel void product(int m, int n, int k, global const float *a, global const float *b, global float *c) {
  local float tile_a[DEPTH][EDGE], tile_b[DEPTH][EDGE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * EDGE, top = get_group_id(1) * EDGE;
  float sums[EACH][EACH];
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j) sums[i][j] = 0;
  for (int first = 0; first < k; first += DEPTH) {
    for (int part = 0; part < EACH; ++part) {
      tile_a[x][y + part * ITEMS] = a[(top + y + part * ITEMS) * k + first + x];
      tile_b[y][x + part * ITEMS] = b[(first + y) * n + left + x + part * ITEMS];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < DEPTH; ++d) {
      float of_b[EACH];
      for (int j = 0; j < EACH; ++j) of_b[j] = tile_b[d][x + j * ITEMS];
      for (int i = 0; i < EACH; ++i)
        for (int j = 0; j < EACH; ++j) sums[i][j] += tile_a[d][y + i * ITEMS] * of_b[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j) c[(top + y + i * ITEMS) * n + left + x + j * ITEMS] = sums[i][j];
}
)CLC";

std::array<Subject, 2> subjects() { return {{{"vector add", kVectorAdd}, {"20 kernels", large_program()}}}; }

/// Milliseconds of wall time and of processor time, which does not depend on other load.
struct Time {
  double wall = 0, processor = 0;
};

double processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// From the source to a built program.
Time time_build(const cl::Context& context, const std::string& source, const std::string& options = {}) {
  const auto start = std::chrono::steady_clock::now();
  const double work = processor_milliseconds();
  const cl::Program program = sample::build(context, source, options);
  return {1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
          processor_milliseconds() - work};
}

/// The first build of a process, then one that differs in a comment, so no cache has it.
struct Times {
  Time first, next;
};

Times time_process(const cl::Device& device, const std::string& source) {
  const cl::Context context = sample::make_context(device);
  Times times;
  times.first = time_build(context, source);
  times.next = time_build(context, source + "// again, process " + std::to_string(getpid()) + "\n");
  return times;
}

/// A folder for the kernel caches, ours and PoCL's, of the processes that this one starts. Removed at the
/// end.
class CacheFolder {
 public:
  CacheFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "build-latency-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("cannot make a folder for temporary files");
    path_ = path;
    setenv("XDG_CACHE_HOME", path_.c_str(), 1);
    setenv("POCL_CACHE_DIR", (path_ + "/pocl").c_str(), 1);
  }
  ~CacheFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;

  void empty() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      std::filesystem::remove_all(entry.path());
  }

 private:
  std::string path_;
};

/// Runs this program again with --subject and reads its output.
Times run_process(std::size_t device, std::size_t subject) {
  const std::string command = std::filesystem::read_symlink("/proc/self/exe").string() + " --device " +
                              std::to_string(device) + " --subject " + std::to_string(subject);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  Times times;
  const int found = std::fscanf(pipe, "%lf %lf %lf %lf", &times.first.wall, &times.first.processor,
                                &times.next.wall, &times.next.processor);
  if (pclose(pipe) != 0 || found != 4) throw std::runtime_error("failed: " + command);
  return times;
}

struct Options {
  sample::DeviceChoice devices;
  unsigned rounds = 9;
  bool small = false;
  bool recognition = false;
  std::optional<std::size_t> subject;
};

std::string medians(const std::vector<Time>& times) {
  const auto median = [&](double Time::* member) {
    std::vector<double> values;
    for (const Time& time : times) values.push_back(time.*member);
    return sample::fixed(bench::median(std::move(values)), 2);
  };
  return median(&Time::wall) + " (" + median(&Time::processor) + ")";
}

/// Every round starts one process with an empty cache, and one with the cache that the first one filled.
std::vector<std::string> measure(const CacheFolder& cache, std::size_t device, std::size_t subject,
                                 unsigned rounds) {
  std::vector<Time> cold, next, cached;
  for (unsigned i = 0; i < rounds; ++i) {
    cache.empty();
    const Times without = run_process(device, subject);
    cold.push_back(without.first);
    next.push_back(without.next);
    cached.push_back(run_process(device, subject).first);
  }
  return {medians(cold), medians(next), medians(cached)};
}

/// The number of a device among all that compile, to pass to a new process.
std::size_t number_of(const cl::Device& device) {
  const auto devices = sample::find_devices(sample::compiles_opencl_c);
  return static_cast<std::size_t>(std::find_if(devices.begin(), devices.end(),
                                               [&](const cl::Device& other) { return other() == device(); }) -
                                  devices.begin());
}

/// The time that recognition adds to a build: each round builds with it and without, one after the other.
/// Without optimisation, which follows recognition, the two vary less.
bool report_recognition(const cl::Device& device, const Options& options) {
  const cl::Context context = sample::make_context(device);
  sample::Table table({"program", "build", "of which recognition"});
  for (const Subject& subject : {Subject{"naive product", kNaiveProduct},
                                 {"tiled product", kTiledProduct},
                                 {"product in blocks of registers", kBlockedProduct},
                                 {"vector add", kVectorAdd}}) {
    std::vector<double> whole, added;
    for (unsigned round = 0; round <= options.rounds; ++round) {
      // A new comment avoids caches.
      const std::string source = subject.source + "// " + std::to_string(getpid()) + ' ' +
                                 device.getInfo<CL_DEVICE_NAME>() + ' ' + std::to_string(round) + '\n';
      const double without = time_build(context, source, "-cl-opt-disable -quadcl-no-recognise").processor;
      const double with = time_build(context, source, "-cl-opt-disable").processor;
      if (round == 0) continue;  // the compiler was cold
      whole.push_back(time_build(context, source).processor);
      added.push_back(with - without);
    }
    table.add({subject.name, sample::fixed(bench::median(whole), 2), sample::fixed(bench::median(added), 2)});
  }
  std::printf("clBuildProgram in milliseconds of processor time: medians\n");
  table.print();
  return true;
}

bool report(const cl::Device& device, const Options& options) {
  if (options.recognition) return report_recognition(device, options);
  const CacheFolder cache;
  sample::Table table({"program", "no cache", "second build", "from the cache"});
  const auto all = subjects();
  for (std::size_t i = 0; i < (options.small ? 1 : all.size()); ++i) {
    std::vector<std::string> row{all[i].name};
    for (std::string& cell : measure(cache, number_of(device), i, options.rounds))
      row.push_back(std::move(cell));
    table.add(std::move(row));
  }
  std::printf("clBuildProgram in milliseconds: medians on the clock (and of processor time)\n");
  table.print();
  return true;
}

int run(const Options& options) {
  if (!options.subject) {
    return sample::run_on_devices("build_latency", options.devices, sample::compiles_opencl_c,
                                  [&](const cl::Device& device) { return report(device, options); });
  }
  const auto devices = sample::find_devices(sample::compiles_opencl_c);
  const Times times =
      time_process(devices.at(options.devices.number.value_or(0)), subjects().at(*options.subject).source);
  std::printf("%.6f %.6f %.6f %.6f\n", times.first.wall, times.first.processor, times.next.wall,
              times.next.processor);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times clBuildProgram for a vector add and for a large program."};
  Options options;
  sample::add_device_options(app, options.devices);
  app.add_option("--rounds", options.rounds, "processes of each kind (default 9)")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--small", options.small, "the vector add only");
  app.add_flag("--recognition", options.recognition,
               "time that recognition adds to builds of matrix products in this process");
  app.add_option("--subject", options.subject,
                 "build this program (0 or 1) once in this process and print the times in milliseconds")
      ->check(CLI::Range(0, 1));
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("build_latency", [&] { return run(options); });
}
