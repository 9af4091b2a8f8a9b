/** White letters on the colour can be read by people who see badly: 4.5 by WCAG 2.2. */
const CONTRAST_MIN = 4.5;

/** @param color `#rrggbb` */
export function isReadableBehindWhite(color: string): boolean {
  return 1.05 / (toLuminance(color) + 0.05) >= CONTRAST_MIN;
}

/** From 0, black, to 1, white. */
function toLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
