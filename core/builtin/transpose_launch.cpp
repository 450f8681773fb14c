// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/transpose_launch.h"

#include "core/builtin/builtin_kernel.h"

namespace quadcl {

Result<TransposeLaunch> TransposeLaunch::from(const LaunchRequest& request) {
  QUADCL_CHECK(check_shape(request));
  ArgumentReader reader(request);
  TransposeLaunch launch;
  launch.element_bytes = request.kernel->builtin == BuiltinKernel::transpose_64 ? 8 : 4;
  launch.in = reader.memory();
  launch.out = reader.memory();
  launch.width = reader.value<std::uint32_t>();
  launch.height = reader.value<std::uint32_t>();
  if (request.range.empty()) return launch;
  launch.columns = covered(request.range, 0, launch.width);
  launch.rows = covered(request.range, 1, launch.height);
  if (launch.empty()) return launch;

  const std::string& name = request.kernel->name;
  const std::uint64_t last_row = launch.rows.end - 1;
  const std::uint64_t last_column = launch.columns.end - 1;
  QUADCL_CHECK(
      check_extent(name, {"in", launch.in, launch.width, launch.element_bytes}, last_row, last_column));
  QUADCL_CHECK(
      check_extent(name, {"out", launch.out, launch.height, launch.element_bytes}, last_column, last_row));
  return launch;
}

}  // namespace quadcl
