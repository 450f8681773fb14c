// SPDX-License-Identifier: Apache-2.0
// clSetKernelArg and launches with images and samplers
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bad_handles.h"
#include "images.h"
#include "programs.h"

using namespace api;

namespace {

constexpr char kSource[] = R"(
kernel void copy(read_only image2d_t in, write_only image2d_t out, sampler_t sampler) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, read_imageui(in, sampler, at));
}
kernel void describe(read_only image2d_t in, global int* found) {
  found[0] = get_image_width(in);
  found[1] = get_image_height(in);
  found[2] = get_image_channel_order(in);
  found[3] = get_image_channel_data_type(in);
}
kernel void read_beyond(read_only image2d_t in, sampler_t sampler, global uint4* found) {
  found[0] = read_imageui(in, sampler, (float2)(-0.5f, 0.5f));
})";

struct ImageProgram : Setup {
  Program program = make_source_program(context, kSource);

  ImageProgram() { REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS); }

  Kernel kernel(const char* name) const {
    return made([&](cl_int* error) { return clCreateKernel(program, name, error); });
  }
};

Owned<cl_sampler> make_sampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing) {
  return made([&](cl_int* error) {
    return clCreateSampler(context, normalised, addressing, CL_FILTER_NEAREST, error);
  });
}

template <typename Handle>
cl_int set(cl_kernel kernel, cl_uint index, Handle handle) {
  return clSetKernelArg(kernel, index, sizeof handle, &handle);
}

const ImageCase& kImage = kImageCases[2];

void launch(cl_command_queue queue, cl_kernel kernel) {
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, kImage.extents.data(), nullptr, 0, nullptr,
                                 nullptr) == CL_SUCCESS);
}

}  // namespace

TEST_CASE("launch: kernels read and write images; arguments may be released as soon as it is enqueued") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const auto pixels = counting_bytes(image_bytes(kImage.extents), 30);
  const Buffer out = make_image(setup.context, describe(kImage));
  {
    const Kernel kernel = setup.kernel("copy");
    const Buffer in = make_image_of(setup.context, kImage, pixels);
    const auto sampler = make_sampler(setup.context, CL_FALSE, CL_ADDRESS_NONE);
    REQUIRE(set(kernel, 0, in.get()) == CL_SUCCESS);
    REQUIRE(set(kernel, 1, out.get()) == CL_SUCCESS);
    REQUIRE(set(kernel, 2, sampler.get()) == CL_SUCCESS);
    launch(setup.queue, kernel);
  }
  CHECK(read_image(setup.queue, out, kImage.extents) == pixels);
}

TEST_CASE("launch: kernels see pitches of the application and images from buffers") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const Kernel kernel = setup.kernel("copy");
  const auto sampler = make_sampler(setup.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE);
  const std::size_t pitch = kImage.extents[0] * kRgba8Bytes + 12;
  const RectangleSide wide{{}, pitch, 0};
  const auto bytes = counting_bytes(pitch * kImage.extents[1], 5);
  auto host = bytes;
  std::vector<unsigned char> target(bytes.size(), 0xee);
  auto expected = target;
  cl_image_desc desc = describe(kImage);
  desc.image_row_pitch = pitch;
  const Buffer in = make_image(setup.context, desc, kRgba8, CL_MEM_USE_HOST_PTR, host.data());
  const Buffer buffer = make_filled(setup.context, target);
  desc.buffer = buffer;
  const Buffer out = make_image(setup.context, desc, kRgba8, 0);
  REQUIRE(set(kernel, 0, in.get()) == CL_SUCCESS);
  REQUIRE(set(kernel, 1, out.get()) == CL_SUCCESS);
  REQUIRE(set(kernel, 2, sampler.get()) == CL_SUCCESS);
  launch(setup.queue, kernel);
  copy_rectangle(bytes, wide, expected, wide, bytes_of(kImage.extents));
  CHECK(read_back(setup.queue, buffer, expected.size()) == expected);
}

TEST_CASE("launch: kernels see size and format of an image") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const Kernel kernel = setup.kernel("describe");
  const Buffer image = make_image(setup.context, describe(kImage), {CL_BGRA, CL_UNORM_INT8});
  const Buffer found = make_buffer(setup.context, 4 * sizeof(cl_int));
  REQUIRE(set(kernel, 0, image.get()) == CL_SUCCESS);
  REQUIRE(set(kernel, 1, found.get()) == CL_SUCCESS);
  REQUIRE(clEnqueueTask(setup.queue, kernel, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(read_back<cl_int>(setup.queue, found, 4) == std::vector<cl_int>{7, 5, CL_BGRA, CL_UNORM_INT8});
}

TEST_CASE("launch: a sampler's addressing and coordinates reach the kernel") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const Kernel kernel = setup.kernel("read_beyond");
  // A row of four pixels, 0 to 3 in every component.
  const ImageCase row{"row", CL_MEM_OBJECT_IMAGE2D, {4, 1, 1}};
  std::vector<unsigned char> pixels(16);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i / 4 + 10);
  const Buffer image = make_image_of(setup.context, row, pixels);
  const Buffer found = make_buffer(setup.context, sizeof(cl_uint4));
  REQUIRE(set(kernel, 0, image.get()) == CL_SUCCESS);
  REQUIRE(set(kernel, 2, found.get()) == CL_SUCCESS);
  struct Case {
    cl_bool normalised;
    cl_addressing_mode addressing;
    cl_uint red;
  };
  // At -0.5: half a pixel before the first one, or half an image.
  for (const auto& [normalised, addressing, red] :
       {Case{CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, 10}, Case{CL_FALSE, CL_ADDRESS_CLAMP, 0},
        Case{CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, 10}, Case{CL_TRUE, CL_ADDRESS_CLAMP, 0},
        Case{CL_TRUE, CL_ADDRESS_REPEAT, 12}}) {
    INFO(normalised << ", " << std::hex << addressing);
    const auto sampler = make_sampler(setup.context, normalised, addressing);
    REQUIRE(set(kernel, 1, sampler.get()) == CL_SUCCESS);
    REQUIRE(clEnqueueTask(setup.queue, kernel, 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(read_back<cl_uint>(setup.queue, found, 1)[0] == red);
  }
}

TEST_CASE("clGetKernelArgInfo: images and samplers") {
  if (!has_images() || !has_compiler()) return;
  const Setup setup;
  const Program program = make_source_program(
      setup.context,
      "kernel void all(image2d_t in, write_only image3d_t out, read_write image1d_t both, sampler_t s) {}");
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0 -cl-kernel-arg-info", nullptr, nullptr) ==
          CL_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "all", error); });
  struct Row {
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_address_qualifier address;
    const char* type;
  };
  const Row rows[]{{CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ADDRESS_GLOBAL, "image2d_t"},
                   {CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_KERNEL_ARG_ADDRESS_GLOBAL, "image3d_t"},
                   {CL_KERNEL_ARG_ACCESS_READ_WRITE, CL_KERNEL_ARG_ADDRESS_GLOBAL, "image1d_t"},
                   {CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_ADDRESS_PRIVATE, "sampler_t"}};
  for (cl_uint i = 0; i < 4; ++i) {
    const auto of = [&](cl_kernel_arg_info name) { return query(clGetKernelArgInfo, kernel.get(), i, name); };
    CHECK(info<cl_kernel_arg_access_qualifier>(of(CL_KERNEL_ARG_ACCESS_QUALIFIER)) == rows[i].access);
    CHECK(info<cl_kernel_arg_address_qualifier>(of(CL_KERNEL_ARG_ADDRESS_QUALIFIER)) == rows[i].address);
    CHECK(info_string(of(CL_KERNEL_ARG_TYPE_NAME)) == rows[i].type);
  }
}

TEST_CASE("clSetKernelArg: errors for images and samplers") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const Kernel kernel = setup.kernel("copy");
  const Buffer image = make_image(setup.context, describe(kImage));
  const Buffer buffer = make_buffer(setup.context, 64);
  const auto sampler = make_sampler(setup.context, CL_TRUE, CL_ADDRESS_CLAMP);
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem) - 1, &image) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint) - 1, &sampler) == CL_INVALID_ARG_SIZE);
  CHECK(set(kernel, 0, buffer.get()) == CL_INVALID_MEM_OBJECT);
  CHECK(set(kernel, 0, cl_mem{}) == CL_INVALID_MEM_OBJECT);
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [&](cl_mem bad) { return set(kernel, 0, bad); });
  check_bad_handles<cl_sampler>(CL_INVALID_SAMPLER, [&](cl_sampler bad) { return set(kernel, 2, bad); });
  CHECK(clSetKernelArg(kernel, 2, sizeof(cl_sampler), nullptr) == CL_INVALID_SAMPLER);
  CHECK(clSetKernelArgSVMPointer(kernel, 0, nullptr) == CL_INVALID_ARG_VALUE);
}

TEST_CASE("clSetKernelArg: CL_INVALID_ARG_VALUE if an image is not for what the kernel does with it") {
  if (!has_images() || !has_compiler()) return;
  const ImageProgram setup;
  const Kernel kernel = setup.kernel("copy");
  const Buffer read_only = make_image(setup.context, describe(kImage), kRgba8, CL_MEM_READ_ONLY);
  const Buffer write_only = make_image(setup.context, describe(kImage), kRgba8, CL_MEM_WRITE_ONLY);
  CHECK(set(kernel, 0, read_only.get()) == CL_SUCCESS);
  CHECK(set(kernel, 0, write_only.get()) == CL_INVALID_ARG_VALUE);
  CHECK(set(kernel, 1, write_only.get()) == CL_SUCCESS);
  CHECK(set(kernel, 1, read_only.get()) == CL_INVALID_ARG_VALUE);
  for (const ImageCase& image : kImageCases) {
    const bool is_as_declared = image.type == CL_MEM_OBJECT_IMAGE2D;  // image2d_t
    const Buffer any = make_image(setup.context, describe(image));
    INFO(image.name);
    CHECK(set(kernel, 0, any.get()) == (is_as_declared ? CL_SUCCESS : CL_INVALID_ARG_VALUE));
  }
}

namespace {

/// Reads each pixel of a kernel's image at the place before it, which the sampler may put outside.
constexpr char kShift[] = R"(
kernel void shift(read_only image2d_t in, global float* out, sampler_t sampler) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * get_global_size(0) + at.x] = read_imagef(in, sampler, at - (int2)(1, 0)).x;
})";

/// The program from its own binary.
Program from_binary(const Setup& setup, cl_program program) {
  std::size_t size = 0;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char* place = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr) == CL_SUCCESS);
  const cl_device_id device = api::device();
  const unsigned char* bytes = binary.data();
  Program loaded = made([&](cl_int* error) {
    return clCreateProgramWithBinary(setup.context, 1, &device, &size, &bytes, nullptr, error);
  });
  REQUIRE(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  return loaded;
}

/// Launches `shift` on an image whose pixel at x, y has the red `values[(3 * x + y) % 4]`, `numbers` in
/// memory.
template <typename Number>
void check_shift(const Setup& setup, cl_kernel kernel, const cl_image_format& format,
                 const std::array<Number, 4>& numbers, const std::array<float, 4>& values,
                 std::size_t channels) {
  // So many work-items are worth a kernel of their own.
  const Triple extents{400, 300, 1};
  std::vector<Number> pixels(extents[0] * extents[1] * channels);
  for (std::size_t i = 0; i < pixels.size() / channels; ++i)
    pixels[i * channels] = numbers[(3 * (i % extents[0]) + i / extents[0]) % 4];
  const Buffer image = make_image(setup.context, describe(CL_MEM_OBJECT_IMAGE2D, extents), format,
                                  CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, pixels.data());
  const Buffer out = make_buffer(setup.context, extents[0] * extents[1] * sizeof(cl_float));
  for (const auto& [addressing, border] :
       {std::pair{CL_ADDRESS_CLAMP, -1}, std::pair{CL_ADDRESS_CLAMP_TO_EDGE, 0}}) {
    const auto sampler = make_sampler(setup.context, CL_FALSE, static_cast<cl_addressing_mode>(addressing));
    REQUIRE(set(kernel, 0, image.get()) == CL_SUCCESS);
    REQUIRE(set(kernel, 1, out.get()) == CL_SUCCESS);
    REQUIRE(set(kernel, 2, sampler.get()) == CL_SUCCESS);
    REQUIRE(clEnqueueNDRangeKernel(setup.queue, kernel, 2, nullptr, extents.data(), nullptr, 0, nullptr,
                                   nullptr) == CL_SUCCESS);
    std::vector<float> expected;
    for (std::size_t y = 0; y < extents[1]; ++y)
      for (std::size_t x = 0; x < extents[0]; ++x)
        expected.push_back(x > 0 ? values[(3 * (x - 1) + y) % 4] : border < 0 ? 0 : values[y % 4]);
    const auto is_near = [](float a, float b) { return std::fabs(a - b) < 1e-6f; };
    CHECK(std::ranges::equal(read_back<float>(setup.queue, out, expected.size()), expected, is_near));
  }
}

}  // namespace

TEST_CASE("launch: one kernel for images of many formats and samplers, from source and from a binary") {
  if (!has_images() || !has_compiler()) return;
  const Setup setup;
  const Program program = make_source_program(setup.context, kShift);
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Program loaded = from_binary(setup, program);
  for (cl_program one : {program.get(), loaded.get()}) {
    const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(one, "shift", error); });
    const std::array<float, 4> quarters{0, 1, 0.5f, -2};
    check_shift<cl_ushort>(setup, kernel, {CL_RG, CL_HALF_FLOAT}, {0, 0x3c00, 0x3800, 0xc000}, quarters, 2);
    check_shift<cl_float>(setup, kernel, {CL_RGBA, CL_FLOAT}, quarters, quarters, 4);
    check_shift<cl_uchar>(setup, kernel, {CL_R, CL_UNORM_INT8}, {0, 255, 51, 255}, {0, 1, 0.2f, 1}, 1);
    check_shift<cl_short>(setup, kernel, {CL_R, CL_SNORM_INT16}, {0, 32767, -32767, -32768}, {0, 1, -1, -1},
                          1);
  }
}
