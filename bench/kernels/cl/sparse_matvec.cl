// SPDX-License-Identifier: Apache-2.0
// y = A x, A in compressed sparse rows; one work-item per row.
kernel void multiply(global const uint *row_starts, global const uint *columns, global const float *values,
                     global const float *x, global float *y) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = row_starts[row]; i < row_starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
