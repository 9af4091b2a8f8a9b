/**
 * From the chance that a model states to the share that is right: points of a rising curve, joined by straight lines
 * (isotonic regression over groups of equal size).
 */
export type Calibration = readonly { readonly stated: number; readonly right: number }[];

/** A prediction whose truth is known. */
export interface Outcome {
  /** From 0 to 1. */
  readonly stated: number;
  readonly isRight: boolean;
}

const GROUP_SIZE_MIN = 40;
const GROUPS_MAX = 25;
/** A group without errors is no proof of certainty: as if this many had been seen besides, right as often as all. */
const PRIOR_WEIGHT = 2;
const DECIMALS = 1e5;

export function fitCalibration(outcomes: readonly Outcome[]): Calibration {
  if (outcomes.length === 0) return [];
  const sorted = outcomes.toSorted((one, other) => one.stated - other.stated);
  const size = Math.max(GROUP_SIZE_MIN, Math.ceil(sorted.length / GROUPS_MAX));
  const share = sorted.filter(({ isRight }) => isRight).length / sorted.length;
  const groups: Group[] = [];
  for (let from = 0; from < sorted.length; from += size) {
    // What is too little for a group of its own goes with the last one.
    const isLast = sorted.length - from < 1.5 * size;
    groups.push(toGroup(isLast ? sorted.slice(from) : sorted.slice(from, from + size), share));
    if (isLast) break;
  }
  return poolFalling(groups).map(({ count, stated, right }) => ({
    stated: Math.round((stated / count) * DECIMALS) / DECIMALS,
    right: Math.round((right / count) * DECIMALS) / DECIMALS,
  }));
}

/** Between 0 and 1. Without points, what is stated. */
export function calibrate(calibration: Calibration, stated: number): number {
  const at = calibration.findIndex((point) => point.stated >= stated);
  const above = calibration[at];
  const below = at === -1 ? calibration.at(-1) : calibration[at - 1];
  if (above === undefined) return below?.right ?? stated;
  if (below === undefined) return above.right;
  const width = above.stated - below.stated;
  return width === 0 ? above.right : below.right + ((above.right - below.right) * (stated - below.stated)) / width;
}

interface Group {
  readonly count: number;
  /** Sums over the group. */
  readonly stated: number;
  readonly right: number;
}

function toGroup(outcomes: readonly Outcome[], share: number): Group {
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const count = outcomes.length;
  let stated = 0;
  for (const outcome of outcomes) stated += outcome.stated;
  return { count, stated, right: ((right + PRIOR_WEIGHT * share) * count) / (count + PRIOR_WEIGHT) };
}

/** Joins neighbours until the shares rise (pool adjacent violators). */
function poolFalling(groups: readonly Group[]): Group[] {
  const pooled: Group[] = [];
  for (const group of groups) {
    let joined = group;
    for (let last = pooled.at(-1); last !== undefined && last.right / last.count >= joined.right / joined.count; last = pooled.at(-1)) {
      pooled.pop();
      joined = { count: last.count + joined.count, stated: last.stated + joined.stated, right: last.right + joined.right };
    }
    pooled.push(joined);
  }
  return pooled;
}
