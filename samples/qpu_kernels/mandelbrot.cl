// SPDX-License-Identifier: Apache-2.0
// How many steps of z = z * z + c stay within a distance of 2, as a shade of grey.
kernel void mandelbrot(global uchar *picture, int width, int most, float left, float top, float step) {
  int x = get_global_id(0), y = get_global_id(1);
  float c_re = left + x * step, c_im = top + y * step;
  float re = 0, im = 0;
  int n = 0;
  while (n < most && re * re + im * im <= 4) {
    float next = re * re - im * im + c_re;
    im = 2 * re * im + c_im;
    re = next;
    n++;
  }
  picture[y * width + x] = n * 255 / most;
}
