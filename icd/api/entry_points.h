// SPDX-License-Identifier: Apache-2.0
// Declares every entry point that we implement, with its type in the dispatch table. The names are those of
// the specification, but in a namespace: the C names belong to the loader.
#pragma once

#include <type_traits>

#include "icd/base/opencl.h"

#define QUADCL_ENTRY_POINTS(X)                \
  X(clGetPlatformIDs)                         \
  X(clGetPlatformInfo)                        \
  X(clGetExtensionFunctionAddress)            \
  X(clGetExtensionFunctionAddressForPlatform) \
  X(clUnloadCompiler)                         \
  X(clUnloadPlatformCompiler)                 \
  X(clGetHostTimer)                           \
  X(clGetDeviceIDs)                           \
  X(clGetDeviceInfo)                          \
  X(clGetDeviceAndHostTimer)                  \
  X(clCreateSubDevices)                       \
  X(clCreateSubDevicesEXT)                    \
  X(clRetainDevice)                           \
  X(clReleaseDevice)                          \
  X(clRetainDeviceEXT)                        \
  X(clReleaseDeviceEXT)                       \
  X(clCreateContext)                          \
  X(clCreateContextFromType)                  \
  X(clRetainContext)                          \
  X(clReleaseContext)                         \
  X(clGetContextInfo)                         \
  X(clSetContextDestructorCallback)           \
  X(clCreateCommandQueue)                     \
  X(clCreateCommandQueueWithProperties)       \
  X(clRetainCommandQueue)                     \
  X(clReleaseCommandQueue)                    \
  X(clGetCommandQueueInfo)                    \
  X(clSetCommandQueueProperty)                \
  X(clSetDefaultDeviceCommandQueue)           \
  X(clFlush)                                  \
  X(clFinish)                                 \
  X(clCreateBuffer)                           \
  X(clCreateBufferWithProperties)             \
  X(clCreateSubBuffer)                        \
  X(clCreateImage)                            \
  X(clCreateImageWithProperties)              \
  X(clCreateImage2D)                          \
  X(clCreateImage3D)                          \
  X(clRetainMemObject)                        \
  X(clReleaseMemObject)                       \
  X(clGetMemObjectInfo)                       \
  X(clSetMemObjectDestructorCallback)         \
  X(clGetSupportedImageFormats)               \
  X(clGetImageInfo)                           \
  X(clCreateSampler)                          \
  X(clCreateSamplerWithProperties)            \
  X(clRetainSampler)                          \
  X(clReleaseSampler)                         \
  X(clGetSamplerInfo)                         \
  X(clSVMAlloc)                               \
  X(clSVMFree)                                \
  X(clEnqueueSVMFree)                         \
  X(clEnqueueSVMMemcpy)                       \
  X(clEnqueueSVMMemFill)                      \
  X(clEnqueueSVMMap)                          \
  X(clEnqueueSVMUnmap)                        \
  X(clEnqueueSVMMigrateMem)                   \
  X(clCreateProgramWithSource)                \
  X(clCreateProgramWithBinary)                \
  X(clCreateProgramWithBuiltInKernels)        \
  X(clRetainProgram)                          \
  X(clReleaseProgram)                         \
  X(clBuildProgram)                           \
  X(clCompileProgram)                         \
  X(clLinkProgram)                            \
  X(clGetProgramInfo)                         \
  X(clGetProgramBuildInfo)                    \
  X(clCreateKernel)                           \
  X(clCreateKernelsInProgram)                 \
  X(clCloneKernel)                            \
  X(clRetainKernel)                           \
  X(clReleaseKernel)                          \
  X(clSetKernelArg)                           \
  X(clSetKernelArgSVMPointer)                 \
  X(clSetKernelExecInfo)                      \
  X(clGetKernelInfo)                          \
  X(clGetKernelArgInfo)                       \
  X(clGetKernelWorkGroupInfo)                 \
  X(clGetKernelSubGroupInfo)                  \
  X(clGetKernelSubGroupInfoKHR)               \
  X(clWaitForEvents)                          \
  X(clGetEventInfo)                           \
  X(clCreateUserEvent)                        \
  X(clSetUserEventStatus)                     \
  X(clRetainEvent)                            \
  X(clReleaseEvent)                           \
  X(clSetEventCallback)                       \
  X(clGetEventProfilingInfo)                  \
  X(clEnqueueReadBuffer)                      \
  X(clEnqueueWriteBuffer)                     \
  X(clEnqueueCopyBuffer)                      \
  X(clEnqueueFillBuffer)                      \
  X(clEnqueueReadBufferRect)                  \
  X(clEnqueueWriteBufferRect)                 \
  X(clEnqueueCopyBufferRect)                  \
  X(clEnqueueReadImage)                       \
  X(clEnqueueWriteImage)                      \
  X(clEnqueueFillImage)                       \
  X(clEnqueueCopyImage)                       \
  X(clEnqueueCopyImageToBuffer)               \
  X(clEnqueueCopyBufferToImage)               \
  X(clEnqueueMapBuffer)                       \
  X(clEnqueueMapImage)                        \
  X(clEnqueueUnmapMemObject)                  \
  X(clEnqueueMigrateMemObjects)               \
  X(clEnqueueNDRangeKernel)                   \
  X(clEnqueueTask)                            \
  X(clEnqueueNativeKernel)                    \
  X(clEnqueueMarker)                          \
  X(clEnqueueWaitForEvents)                   \
  X(clEnqueueBarrier)                         \
  X(clEnqueueMarkerWithWaitList)              \
  X(clEnqueueBarrierWithWaitList)

namespace quadcl::icd::api {

#define QUADCL_DECLARE(name) std::remove_pointer_t<cl_api_##name> name;
QUADCL_ENTRY_POINTS(QUADCL_DECLARE)
#undef QUADCL_DECLARE

}  // namespace quadcl::icd::api
