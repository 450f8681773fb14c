// SPDX-License-Identifier: Apache-2.0
// clCreateImage: random descriptors with sizes and pitches near limits. Those that the specification allows
// give an image whose pixels are all in memory; all others are refused.
#include <array>
#include <cstdint>
#include <limits>
#include <random>

#include "guarded_bytes.h"
#include "images.h"

using namespace api;

namespace {

constexpr std::size_t kHostBytes = std::size_t{1} << 20;

/// What the image may have of each dimension: width, height or layers, depth or layers.
Triple most_of(cl_mem_object_type type) {
  const auto most = [](cl_device_info name) {
    return info<std::size_t>(query(clGetDeviceInfo, device(), name));
  };
  const std::size_t width = most(CL_DEVICE_IMAGE2D_MAX_WIDTH), height = most(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  const std::size_t layers = most(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  if (type == CL_MEM_OBJECT_IMAGE1D) return {width, 1, 1};
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) return {width, layers, 1};
  if (type == CL_MEM_OBJECT_IMAGE2D) return {width, height, 1};
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) return {width, height, layers};
  return {most(CL_DEVICE_IMAGE3D_MAX_WIDTH), most(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
          most(CL_DEVICE_IMAGE3D_MAX_DEPTH)};
}

struct RandomImage {
  ImageCase image;
  std::size_t row_pitch = 0, slice_pitch = 0;
  cl_mem_flags flags = 0;

  bool has_rows() const { return image.type != CL_MEM_OBJECT_IMAGE1D_ARRAY; }
  double row() const {
    return row_pitch != 0 ? static_cast<double>(row_pitch)
                          : static_cast<double>(image.extents[0]) * kRgba8Bytes;
  }
  double rows() const { return has_rows() ? static_cast<double>(image.extents[1]) : 1; }
  double slice() const {
    return slice_pitch != 0 && image.has_slices() ? static_cast<double>(slice_pitch) : row() * rows();
  }
  double bytes() const {
    return slice() * static_cast<double>(has_rows() ? image.extents[2] : image.extents[1]);
  }

  /// "image_row_pitch ... must be >= image_width * size of element ... and a multiple of it", and so on.
  bool is_allowed() const {
    const Triple most = most_of(image.type);
    for (std::size_t d = 0; d < 3; ++d)
      if (image.extents[d] == 0 || image.extents[d] > most[d]) return false;
    if (flags == 0 && (row_pitch != 0 || slice_pitch != 0)) return false;
    if (row() < static_cast<double>(image.extents[0]) * kRgba8Bytes || row_pitch % kRgba8Bytes != 0)
      return false;
    if (!image.has_slices() || slice_pitch == 0) return true;
    const std::size_t whole_row = row_pitch != 0 ? row_pitch : image.extents[0] * kRgba8Bytes;
    return slice() >= row() * rows() && slice_pitch % whole_row == 0;
  }
};

class Choice {
 public:
  explicit Choice(unsigned seed) : random_(seed) {}

  template <typename T, std::size_t N>
  T one_of(const std::array<T, N>& values) {
    return values[std::uniform_int_distribution<std::size_t>(0, N - 1)(random_)];
  }

  RandomImage image() {
    constexpr auto big = [](std::uint64_t value) { return static_cast<std::size_t>(value); };
    constexpr std::uint64_t g = std::uint64_t{1} << 32;
    constexpr std::array<std::size_t, 16> extents{
        1, 1,  1,    2,    2,     3,     7,          7,
        0, 64, 2048, 2049, 16384, 16385, big(g + 1), std::numeric_limits<std::size_t>::max()};
    constexpr std::array<std::size_t, 12> pitches{0,
                                                  0,
                                                  0,
                                                  4,
                                                  28,
                                                  32,
                                                  30,
                                                  256,
                                                  big(g),
                                                  big(g + 4),
                                                  std::numeric_limits<std::size_t>::max() / 2 + 1,
                                                  std::numeric_limits<std::size_t>::max() - 3};
    constexpr std::array<cl_mem_flags, 3> flags{0, CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR};
    RandomImage made{
        kImageCases[std::uniform_int_distribution<std::size_t>(0, kImageCases.size() - 1)(random_)]};
    for (std::size_t d = 0; d < 3; ++d)
      if (made.image.extents[d] > 1) made.image.extents[d] = one_of(extents);
    made.row_pitch = one_of(pitches);
    made.slice_pitch = one_of(pitches);
    made.flags = one_of(flags);
    return made;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("clCreateImage: random descriptors with sizes and pitches near limits") {
  if (!has_images()) return;
  const Setup setup;
  GuardedBytes host(kHostBytes);
  Choice choice(1);
  int allowed = 0;
  for (int i = 0; i < 20000; ++i) {
    const RandomImage each = choice.image();
    const bool is_allowed = each.is_allowed();
    // The application would not give as much memory as it says.
    if (is_allowed && each.bytes() > static_cast<double>(kHostBytes)) continue;
    allowed += is_allowed ? 1 : 0;
    cl_image_desc desc = describe(each.image);
    desc.image_row_pitch = each.row_pitch;
    desc.image_slice_pitch = each.slice_pitch;
    cl_int error = 1;
    const Buffer object(clCreateImage(setup.context, each.flags, &kRgba8, &desc,
                                      each.flags != 0 ? host.data() : nullptr, &error));
    INFO(each.image.name << ' ' << each.image.extents[0] << ' ' << each.image.extents[1] << ' '
                         << each.image.extents[2] << ", pitches " << each.row_pitch << ' '
                         << each.slice_pitch);
    REQUIRE((error == CL_SUCCESS) == is_allowed);
    if (!is_allowed) continue;
    unsigned char pixel[kRgba8Bytes];
    const auto& [x, y, z] = each.image.extents;
    REQUIRE(clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{x - 1, y - 1, z - 1}.data(),
                               Triple{1, 1, 1}.data(), 0, 0, pixel, 0, nullptr, nullptr) == CL_SUCCESS);
  }
  CHECK(allowed > 500);
}
