// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

// The boundary between the ICD and the compiler. The compiler is a separate shared object
// (libquadcl-compiler.so), loaded by dlopen, and may be missing. Plain C, blobs in and out.

#ifdef __cplusplus
extern "C" {
#endif

/// Increase it when anything in this file changes. The ICD asks for exactly this version.
#define QUADCL_COMPILER_API_VERSION 11

struct quadcl_text {
  const char* data;
  size_t size;
};

struct quadcl_blob {
  const void* data;
  size_t size;
};

/// An embedded header of clCompileProgram.
struct quadcl_header {
  struct quadcl_text name;
  struct quadcl_text source;
};

/// The features that a device offers to programs.
struct quadcl_device_facts {
  uint32_t address_bits;  ///< 32 or 64
  /// Extensions and OpenCL C 3.0 features, separated by spaces, e.g. "cl_khr_fp64 __opencl_c_int64".
  struct quadcl_text extensions;
  /// The processor that the code is for: HostTarget (core/host_target.h).
  struct quadcl_text architecture;
  struct quadcl_text cpu_features;
  struct quadcl_text tuned_for;
  /// Whether work-items become lanes of vectors: quadcl::Vectorise (core/options.h).
  uint32_t vectorise;
  /// Whether kernels are compiled for QPUs, too: quadcl::QpuRules (core/options.h).
  uint32_t qpu_rules;
};

enum quadcl_compiler_action {
  QUADCL_BUILD = 0,    ///< source to executable (clBuildProgram)
  QUADCL_COMPILE = 1,  ///< source to object (clCompileProgram)
  QUADCL_LINK = 2,     ///< objects and libraries to executable or library (clLinkProgram)
  QUADCL_FINISH = 3,   ///< a postponed program, or an executable with IR, to an executable; the only input
};

enum quadcl_compiler_status {
  QUADCL_OK = 0,
  QUADCL_INVALID_OPTIONS = 1,
  QUADCL_FAILED = 2,          ///< the log says why
  QUADCL_INVALID_BINARY = 3,  ///< an input is not an object or library of this version
};

struct quadcl_compile_request {
  enum quadcl_compiler_action action;
  struct quadcl_text source;  ///< of QUADCL_FINISH: the name of the kernel to compile; empty for all
  struct quadcl_text options;
  const struct quadcl_header* headers;
  size_t header_count;
  const struct quadcl_blob* inputs;  ///< program images to link
  size_t input_count;
  uint32_t may_postpone;  ///< building and linking may leave the kernels' code to QUADCL_FINISH
  struct quadcl_device_facts device;
  uint32_t source_files;  ///< 0: no source reads files or holds assembly (QUADCL_SOURCE_FILES)
  /// Of QUADCL_FINISH with one kernel: what is known of its arguments and work-groups
  /// (core/launch/launch_facts.h). NULL for nothing.
  const uint32_t* facts;
  size_t fact_count;
};

/// Owned by the compiler until `release`.
struct quadcl_compile_result {
  enum quadcl_compiler_status status;
  struct quadcl_text log;
  struct quadcl_blob image;  ///< a serialised ProgramImage (core/program_image.h); empty on failure
  void* owner;
};

struct quadcl_compiler {
  uint32_t version;
  /// May be called from any thread. Never crashes or exits, whatever the source.
  void (*compile)(const struct quadcl_compile_request*, struct quadcl_compile_result*);
  void (*release)(struct quadcl_compile_result*);
};

/// The one exported symbol. NULL if the plugin does not speak this version.
typedef const struct quadcl_compiler* (*quadcl_compiler_entry)(uint32_t version);
#define QUADCL_COMPILER_ENTRY "quadcl_compiler_table"

#ifdef __cplusplus
}
#endif
