// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/image.h"

#include <algorithm>
#include <utility>

#include "icd/base/checked_size.h"

namespace quadcl::icd {
namespace {

/// Texture units of QPUs take nothing else.
constexpr std::size_t kTextureAlignment = 4096;

constexpr ImageType kTypes[]{
    {CL_MEM_OBJECT_IMAGE1D, kMaxImageWidth, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, kMaxImageBuffer, 1, 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, kMaxImageWidth, 1, 1, kMaxImageLayers},
    {CL_MEM_OBJECT_IMAGE2D, kMaxImageWidth, kMaxImageHeight, 1, 1},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, kMaxImageWidth, kMaxImageHeight, 1, kMaxImageLayers},
    {CL_MEM_OBJECT_IMAGE3D, kMaxImage3D, kMaxImage3D, kMaxImage3D, 1},
};

std::size_t rows_of(const ImageLayout& layout) { return layout.type->has_height() ? layout.extents[1] : 1; }

quadcl_image describe(std::byte* pixels, const ImageLayout& layout) {
  const ImageType& type = *layout.type;
  const auto pick = [&](bool has, std::size_t extent) { return has ? static_cast<std::int32_t>(extent) : 1; };
  return {.pixels = pixels,
          .row_pitch = static_cast<std::int64_t>(layout.row_pitch),
          .slice_pitch = static_cast<std::int64_t>(layout.slice_pitch),
          .width = pick(true, layout.extents[0]),
          .height = pick(type.has_height(), layout.extents[1]),
          .depth = pick(type.has_depth(), layout.extents[2]),
          .layers = pick(type.has_layers(), layout.extents[type.has_height() ? 2 : 1]),
          .channel_order = static_cast<std::int32_t>(layout.format->order->order),
          .channel_type = static_cast<std::int32_t>(layout.format->type->type)};
}

}  // namespace

const ImageType* find_image_type(cl_mem_object_type type) {
  const auto* found = std::ranges::find(kTypes, type, &ImageType::type);
  return found != std::end(kTypes) ? found : nullptr;
}

Outcome<ImageLayout> ImageLayout::without_gaps() const {
  ImageLayout layout = *this;
  const CheckedSize row = CheckedSize(extents[0]) * format->pixel_bytes();
  const CheckedSize slice = row * rows_of(layout);
  if (slice.overflow()) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  layout.row_pitch = row.value();
  layout.slice_pitch = slice.value();
  return layout;
}

Outcome<Rectangle> ImageLayout::box(const Triple& origin, const Triple& region) const {
  const std::size_t second = type->has_height() ? row_pitch : slice_pitch;
  const CheckedSize offset = CheckedSize(origin[0]) * format->pixel_bytes() +
                             CheckedSize(origin[1]) * second + CheckedSize(origin[2]) * slice_pitch;
  const CheckedSize width = CheckedSize(region[0]) * format->pixel_bytes();
  if (offset.overflow() || width.overflow()) return CL_INVALID_VALUE;
  return Rectangle::of(offset.value(), {width.value(), region[1], region[2]}, second, slice_pitch);
}

Outcome<Ref<Image>> Image::create(Ref<Context> context, MemorySpec memory, const ImageLayout& layout) {
  const bool uses_host_ptr = (memory.flags & CL_MEM_USE_HOST_PTR) != 0;
  ICD_TRY(const ImageLayout own, uses_host_ptr ? layout : layout.without_gaps());
  auto whole = own.box({}, own.extents);
  if (!whole.ok() || !context->allows_size(whole.value().end)) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  memory.size = whole.value().end;
  if (context->allocating_device().description().kind == DeviceKind::gpu)
    memory.alignment = kTextureAlignment;
  const auto* copied =
      uses_host_ptr ? nullptr : static_cast<const std::byte*>(std::exchange(memory.host_ptr, nullptr));
  ICD_TRY(auto storage, provide_memory(*context, memory, "An image"));
  if (copied != nullptr) {
    ICD_TRY(const Rectangle from, layout.box({}, layout.extents));
    copy_rectangle(copied, from, storage->range().host, whole.value());
  }
  return Ref<Image>(new Image(std::move(context), std::move(memory), std::move(storage), own));
}

Ref<Image> Image::create_part(Ref<MemoryObject> parent, cl_mem_flags flags, const ImageLayout& layout,
                              std::size_t size) {
  return Ref<Image>(new Image(std::move(parent), flags, layout, size));
}

Image::Image(Ref<Context> context, MemorySpec spec, std::unique_ptr<Memory> memory, const ImageLayout& layout)
    : MemoryObject(layout.type->type, std::move(context), std::move(spec), std::move(memory)),
      layout_(layout),
      description_(describe(range().host, layout)) {}

Image::Image(Ref<MemoryObject> parent, cl_mem_flags flags, const ImageLayout& layout, std::size_t size)
    : MemoryObject(layout.type->type, std::move(parent), flags, 0, size),
      layout_(layout),
      description_(describe(range().host, layout)) {}

}  // namespace quadcl::icd
