// SPDX-License-Identifier: Apache-2.0
//
// Work with images on every CPU device that the OpenCL loader offers: times, and ratios to the first one
// named.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "bench/median.h"
#include "samples/common/sample.h"

namespace {

struct Format {
  const char* name;
  cl_channel_order order;
  cl_channel_type type;
  std::size_t bytes;
};

constexpr Format kFormats[]{
    {"rgba8", CL_RGBA, CL_UNORM_INT8, 4},     {"rgba_float", CL_RGBA, CL_FLOAT, 16},
    {"rgba_half", CL_RGBA, CL_HALF_FLOAT, 8}, {"rgba16", CL_RGBA, CL_UNORM_INT16, 8},
    {"r8", CL_R, CL_UNORM_INT8, 1},           {"r_float", CL_R, CL_FLOAT, 4},
    {"rg8", CL_RG, CL_UNORM_INT8, 2},         {"bgra8", CL_BGRA, CL_UNORM_INT8, 4},
    {"r8ui", CL_R, CL_UNSIGNED_INT8, 1},
};

const Format& format(const std::string& name) {
  return *std::ranges::find_if(kFormats, [&](const Format& row) { return row.name == name; });
}

/// What is timed: a kernel from one image into another, or a command.
struct Work {
  const char* name;
  const char* from;
  const char* to;
  int shrink = 1;  ///< the result has so many times fewer pixels along each side
};

constexpr Work kWorks[]{
    {"copy", "rgba8", "rgba8"},
    {"copy", "rgba_float", "rgba_half"},
    {"copy", "rg8", "rgba8"},
    {"gauss", "rgba8", "rgba8"},
    {"gauss", "rgba_float", "rgba_float"},
    {"gauss", "rgba_half", "rgba_half"},
    {"gauss", "rgba16", "rgba16"},
    {"gauss", "r8", "r8"},
    {"bilateral", "rgba8", "rgba8"},
    {"bilateral", "rgba_float", "rgba_float"},
    {"resize", "rgba8", "rgba8"},
    {"resize", "rgba_float", "rgba_float"},
    {"resize", "rgba_half", "rgba_half"},
    {"resize", "rg8", "rg8"},
    {"rotate", "rgba8", "rgba8"},
    {"rotate", "bgra8", "rgba_float"},
    {"pyramid", "rgba8", "rgba8", 2},
    {"pyramid", "rgba_float", "rgba_float", 2},
    {"sobel", "rgba8", "rgba8"},
    {"sobel", "r8", "r_float"},
    {"sobel", "r_float", "r_float"},
    {"colours", "rgba8", "rgba8"},
    {"colours", "rgba_float", "rgba_float"},
    {"histogram", "r8ui", ""},
    {"copy_image", "rgba8", "rgba8"},
    {"fill_image", "rgba8", "rgba8"},
    {"fill_image", "rgba_float", "rgba_float"},
    {"write_image", "rgba8", "rgba8"},
    {"read_image", "rgba8", "rgba8"},
};

std::string title(const Work& work) {
  std::string text = std::string(work.name) + " " + work.from;
  if (std::string(work.to) != work.from && *work.to != 0) text += " to " + std::string(work.to);
  return text;
}

struct Settings {
  std::vector<std::size_t> devices;
  std::vector<std::string> works;
  std::string json;
  std::size_t side = 2048;
  unsigned rounds = 7;
  bool list = false;
};

using Bytes = std::vector<std::uint8_t>;

/// Numbers from 0 to 1 of the format.
Bytes random_pixels(const Format& format, std::size_t pixels) {
  std::mt19937 random(1);
  Bytes bytes(pixels * format.bytes);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 8);
  if (format.type == CL_FLOAT)
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      const float value = static_cast<float>(random() >> 8) * 0x1p-24f;
      std::copy_n(reinterpret_cast<const std::uint8_t*>(&value), 4, &bytes[i]);
    }
  if (format.type == CL_HALF_FLOAT)
    for (std::size_t i = 1; i < bytes.size(); i += 2) bytes[i] = 0x30 + bytes[i] % 12;
  return bytes;
}

/// One work, ready on one device.
class Ready {
 public:
  Ready(const cl::Device& device, const cl::Context& context, const cl::Program& program, const Work& work,
        std::size_t side)
      : work_(work),
        queue_(context, device),
        from_side_(side),
        to_side_(side / static_cast<std::size_t>(work.shrink)) {
    const Format& from = format(work.from);
    pixels_ = random_pixels(from, side * side);
    from_ = cl::Image2D(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, {from.order, from.type}, side, side,
                        0, pixels_.data());
    if (is_histogram()) {
      counts_ = cl::Buffer(context, CL_MEM_READ_WRITE, 256 * sizeof(cl_uint));
    } else {
      const Format& to = format(work.to);
      to_ = cl::Image2D(context, CL_MEM_READ_WRITE, {to.order, to.type}, to_side_, to_side_);
      pixels_.resize(std::max(pixels_.size(), to_side_ * to_side_ * to.bytes));
    }
    if (!is_command()) make_kernel(context, program);
  }

  double run() {
    const auto start = std::chrono::steady_clock::now();
    enqueue();
    queue_.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  /// The result as numbers, to compare.
  std::vector<double> result() {
    if (is_histogram()) {
      queue_.enqueueFillBuffer(counts_, cl_uint{0}, 0, 256 * sizeof(cl_uint));
      run();
      std::vector<cl_uint> counts(256);
      queue_.enqueueReadBuffer(counts_, CL_TRUE, 0, 256 * sizeof(cl_uint), counts.data());
      return {counts.begin(), counts.end()};
    }
    run();
    const Format& to = format(work_.to);
    if (work_.name == std::string("read_image")) return numbers_in(pixels_, to);
    Bytes bytes(to_side_ * to_side_ * to.bytes);
    queue_.enqueueReadImage(to_, CL_TRUE, {0, 0, 0}, {to_side_, to_side_, 1}, 0, 0, bytes.data());
    return numbers_in(bytes, to);
  }

 private:
  bool is_histogram() const { return work_.name == std::string("histogram"); }
  bool is_command() const { return std::string(work_.name).ends_with("_image"); }

  static std::vector<double> numbers_in(const Bytes& bytes, const Format& format) {
    std::vector<double> numbers;
    const std::size_t step = format.type == CL_FLOAT ? 4 : format.type == CL_UNORM_INT8 ? 1 : 2;
    for (std::size_t i = 0; i < bytes.size(); i += step) {
      if (step == 4) {
        float value;
        std::copy_n(&bytes[i], 4, reinterpret_cast<std::uint8_t*>(&value));
        numbers.push_back(value);
      } else {
        numbers.push_back(step == 1 ? bytes[i] / 255.0 : (bytes[i] | bytes[i + 1] << 8) / 65535.0);
      }
    }
    return numbers;
  }

  void make_kernel(const cl::Context& context, const cl::Program& program) {
    kernel_ = cl::Kernel(program, work_.name);
    kernel_.setArg(0, from_);
    if (is_histogram()) {
      kernel_.setArg(1, counts_);
    } else {
      kernel_.setArg(1, to_);
    }
    if (work_.name == std::string("colours")) {
      constexpr std::size_t kSide = 33;
      Bytes pixels = random_pixels(format("rgba_float"), kSide * kSide * kSide);
      table_ = cl::Image3D(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, {CL_RGBA, CL_FLOAT}, kSide,
                           kSide, kSide, 0, 0, pixels.data());
      kernel_.setArg(2, table_);
    }
  }

  void enqueue() {
    const std::string name = work_.name;
    const cl::array<cl::size_type, 3> none{0, 0, 0}, all{from_side_, from_side_, 1};
    if (name == "copy_image") return void(queue_.enqueueCopyImage(from_, to_, none, none, all));
    if (name == "fill_image")
      return void(queue_.enqueueFillImage(to_, cl_float4{{0.25f, 0.5f, 0.75f, 1}}, none, all));
    if (name == "write_image")
      return void(queue_.enqueueWriteImage(to_, CL_FALSE, none, all, 0, 0, pixels_.data()));
    if (name == "read_image")
      return void(queue_.enqueueReadImage(from_, CL_FALSE, none, all, 0, 0, pixels_.data()));
    const std::size_t across = is_histogram() ? from_side_ / 4 : to_side_;
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(across, to_side_),
                                is_histogram() ? cl::NDRange(16, 16) : cl::NullRange);
  }

  const Work& work_;
  cl::CommandQueue queue_;
  std::size_t from_side_, to_side_;
  Bytes pixels_;
  cl::Image2D from_, to_;
  cl::Image3D table_;
  cl::Buffer counts_;
  cl::Kernel kernel_;
};

/// The largest difference as a share of the largest number.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::fabs(b[i]));
    most = std::max(most, std::fabs(a[i] - b[i]));
  }
  return most / std::max(largest, 1e-30);
}

bool has_images(const cl::Device& device) {
  return sample::compiles_opencl_c(device) && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_TRUE;
}

struct Contestant {
  cl::Device device;
  cl::Context context;
  cl::Program program;
};

std::vector<Contestant> contestants_of(const Settings& settings) {
  std::ifstream file(QUADCL_IMAGE_KERNELS);
  std::ostringstream source;
  source << file.rdbuf();
  const std::vector<cl::Device> devices = sample::find_devices(has_images);
  std::vector<Contestant> contestants;
  for (std::size_t number = 0; number < devices.size(); ++number) {
    if (!settings.devices.empty() && std::ranges::find(settings.devices, number) == settings.devices.end())
      continue;
    const cl::Context context = sample::make_context(devices[number]);
    contestants.push_back({devices[number], context, sample::build(context, source.str(), "-cl-std=CL1.2")});
  }
  if (contestants.empty()) throw std::runtime_error("there is no such device with images");
  return contestants;
}

struct Row {
  std::string title;
  std::vector<std::vector<double>> seconds;  ///< of each contestant
};

/// 8-bit results may round either way, and filters of devices have few bits.
constexpr double kAllowed = 0.02;

Row measure(const Work& work, const std::vector<Contestant>& contestants, const Settings& settings) {
  Row row{title(work), std::vector<std::vector<double>>(contestants.size())};
  std::vector<std::unique_ptr<Ready>> ready;
  std::vector<double> expected;
  for (const Contestant& one : contestants) {
    ready.push_back(std::make_unique<Ready>(one.device, one.context, one.program, work, settings.side));
    const std::vector<double> result = ready.back()->result();
    if (expected.empty()) expected = result;
    if (difference(result, expected) > kAllowed)
      throw std::runtime_error(row.title + " differs on " + sample::full_name(one.device));
  }
  for (unsigned round = 0; round < settings.rounds; ++round)
    for (std::size_t i = 0; i < ready.size(); ++i) row.seconds[i].push_back(ready[i]->run());
  return row;
}

void print(const std::vector<Row>& rows, const std::vector<Contestant>& contestants) {
  std::vector<std::string> header{"work"};
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const std::string letter(1, static_cast<char>('A' + i));
    std::printf("  %s  %s\n", letter.c_str(), sample::full_name(contestants[i].device).c_str());
    header.push_back(letter);
    if (i > 0) header.push_back("A/" + letter);
  }
  sample::Table table(header);
  std::vector<std::vector<double>> ratios(contestants.size());
  for (const Row& row : rows) {
    std::vector<std::string> line{row.title};
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      line.push_back(sample::with_unit(bench::median(row.seconds[i])));
      if (i == 0) continue;
      ratios[i].push_back(bench::median_ratio(row.seconds[0], row.seconds[i]));
      line.push_back(sample::fixed(ratios[i].back(), 2));
    }
    table.add(line);
  }
  std::vector<std::string> means{"geometric mean", ""};
  for (std::size_t i = 1; i < contestants.size(); ++i)
    means.insert(means.end(), {"", sample::fixed(bench::geometric_mean(ratios[i]), 2)});
  table.add(means);
  table.print();
}

void write_json(const std::string& path, const std::vector<Row>& rows,
                const std::vector<Contestant>& contestants) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Row& row : rows)
    for (std::size_t i = 0; i < contestants.size(); ++i)
      results.push_back({{"work", row.title},
                         {"device", sample::full_name(contestants[i].device)},
                         {"seconds", row.seconds[i]}});
  std::ofstream(path) << results.dump(2) << "\n";
}

int compare(const Settings& settings) {
  if (settings.list) {
    sample::print_devices(has_images);
    return 0;
  }
  const std::vector<Contestant> contestants = contestants_of(settings);
  std::vector<Row> rows;
  for (const Work& work : kWorks)
    if (settings.works.empty() || std::ranges::find(settings.works, work.name) != settings.works.end())
      rows.push_back(measure(work, contestants, settings));
  if (settings.rounds > 0) print(rows, contestants);
  if (!settings.json.empty()) write_json(settings.json, rows, contestants);
  std::printf("results: all alike\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times work with images on OpenCL devices, and compares the results."};
  Settings settings;
  app.add_flag("--list", settings.list, "list the devices with images");
  app.add_option("--device", settings.devices, "these devices only; numbers that --list prints")
      ->delimiter(',');
  app.add_option("--work", settings.works, "these works only, such as gauss")->delimiter(',');
  app.add_option("--side", settings.side, "pixels along each side of the images")
      ->check(CLI::Range(64, 8192));
  app.add_option("--rounds", settings.rounds, "rounds in which all are timed in turn; 0: only compare");
  app.add_option("--json", settings.json, "write all times to this file");
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("image_bench", [&] { return compare(settings); });
}
