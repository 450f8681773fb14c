// SPDX-License-Identifier: Apache-2.0
// Images: how they are made, and what is known of them.
#include "icd/objects/image.h"

#include <algorithm>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/properties.h"
#include "icd/base/checked_size.h"
#include "icd/objects/memory_flags.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

bool allows(const ImageFormat& format, cl_mem_object_type type) {
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER && !format.uses.buffers) return false;
  return format.uses.any_dimensions || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for no format or unknown values, CL_IMAGE_FORMAT_NOT_SUPPORTED if our
/// devices have no such images.
Outcome<const ImageFormat*> find_format(const cl_image_format* format, const ImageType& type) {
  if (format == nullptr) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  const auto [order, data_type] = *format;
  if (order < CL_R || order > CL_ABGR || data_type < CL_SNORM_INT8 || data_type > CL_UNORM_INT_101010_2)
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  const ImageFormat* found = find_image_format(order, data_type);
  if (found == nullptr || !allows(*found, type.type)) return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  return found;
}

/// CL_INVALID_IMAGE_DESCRIPTOR if there is none, its type is none of images, or it asks for what no device
/// has.
Outcome<const ImageType*> find_type(const cl_image_desc* desc) {
  const ImageType* type = desc != nullptr ? find_image_type(desc->image_type) : nullptr;
  if (type == nullptr || desc->num_mip_levels != 0 || desc->num_samples != 0)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return type;
}

/// CL_INVALID_IMAGE_DESCRIPTOR for 0 pixels, CL_INVALID_IMAGE_SIZE for more than the type may have.
cl_int check_extent(std::size_t extent, std::size_t most) {
  if (extent == 0) return CL_INVALID_IMAGE_DESCRIPTOR;
  return extent <= most ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

Outcome<Triple> extents_of(const cl_image_desc& desc, const ImageType& type) {
  struct Dimension {
    bool exists;
    std::size_t extent, most;
  };
  Triple extents{1, 1, 1};
  std::size_t next = 0;
  for (const Dimension& dimension : {Dimension{true, desc.image_width, type.width},
                                     Dimension{type.has_height(), desc.image_height, type.height},
                                     Dimension{type.has_depth(), desc.image_depth, type.depth},
                                     Dimension{type.has_layers(), desc.image_array_size, type.layers}}) {
    if (!dimension.exists) continue;
    ICD_CHECK(check_extent(dimension.extent, dimension.most));
    extents[next++] = dimension.extent;
  }
  return extents;
}

/// A pitch that is not given is the least possible one. CL_INVALID_IMAGE_DESCRIPTOR if it is less than that,
/// or no multiple of `unit`.
Outcome<std::size_t> pitch_of(std::size_t given, const CheckedSize& least, std::size_t unit) {
  if (least.overflow()) return CL_INVALID_IMAGE_DESCRIPTOR;
  if (given == 0) return least.value();
  if (given < least.value() || given % unit != 0) return CL_INVALID_IMAGE_DESCRIPTOR;
  return given;
}

/// CL_INVALID_IMAGE_DESCRIPTOR or CL_INVALID_IMAGE_SIZE if the descriptor breaks a rule. The pitches are
/// those of memory that the application gives.
Outcome<ImageLayout> layout_of(const cl_image_desc& desc, const ImageType& type, const ImageFormat& format) {
  ImageLayout layout{&type, &format};
  ICD_TRY(layout.extents, extents_of(desc, type));
  const std::size_t pixel = format.pixel_bytes();
  ICD_TRY(layout.row_pitch, pitch_of(desc.image_row_pitch, CheckedSize(layout.extents[0]) * pixel, pixel));
  const std::size_t rows = type.has_height() ? layout.extents[1] : 1;
  ICD_TRY(layout.slice_pitch, pitch_of(type.has_slices() ? desc.image_slice_pitch : 0,
                                       CheckedSize(layout.row_pitch) * rows, layout.row_pitch));
  return layout;
}

/// CL_INVALID_IMAGE_DESCRIPTOR if pitches are given for memory that is not.
cl_int check_pitches(const cl_image_desc& desc, const void* memory) {
  const bool given = desc.image_row_pitch != 0 || desc.image_slice_pitch != 0;
  return given && memory == nullptr ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
}

/// CL_INVALID_HOST_PTR if host_ptr is in SVM and its allocation ends before the image does.
cl_int check_svm_size(Context& context, const MemorySpec& spec, const ImageLayout& layout) {
  if ((spec.flags & CL_MEM_USE_HOST_PTR) == 0 || !context.svm().find(spec.host_ptr)) return CL_SUCCESS;
  ICD_TRY(const Rectangle whole, layout.box({}, layout.extents));
  return context.svm().holds(spec.host_ptr, whole.end) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

Outcome<Ref<Image>> create_with_memory(Ref<Context> context, MemorySpec spec, const cl_image_desc& desc,
                                       const ImageLayout& layout) {
  ICD_CHECK(check_memory_flags(spec.flags));
  ICD_CHECK(check_host_ptr(spec.flags, spec.host_ptr));
  ICD_CHECK(check_pitches(desc, spec.host_ptr));
  ICD_CHECK(check_svm_size(*context, spec, layout));
  return Image::create(std::move(context), std::move(spec), layout);
}

/// CL_INVALID_IMAGE_DESCRIPTOR if the image has bytes that the buffer has not.
Outcome<std::size_t> size_in_buffer(const ImageLayout& layout, const Buffer& buffer) {
  const CheckedSize size = CheckedSize(layout.row_pitch) * layout.extents[1];
  if (size.overflow() || size.value() > buffer.size()) return CL_INVALID_IMAGE_DESCRIPTOR;
  return size.value();
}

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if pixels would not lie at multiples of their size.
cl_int check_alignment(const Buffer& buffer, const ImageFormat& format) {
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.range().host);
  return address % format.pixel_bytes() == 0 ? CL_SUCCESS : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
}

/// Two channel orders whose images may share pixels (OpenCL 3.0 API, "Creating Images from another Image").
struct OrderPair {
  ChannelOrder image, parent;
};
constexpr OrderPair kSharingOrders[]{
    {ChannelOrder::sRGBA, ChannelOrder::RGBA},
    {ChannelOrder::RGBA, ChannelOrder::sRGBA},
    {ChannelOrder::DEPTH, ChannelOrder::R},
};

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if the formats may not share pixels, CL_INVALID_IMAGE_DESCRIPTOR if the
/// images are not equal otherwise.
cl_int check_shares_pixels(const cl_image_desc& desc, const ImageLayout& layout, const Image& parent) {
  const ImageLayout& other = parent.layout();
  if (other.type != layout.type || other.extents != layout.extents) return CL_INVALID_IMAGE_DESCRIPTOR;
  if (desc.image_row_pitch != 0 && desc.image_row_pitch != other.row_pitch)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const bool may_share = std::ranges::any_of(kSharingOrders, [&](const OrderPair& pair) {
    return pair.image == layout.format->order->order && pair.parent == other.format->order->order;
  });
  return may_share && layout.format->type == other.format->type ? CL_SUCCESS
                                                                : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
}

/// The memory object of a descriptor. CL_INVALID_IMAGE_DESCRIPTOR if it is none of the context, or of a kind
/// that images of this type are not made from: 1D image buffers from buffers, 2D images from these and from
/// 2D images.
Outcome<Ref<MemoryObject>> find_parent(const cl_image_desc& desc, const ImageType& type,
                                       const Context& context) {
  auto parent = find_memory_object(desc.mem_object, context);
  if (!parent.ok()) return CL_INVALID_IMAGE_DESCRIPTOR;
  const cl_mem_object_type of = parent.value()->type();
  const bool is_2d = type.type == CL_MEM_OBJECT_IMAGE2D;
  const bool allowed = of == Buffer::kType ? is_2d || type.type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                                           : is_2d && of == CL_MEM_OBJECT_IMAGE2D;
  if (!allowed) return CL_INVALID_IMAGE_DESCRIPTOR;
  return parent;
}

Outcome<Ref<Image>> create_part(const Context& context, const MemorySpec& spec, const cl_image_desc& desc,
                                ImageLayout layout) {
  ICD_TRY(auto parent, find_parent(desc, *layout.type, context));
  if (spec.host_ptr != nullptr) return CL_INVALID_HOST_PTR;
  ICD_CHECK(check_part_flags(spec.flags, parent->flags()));
  if (parent->type() == Buffer::kType) {
    const auto& buffer = static_cast<const Buffer&>(*parent);
    ICD_CHECK(check_alignment(buffer, *layout.format));
    ICD_TRY(const std::size_t size, size_in_buffer(layout, buffer));
    return Image::create_part(std::move(parent), spec.flags, layout, size);
  }
  const auto& image = static_cast<const Image&>(*parent);
  ICD_CHECK(check_shares_pixels(desc, layout, image));
  layout.row_pitch = image.layout().row_pitch;
  layout.slice_pitch = image.layout().slice_pitch;
  const std::size_t size = image.size();
  return Image::create_part(std::move(parent), spec.flags, layout, size);
}

Outcome<cl_mem> create_image(cl_context context, MemorySpec spec, const cl_image_format* image_format,
                             const cl_image_desc* desc) {
  ICD_TRY(auto in_context, find(context));
  ICD_CHECK(check_no_properties(spec.properties));
  ICD_TRY(const ImageType* type, find_type(desc));
  ICD_TRY(const ImageFormat* format, find_format(image_format, *type));
  ICD_TRY(const ImageLayout layout, layout_of(*desc, *type, *format));
  const bool is_part = desc->mem_object != nullptr || type->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  ICD_TRY(const auto image, is_part
                                ? create_part(*in_context, spec, *desc, layout)
                                : create_with_memory(std::move(in_context), std::move(spec), *desc, layout));
  return publish<cl_mem>(image);
}

/// The functions of OpenCL 1.1 have one error for all mistakes in sizes.
Outcome<cl_mem> create_image_1_1(cl_context context, MemorySpec spec, const cl_image_format* format,
                                 const cl_image_desc& desc) {
  auto image = create_image(context, std::move(spec), format, &desc);
  return image.error() == CL_INVALID_IMAGE_DESCRIPTOR ? Outcome<cl_mem>(CL_INVALID_IMAGE_SIZE) : image;
}

InfoValue size_if(bool exists, std::size_t size) { return info<std::size_t>(exists ? size : 0); }

constexpr InfoRow<Image> kImageInfo[]{
    {CL_IMAGE_FORMAT,
     [](const Image& image) {
       const ImageFormat& format = *image.layout().format;
       return info<cl_image_format>({static_cast<cl_channel_order>(format.order->order),
                                     static_cast<cl_channel_type>(format.type->type)});
     }},
    {CL_IMAGE_ELEMENT_SIZE,
     [](const Image& image) { return info<std::size_t>(image.layout().format->pixel_bytes()); }},
    {CL_IMAGE_ROW_PITCH, [](const Image& image) { return info<std::size_t>(image.layout().row_pitch); }},
    {CL_IMAGE_SLICE_PITCH,
     [](const Image& image) {
       return size_if(image.layout().type->has_slices(), image.layout().slice_pitch);
     }},
    {CL_IMAGE_WIDTH, [](const Image& image) { return info<std::size_t>(image.layout().extents[0]); }},
    {CL_IMAGE_HEIGHT,
     [](const Image& image) {
       return size_if(image.layout().type->has_height(), image.layout().extents[1]);
     }},
    {CL_IMAGE_DEPTH,
     [](const Image& image) { return size_if(image.layout().type->has_depth(), image.layout().extents[2]); }},
    {CL_IMAGE_ARRAY_SIZE,
     [](const Image& image) {
       const ImageLayout& layout = image.layout();
       return size_if(layout.type->has_layers(), layout.extents[layout.type->has_height() ? 2 : 1]);
     }},
    {CL_IMAGE_BUFFER,
     [](const Image& image) {
       const MemoryObject* parent = image.parent();
       const bool is_buffer = parent != nullptr && parent->type() == Buffer::kType;
       return info<cl_mem>(handle_of<cl_mem>(is_buffer ? parent : nullptr));
     }},
    {CL_IMAGE_NUM_MIP_LEVELS, [](const Image&) { return info<cl_uint>(0); }},
    {CL_IMAGE_NUM_SAMPLES, [](const Image&) { return info<cl_uint>(0); }},
};

/// CL_INVALID_VALUE if the flags or the type are not valid for images.
cl_int check_format_query(cl_mem_flags flags, cl_mem_object_type type) {
  constexpr cl_mem_flags known =
      kAccessFlags | kHostAccessFlags | kHostPointerFlags | CL_MEM_KERNEL_READ_AND_WRITE;
  const bool valid =
      find_image_type(type) != nullptr && (flags & ~known) == 0 && at_most_one(flags, kAccessFlags);
  return valid ? CL_SUCCESS : CL_INVALID_VALUE;
}

std::vector<cl_image_format> supported_formats(cl_mem_flags flags, cl_mem_object_type type) {
  std::vector<cl_image_format> formats;
  for (const ImageFormat& format : image_formats()) {
    const bool fits = (flags & CL_MEM_KERNEL_READ_AND_WRITE) != 0
                          ? format.uses.read_write
                          : (flags & CL_MEM_READ_ONLY) != 0 || format.uses.write;
    if (fits && allows(format, type))
      formats.push_back({static_cast<cl_channel_order>(format.order->order),
                         static_cast<cl_channel_type>(format.type->type)});
  }
  return formats;
}

}  // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                                 const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateImage", errcode_ret, [&] {
    return create_image(context, {flags, 0, host_ptr, {}}, image_format, image_desc);
  });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties,
                                               cl_mem_flags flags, const cl_image_format* image_format,
                                               const cl_image_desc* image_desc, void* host_ptr,
                                               cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateImageWithProperties", errcode_ret, [&] {
    return create_image(context, {flags, 0, host_ptr, copy_properties(properties)}, image_format, image_desc);
  });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_row_pitch, void* host_ptr,
                                   cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateImage2D", errcode_ret, [&] {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_row_pitch = image_row_pitch;
    return create_image_1_1(context, {flags, 0, host_ptr, {}}, image_format, desc);
  });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret) {
  return entry<cl_mem>("clCreateImage3D", errcode_ret, [&]() -> Outcome<cl_mem> {
    ICD_CHECK(find(context).error());
    // "CL_INVALID_IMAGE_SIZE if image_width, image_height are 0 or if image_depth <= 1"
    if (image_depth <= 1) return CL_INVALID_IMAGE_SIZE;
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_depth = image_depth;
    desc.image_row_pitch = image_row_pitch;
    desc.image_slice_pitch = image_slice_pitch;
    return create_image_1_1(context, {flags, 0, host_ptr, {}}, image_format, desc);
  });
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type image_type, cl_uint num_entries,
                                              cl_image_format* image_formats, cl_uint* num_image_formats) {
  return entry("clGetSupportedImageFormats", [&]() -> cl_int {
    ICD_CHECK(find(context).error());
    ICD_CHECK(check_format_query(flags, image_type));
    if (num_entries == 0 && image_formats != nullptr) return CL_INVALID_VALUE;
    const auto formats = supported_formats(flags, image_type);
    if (image_formats != nullptr)
      std::ranges::copy_n(formats.begin(), std::min<std::ptrdiff_t>(num_entries, std::ssize(formats)),
                          image_formats);
    if (num_image_formats != nullptr) *num_image_formats = static_cast<cl_uint>(formats.size());
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return entry("clGetImageInfo", [&]() -> cl_int {
    ICD_TRY(const auto object, find_image(image));
    return query(kImageInfo, *object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace quadcl::icd::api
