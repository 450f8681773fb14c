// SPDX-License-Identifier: Apache-2.0
//
// A layer for the OpenCL loader that captures launches of a host program: OPENCL_LAYERS=.../libcapture.so
// PROGRAM. Unlike a preloaded library, it also sees the calls of programs that open the loader with dlopen.
// recorder.h has the variables of the environment.
#include <CL/cl_layer.h>

#include <cstring>

#include "tools/replay/recorder.h"

namespace {

cl_icd_dispatch api;    ///< what the program would call without us
cl_icd_dispatch layer;  ///< what it calls

/// Never destroyed: other threads may launch while the process ends.
replay::Recorder& recorder() {
  static auto& instance = *new replay::Recorder(api, replay::settings_from_environment());
  return instance;
}

// ---- Objects that are only remembered

void remember_buffer(cl_mem memory) { recorder().buffer_made(memory); }
void remember_other(const void* object) { recorder().other_object_made(object); }
void remember_binary(cl_program program) { recorder().program_without_source(program); }

/// The function `member` of the API, followed by `remember` with the object that it made.
template <auto member, auto remember, typename Function>
struct Maker;
template <auto member, auto remember, typename Object, typename... Arguments>
struct Maker<member, remember, Object(CL_API_CALL*)(Arguments...)> {
  static Object CL_API_CALL call(Arguments... arguments) {
    const Object object = (api.*member)(arguments...);
    if (object != nullptr) remember(object);
    return object;
  }
};

template <auto member, auto remember>
void wrap_maker() {
  using Function = std::remove_reference_t<decltype(api.*member)>;
  layer.*member = Maker<member, remember, Function>::call;
}

// ---- Buffers, which the recorder reads, whatever the program says of its own accesses

constexpr cl_mem_flags kNoReads = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY;

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t size, void* host,
                                 cl_int* error) {
  const cl_mem memory = api.clCreateBuffer(context, flags & ~kNoReads, size, host, error);
  if (memory != nullptr) remember_buffer(memory);
  return memory;
}

cl_mem CL_API_CALL create_buffer_with(cl_context context, const cl_mem_properties* properties,
                                      cl_mem_flags flags, std::size_t size, void* host, cl_int* error) {
  const cl_mem memory =
      api.clCreateBufferWithProperties(context, properties, flags & ~kNoReads, size, host, error);
  if (memory != nullptr) remember_buffer(memory);
  return memory;
}

cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                     const void* region, cl_int* error) {
  const cl_mem memory = api.clCreateSubBuffer(buffer, flags & ~kNoReads, type, region, error);
  if (memory != nullptr) remember_buffer(memory);
  return memory;
}

// ---- Programs and kernels

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** strings,
                                      const std::size_t* lengths, cl_int* error) {
  const cl_program program = api.clCreateProgramWithSource(context, count, strings, lengths, error);
  if (program == nullptr) return nullptr;
  std::string source;
  for (cl_uint i = 0; i < count; ++i)
    source.append(strings[i], lengths != nullptr && lengths[i] != 0 ? lengths[i] : std::strlen(strings[i]));
  recorder().program_made(program, source);
  return program;
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices,
                                 const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                                 void* data) {
  recorder().program_built(program, options);
  return api.clBuildProgram(program, count, devices, options, notify, data);
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id* devices,
                                   const char* options, cl_uint headers, const cl_program* header_programs,
                                   const char** header_names, void(CL_CALLBACK* notify)(cl_program, void*),
                                   void* data) {
  // A replay has one source.
  if (headers == 0)
    recorder().program_built(program, options);
  else
    recorder().program_without_source(program);
  return api.clCompileProgram(program, count, devices, options, headers, header_programs, header_names,
                              notify, data);
}

cl_program CL_API_CALL link_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                    const char* options, cl_uint parts, const cl_program* programs,
                                    void(CL_CALLBACK* notify)(cl_program, void*), void* data, cl_int* error) {
  const cl_program linked =
      api.clLinkProgram(context, count, devices, options, parts, programs, notify, data, error);
  if (linked != nullptr) recorder().program_linked(linked, parts, programs);
  return linked;
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* error) {
  const cl_kernel kernel = api.clCreateKernel(program, name, error);
  if (kernel != nullptr) recorder().kernel_made(kernel, program);
  return kernel;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel* kernels, cl_uint* found) {
  cl_uint made = 0;
  const cl_int error = api.clCreateKernelsInProgram(program, count, kernels, &made);
  if (found != nullptr) *found = made;
  for (cl_uint i = 0; error == CL_SUCCESS && kernels != nullptr && i < made; ++i)
    recorder().kernel_made(kernels[i], program);
  return error;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel original, cl_int* error) {
  const cl_kernel kernel = api.clCloneKernel(original, error);
  if (kernel != nullptr) recorder().kernel_cloned(kernel, original);
  return kernel;
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  const cl_int error = api.clSetKernelArg(kernel, index, size, value);
  if (error == CL_SUCCESS) recorder().argument_set(kernel, index, size, value);
  return error;
}

cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  const cl_int error = api.clSetKernelArgSVMPointer(kernel, index, value);
  if (error == CL_SUCCESS) recorder().pointer_set(kernel, index);
  return error;
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                          const std::size_t* offset, const std::size_t* global, const std::size_t* local,
                          cl_uint waits, const cl_event* wait_list, cl_event* event) {
  recorder().launched({queue, kernel, dimensions, offset, global, local, waits, wait_list});
  return api.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, wait_list,
                                    event);
}

cl_int CL_API_CALL launch_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                               const cl_event* wait_list, cl_event* event) {
  const std::size_t one = 1;
  recorder().launched({queue, kernel, 1, nullptr, &one, &one, waits, wait_list});
  return api.clEnqueueTask(queue, kernel, waits, wait_list, event);
}

void wrap_all() {
  layer.clCreateProgramWithSource = create_program;
  layer.clBuildProgram = build_program;
  layer.clCompileProgram = compile_program;
  layer.clLinkProgram = link_program;
  layer.clCreateKernel = create_kernel;
  layer.clCreateKernelsInProgram = create_kernels;
  layer.clCloneKernel = clone_kernel;
  layer.clSetKernelArg = set_argument;
  layer.clSetKernelArgSVMPointer = set_pointer;
  layer.clEnqueueNDRangeKernel = launch;
  layer.clEnqueueTask = launch_task;
  wrap_maker<&cl_icd_dispatch::clCreateProgramWithBinary, remember_binary>();
  wrap_maker<&cl_icd_dispatch::clCreateProgramWithBuiltInKernels, remember_binary>();
  wrap_maker<&cl_icd_dispatch::clCreateProgramWithIL, remember_binary>();
  layer.clCreateBuffer = create_buffer;
  layer.clCreateBufferWithProperties = create_buffer_with;
  layer.clCreateSubBuffer = create_sub_buffer;
  wrap_maker<&cl_icd_dispatch::clCreateImage, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreateImage2D, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreateImage3D, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreateImageWithProperties, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreatePipe, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreateSampler, remember_other>();
  wrap_maker<&cl_icd_dispatch::clCreateSamplerWithProperties, remember_other>();
}

constexpr cl_uint kEntries = sizeof(cl_icd_dispatch) / sizeof(cl_icd_dispatch::clGetPlatformIDs);

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info parameter, std::size_t size, void* value, std::size_t* size_needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (parameter != CL_LAYER_API_VERSION || (value != nullptr && size < sizeof version))
    return CL_INVALID_VALUE;
  if (value != nullptr) std::memcpy(value, &version, sizeof version);
  if (size_needed != nullptr) *size_needed = sizeof version;
  return CL_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(
    cl_uint entries, const cl_icd_dispatch* target, cl_uint* our_entries, const cl_icd_dispatch** ours) {
  if (target == nullptr || our_entries == nullptr || ours == nullptr || entries < kEntries)
    return CL_INVALID_VALUE;
  layer = api = *target;
  wrap_all();
  *our_entries = kEntries;
  *ours = &layer;
  return CL_SUCCESS;
}
