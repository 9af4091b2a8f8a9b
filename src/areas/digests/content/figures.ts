import type { OverviewBody } from '#areas/overview/index.ts';

export const NOT_KNOWN = 'not known';
const PERCENT_DIGITS = 1;

export type Day = OverviewBody['days'][number];

/** The last day of the period and of the one before; undefined where nothing is known of it. */
export function takeEnds({ days, compared_days: before }: OverviewBody): {
  readonly now: Day | undefined;
  readonly before: Day | undefined;
} {
  return { now: known(days.at(-1)), before: known(before.at(-1)) };
}

function known(day: Day | undefined): Day | undefined {
  return day !== undefined && day.keywords > 0 ? day : undefined;
}

/** @example formatPercent(0.1423) // '14.2 %' */
export function formatPercent(share: number | null | undefined): string {
  return share === null || share === undefined ? NOT_KNOWN : `${toPercent(share).toFixed(PERCENT_DIGITS)} %`;
}

export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? NOT_KNOWN : String(value);
}

/** With its sign; undefined when one of the two is not known. */
export function formatChange(now: number | null | undefined, before: number | null | undefined, digits = 0): string | undefined {
  if (now === null || now === undefined || before === null || before === undefined) return undefined;
  return toSigned(Number(now.toFixed(digits)) - Number(before.toFixed(digits)), digits);
}

/** In points, of the figures as they are shown. */
export function formatShareChange(now: number | null | undefined, before: number | null | undefined): string | undefined {
  if (now === null || now === undefined || before === null || before === undefined) return undefined;
  return formatChange(toPercent(now), toPercent(before), PERCENT_DIGITS);
}

function toPercent(share: number): number {
  return share * 100;
}

function toSigned(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? '±0' : text;
}
