// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

namespace api {
namespace {

constexpr std::size_t kOrigin[3]{0, 0, 0};
constexpr std::size_t kFar[3]{32, 0, 0};
constexpr std::size_t kRegion[3]{8, 2, 2};
constexpr std::size_t kPixels[3]{2, 2, 2};

void CL_CALLBACK do_nothing(void*) {}

}  // namespace

CommandBench::CommandBench(cl_context context)
    : first_owner_(make_filled(context, counting_bytes(kSize))),
      second_owner_(make_filled(context, counting_bytes(kSize))),
      first_(first_owner_),
      second_(second_owner_),
      own_queue_(make_queue(context)),
      host_(kSize),
      program_(make_program(context)) {
  add_transfers();
  add_rectangles();
  add_maps();
  if (has_images()) add_images(context);
  add_kernels(context);
  add_points();
}

void CommandBench::add_transfers() {
  const auto read = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueReadBuffer(queue, first_, blocking, 0, 32, host_.data(), count, list, event);
    };
  };
  commands_.push_back({"clEnqueueReadBuffer", CL_COMMAND_READ_BUFFER, read(CL_FALSE), true, read(CL_TRUE)});
  const auto write = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueWriteBuffer(queue, first_, blocking, 0, 32, host_.data(), count, list, event);
    };
  };
  commands_.push_back(
      {"clEnqueueWriteBuffer", CL_COMMAND_WRITE_BUFFER, write(CL_FALSE), true, write(CL_TRUE)});
  commands_.push_back({"clEnqueueCopyBuffer", CL_COMMAND_COPY_BUFFER,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueCopyBuffer(queue, first_, second_, 0, 0, 32, count, list, event);
                       }});
  commands_.push_back({"clEnqueueFillBuffer", CL_COMMAND_FILL_BUFFER,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueFillBuffer(queue, first_, "\x5a", 1, 0, 32, count, list, event);
                       }});
  commands_.push_back({"clEnqueueMigrateMemObjects", CL_COMMAND_MIGRATE_MEM_OBJECTS,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueMigrateMemObjects(queue, 1, &first_, 0, count, list, event);
                       }});
}

void CommandBench::add_rectangles() {
  const auto read = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueReadBufferRect(queue, first_, blocking, kOrigin, kFar, kRegion, 16, 64, 0, 0,
                                     host_.data(), count, list, event);
    };
  };
  commands_.push_back(
      {"clEnqueueReadBufferRect", CL_COMMAND_READ_BUFFER_RECT, read(CL_FALSE), true, read(CL_TRUE)});
  const auto write = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueWriteBufferRect(queue, first_, blocking, kOrigin, kFar, kRegion, 16, 64, 0, 0,
                                      host_.data(), count, list, event);
    };
  };
  commands_.push_back(
      {"clEnqueueWriteBufferRect", CL_COMMAND_WRITE_BUFFER_RECT, write(CL_FALSE), true, write(CL_TRUE)});
  commands_.push_back({"clEnqueueCopyBufferRect", CL_COMMAND_COPY_BUFFER_RECT,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueCopyBufferRect(queue, first_, second_, kOrigin, kOrigin, kRegion, 16,
                                                        64, 16, 64, count, list, event);
                       }});
}

void CommandBench::add_maps() {
  const auto map = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      cl_int error = 1;
      clEnqueueMapBuffer(queue, first_, blocking, CL_MAP_READ, 0, 32, count, list, event, &error);
      return error;
    };
  };
  commands_.push_back({"clEnqueueMapBuffer", CL_COMMAND_MAP_BUFFER, map(CL_FALSE), true, map(CL_TRUE)});
  commands_.push_back({"clEnqueueUnmapMemObject", CL_COMMAND_UNMAP_MEM_OBJECT,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         void* mapped = clEnqueueMapBuffer(own_queue_, second_, CL_TRUE, CL_MAP_READ, 0, 32,
                                                           0, nullptr, nullptr, nullptr);
                         return clEnqueueUnmapMemObject(queue, second_, mapped, count, list, event);
                       }});
}

void CommandBench::add_images(cl_context context) {
  image_ = make_image(context, describe(CL_MEM_OBJECT_IMAGE3D, {8, 4, 4}));
  other_image_ = make_image(context, describe(CL_MEM_OBJECT_IMAGE3D, {8, 4, 4}));
  const auto read = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueReadImage(queue, image_, blocking, kOrigin, kPixels, 0, 0, host_.data(), count, list,
                                event);
    };
  };
  commands_.push_back({"clEnqueueReadImage", CL_COMMAND_READ_IMAGE, read(CL_FALSE), true, read(CL_TRUE)});
  const auto write = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      return clEnqueueWriteImage(queue, image_, blocking, kOrigin, kPixels, 0, 0, host_.data(), count, list,
                                 event);
    };
  };
  commands_.push_back({"clEnqueueWriteImage", CL_COMMAND_WRITE_IMAGE, write(CL_FALSE), true, write(CL_TRUE)});
  const auto map = [this](cl_bool blocking) {
    return [this, blocking](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
      cl_int error = 1;
      std::size_t pitches[2];
      clEnqueueMapImage(queue, image_, blocking, CL_MAP_READ, kOrigin, kPixels, &pitches[0], &pitches[1],
                        count, list, event, &error);
      return error;
    };
  };
  commands_.push_back({"clEnqueueMapImage", CL_COMMAND_MAP_IMAGE, map(CL_FALSE), true, map(CL_TRUE)});
  commands_.push_back({"clEnqueueFillImage", CL_COMMAND_FILL_IMAGE,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         const cl_uint colour[4]{};
                         return clEnqueueFillImage(queue, image_, colour, kOrigin, kPixels, count, list,
                                                   event);
                       }});
  commands_.push_back({"clEnqueueCopyImage", CL_COMMAND_COPY_IMAGE,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueCopyImage(queue, image_, other_image_, kOrigin, kOrigin, kPixels,
                                                   count, list, event);
                       }});
  commands_.push_back({"clEnqueueCopyImageToBuffer", CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueCopyImageToBuffer(queue, image_, first_, kOrigin, kPixels, 0, count,
                                                           list, event);
                       }});
  commands_.push_back({"clEnqueueCopyBufferToImage", CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueCopyBufferToImage(queue, first_, image_, 0, kOrigin, kPixels, count,
                                                           list, event);
                       }});
}

void CommandBench::add_kernels(cl_context context) {
  kernel_ = make_kernel(program_, "transpose_32");
  set_transpose(kernel_, first_, second_, 4, 4);
  const auto device_list = info_list<cl_device_id>(query(clGetContextInfo, context, CL_CONTEXT_DEVICES));
  commands_.push_back({"clEnqueueNDRangeKernel", CL_COMMAND_NDRANGE_KERNEL,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         const std::size_t global[2]{4, 4};
                         set_argument(kernel_, 0, first_);
                         return clEnqueueNDRangeKernel(queue, kernel_, 2, nullptr, global, nullptr, count,
                                                       list, event);
                       }});
  commands_.push_back({"clEnqueueTask", CL_COMMAND_TASK,
                       [this](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         set_argument(kernel_, 0, first_);
                         return clEnqueueTask(queue, kernel_, count, list, event);
                       }});
  bool native = true;
  for (cl_device_id id : device_list) {
    native =
        native &&
        (info<cl_device_exec_capabilities>(query(clGetDeviceInfo, id, CL_DEVICE_EXECUTION_CAPABILITIES)) &
         CL_EXEC_NATIVE_KERNEL) != 0;
  }
  if (!native) return;
  commands_.push_back({"clEnqueueNativeKernel", CL_COMMAND_NATIVE_KERNEL,
                       [](cl_command_queue queue, cl_uint count, const cl_event* list, cl_event* event) {
                         return clEnqueueNativeKernel(queue, do_nothing, nullptr, 0, 0, nullptr, nullptr,
                                                      count, list, event);
                       },
                       false});
}

void CommandBench::add_points() {
  commands_.push_back({"clEnqueueMarkerWithWaitList", CL_COMMAND_MARKER, clEnqueueMarkerWithWaitList, false});
  commands_.push_back(
      {"clEnqueueBarrierWithWaitList", CL_COMMAND_BARRIER, clEnqueueBarrierWithWaitList, false});
}

}  // namespace api
