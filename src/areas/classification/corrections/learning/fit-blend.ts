import type { Judgement } from '../../engine/judgement.ts';
import { blendWithNeighbours, logit, SURE, type Blend } from '../../similarity/blend.ts';
import type { Neighbour } from '../../similarity/example.ts';
import type { Subject } from '../../similarity/independent.ts';

/** An item whose labels are known, with what it looks like to the pipeline. */
export interface BlendCase {
  readonly subject: Subject;
  /** Acceptable labels by dimension. */
  readonly truth: Readonly<Record<string, readonly string[]>>;
  /** What rules and models say. */
  readonly judgements: readonly Judgement[];
  /** Corrected items beside it, itself left out, the nearest first. */
  readonly neighbours: readonly Neighbour[];
}

/** How right judgements are. */
export interface Measure {
  readonly labels: number;
  /** Right labels in a hundred. */
  readonly right_pct: number;
  /** Expected calibration error of ten bins, in points. */
  readonly calibration_error: number;
}

export interface FitInput {
  readonly current: Blend;
  /** Corrected items. */
  readonly corrected: readonly BlendCase[];
  /** The fixed set, with neighbours among all corrected items, and among those that were known before. */
  readonly fixed: readonly BlendCase[];
  readonly fixedBefore: readonly BlendCase[];
  /** Shipped examples nearest to corrected items. */
  readonly near: readonly BlendCase[];
}

/** What became of shipped examples beside corrected items. */
export interface NearGuard {
  /** Labels of them that are sure and right without corrections. */
  readonly labels: number;
  /** Those that are wrong with the blend that holds. */
  readonly turned: number;
  /** Choices that were refused since they turn one. */
  readonly refused: number;
}

export interface FittedBlend {
  readonly blend: Blend;
  readonly near: NearGuard;
  readonly before: { readonly fixed: Measure; readonly corrected: Measure };
  readonly after: { readonly fixed: Measure; readonly corrected: Measure };
  /** False: every choice would worsen the fixed set or turn a sure right label beside a correction, and the blend is the one that was there. */
  readonly isBetter: boolean;
}

const WEIGHTS = [5, 8, 3, 1, 0];
const NEAR_FROM = [0.78, 0.82, 0.7, 0.88, 0.94];
const BINS = 10;
/** Fewer outcomes say too little about confidence. */
const OUTCOMES_MIN = 40;

/**
 * Chooses how much neighbours count: the choice that gives most corrected items their label, each judged by the
 * others, among those that leave the fixed set as right as it was and turn no sure right label beside a correction.
 * Then reads confidence from how often that is right.
 */
export function fitBlend({ current, corrected, fixed, fixedBefore, near }: FitInput): FittedBlend {
  const before = { fixed: measure(fixedBefore, current), corrected: measure(corrected, OFF) };
  const grid = WEIGHTS.flatMap((weight) => NEAR_FROM.map((nearFrom) => ({ ...IDENTITY, weight, nearFrom })));
  const sure = near.flatMap(listSureRight);
  let refused = 0;
  const isHarmless = (blend: Blend): boolean => {
    const isTurning = countTurned(sure, blend) > 0;
    if (isTurning) refused += 1;
    return !isTurning && measure(fixed, blend).right_pct >= before.fixed.right_pct;
  };
  const guard = (blend: Blend): NearGuard => ({ labels: sure.length, turned: countTurned(sure, blend), refused });
  const [best] = [current, ...grid]
    .filter(isHarmless)
    .map((blend) => ({ blend, right: measure(corrected, blend).right_pct }))
    .toSorted((one, other) => other.right - one.right);
  if (best === undefined) return { blend: current, near: guard(current), before, after: before, isBetter: false };
  const chosen = fitDistances(best.blend, corrected, isHarmless);
  const calibrated = fitConfidence(chosen, [...corrected, ...fixed]);
  const limit = Math.max(before.fixed.calibration_error, measure(fixed, chosen).calibration_error);
  const blend = measure(fixed, calibrated).calibration_error <= limit ? calibrated : chosen;
  return {
    blend,
    near: guard(blend),
    before,
    after: { fixed: measure(fixed, blend), corrected: measure(corrected, blend) },
    isBetter: true,
  };
}

/** Gives a dimension a distance of its own where more corrected items have their label by it. */
function fitDistances(blend: Blend, corrected: readonly BlendCase[], isHarmless: (blend: Blend) => boolean): Blend {
  if (blend.weight === 0) return blend;
  let [best, right] = [blend, measure(corrected, blend).right_pct];
  for (const dimension of new Set(corrected.flatMap(({ truth }) => Object.keys(truth)))) {
    for (const nearFrom of NEAR_FROM) {
      const tried = { ...best, nearFromOf: { ...best.nearFromOf, [dimension]: nearFrom } };
      const triedRight = measure(corrected, tried).right_pct;
      if (triedRight > right && isHarmless(tried)) [best, right] = [tried, triedRight];
    }
  }
  return best;
}

interface SureRight {
  readonly of: BlendCase;
  readonly dimension: string;
}

/** The labels of an item that end a pipeline, and rightly. */
function listSureRight(of: BlendCase): SureRight[] {
  return of.judgements.flatMap(({ dimension, label, confidence }) =>
    confidence >= SURE && of.truth[dimension]?.includes(label) === true ? [{ of, dimension }] : [],
  );
}

function countTurned(sure: readonly SureRight[], blend: Blend): number {
  return sure.filter(({ of: { subject, truth, judgements, neighbours }, dimension }) => {
    const after = blendWithNeighbours(subject, judgements, neighbours, blend).find((judgement) => judgement.dimension === dimension);
    return after === undefined || truth[dimension]?.includes(after.label) !== true;
  }).length;
}

const IDENTITY = { slope: 1, intercept: 0 };
/** Only examples of the item itself count. */
const OFF: Blend = { ...IDENTITY, weight: 0, nearFrom: 1 };

interface Outcome {
  readonly stated: number;
  readonly isRight: boolean;
  /** Neighbours took part in it. */
  readonly isBlended: boolean;
}

export function measure(cases: readonly BlendCase[], blend: Blend): Measure {
  const outcomes = cases.flatMap((one) => toOutcomes(one, blend));
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const bins = Map.groupBy(outcomes, ({ stated }) => Math.min(BINS - 1, Math.floor(stated * BINS)));
  let error = 0;
  for (const bin of bins.values()) {
    const stated = bin.reduce((sum, outcome) => sum + outcome.stated, 0);
    error += Math.abs(stated - bin.filter(({ isRight }) => isRight).length);
  }
  const labels = outcomes.length;
  return { labels, right_pct: toPct(right, labels), calibration_error: toPct(error, labels) };
}

const toPct = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10);

function toOutcomes({ subject, truth, judgements, neighbours }: BlendCase, blend: Blend): Outcome[] {
  return blendWithNeighbours(subject, judgements, neighbours, blend).flatMap((judgement) => {
    const right = truth[judgement.dimension];
    if (right === undefined) return [];
    const isBlended = !judgements.includes(judgement);
    return [{ stated: judgement.confidence / 100, isRight: right.includes(judgement.label), isBlended }];
  });
}

const STEPS = 200;
const RATE = 0.1;

/** Platt's map of the answers that neighbours took part in, by gradient descent. */
function fitConfidence(blend: Blend, cases: readonly BlendCase[]): Blend {
  const outcomes = cases.flatMap((one) => toOutcomes(one, { ...blend, ...IDENTITY })).filter(({ isBlended }) => isBlended);
  if (outcomes.length < OUTCOMES_MIN) return blend;
  let { slope, intercept } = IDENTITY;
  for (let step = 0; step < STEPS; step += 1) {
    let [bySlope, byIntercept] = [0, 0];
    for (const { stated, isRight } of outcomes) {
      const x = logit(stated);
      const error = 1 / (1 + Math.exp(-(slope * x + intercept))) - (isRight ? 1 : 0);
      bySlope += error * x;
      byIntercept += error;
    }
    slope = Math.max(0, slope - (RATE * bySlope) / outcomes.length);
    intercept -= (RATE * byIntercept) / outcomes.length;
  }
  return { ...blend, slope, intercept };
}
