import type { CurveDevice, CurveRates, VoiceCurve } from '#areas/projects/index.ts';
import { toVoice, VOICE_POSITIONS } from './share-of-voice.ts';

/** Fewer places with a rate are no curve. */
const KNOWN_MIN = 4;
/** One of the first places must have a rate. */
const FIRST_MAX = 3;

/** Whose position a voice is of. */
export interface WeighedPage {
  readonly channel: string;
  readonly engine: string;
  readonly device: string;
}

/** What a place of a page is worth; null: not found, which is 0. */
export type Voice = (page: WeighedPage, position: number | null) => number;

/** What the first places are worth, by the fixed curve. */
export const FIXED_WEIGHTS: readonly number[] = Array.from({ length: VOICE_POSITIONS }, (_none, at) => toVoice(at + 1));

/** The voice of places in a project that weighs by this curve; null: by the fixed one. */
export function makeVoice(curve: VoiceCurve | null): Voice {
  if (curve === null) return (_page, position) => toVoice(position);
  const weights = toDeviceWeights(curve);
  return (page, position) => (position === null ? 0 : (pickWeights(weights, page)[position - 1] ?? 0));
}

/** What each place is worth on each device; a device without a curve of its own has the fixed one. */
export function toDeviceWeights({ rates: { desktop, mobile } }: VoiceCurve): Readonly<Record<CurveDevice, readonly number[]>> {
  const weigh = (rates: CurveRates | null): readonly number[] => (rates === null ? undefined : toWeights(rates)) ?? FIXED_WEIGHTS;
  return { desktop: weigh(desktop), mobile: weigh(mobile) };
}

function pickWeights(weights: ReturnType<typeof toDeviceWeights>, { channel, engine, device }: WeighedPage): readonly number[] {
  if (channel !== 'seo' || engine !== 'engine_a') return FIXED_WEIGHTS;
  return device === 'desktop' || device === 'mobile' ? weights[device] : FIXED_WEIGHTS;
}

/**
 * What part of a page's clicks each place gets, which add up to 1. Between two known places lies the line; above the first and below
 * the last one the fixed curve goes on from there. A place is never worth more than one above it: what a few people did there is chance.
 * @param rates click rates of the first places; null where too few people looked
 * @returns of places 1 to 100; undefined: too few places have a rate, or none of the first three
 */
export function toWeights(rates: CurveRates): readonly number[] | undefined {
  const known = rates.flatMap((rate, at) => (rate === null ? [] : [{ place: at + 1, rate }]));
  const [first] = known;
  if (first === undefined || first.place > FIRST_MAX || known.length < KNOWN_MIN) return undefined;
  const falling: number[] = [];
  for (let place = 1; place <= VOICE_POSITIONS; place += 1) {
    const rate = toRate(known, place);
    falling.push(Math.min(rate, falling.at(-1) ?? rate));
  }
  const total = falling.reduce((sum, rate) => sum + rate, 0);
  return total === 0 ? undefined : falling.map((rate) => rate / total);
}

interface KnownRate {
  readonly place: number;
  readonly rate: number;
}

function toRate(known: readonly KnownRate[], place: number): number {
  const before = known.findLast((one) => one.place <= place);
  const after = known.find((one) => one.place >= place);
  if (before !== undefined && after !== undefined) {
    const part = after.place === before.place ? 0 : (place - before.place) / (after.place - before.place);
    return before.rate + (after.rate - before.rate) * part;
  }
  const nearest = before ?? after;
  return nearest === undefined ? 0 : (nearest.rate * toVoice(place)) / toVoice(nearest.place);
}
