// SPDX-License-Identifier: Apache-2.0
// clEnqueueMapImage, and clEnqueueUnmapMemObject for images
#include <cstring>

#include "images.h"

using namespace api;

namespace {

struct MappedImage {
  unsigned char* pixels = nullptr;
  std::size_t row_pitch = 0, slice_pitch = 0;
  cl_int error = 1;
};

MappedImage map(cl_command_queue queue, cl_mem image, cl_map_flags flags, const Triple& origin,
                const Triple& region) {
  MappedImage mapped;
  mapped.pixels = static_cast<unsigned char*>(
      clEnqueueMapImage(queue, image, CL_TRUE, flags, origin.data(), region.data(), &mapped.row_pitch,
                        &mapped.slice_pitch, 0, nullptr, nullptr, &mapped.error));
  CHECK((mapped.pixels != nullptr) == (mapped.error == CL_SUCCESS));
  return mapped;
}

void unmap(cl_command_queue queue, cl_mem image, void* pointer) {
  REQUIRE(clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
}

}  // namespace

TEST_CASE("clEnqueueMapImage: the region can be read and written with the pitches that it returns") {
  if (!has_images()) return;
  const Setup setup;
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    for (const ImageCase& image : kImageCases) {
      INFO(image.name);
      auto expected = counting_bytes(image_bytes(image.extents), 1);
      auto host = expected;
      const Buffer object = make_image(setup.context, describe(image), kRgba8, flags, host.data());
      const Triple origin = inner_origin(image.extents), region = inner_region(image.extents);
      const MappedImage mapped = map(setup.queue, object, CL_MAP_READ | CL_MAP_WRITE, origin, region);
      REQUIRE(mapped.error == CL_SUCCESS);
      // "The slice pitch ... is 0 for 1D and 2D images."
      CHECK((mapped.slice_pitch != 0) == image.has_slices());
      const bool rows_are_layers = image.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
      for (std::size_t z = 0; z < region[2]; ++z) {
        for (std::size_t y = 0; y < region[1]; ++y) {
          unsigned char* row = mapped.pixels + z * mapped.slice_pitch +
                               y * (rows_are_layers ? mapped.slice_pitch : mapped.row_pitch);
          auto* same = &expected[side_of(image.extents, origin).at(bytes_of(region), 0, y, z)];
          CHECK(std::memcmp(row, same, bytes_of(region)[0]) == 0);
          std::memset(row, 0x77, bytes_of(region)[0]);
          std::memset(same, 0x77, bytes_of(region)[0]);
        }
      }
      unmap(setup.queue, object, mapped.pixels);
      CHECK(read_image(setup.queue, object, image.extents) == expected);
    }
  }
}

TEST_CASE("clEnqueueMapImage: CL_MAP_COUNT; CL_INVALID_OPERATION only if regions for writing overlap") {
  if (!has_images()) return;
  const Setup setup;
  const Buffer object = make_image(setup.context, describe(kImageCases[4]));
  const MappedImage left = map(setup.queue, object, CL_MAP_WRITE, {0, 0, 0}, {3, 4, 3});
  REQUIRE(left.error == CL_SUCCESS);
  // The bytes of its rows are between those of the first one.
  const MappedImage right = map(setup.queue, object, CL_MAP_WRITE, {3, 0, 0}, {3, 4, 3});
  REQUIRE(right.error == CL_SUCCESS);
  CHECK(map(setup.queue, object, CL_MAP_WRITE, {2, 3, 2}, {2, 1, 1}).error == CL_INVALID_OPERATION);
  const MappedImage reads = map(setup.queue, object, CL_MAP_READ, {2, 3, 2}, {2, 1, 1});
  CHECK(reads.error == CL_SUCCESS);
  CHECK(info<cl_uint>(query(clGetMemObjectInfo, object.get(), CL_MEM_MAP_COUNT)) == 3);
  for (const MappedImage& mapped : {left, right, reads}) unmap(setup.queue, object, mapped.pixels);
  CHECK(info<cl_uint>(query(clGetMemObjectInfo, object.get(), CL_MEM_MAP_COUNT)) == 0);
}

TEST_CASE(
    "clEnqueueMapImage: CL_INVALID_VALUE if there is no place for a pitch that the image has, or flags are "
    "not valid") {
  if (!has_images()) return;
  const Setup setup;
  std::size_t pitch = 0;
  for (const ImageCase& image : kImageCases) {
    INFO(image.name);
    const Buffer object = make_image(setup.context, describe(image));
    const auto error = [&](std::size_t* row, std::size_t* slice, cl_map_flags flags) {
      cl_int result = 1;
      void* mapped = clEnqueueMapImage(setup.queue, object, CL_TRUE, flags, Triple{}.data(),
                                       image.extents.data(), row, slice, 0, nullptr, nullptr, &result);
      if (mapped != nullptr) unmap(setup.queue, object, mapped);
      return result;
    };
    std::size_t slice = 0;
    CHECK(error(nullptr, &slice, CL_MAP_READ) == CL_INVALID_VALUE);
    CHECK(error(&pitch, nullptr, CL_MAP_READ) == (image.has_slices() ? CL_INVALID_VALUE : CL_SUCCESS));
    CHECK(error(&pitch, &slice, 1u << 20) == CL_INVALID_VALUE);
    CHECK(error(&pitch, &slice, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueMapImage: CL_INVALID_OPERATION if the host may not") {
  if (!has_images()) return;
  const Setup setup;
  const Triple one{1, 1, 1};
  const Buffer write_only =
      make_image(setup.context, describe(kImageCases[2]), kRgba8, CL_MEM_HOST_WRITE_ONLY);
  const Buffer read_only = make_image(setup.context, describe(kImageCases[2]), kRgba8, CL_MEM_HOST_READ_ONLY);
  CHECK(map(setup.queue, write_only, CL_MAP_READ, {}, one).error == CL_INVALID_OPERATION);
  CHECK(map(setup.queue, read_only, CL_MAP_WRITE, {}, one).error == CL_INVALID_OPERATION);
  CHECK(map(setup.queue, read_only, CL_MAP_WRITE_INVALIDATE_REGION, {}, one).error == CL_INVALID_OPERATION);
}
