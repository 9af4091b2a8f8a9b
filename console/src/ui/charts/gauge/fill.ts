export interface GaugeValues {
  readonly spent: number;
  /** For what is under way. */
  readonly reserved: number;
  /** Null: none. */
  readonly limit: number | null;
}

export interface GaugeFill {
  /** Share of the ring, in percent, at most 100. */
  readonly spent: number;
  /** With what is reserved. */
  readonly total: number;
  /** What is shown: not cut at 100. */
  readonly percent: number;
  readonly isNear: boolean;
  readonly isOver: boolean;
}

/** From this share of a budget on it is shown as nearly used up. */
const NEAR_PERCENT = 80;

/** How much of the ring is filled. A limit of 0 is used up at once. */
export function fillGauge({ spent, reserved, limit }: GaugeValues): GaugeFill {
  const toPercent = (value: number): number => {
    if (limit === null) return 0;
    return limit === 0 ? 100 : (100 * value) / limit;
  };
  const percent = toPercent(spent + reserved);
  return {
    spent: Math.min(100, toPercent(spent)),
    total: Math.min(100, percent),
    percent: Math.round(percent),
    isNear: percent >= NEAR_PERCENT,
    isOver: percent >= 100,
  };
}
