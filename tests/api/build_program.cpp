// SPDX-License-Identifier: Apache-2.0
// clBuildProgram
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

cl_int build(cl_program program, const std::vector<cl_device_id>& devices = {},
             const char* options = nullptr) {
  return clBuildProgram(program, static_cast<cl_uint>(devices.size()),
                        devices.empty() ? nullptr : devices.data(), options, nullptr, nullptr);
}

void check_build(cl_int actual, cl_int error) {
  check_unless_missing(actual, error, has_compiler(), CL_COMPILER_NOT_AVAILABLE);
}

cl_build_status build_status(cl_program program) {
  return info<cl_build_status>(query(clGetProgramBuildInfo, program, device(), CL_PROGRAM_BUILD_STATUS));
}

class TemporaryFolder {
 public:
  TemporaryFolder() { REQUIRE(mkdtemp(path_.data()) != nullptr); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
};

void CL_CALLBACK note(cl_program program, void* mailbox) {
  static_cast<Mailbox<cl_program>*>(mailbox)->put(program);
}

}  // namespace

TEST_CASE("clBuildProgram: CL_COMPILER_NOT_AVAILABLE for source if there is no compiler") {
  if (has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(build(program) == CL_COMPILER_NOT_AVAILABLE);
  CHECK(build(program, {device()}, "-cl-mad-enable") == CL_COMPILER_NOT_AVAILABLE);
  CHECK(info<cl_program_binary_type>(query(clGetProgramBuildInfo, program.get(), device(),
                                           CL_PROGRAM_BINARY_TYPE)) == CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK(info<cl_build_status>(query(clGetProgramBuildInfo, program.get(), device(),
                                    CL_PROGRAM_BUILD_STATUS)) == CL_BUILD_ERROR);
  CHECK(info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_LOG))
            .find("quadcl-build") != std::string::npos);
}

TEST_CASE("clBuildProgram: builds an executable from source") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(build_status(program) == CL_BUILD_NONE);
  REQUIRE(build(program, {}, "-cl-mad-enable") == CL_SUCCESS);
  CHECK(build_status(program) == CL_BUILD_SUCCESS);
  CHECK(info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_OPTIONS)) ==
        "-cl-mad-enable");
  CHECK(info<cl_program_binary_type>(query(clGetProgramBuildInfo, program.get(), device(),
                                           CL_PROGRAM_BINARY_TYPE)) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

TEST_CASE("clBuildProgram: CL_BUILD_PROGRAM_FAILURE and a log for source with an error") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context, "kernel void f() { undeclared_name = 1; }");
  CHECK(build(program) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(build_status(program) == CL_BUILD_ERROR);
  CHECK_THAT(info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_LOG)),
             Catch::Contains("undeclared_name"));
}

TEST_CASE("clBuildProgram: reads the files that a source names each time", "[quadcl]") {
  if (!has_compiler()) return;
  const std::string directive = GENERATE("include", "import");
  const Context context = make_context();
  const TemporaryFolder folder;
  const std::string source =
      "#" + directive + " \"answer.h\"\nkernel void answer(global int* out) { *out = ANSWER; }";
  for (const int answer : {1, 2}) {
    std::ofstream(folder.path() + "/answer.h") << "#define ANSWER " << answer << "\n";
    const Program program = make_source_program(context, source.c_str());
    REQUIRE(build(program, {}, ("-I " + folder.path()).c_str()) == CL_SUCCESS);
    const Kernel kernel = make_kernel(program, "answer");
    const Queue queue = make_queue(context);
    const Buffer out = make_buffer(context, sizeof(cl_int));
    set_arguments(kernel, out.get());
    launch(queue, kernel, 1, 1);
    CHECK(read_back<cl_int>(queue, out, 1) == std::vector<cl_int>{answer});
  }
}

TEST_CASE("clBuildProgram: calls the callback when the build has ended") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  Mailbox<cl_program> mailbox;
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, note, &mailbox) == CL_SUCCESS);
  CHECK(mailbox.await(1) == std::vector{program.get()});
  CHECK(build_status(program) == CL_BUILD_SUCCESS);
}

TEST_CASE("clBuildProgram: CL_INVALID_BUILD_OPTIONS if the options are not valid") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  check_build(build(program, {}, "-no-such-option"), CL_INVALID_BUILD_OPTIONS);
}

TEST_CASE("clBuildProgram: the log names an option that is not valid", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const std::pair<const char*, const char*> rows[]{
      {"-no-such-option", "-no-such-option"}, {"-w -cl-std=CL9", "-cl-std=CL9"}, {"-I ''", "-I"}};
  for (const auto& [options, named] : rows) {
    const Program program = make_source_program(context);
    CHECK(build(program, {}, options) == CL_INVALID_BUILD_OPTIONS);
    CHECK(build_status(program) == CL_BUILD_ERROR);
    CHECK_THAT(info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_LOG)),
               Catch::Contains("'" + std::string(named) + "'"));
  }
}

TEST_CASE("clBuildProgram: CL_INVALID_VALUE if device_list and num_devices do not go together") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const cl_device_id id = device();
  check_build(clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  check_build(clBuildProgram(program, 0, &id, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_CASE("clBuildProgram: CL_INVALID_VALUE if pfn_notify is NULL and user_data is not") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  int data = 0;
  check_build(clBuildProgram(program, 0, nullptr, nullptr, nullptr, &data), CL_INVALID_VALUE);
}

TEST_CASE("clBuildProgram: CL_INVALID_DEVICE if a device is not of the program") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  if (other_device() != nullptr) check_build(build(program, {other_device()}), CL_INVALID_DEVICE);
  for (const auto& [what, bad] : bad_handles<cl_device_id>()) {
    INFO("handle: " << what);
    check_build(build(program, {bad}), CL_INVALID_DEVICE);
  }
}

TEST_CASE("clBuildProgram: CL_INVALID_OPERATION if kernels are attached to the program") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  REQUIRE(build(program) == CL_SUCCESS);
  Kernel kernel = make_kernel(program, "nothing");
  CHECK(build(program) == CL_INVALID_OPERATION);
  kernel.reset();
  CHECK(build(program) == CL_SUCCESS);
}

TEST_CASE("clBuildProgram: CL_INVALID_OPERATION for a program of built-in kernels", "[quadcl]") {
  const Context context = make_context();
  const Program program = make_program(context);
  CHECK(build(program) == CL_INVALID_OPERATION);
}

TEST_CASE("clBuildProgram: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) { return build(bad); });
}
