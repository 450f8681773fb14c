// SPDX-License-Identifier: Apache-2.0
//
// The Fourier transform of a square picture: transform its rows, transpose, transform the rows again,
// transpose back. Columns are far apart in memory, so two transposes cost less than one pass over columns.
// Read kernels.h.

#include "../common/sample.h"
#include "kernels.h"

#include <fftw3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <numbers>
#include <random>

namespace {

using Picture = std::vector<std::complex<float>>;

Picture random_picture(std::size_t size) {
  std::minstd_rand generator(1);
  std::uniform_real_distribution<float> distribution(-1, 1);
  Picture picture(size * size);
  for (auto& pixel : picture) pixel = {distribution(generator), distribution(generator)};
  return picture;
}

// ---- The reference: FFTW, in double precision

using Reference = std::vector<std::complex<double>>;

Reference transform_with_fftw(const Picture& picture, std::size_t size, bool inverse) {
  Reference values(picture.begin(), picture.end());
  auto* data = reinterpret_cast<fftw_complex*>(values.data());
  const int n = static_cast<int>(size);
  const std::unique_ptr<fftw_plan_s, decltype(&fftw_destroy_plan)> plan(
      fftw_plan_dft_2d(n, n, data, data, inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE),
      fftw_destroy_plan);
  if (!plan) throw std::runtime_error("FFTW has no plan for this size");
  fftw_execute(plan.get());
  return values;
}

// The length of the difference, relative to that of the reference.
double relative_error(const Picture& picture, const Reference& reference) {
  double difference = 0, length = 0;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    difference += std::norm(std::complex<double>(picture[i]) - reference[i]);
    length += std::norm(reference[i]);
  }
  return std::sqrt(difference / length);
}

// Seven roundings for each step, 2 log2(size) steps (Higham, Accuracy and Stability of Numerical
// Algorithms, 24.1).
double error_bound(std::size_t size) { return std::ldexp(7.0 * 2 * (std::bit_width(size) - 1), -24); }

// ---- The transform on a device

struct Times {
  sample::KernelTime rows, transposes;
  double total() const { return rows.seconds + transposes.seconds; }
};

class Transform {
 public:
  Transform(const cl::Device& device, std::size_t size, bool padded);

  // Starts from `picture` each time. Like FFTW's, the result is not scaled. The fastest of `repeats` runs; if
  // emulated QPUs took part, one more run models the time of the chip.
  Times run(const Picture& picture, bool inverse, int repeats);
  Picture result() const;
  std::string why_on_cpu(const Times& times) const {
    return sample::why_on_cpu(in_steps_ ? fft_step4_ : fft_rows_, device_, times.rows.ran_on) +
           sample::why_on_cpu(transpose_, device_, times.transposes.ran_on);
  }

 private:
  Times run_on(const cl::CommandQueue& queue, const Picture& picture, bool inverse);
  sample::KernelTime transform_rows(const cl::CommandQueue& queue, bool inverse);
  sample::KernelTime transform_rows_in_steps(const cl::CommandQueue& queue, bool inverse);
  sample::KernelTime transpose(const cl::CommandQueue& queue);

  std::size_t size_, tile_, row_items_;
  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_, modelling_queue_;
  cl::Kernel fft_rows_, fft_step4_, fft_step2_, transpose_;
  bool in_steps_;                    // a launch for each step
  cl::Buffer roots_, data_, spare_;  // the picture is in data_ after each step
};

std::vector<std::complex<float>> make_roots(std::size_t size) {
  std::vector<std::complex<float>> roots(std::max<std::size_t>(size / 2, 1));
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size);
    roots[i] = std::complex<float>(std::polar(1.0, angle));
  }
  return roots;
}

Transform::Transform(const cl::Device& device, std::size_t size, bool padded)
    : size_(size),
      tile_(std::min<std::size_t>(size, 16)),
      device_(device),
      context_(sample::make_context(device)),
      queue_(sample::make_queue(context_, device, false)),
      modelling_queue_(sample::make_queue(context_, device, true)) {
  const std::size_t bytes = size * size * sizeof(cl_float2);
  if (bytes > device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())
    throw std::runtime_error("the device cannot allocate the " + std::to_string(bytes) +
                             " bytes of the picture");
  const cl::Program program =
      sample::build(context_, kernels,
                    "-Dsize=" + std::to_string(size) + " -DTILE=" + std::to_string(tile_) +
                        " -DPADDING=" + std::to_string(padded ? 1 : 0));
  fft_rows_ = cl::Kernel(program, "fft_rows");
  fft_step4_ = cl::Kernel(program, "fft_step4");
  fft_step2_ = cl::Kernel(program, "fft_step2");
  in_steps_ = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
  transpose_ = cl::Kernel(program, "transpose");
  auto roots = make_roots(size);
  roots_ = cl::Buffer(context_, roots.begin(), roots.end(), true);
  data_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
  spare_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
  const auto most = fft_rows_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  row_items_ = std::min({most, std::size_t{64}, std::max<std::size_t>(size / 2, 1)});
}

sample::KernelTime Transform::transform_rows_in_steps(const cl::CommandQueue& queue, bool inverse) {
  sample::KernelTime time;
  for (std::size_t left = size_; left > 1;) {
    const std::size_t combined = left % 4 == 0 ? 4 : 2;
    cl::Kernel& step = combined == 4 ? fft_step4_ : fft_step2_;
    left /= combined;
    step.setArg(0, data_);
    step.setArg(1, spare_);
    step.setArg(2, roots_);
    step.setArg(3, static_cast<cl_uint>(left));
    step.setArg(4, cl_int{inverse});
    cl::Event event;
    queue.enqueueNDRangeKernel(step, cl::NullRange, cl::NDRange(2 * size_ / combined, size_), cl::NullRange,
                               nullptr, &event);
    event.wait();
    time += sample::time_of(device_, event);
    std::swap(data_, spare_);
  }
  return time;
}

sample::KernelTime Transform::transform_rows(const cl::CommandQueue& queue, bool inverse) {
  if (in_steps_) return transform_rows_in_steps(queue, inverse);
  fft_rows_.setArg(0, data_);
  fft_rows_.setArg(1, spare_);
  fft_rows_.setArg(2, roots_);
  fft_rows_.setArg(3, cl_int{inverse});
  cl::Event event;
  queue.enqueueNDRangeKernel(fft_rows_, cl::NullRange, cl::NDRange(size_ * row_items_),
                             cl::NDRange(row_items_), nullptr, &event);
  event.wait();
  const int steps = std::bit_width(size_) - 1;
  if (steps % 2 != 0) std::swap(data_, spare_);
  return sample::time_of(device_, event);
}

sample::KernelTime Transform::transpose(const cl::CommandQueue& queue) {
  transpose_.setArg(0, data_);
  transpose_.setArg(1, spare_);
  cl::Event event;
  queue.enqueueNDRangeKernel(transpose_, cl::NullRange, cl::NDRange(size_, size_), cl::NDRange(tile_, tile_),
                             nullptr, &event);
  event.wait();
  std::swap(data_, spare_);
  return sample::time_of(device_, event);
}

Times Transform::run_on(const cl::CommandQueue& queue, const Picture& picture, bool inverse) {
  queue.enqueueWriteBuffer(data_, CL_TRUE, 0, picture.size() * sizeof picture[0], picture.data());
  Times times;
  for (int pass = 0; pass < 2; ++pass) {
    times.rows += transform_rows(queue, inverse);
    times.transposes += transpose(queue);
  }
  return times;
}

Times Transform::run(const Picture& picture, bool inverse, int repeats) {
  Times best = run_on(queue_, picture, inverse);
  for (int i = 1; i < repeats; ++i) {
    const Times times = run_on(queue_, picture, inverse);
    if (times.total() < best.total()) best = times;
  }
  if (best.rows.emulated() || best.transposes.emulated()) {
    const Times modelled = run_on(modelling_queue_, picture, inverse);
    best.rows.chip_seconds = modelled.rows.chip_seconds;
    best.transposes.chip_seconds = modelled.transposes.chip_seconds;
  }
  return best;
}

Picture Transform::result() const {
  Picture picture(size_ * size_);
  queue_.enqueueReadBuffer(data_, CL_TRUE, 0, picture.size() * sizeof picture[0], picture.data());
  return picture;
}

// ---- The report

struct Job {
  std::size_t size;
  int repeats;
  Picture picture;
  Reference forward, inverse;
};

using Row = std::vector<std::string>;

// On an emulated QPU, the two kernels have rows of their own, which keep its two times apart.
Row headings(const cl::Device& device) {
  const Row times = sample::is_emulated(device)
                        ? sample::join({{"kernel"}, sample::time_headings()})
                        : Row{"rows", "transposes", "share of transposes", "transposed at"};
  return sample::join({{"tile", "direction"}, times, {"error", "check"}});
}

void add_rows(sample::Table& table, const cl::Device& device, const Job& job, const Row& how,
              const Times& times, const Row& check) {
  const double pixels = static_cast<double>(job.picture.size());
  const double moved = 4 * sizeof(cl_float2) * pixels;
  if (!sample::is_emulated(device)) {
    const Row plain = {sample::with_unit(times.rows.seconds), sample::with_unit(times.transposes.seconds),
                       sample::fixed(100 * times.transposes.seconds / times.total(), 0) + " %",
                       sample::giga_per_second(moved, times.transposes.seconds) + " GB/s"};
    table.add(sample::join({how, plain, check}));
    return;
  }
  // Each of the steps of both passes takes ten operations for two pixels.
  const double operations = 2 * 5.0 * pixels * (std::bit_width(job.size) - 1);
  table.add(sample::join({how, {"rows"}, sample::time_cells(times.rows, operations, "GFLOPS"), {"-", "-"}}));
  table.add(sample::join({how, {"transposes"}, sample::time_cells(times.transposes, moved, "GB/s"), check}));
}

bool run_on(const cl::Device& device, const Job& job) {
  sample::Table table(headings(device));
  std::string reasons;
  bool all_passed = true;
  sample::ProgressBar progress("transforming", 4);
  for (const bool padded : {true, false}) {
    Transform transform(device, job.size, padded);
    for (const bool inverse : {false, true}) {
      const Times times = transform.run(job.picture, inverse, job.repeats);
      reasons = transform.why_on_cpu(times);
      const double error = relative_error(transform.result(), inverse ? job.inverse : job.forward);
      const bool passed = error <= error_bound(job.size);  // false for NaN, too
      all_passed = all_passed && passed;
      char error_text[32];
      std::snprintf(error_text, sizeof error_text, "%.1e", error);
      add_rows(table, device, job, {padded ? "padded" : "plain", inverse ? "inverse" : "forward"}, times,
               {error_text, passed ? "passed" : "FAILED"});
      progress.step();
    }
  }
  progress.finish();
  table.print();
  std::printf("%s", reasons.c_str());
  return all_passed;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t size = 1024;
  int repeats = 3;
  sample::DeviceChoice choice;
  CLI::App app{"Fourier transform of a square picture, by rows and tiled transposes.", "transpose_fft"};
  app.add_option("SIZE", size, "rows and columns of the picture, a power of two")->capture_default_str();
  app.add_option("--repeats", repeats, "number of runs; the fastest is shown")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);
  if (!std::has_single_bit(size) || size > 1 << 15)
    return app.exit(CLI::ValidationError("SIZE", "needs to be a power of two up to 32768"));

  return sample::report_errors("transpose_fft", [&] {
    Job job{size, repeats, {}, {}, {}};
    if (!choice.list) {
      job.picture = random_picture(size);
      job.forward = transform_with_fftw(job.picture, size, false);
      job.inverse = transform_with_fftw(job.picture, size, true);
    }
    return sample::run_on_devices("transpose_fft", choice, sample::compiles_opencl_c,
                                  [&](const cl::Device& device) { return run_on(device, job); });
  });
}
