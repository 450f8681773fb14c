// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_abi.h"
#include "core/image_format.h"
#include "icd/base/rectangle.h"
#include "icd/objects/memory_object.h"

namespace quadcl::icd {

/// A type of images, with the most that its dimensions may have; 1 for one that it lacks.
struct ImageType {
  cl_mem_object_type type;
  std::size_t width, height, depth, layers;

  bool has_height() const { return height > 1; }
  bool has_depth() const { return depth > 1; }
  bool has_layers() const { return layers > 1; }
  bool has_slices() const { return has_depth() || has_layers(); }
};

// All our devices have the same limits, in pixels.
inline constexpr std::size_t kMaxImageWidth = 16384;
inline constexpr std::size_t kMaxImageHeight = 16384;
inline constexpr std::size_t kMaxImageLayers = 2048;
inline constexpr std::size_t kMaxImage3D = 2048;
inline constexpr std::size_t kMaxImageBuffer = std::size_t{1} << 27;

/// NULL for a value that is no type of images.
const ImageType* find_image_type(cl_mem_object_type type);

/// What an image is, and where its pixels lie in its memory.
struct ImageLayout {
  const ImageType* type = nullptr;
  const ImageFormat* format = nullptr;
  /// In pixels along the dimensions of origins and regions. The layers of an array are the dimension after
  /// those of its images; 1 for a dimension that the type lacks.
  Triple extents{};
  std::size_t row_pitch = 0;    ///< in bytes
  std::size_t slice_pitch = 0;  ///< in bytes, from a layer or slice to the next one

  /// Rows and slices without gaps. CL_MEM_OBJECT_ALLOCATION_FAILURE if no memory could hold them.
  Outcome<ImageLayout> without_gaps() const;
  /// CL_INVALID_VALUE if no memory could hold the box. It need not be inside the image.
  Outcome<Rectangle> box(const Triple& origin, const Triple& region) const;
};

/// An image with memory of its own, or one whose pixels are those of a buffer or of another image.
class Image final : public MemoryObject {
 public:
  static bool is_type(cl_mem_object_type type) { return find_image_type(type) != nullptr; }

  /// `memory.size` is not used. The layout says where the pixels lie at the host pointer, if there is one.
  /// Allocates at once: CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY.
  static Outcome<Ref<Image>> create(Ref<Context> context, MemorySpec memory, const ImageLayout& layout);
  /// The parent must be large enough for `size` bytes.
  static Ref<Image> create_part(Ref<MemoryObject> parent, cl_mem_flags flags, const ImageLayout& layout,
                                std::size_t size);

  const ImageLayout& layout() const { return layout_; }
  /// For kernels; stays valid as long as the image exists.
  quadcl_image& description() { return description_; }

 private:
  Image(Ref<Context> context, MemorySpec spec, std::unique_ptr<Memory> memory, const ImageLayout& layout);
  Image(Ref<MemoryObject> parent, cl_mem_flags flags, const ImageLayout& layout, std::size_t size);
  ~Image() override = default;

  const ImageLayout layout_;
  quadcl_image description_;
};

}  // namespace quadcl::icd
