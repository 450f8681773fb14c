// SPDX-License-Identifier: Apache-2.0
// Prices of European options. The distribution function is a polynomial (Abramowitz and Stegun, 26.2.17).
#define RATE 0.02f
#define VOLATILITY 0.3f

float distribution(float x) {
  const float k = 1 / (1 + 0.2316419f * fabs(x));
  const float tail =
      0.39894228f * exp(-0.5f * x * x) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return x > 0 ? 1 - tail : tail;
}

kernel void price(global const float *stock, global const float *strike, global const float *years,
                  global float *call, global float *put) {
  const size_t i = get_global_id(0);
  const float root = sqrt(years[i]);
  const float d1 =
      (log(stock[i] / strike[i]) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i]) / (VOLATILITY * root);
  const float d2 = d1 - VOLATILITY * root;
  const float discounted = strike[i] * exp(-RATE * years[i]);
  call[i] = stock[i] * distribution(d1) - discounted * distribution(d2);
  put[i] = discounted * (1 - distribution(d2)) - stock[i] * (1 - distribution(d1));
}
