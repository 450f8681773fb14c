// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadImage, -WriteImage, -CopyImage, -CopyImageToBuffer, -CopyBufferToImage
#include <algorithm>
#include <cstdint>
#include <limits>

#include "images.h"

using namespace api;

namespace {

constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();

/// Pitches of the application's memory for a region, with gaps where the type has such pitches.
struct HostPitches {
  std::size_t row, slice;
};
HostPitches wide_pitches(const ImageCase& image, const Triple& region) {
  const std::size_t row = region[0] * kRgba8Bytes + 3;
  const bool has_rows = image.type != CL_MEM_OBJECT_IMAGE1D_ARRAY;
  return {row, image.has_slices() ? row * (has_rows ? region[1] : 1) + 5 : 0};
}

/// The same memory as a side of the model.
RectangleSide side_of_host(const ImageCase& image, const HostPitches& pitches, const Triple& region) {
  const bool rows_are_layers = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const std::size_t row = rows_are_layers ? pitches.slice : pitches.row;
  return {{}, row, pitches.slice != 0 && !rows_are_layers ? pitches.slice : row * region[1]};
}

struct BadRegion {
  const char* rule;
  Triple origin, region;
};

std::vector<BadRegion> bad_regions(const Triple& extents) {
  std::vector<BadRegion> bad{
      {"a width of 0", {}, {0, 1, 1}},
      {"a height of 0", {}, {1, 0, 1}},
      {"a depth of 0", {}, {1, 1, 0}},
      {"origin and width beyond the largest number", {1, 0, 0}, {kHuge, 1, 1}},
      {"a huge origin", {kHuge, 0, 0}, {1, 1, 1}},
      {"a huge second origin", {0, kHuge, 0}, {1, 1, 1}},
      {"a huge third origin", {0, 0, kHuge}, {1, 1, 1}},
  };
  for (std::size_t d = 0; d < 3; ++d) {
    BadRegion outside{"one pixel outside", {}, {1, 1, 1}};
    outside.origin[d] = extents[d];
    bad.push_back(outside);
    BadRegion large{"one pixel too large", {}, {1, 1, 1}};
    large.region[d] = extents[d] + 1;
    bad.push_back(large);
    // 2^32 and what 32 bits leave of it.
    BadRegion wraps{"more than 32 bits", {}, {1, 1, 1}};
    wraps.region[d] = static_cast<std::size_t>((std::uint64_t{1} << 32) + 1);
    if (wraps.region[d] > extents[d]) bad.push_back(wraps);
  }
  return bad;
}

}  // namespace

TEST_CASE("clEnqueueReadImage: reads the region, and nothing beside it is written") {
  if (!has_images()) return;
  const Setup setup;
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    const auto contents = counting_bytes(image_bytes(image.extents), 1);
    const Buffer object = make_image_of(setup.context, image, contents);
    CHECK(read_image(setup.queue, object, image.extents) == contents);

    const Triple origin = inner_origin(image.extents), region = inner_region(image.extents);
    for (const bool wide : {false, true}) {
      const HostPitches pitches = wide ? wide_pitches(image, region) : HostPitches{0, 0};
      std::vector<unsigned char> found(1000, 0xee), expected = found;
      copy_rectangle(contents, side_of(image.extents, origin), expected,
                     wide ? side_of_host(image, pitches, region) : RectangleSide{}, bytes_of(region));
      REQUIRE(clEnqueueReadImage(setup.queue, object, CL_TRUE, origin.data(), region.data(), pitches.row,
                                 pitches.slice, found.data(), 0, nullptr, nullptr) == CL_SUCCESS);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("clEnqueueWriteImage: writes the region and nothing else") {
  if (!has_images()) return;
  const Setup setup;
  const auto host = counting_bytes(1000, 100);
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    const Triple origin = inner_origin(image.extents), region = inner_region(image.extents);
    for (const bool wide : {false, true}) {
      auto expected = counting_bytes(image_bytes(image.extents), 1);
      const Buffer object = make_image_of(setup.context, image, expected);
      const HostPitches pitches = wide ? wide_pitches(image, region) : HostPitches{0, 0};
      copy_rectangle(host, wide ? side_of_host(image, pitches, region) : RectangleSide{}, expected,
                     side_of(image.extents, origin), bytes_of(region));
      REQUIRE(clEnqueueWriteImage(setup.queue, object, CL_FALSE, origin.data(), region.data(), pitches.row,
                                  pitches.slice, host.data(), 0, nullptr, nullptr) == CL_SUCCESS);
      CHECK(read_image(setup.queue, object, image.extents) == expected);
    }
  }
}

TEST_CASE(
    "clEnqueueReadImage, clEnqueueWriteImage: CL_INVALID_VALUE for pitches that are too small or that the "
    "type does not have, and for no pointer") {
  if (!has_images()) return;
  const Setup setup;
  std::vector<unsigned char> host(1000);
  for (const ImageCase& image : kImageCases) {
    const Buffer object = make_image(setup.context, describe(image));
    const auto errors = [&](std::size_t row, std::size_t slice, void* pointer) {
      const cl_int read = clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{}.data(),
                                             image.extents.data(), row, slice, pointer, 0, nullptr, nullptr);
      const cl_int write =
          clEnqueueWriteImage(setup.queue, object, CL_TRUE, Triple{}.data(), image.extents.data(), row, slice,
                              pointer, 0, nullptr, nullptr);
      return read == write ? read : 1;
    };
    INFO(image.name);
    const std::size_t width = image.extents[0] * kRgba8Bytes;
    CHECK(errors(width - 1, 0, host.data()) == CL_INVALID_VALUE);
    CHECK(errors(0, 0, nullptr) == CL_INVALID_VALUE);
    CHECK(errors(0, image.has_slices() ? width - 1 : width, host.data()) == CL_INVALID_VALUE);
    // Pitches that wrap around.
    if (image.extents[1] > 1 && image.type != CL_MEM_OBJECT_IMAGE1D_ARRAY)
      CHECK(errors(kHuge / 2, 0, host.data()) == CL_INVALID_VALUE);
    if (image.has_slices()) CHECK(errors(0, kHuge - 3, host.data()) == CL_INVALID_VALUE);
  }
}

TEST_CASE("image commands: CL_INVALID_VALUE for a region that is empty or not inside the image") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 4096);
  std::vector<unsigned char> host(4096);
  for (const ImageCase& image : kImageCases) {
    const Buffer object = make_image(setup.context, describe(image));
    const Buffer other = make_image(setup.context, describe(image));
    for (const auto& [rule, origin, region] : bad_regions(image.extents)) {
      INFO(image.name << ": " << rule);
      std::size_t pitches[2]{};
      cl_int error = 1;
      const auto* o = origin.data();
      const auto* r = region.data();
      CHECK(clEnqueueReadImage(setup.queue, object, CL_TRUE, o, r, 0, 0, host.data(), 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueWriteImage(setup.queue, object, CL_TRUE, o, r, 0, 0, host.data(), 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueCopyImage(setup.queue, object, other, o, Triple{}.data(), r, 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueCopyImage(setup.queue, other, object, Triple{}.data(), o, r, 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueCopyImageToBuffer(setup.queue, object, buffer, o, r, 0, 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueCopyBufferToImage(setup.queue, buffer, object, 0, o, r, 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueFillImage(setup.queue, object, host.data(), o, r, 0, nullptr, nullptr) ==
            CL_INVALID_VALUE);
      CHECK(clEnqueueMapImage(setup.queue, object, CL_TRUE, CL_MAP_READ, o, r, &pitches[0], &pitches[1], 0,
                              nullptr, nullptr, &error) == nullptr);
      CHECK(error == CL_INVALID_VALUE);
    }
    CHECK(clEnqueueReadImage(setup.queue, object, CL_TRUE, nullptr, Triple{1, 1, 1}.data(), 0, 0, host.data(),
                             0, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{}.data(), nullptr, 0, 0, host.data(), 0,
                             nullptr, nullptr) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueReadImage, clEnqueueWriteImage: CL_INVALID_OPERATION if the host may not") {
  if (!has_images()) return;
  const Setup setup;
  const ImageCase& image = kImageCases[2];
  std::vector<unsigned char> host(image_bytes(image.extents));
  for (const cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const Buffer object = make_image(setup.context, describe(image), kRgba8, flags);
    const auto expected = [&](cl_mem_flags allowed) {
      return flags == allowed ? CL_SUCCESS : CL_INVALID_OPERATION;
    };
    CHECK(clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{}.data(), image.extents.data(), 0, 0,
                             host.data(), 0, nullptr, nullptr) == expected(CL_MEM_HOST_READ_ONLY));
    CHECK(clEnqueueWriteImage(setup.queue, object, CL_TRUE, Triple{}.data(), image.extents.data(), 0, 0,
                              host.data(), 0, nullptr, nullptr) == expected(CL_MEM_HOST_WRITE_ONLY));
  }
}

TEST_CASE("clEnqueueCopyImage: copies between images of all types, and nothing else changes") {
  if (!has_images()) return;
  const Setup setup;
  for (const ImageCase& first : kImageCases) {
    for (const ImageCase& second : kImageCases) {
      INFO(first.name << " to " << second.name);
      const auto source = counting_bytes(image_bytes(first.extents), 1);
      auto expected = counting_bytes(image_bytes(second.extents), 77);
      const Buffer from = make_image_of(setup.context, first, source);
      const Buffer to = make_image_of(setup.context, second, expected);
      Triple region{};
      for (std::size_t d = 0; d < 3; ++d)
        region[d] = std::min(inner_region(first.extents)[d], inner_region(second.extents)[d]);
      const Triple from_origin = inner_origin(first.extents);
      const Triple to_origin{1, inner_origin(second.extents)[1], inner_origin(second.extents)[2]};
      copy_rectangle(source, side_of(first.extents, from_origin), expected,
                     side_of(second.extents, to_origin), bytes_of(region));
      REQUIRE(clEnqueueCopyImage(setup.queue, from, to, from_origin.data(), to_origin.data(), region.data(),
                                 0, nullptr, nullptr) == CL_SUCCESS);
      CHECK(read_image(setup.queue, to, second.extents) == expected);
    }
  }
}

TEST_CASE("clEnqueueCopyImage: CL_IMAGE_FORMAT_MISMATCH if the formats differ") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer from = make_image(setup.context, describe(kImageCases[2]));
  const Buffer to = make_image(setup.context, describe(kImageCases[2]), {CL_RGBA, CL_UNORM_INT8});
  CHECK(clEnqueueCopyImage(setup.queue, from, to, Triple{}.data(), Triple{}.data(), Triple{1, 1, 1}.data(), 0,
                           nullptr, nullptr) == CL_IMAGE_FORMAT_MISMATCH);
}

TEST_CASE("clEnqueueCopyImage: CL_MEM_COPY_OVERLAP exactly if two regions of one image overlap") {
  if (!has_images()) return;
  const Setup setup;
  const ImageCase& image = kImageCases[4];
  const Buffer object = make_image(setup.context, describe(image));
  const auto copy = [&](const Triple& from, const Triple& to) {
    return clEnqueueCopyImage(setup.queue, object, object, from.data(), to.data(), Triple{3, 2, 2}.data(), 0,
                              nullptr, nullptr);
  };
  CHECK(copy({0, 0, 0}, {2, 1, 1}) == CL_MEM_COPY_OVERLAP);
  CHECK(copy({0, 0, 0}, {0, 0, 0}) == CL_MEM_COPY_OVERLAP);
  // Side by side, and one below the other: the bytes of the rows interleave.
  CHECK(copy({0, 0, 0}, {3, 0, 0}) == CL_SUCCESS);
  CHECK(copy({0, 0, 0}, {0, 2, 0}) == CL_SUCCESS);
  CHECK(copy({0, 2, 1}, {3, 1, 0}) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage: pixels of the region without gaps") {
  if (!has_images()) return;
  const Setup setup;
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    const Triple origin = inner_origin(image.extents), region = inner_region(image.extents);
    const RectangleSide in_buffer{{11, 0, 0}, 0, 0};
    auto pixels = counting_bytes(image_bytes(image.extents), 1);
    std::vector<unsigned char> expected(500, 0xee);
    const Buffer object = make_image_of(setup.context, image, pixels);
    const Buffer buffer = make_filled(setup.context, expected);
    copy_rectangle(pixels, side_of(image.extents, origin), expected, in_buffer, bytes_of(region));
    REQUIRE(clEnqueueCopyImageToBuffer(setup.queue, object, buffer, origin.data(), region.data(), 11, 0,
                                       nullptr, nullptr) == CL_SUCCESS);
    CHECK(read_back(setup.queue, buffer, expected.size()) == expected);

    const auto bytes = counting_bytes(500, 50);
    const Buffer source = make_filled(setup.context, bytes);
    copy_rectangle(bytes, in_buffer, pixels, side_of(image.extents, origin), bytes_of(region));
    REQUIRE(clEnqueueCopyBufferToImage(setup.queue, source, object, 11, origin.data(), region.data(), 0,
                                       nullptr, nullptr) == CL_SUCCESS);
    CHECK(read_image(setup.queue, object, image.extents) == pixels);
  }
}

TEST_CASE(
    "clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage: CL_INVALID_VALUE if the buffer is too small") {
  if (!has_images()) return;
  const Setup setup;
  const ImageCase& image = kImageCases[2];
  const std::size_t size = image_bytes(image.extents);
  const Buffer object = make_image(setup.context, describe(image));
  const Buffer buffer = make_buffer(setup.context, size + 10);
  for (const std::size_t offset : {std::size_t{11}, kHuge, kHuge - size + 1}) {
    CHECK(clEnqueueCopyImageToBuffer(setup.queue, object, buffer, Triple{}.data(), image.extents.data(),
                                     offset, 0, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clEnqueueCopyBufferToImage(setup.queue, buffer, object, offset, Triple{}.data(),
                                     image.extents.data(), 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  CHECK(clEnqueueCopyImageToBuffer(setup.queue, object, buffer, Triple{}.data(), image.extents.data(), 10, 0,
                                   nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("image commands: CL_INVALID_MEM_OBJECT for a buffer, and for an image in place of a buffer") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer object = make_image(setup.context, describe(kImageCases[2]));
  const Buffer buffer = make_buffer(setup.context, 4096);
  const Triple one{1, 1, 1};
  unsigned char pixel[16];
  CHECK(clEnqueueReadImage(setup.queue, buffer, CL_TRUE, Triple{}.data(), one.data(), 0, 0, pixel, 0, nullptr,
                           nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clEnqueueCopyImageToBuffer(setup.queue, object, object, Triple{}.data(), one.data(), 0, 0, nullptr,
                                   nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clEnqueueReadBuffer(setup.queue, object, CL_TRUE, 0, 1, pixel, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);
  CHECK(clEnqueueFillBuffer(setup.queue, object, pixel, 1, 0, 1, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);
}

TEST_CASE("image commands: CL_INVALID_CONTEXT for an image of another context") {
  if (!has_images()) return;
  const Setup setup;
  const Context other = make_context();
  const Buffer object = make_image(other, describe(kImageCases[2]));
  unsigned char pixel[16];
  CHECK(clEnqueueReadImage(setup.queue, object, CL_TRUE, Triple{}.data(), Triple{1, 1, 1}.data(), 0, 0, pixel,
                           0, nullptr, nullptr) == CL_INVALID_CONTEXT);
}
