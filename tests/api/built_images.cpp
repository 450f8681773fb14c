// SPDX-License-Identifier: Apache-2.0
// A program binary with kernels that take images, which quadcl-build made from built_images.cl. The file is
// QUADCL_TEST_BINARY.
#include <CL/cl_ext_quadcl.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "built_program.h"
#include "images.h"
#include "kernels.h"

using namespace api;

namespace {

struct Loaded {
  Context context = make_context();
  Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Program program = built_program(context);

  /// Where it ran.
  cl_profiling_target_quadcl launch(const Kernel& kernel, std::vector<std::size_t> global) const {
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                                   nullptr, 0, nullptr, event.out()) == CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    return info<cl_profiling_target_quadcl>(
        query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL));
  }
};

/// Whether the device has QPUs, and QUADCL_QPU_COMPILE lets kernels run there.
bool may_run_on_qpus() {
  const char* mode = std::getenv("QUADCL_QPU_COMPILE");  // the QPUs are emulated: not by default
  return info<cl_device_type>(query(clGetDeviceInfo, device(), CL_DEVICE_TYPE)) == CL_DEVICE_TYPE_GPU &&
         mode != nullptr && std::string(mode) == "on";
}

struct FormatCase {
  cl_image_format format;
  unsigned channels, bytes;
  bool has_code_for_qpus;
};

constexpr std::size_t kWidth = 37, kHeight = 3;
constexpr int kStep = 2;

std::vector<unsigned char> moved_pixels(const std::vector<unsigned char>& pixels, const FormatCase& one) {
  std::vector<unsigned char> moved(pixels.size());
  const std::size_t pixel = std::size_t{one.channels} * one.bytes, row = kWidth * pixel;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const std::size_t x = std::min(i % row / pixel + kStep, kWidth - 1);
    const bool is_lowest_byte = i % one.bytes == 0;
    moved[i] = pixels[i / row * row + x * pixel + i % pixel] ^ (is_lowest_byte ? 0x55 : 0);
  }
  return moved;
}

}  // namespace

TEST_CASE(
    "a binary of quadcl-build has code of the QPUs for common formats of images, and the CPU runs the "
    "others") {
  const Loaded loaded;
  const Kernel kernel = make_kernel(loaded.program, "moved");
  const Owned<cl_sampler> sampler = made([&](cl_int* error) {
    return clCreateSampler(loaded.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, error);
  });
  for (const FormatCase& one :
       {FormatCase{{CL_RGBA, CL_UNSIGNED_INT8}, 4, 1, true}, FormatCase{{CL_R, CL_UNSIGNED_INT8}, 1, 1, true},
        FormatCase{{CL_RGBA, CL_UNSIGNED_INT32}, 4, 4, true},
        FormatCase{{CL_R, CL_UNSIGNED_INT32}, 1, 4, true}, FormatCase{{CL_RG, CL_UNSIGNED_INT8}, 2, 1, false},
        FormatCase{{CL_RGBA, CL_UNSIGNED_INT16}, 4, 2, false}}) {
    CAPTURE(one.channels, one.bytes);
    auto pixels = counting_bytes(kWidth * kHeight * one.channels * one.bytes);
    const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {kWidth, kHeight, 1});
    const Buffer in = make_image(loaded.context, desc, one.format, CL_MEM_COPY_HOST_PTR, pixels.data()),
                 out = make_image(loaded.context, desc, one.format);
    set_arguments(kernel, in.get(), sampler.get(), out.get(), kStep);
    const auto target = loaded.launch(kernel, {kWidth, kHeight});
    CHECK((target == CL_PROFILING_TARGET_QPU_QUADCL) == (may_run_on_qpus() && one.has_code_for_qpus));
    std::vector<unsigned char> found(pixels.size());
    const Triple region{kWidth, kHeight, 1};
    REQUIRE(clEnqueueReadImage(loaded.queue, out, CL_TRUE, Triple{}.data(), region.data(), 0, 0, found.data(),
                               0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(found == moved_pixels(pixels, one));
  }
}

namespace {

const std::vector<float> kColours{3, -1, 8, 0.5F, 6};

/// OpenCL C 3.0, "Image addressing and filtering", for places that are multiples of a pixel's width or lie
/// between two of these.
float colour_at(int pixel, cl_addressing_mode mode) {
  const int size = static_cast<int>(kColours.size());
  if (mode == CL_ADDRESS_CLAMP && (pixel < 0 || pixel >= size)) return 0;
  if (mode == CL_ADDRESS_REPEAT) pixel = (pixel % size + size) % size;
  if (mode == CL_ADDRESS_MIRRORED_REPEAT) {
    pixel = (pixel % (2 * size) + 2 * size) % (2 * size);
    if (pixel >= size) pixel = 2 * size - 1 - pixel;
  }
  return kColours[static_cast<std::size_t>(std::clamp(pixel, 0, size - 1))];
}

/// `place`: in pixels.
float sampled(float place, cl_addressing_mode mode, cl_filter_mode filter) {
  if (filter == CL_FILTER_NEAREST) return colour_at(static_cast<int>(std::floor(place)), mode);
  const float first = std::floor(place - 0.5F), weight = place - 0.5F - first;
  return colour_at(static_cast<int>(first), mode) * (1 - weight) +
         colour_at(static_cast<int>(first) + 1, mode) * weight;
}

}  // namespace

TEST_CASE("code of the QPUs in a binary of quadcl-build takes every sampler") {
  const Loaded loaded;
  const Kernel kernel = make_kernel(loaded.program, "sampled");
  std::vector<float> in_pixels, places;
  for (float place = -7.75F; place < 13; place += 0.5F) {
    in_pixels.push_back(place);
    places.push_back(place / static_cast<float>(kColours.size()));
  }
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D, {kColours.size(), 1, 1});
  const Buffer image = make_image(loaded.context, desc, {CL_R, CL_FLOAT}, CL_MEM_COPY_HOST_PTR,
                                  const_cast<float*>(kColours.data())),
               in = make_filled(loaded.context, places),
               out = make_filled(loaded.context, std::vector<float>(places.size()));
  for (const cl_addressing_mode mode :
       {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
    for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      CAPTURE(mode, filter);
      const Owned<cl_sampler> sampler =
          made([&](cl_int* error) { return clCreateSampler(loaded.context, CL_TRUE, mode, filter, error); });
      set_arguments(kernel, image.get(), sampler.get(), in.get(), out.get());
      const auto target = loaded.launch(kernel, {places.size()});
      CHECK((target == CL_PROFILING_TARGET_QPU_QUADCL) == may_run_on_qpus());
      const auto found = read_back<float>(loaded.queue, out, places.size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        CAPTURE(in_pixels[i]);
        CHECK(found[i] == Approx(sampled(in_pixels[i], mode, filter)).margin(1e-4));
      }
    }
  }
}
