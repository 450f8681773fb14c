// SPDX-License-Identifier: Apache-2.0
// Commands on images.
#include <algorithm>
#include <functional>

#include "core/image_format.h"
#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/pattern.h"
#include "icd/base/checked_size.h"
#include "icd/base/copy.h"
#include "icd/objects/image.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

/// The pixels of a region of the image in the application's memory. Pitches of 0 are the least possible ones.
/// CL_INVALID_VALUE if a pitch is less, or there is one that images of the type do not have.
Outcome<Rectangle> box_of_host(const Image& image, const Rectangle& in_image, std::size_t row_pitch,
                               std::size_t slice_pitch) {
  const ImageType& type = *image.layout().type;
  const Triple& region = in_image.region;
  if (row_pitch == 0) row_pitch = region[0];
  if (row_pitch < region[0] || (slice_pitch != 0 && !type.has_slices())) return CL_INVALID_VALUE;
  const CheckedSize slice = CheckedSize(row_pitch) * (type.has_height() ? region[1] : 1);
  if (slice.overflow()) return CL_INVALID_VALUE;
  if (slice_pitch == 0) slice_pitch = slice.value();
  if (slice_pitch < slice.value()) return CL_INVALID_VALUE;
  return Rectangle::of(0, region, type.has_height() ? row_pitch : slice_pitch, slice_pitch);
}

/// The pixels of a region in a buffer, without gaps. CL_INVALID_VALUE if some of them are not in the buffer.
Outcome<Rectangle> box_in_buffer(const Buffer& buffer, std::size_t offset, const Rectangle& in_image) {
  const Triple& region = in_image.region;
  ICD_TRY(const Rectangle box, Rectangle::of(offset, region, region[0], region[0] * region[1]));
  return box.end <= buffer.size() ? Outcome<Rectangle>(box) : CL_INVALID_VALUE;
}

/// CL_IMAGE_FORMAT_MISMATCH if the images have different formats.
cl_int check_same_format(const Image& source, const Image& target) {
  return source.layout().format == target.layout().format ? CL_SUCCESS : CL_IMAGE_FORMAT_MISMATCH;
}

/// The colour of a fill. Images of depths have only one component.
ImageColour read_colour(const void* colour, const ImageFormat& format) {
  ImageColour read{};
  std::memcpy(&read, colour, format.order->order == ChannelOrder::DEPTH ? sizeof(float) : sizeof read);
  return read;
}

void fill(std::byte* target, const Rectangle& box, const Pattern& pixel) {
  if (box.is_contiguous()) return pixel.fill(target + box.offset, box.end - box.offset);
  const std::byte* first_row = target + box.offset;
  pixel.fill(target + box.offset, box.region[0]);
  const auto copy_rows = [&](std::size_t first, std::size_t end) {
    for (std::size_t i = std::max<std::size_t>(first, 1); i < end; ++i)
      std::memcpy(target + box.row_offset(i % box.region[1], i / box.region[1]), first_row, box.region[0]);
  };
  in_parts(box.region[1] * box.region[2], box.region[0], std::cref(copy_rows));
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                      const size_t* origin, const size_t* region, size_t row_pitch,
                                      size_t slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueReadImage", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_image(image, enqueue.context()));
    ICD_TRY(const Rectangle from, box_in_image(*source, origin, region));
    ICD_TRY(const Rectangle to, box_of_host(*source, from, row_pitch, slice_pitch));
    ICD_CHECK(check_pointer(ptr));
    ICD_CHECK(check_host_may_read(*source));
    return enqueue.submit(transfer_box(CL_COMMAND_READ_IMAGE, {from, std::move(source)}, {to, {}, ptr}),
                          blocking_read != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                                       const size_t* origin, const size_t* region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void* ptr,
                                       cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                       cl_event* event) {
  return entry("clEnqueueWriteImage", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto target, find_image(image, enqueue.context()));
    ICD_TRY(const Rectangle to, box_in_image(*target, origin, region));
    ICD_TRY(const Rectangle from, box_of_host(*target, to, input_row_pitch, input_slice_pitch));
    ICD_CHECK(check_pointer(ptr));
    ICD_CHECK(check_host_may_write(*target));
    return enqueue.submit(transfer_box(CL_COMMAND_WRITE_IMAGE, {from, {}, ptr}, {to, std::move(target)}),
                          blocking_write != CL_FALSE);
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color,
                                      const size_t* origin, const size_t* region,
                                      cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                      cl_event* event) {
  return entry("clEnqueueFillImage", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto target, find_image(image, enqueue.context()));
    ICD_CHECK(check_pointer(fill_color));
    ICD_TRY(const Rectangle box, box_in_image(*target, origin, region));
    auto action = [target, box, colour = read_colour(fill_color, *target->layout().format)] {
      const ImageFormat& format = *target->layout().format;
      fill(target->range().host, box, Pattern(encode_pixel(format, colour).data(), format.pixel_bytes()));
      return Completion();
    };
    return enqueue.submit(transfer(CL_COMMAND_FILL_IMAGE, std::move(action)));
  });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                      const size_t* src_origin, const size_t* dst_origin,
                                      const size_t* region, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueCopyImage", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_image(src_image, enqueue.context()));
    ICD_TRY(auto target, find_image(dst_image, enqueue.context()));
    ICD_CHECK(check_same_format(*source, *target));
    ICD_TRY(const Rectangle from, box_in_image(*source, src_origin, region));
    ICD_TRY(const Rectangle to, box_in_image(*target, dst_origin, region));
    ICD_CHECK(check_no_overlap(*source, from, *target, to));
    return enqueue.submit(
        transfer_box(CL_COMMAND_COPY_IMAGE, {from, std::move(source)}, {to, std::move(target)}));
  });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                              cl_mem dst_buffer, const size_t* src_origin,
                                              const size_t* region, size_t dst_offset,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueCopyImageToBuffer", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_image(src_image, enqueue.context()));
    ICD_TRY(auto target, find_buffer(dst_buffer, enqueue.context()));
    ICD_TRY(const Rectangle from, box_in_image(*source, src_origin, region));
    ICD_TRY(const Rectangle to, box_in_buffer(*target, dst_offset, from));
    ICD_CHECK(check_no_overlap(*source, from, *target, to));
    return enqueue.submit(
        transfer_box(CL_COMMAND_COPY_IMAGE_TO_BUFFER, {from, std::move(source)}, {to, std::move(target)}));
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                              cl_mem dst_image, size_t src_offset, const size_t* dst_origin,
                                              const size_t* region, cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueCopyBufferToImage", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(auto source, find_buffer(src_buffer, enqueue.context()));
    ICD_TRY(auto target, find_image(dst_image, enqueue.context()));
    ICD_TRY(const Rectangle to, box_in_image(*target, dst_origin, region));
    ICD_TRY(const Rectangle from, box_in_buffer(*source, src_offset, to));
    ICD_CHECK(check_no_overlap(*source, from, *target, to));
    return enqueue.submit(
        transfer_box(CL_COMMAND_COPY_BUFFER_TO_IMAGE, {from, std::move(source)}, {to, std::move(target)}));
  });
}

}  // namespace quadcl::icd::api
