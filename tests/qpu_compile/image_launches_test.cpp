// SPDX-License-Identifier: Apache-2.0
// Which pixel a coordinate means on the QPUs, which truncate, and what launches have compiled.
#include <cmath>

#include "image_sides.h"

using namespace api;
using namespace quadcl;
using namespace image_tests;

namespace {

/// Images of one row; the kernel reads with a linear filter, at places from 0 to 1 that repeat.
class Row {
 public:
  explicit Row(cl_filter_mode filter) {
    side_.build(
        "kernel void k(read_only image1d_t image, sampler_t s, global const float* places,\n"
        "              global float* colours) {\n  const size_t i = get_global_id(0);\n"
        "  colours[i] = read_imagef(image, s, places[i]).x;\n}\n");
    sampler_ = made([&](cl_int* error) {
      return clCreateSampler(side_.context(), CL_TRUE, CL_ADDRESS_REPEAT, filter, error);
    });
  }

  std::vector<float> read(const std::vector<float>& pixels, const std::vector<float>& places) {
    const TypeCase type{"", CL_MEM_OBJECT_IMAGE1D, {pixels.size(), 1, 1}, ""};
    const Buffer image = side_.image(type, format_of(ChannelOrder::R, ChannelType::FLOAT), bytes_of(pixels)),
                 at = side_.buffer(bytes_of(places)), colours = side_.buffer(Bytes(places.size() * 4));
    side_.set(0, image.get());
    side_.set(1, sampler_.get());
    side_.set(2, at.get());
    side_.set(3, colours.get());
    CHECK(side_.launch({places.size()}) == kOnQpus);
    const Bytes bytes = side_.read(colours, places.size() * 4);
    std::vector<float> found(places.size());
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
  }

 private:
  Side side_{all_devices()[0]};
  Owned<cl_sampler> sampler_;
};

constexpr std::size_t kWidths[]{2, 3, 5, 7, 10, 13, 49, 100, 127, 641, 1021, 2047};

/// As the specification has it, rounded to nearest at each step.
float in_pixels(float place, std::size_t width) {
  const float repeated = place - std::floor(place);
  return repeated * static_cast<float>(width);
}

/// These offsets leave places of few bits.
constexpr float kTurns[]{0, -3, 5};

}  // namespace

TEST_CASE("what QPUs truncate moves no filter to the pixel before", "[images]") {
  // Each third pixel is 2^30 times the next one: where its weight is zero, the least part of it shows.
  Row row(CL_FILTER_LINEAR);
  for (const std::size_t width : kWidths) {
    std::vector<float> pixels, places, wanted;
    for (std::size_t i = 0; i < width; ++i) {
      pixels.push_back(std::ldexp(1.0F, 60 - 30 * static_cast<int>(i % 3)));
      if (i % 3 != 1 || i + 1 == width) continue;
      for (const float turn : kTurns) {
        const float place = (static_cast<float>(i) + 0.5F) / static_cast<float>(width) + turn;
        if (in_pixels(place, width) - 0.5F != static_cast<float>(i)) continue;
        places.push_back(place);
        wanted.push_back(pixels[i]);
      }
    }
    if (places.empty()) continue;
    INFO("width " << width);
    const std::vector<float> found = row.read(pixels, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      INFO("at " << places[i]);
      CHECK(found[i] == Approx(wanted[i]).epsilon(0x1p-7));
    }
  }
}

TEST_CASE("what QPUs truncate moves no nearest pixel to the one before", "[images]") {
  Row row(CL_FILTER_NEAREST);
  for (const std::size_t width : kWidths) {
    std::vector<float> pixels, places, wanted;
    for (std::size_t i = 0; i < width; ++i) {
      pixels.push_back(static_cast<float>(i));
      for (const float turn : kTurns) {
        const float place = static_cast<float>(i) / static_cast<float>(width) + turn;
        if (in_pixels(place, width) != static_cast<float>(i)) continue;
        places.push_back(place);
        wanted.push_back(pixels[i]);
      }
    }
    INFO("width " << width);
    CHECK(row.read(pixels, places) == wanted);
  }
}

TEST_CASE("launches on the CPU compile nothing for QPUs, whose launches compile their own code",
          "[full profile]") {
  const std::vector<cl_device_id> devices = all_devices();
  const Context context = made(
      [&](cl_int* error) { return clCreateContext(nullptr, 2, devices.data(), nullptr, nullptr, error); });
  const char* source =
      "kernel void k(write_only image2d_t image) {\n"
      "  write_imageui(image, (int2)(get_global_id(0), get_global_id(1)), 1);\n}\n";
  const Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "k", error); });
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {256, 256, 1});
  const Buffer image = make_image(context, desc, {CL_R, CL_UNSIGNED_INT8}, CL_MEM_READ_WRITE);
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), image.list()) == CL_SUCCESS);
  const std::size_t all[] = {256, 256};
  constexpr cl_profiling_target_quadcl kTargets[]{kOnCpu, kOnQpus};
  for (const std::size_t i : {0U, 1U}) {
    const Queue queue = made([&](cl_int* error) {
      return clCreateCommandQueueWithProperties(context, devices[1 - i], nullptr, error);
    });
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, all, nullptr, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
    CHECK(info<cl_profiling_target_quadcl>(query(clGetKernelInfo, kernel.get(), CL_KERNEL_TARGET_QUADCL)) ==
          kTargets[i]);
  }
}
