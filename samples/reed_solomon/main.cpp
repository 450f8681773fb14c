// SPDX-License-Identifier: Apache-2.0
//
// Reed-Solomon codes: make rows of parity from rows of data, lose any rows, compute them again from the
// others. Encoding and decoding are both a product over GF(2^8) of a small matrix (4x10) by a very wide one,
// which square tiles fit badly. Read kernels.h first; code.h makes the small matrices.

#include "../common/sample.h"
#include "code.h"
#include "kernels.h"

#include <isa-l/erasure_code.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <set>

namespace {

// ---- The data

struct Shape {
  std::size_t data = 10, parity = 4, length = 1'000'000;
};

// Rows of bytes, each padded to whole 16-byte words.
struct Rows {
  std::size_t count, length, stride;
  std::vector<std::uint8_t> bytes;

  Rows(std::size_t n, std::size_t l) : count(n), length(l), stride((l + 15) / 16 * 16), bytes(n * stride) {}
  std::uint8_t* row(std::size_t i) { return bytes.data() + i * stride; }
  const std::uint8_t* row(std::size_t i) const { return bytes.data() + i * stride; }
};

Rows random_rows(std::size_t count, std::size_t length) {
  std::minstd_rand generator(1);
  Rows rows(count, length);
  for (std::size_t i = 0; i < count; ++i)
    std::generate_n(rows.row(i), length, [&] { return static_cast<std::uint8_t>(generator() >> 8); });
  return rows;
}

bool same_row(const Rows& a, std::size_t i, const Rows& b, std::size_t j) {
  return std::memcmp(a.row(i), b.row(j), a.length) == 0;
}

// The data, and below it the parity, both from ISA-L: it makes the matrix and computes the product.
Rows encode_with_isal(const Rows& data, std::size_t parity) {
  const int k = static_cast<int>(data.count), p = static_cast<int>(parity);
  std::vector<std::uint8_t> matrix((data.count + parity) * data.count), tables(32 * data.count * parity);
  gf_gen_cauchy1_matrix(matrix.data(), k + p, k);
  ec_init_tables(k, p, matrix.data() + data.count * data.count, tables.data());
  Rows stored(data.count + parity, data.length);
  std::copy(data.bytes.begin(), data.bytes.end(), stored.bytes.begin());
  std::vector<std::uint8_t*> pointers;
  for (std::size_t i = 0; i < stored.count; ++i) pointers.push_back(stored.row(i));
  ec_encode_data(static_cast<int>(data.length), k, p, tables.data(), pointers.data(), pointers.data() + k);
  return stored;
}

// ---- The product on a device

// The rows and columns (of words) of a work-group's part of the product, and the depth of its tiles.
struct Tile {
  cl_uint rows = 4, columns = 64, depth = 10;
};

struct Variant {
  std::string kernel;
  unsigned word_bytes = 1;
  Tile tile;

  std::string description() const {
    if (kernel == "naive") return "-";
    return std::to_string(tile.rows) + "x" + std::to_string(tile.columns) + ", depth " +
           std::to_string(tile.depth);
  }
  std::size_t local_bytes() const {
    return tile.depth * (tile.rows + std::size_t{tile.columns} * word_bytes);
  }
};

class Multiplier {
 public:
  Multiplier(const cl::Device& device, const Variant& variant);
  bool fits() const;  // whether the device can run this tile
  Rows multiply(const SmallMatrix& a, const Rows& b);
  const sample::KernelTime& time() const { return time_; }  // of the last product
  std::string why_on_cpu() const { return sample::why_on_cpu(kernel_, device_, time_.ran_on); }

 private:
  Variant variant_;
  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Kernel kernel_;
  sample::KernelTime time_;
};

Multiplier::Multiplier(const cl::Device& device, const Variant& variant)
    : variant_(variant),
      device_(device),
      context_(sample::make_context(device)),
      queue_(sample::make_queue(context_, device, true)),
      kernel_(sample::build(context_, kernels, "-DWORD_BYTES=" + std::to_string(variant.word_bytes)),
              variant.kernel.c_str()) {}

bool Multiplier::fits() const {
  if (variant_.kernel == "naive") return true;  // the device chooses its work-groups
  const std::size_t work_items = std::size_t{variant_.tile.rows} * variant_.tile.columns;
  return work_items <= kernel_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_) &&
         variant_.local_bytes() <= device_.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
}

std::size_t round_up(std::size_t value, std::size_t step) { return (value + step - 1) / step * step; }

Rows Multiplier::multiply(const SmallMatrix& a, const Rows& b) {
  Rows c(a.rows, b.length);
  const std::size_t words = b.stride / variant_.word_bytes;
  const cl::Buffer buffer_a(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, a.elements.size(),
                            const_cast<std::uint8_t*>(a.elements.data()));
  const cl::Buffer buffer_b(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, b.bytes.size(),
                            const_cast<std::uint8_t*>(b.bytes.data()));
  const cl::Buffer buffer_c(context_, CL_MEM_WRITE_ONLY, c.bytes.size());
  kernel_.setArg(0, static_cast<cl_uint>(a.rows));
  kernel_.setArg(1, static_cast<cl_uint>(a.columns));
  kernel_.setArg(2, static_cast<cl_uint>(words));
  kernel_.setArg(3, buffer_a);
  kernel_.setArg(4, buffer_b);
  kernel_.setArg(5, buffer_c);
  const Tile& tile = variant_.tile;
  if (variant_.kernel == "tiled") {
    kernel_.setArg(6, tile.depth);
    kernel_.setArg(7, cl::Local(std::size_t{tile.rows} * tile.depth));
    kernel_.setArg(8, cl::Local(std::size_t{tile.columns} * tile.depth * variant_.word_bytes));
  }
  const bool naive = variant_.kernel == "naive";
  const cl::NDRange range = naive ? cl::NDRange(words, a.rows)
                                  : cl::NDRange(round_up(words, tile.columns), round_up(a.rows, tile.rows));
  cl::Event event;
  queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, range,
                              naive ? cl::NullRange : cl::NDRange(tile.columns, tile.rows), nullptr, &event);
  queue_.enqueueReadBuffer(buffer_c, CL_TRUE, 0, c.bytes.size(), c.bytes.data());
  time_ = sample::time_of(device_, event);
  return c;
}

// ---- Encode, erase, decode

struct Job {
  Shape shape;
  SmallMatrix code;
  std::vector<std::size_t> erased;
  Rows data, reference;  // reference: data and parity
};

struct Outcome {
  sample::KernelTime encode;
  std::optional<sample::KernelTime> decode;  // empty if no row was lost
  bool passed = false;
};

SmallMatrix parity_part(const SmallMatrix& code) {
  SmallMatrix part(code.rows - code.columns, code.columns);
  std::copy(code.elements.end() - static_cast<std::ptrdiff_t>(part.elements.size()), code.elements.end(),
            part.elements.begin());
  return part;
}

Outcome encode_and_decode(Multiplier& multiplier, const Job& job) {
  Outcome outcome;
  const Rows parity = multiplier.multiply(parity_part(job.code), job.data);
  outcome.encode = multiplier.time();
  outcome.passed = true;
  for (std::size_t i = 0; i < parity.count; ++i)
    outcome.passed = outcome.passed && same_row(parity, i, job.reference, job.shape.data + i);
  if (job.erased.empty()) return outcome;

  // From here on only the surviving rows of the device's own work are used.
  std::vector<std::size_t> survivors;
  const SmallMatrix recovery = recovery_matrix(job.code, job.erased, survivors);
  Rows left(survivors.size(), job.shape.length);
  for (std::size_t i = 0; i < survivors.size(); ++i) {
    const std::size_t from = survivors[i];
    const std::uint8_t* row = from < job.shape.data ? job.data.row(from) : parity.row(from - job.shape.data);
    std::copy_n(row, left.length, left.row(i));
  }
  const Rows recovered = multiplier.multiply(recovery, left);
  outcome.decode = multiplier.time();
  for (std::size_t i = 0; i < recovered.count; ++i)
    outcome.passed = outcome.passed && same_row(recovered, i, job.reference, job.erased[i]);
  return outcome;
}

// The time of an encoding or decoding and its speed, with the place and the modelled time on an emulated QPU.
std::vector<std::string> headings(const cl::Device& device, const std::string& what) {
  if (!sample::is_emulated(device)) return {what, "GB/s"};
  return {what + " on", "emulated or measured", "modelled", "modelled GB/s"};
}

std::vector<std::string> cells(const cl::Device& device, const Job& job, const sample::KernelTime& time) {
  const auto rate = [&](double seconds) {
    return sample::giga_per_second(static_cast<double>(job.shape.data * job.shape.length), seconds);
  };
  if (!sample::is_emulated(device)) return {sample::with_unit(time.seconds), rate(time.seconds)};
  const double none = std::numeric_limits<double>::infinity();
  return {name_of(time.ran_on), sample::with_unit(time.seconds),
          sample::with_unit(time.chip_seconds.value_or(none)), rate(time.chip_seconds.value_or(none))};
}

std::vector<std::string> row(const cl::Device& device, const Job& job, const Variant& variant,
                             const Outcome& outcome) {
  const std::vector<std::string> nothing(headings(device, "").size(), "-");
  return sample::join({{variant.kernel, variant.description(), std::to_string(variant.word_bytes)},
                       cells(device, job, outcome.encode),
                       outcome.decode ? cells(device, job, *outcome.decode) : nothing,
                       {outcome.passed ? "passed" : "FAILED"}});
}

// The modelled time of emulated QPUs, else the measured one.
double seconds_of(const sample::KernelTime& time) { return time.chip_seconds.value_or(time.seconds); }

// ---- What to run

std::vector<Variant> all_variants(const Tile& tile) {
  std::vector<Variant> variants = {{"naive", 1, {}}, {"square", 1, {16, 16, 16}}};
  for (const unsigned word_bytes : {1, 2, 4, 8, 16}) variants.push_back({"tiled", word_bytes, tile});
  return variants;
}

bool run_on(const cl::Device& device, const Job& job, const Tile& tile) {
  const std::vector<Variant> variants = all_variants(tile);
  sample::Table table(sample::join(
      {{"kernel", "tile", "bytes/item"}, headings(device, "encode"), headings(device, "decode"), {"check"}}));
  std::set<std::string> reasons;
  bool all_passed = true;
  sample::ProgressBar progress("multiplying", variants.size());
  for (const Variant& variant : variants) {
    Multiplier multiplier(device, variant);
    if (!multiplier.fits())
      throw std::runtime_error("the device has no room for tiles " + variant.description());
    const Outcome outcome = encode_and_decode(multiplier, job);
    all_passed = all_passed && outcome.passed;
    table.add(row(device, job, variant, outcome));
    reasons.insert(multiplier.why_on_cpu());
    progress.step();
  }
  progress.finish();
  table.print();
  for (const std::string& reason : reasons) std::printf("%s", reason.c_str());
  return all_passed;
}

std::vector<Variant> tiles_to_try(const Shape& shape) {
  const auto parity = static_cast<cl_uint>(shape.parity), data = static_cast<cl_uint>(shape.data);
  std::vector<Variant> variants;
  for (const cl_uint rows : {1u, 2u, 4u, 8u}) {
    for (const cl_uint columns : {16u, 64u, 128u, 256u}) {
      for (const cl_uint depth : {(data + 1) / 2, data}) {
        for (const unsigned word_bytes : {4, 8, 16}) {
          if (rows < 2 * parity) variants.push_back({"tiled", word_bytes, {rows, columns, depth}});
        }
      }
    }
  }
  return variants;
}

bool tune_on(const cl::Device& device, const Job& job) {
  const std::vector<Variant> variants = tiles_to_try(job.shape);
  std::vector<std::pair<sample::KernelTime, Variant>> found;
  bool all_passed = true;
  sample::ProgressBar progress("trying tiles", variants.size());
  for (const Variant& variant : variants) {
    Multiplier multiplier(device, variant);
    if (multiplier.fits()) {
      const Outcome outcome = encode_and_decode(multiplier, job);
      all_passed = all_passed && outcome.passed;
      found.emplace_back(outcome.encode, variant);
    }
    progress.step();
  }
  progress.finish();
  if (found.empty()) throw std::runtime_error("the device has no room for any tile");
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return seconds_of(a.first) < seconds_of(b.first); });
  sample::Table table(sample::join({{"best tiles", "bytes/item"}, headings(device, "encode")}));
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 5); ++i) {
    const auto& [time, variant] = found[i];
    table.add(sample::join(
        {{variant.description(), std::to_string(variant.word_bytes)}, cells(device, job, time)}));
  }
  table.print();
  std::printf("  %zu tiles tried, results %s\n", found.size(), all_passed ? "passed" : "FAILED");
  return all_passed;
}

// As many rows as the parity can restore, both of data and of parity.
std::vector<std::size_t> default_erased(const Shape& shape) {
  std::vector<std::size_t> erased;
  for (std::size_t i = 0; i + 1 < shape.parity && i < shape.data; ++i) erased.push_back(i);
  erased.push_back(shape.data + shape.parity - 1);
  return erased;
}

void check_erased(const Shape& shape, const std::vector<std::size_t>& erased) {
  std::vector<std::size_t> sorted = erased;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw std::invalid_argument("--erase names a row twice");
  if (!sorted.empty() && sorted.back() >= shape.data + shape.parity) {
    throw std::invalid_argument("--erase: the last row is number " +
                                std::to_string(shape.data + shape.parity - 1));
  }
  if (erased.size() > shape.parity)
    throw std::invalid_argument("--erase: no more rows can be lost than there are of parity");
}

}  // namespace

int main(int argc, char** argv) {
  Shape shape;
  Tile tile;
  std::vector<std::size_t> erased;
  bool tune = false;
  sample::DeviceChoice choice;
  CLI::App app{"Encodes, erases and decodes rows of bytes with Reed-Solomon codes.", "reed_solomon"};
  app.add_option("--data", shape.data, "rows of data")->check(CLI::Range(1, 255))->capture_default_str();
  app.add_option("--parity", shape.parity, "rows of parity")
      ->check(CLI::Range(1, 255))
      ->capture_default_str();
  app.add_option("--length", shape.length, "bytes in a row")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 28))
      ->capture_default_str();
  CLI::Option* const erase =
      app.add_option("--erase", erased,
                     "rows to lose, from 0, parity after data; default: as many as possible")
          ->delimiter(',');
  app.add_option("--tile-rows", tile.rows, "rows of a work-group's tile of the product")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--tile-columns", tile.columns, "columns of it, in words")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--tile-depth", tile.depth, "columns of the small matrix in local memory at a time")
      ->check(CLI::Range(1, 255))
      ->capture_default_str();
  app.add_flag("--tune", tune, "try tile sizes and print the best");
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);
  if (shape.data + shape.parity > 256)
    return app.exit(CLI::ValidationError("--data, --parity", "together at most 256 rows have a code"));
  if (erase->count() == 0) erased = default_erased(shape);

  return sample::report_errors("reed_solomon", [&] {
    check_erased(shape, erased);
    const Rows data = random_rows(shape.data, choice.list ? 1 : shape.length);
    const Job job{shape, code_matrix(shape.data, shape.parity), erased, data,
                  encode_with_isal(data, shape.parity)};
    return sample::run_on_devices(
        "reed_solomon", choice, sample::compiles_opencl_c,
        [&](const cl::Device& device) { return tune ? tune_on(device, job) : run_on(device, job, tile); });
  });
}
