import { UNKNOWN } from '../format.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `12 ms`, `4.3 s`, `1 min 20 s`, `2 h 5 min`, `3 d 4 h` */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${Number((ms / SECOND_MS).toFixed(ms < 10 * SECOND_MS ? 1 : 0))} s`;
  if (ms < HOUR_MS) return join(ms, { ms: MINUTE_MS, name: 'min' }, { ms: SECOND_MS, name: 's' });
  if (ms < DAY_MS) return join(ms, { ms: HOUR_MS, name: 'h' }, { ms: MINUTE_MS, name: 'min' });
  return join(ms, { ms: DAY_MS, name: 'd' }, { ms: HOUR_MS, name: 'h' });
}

interface Unit {
  readonly ms: number;
  readonly name: string;
}

function join(ms: number, large: Unit, small: Unit): string {
  const count = Math.floor(ms / large.ms);
  const rest = Math.floor((ms % large.ms) / small.ms);
  return rest === 0 ? `${count} ${large.name}` : `${count} ${large.name} ${rest} ${small.name}`;
}

/** Distances that people count time in. */
const ROUND_MS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  DAY_MS,
];

/**
 * The round distance between the marks of an axis of time, in milliseconds: `5 min`, not `8 min 20 s`.
 * @param lengthMs of the axis
 * @param marksMax how many of them there may be after the first
 */
export function toRoundStep(lengthMs: number, marksMax: number): number {
  const wanted = lengthMs / marksMax;
  return ROUND_MS.find((step) => step >= wanted) ?? Math.ceil(wanted / DAY_MS) * DAY_MS;
}
