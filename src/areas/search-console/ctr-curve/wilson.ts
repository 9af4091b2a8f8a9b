/** Of a normal distribution, for 95 of 100 cases. */
const Z = 1.959964;

/** Where the true share lies in 95 of 100 cases (the interval of Wilson), which is never below 0 or above 1. */
export function toInterval(part: number, whole: number): { readonly low: number; readonly high: number } {
  const share = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const middle = (share + Z ** 2 / (2 * whole)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
