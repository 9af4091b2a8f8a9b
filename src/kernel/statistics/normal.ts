/** Standard errors on either side that hold 95 % of a normal distribution. */
export const Z_95 = 1.959_963_985;

/**
 * The chance that a normal variable lies farther from its mean than `z` standard deviations, on either side. Its error is below
 * 2e-7 (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26).
 */
export function toTwoSidedP(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const series = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  return series * Math.exp(-x * x);
}
