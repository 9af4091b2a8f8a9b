import { toRate } from '#kernel/statistics/rates.ts';
import { Z_95 } from '#kernel/statistics/normal.ts';
import { roundUsd } from '#kernel/money.ts';
import type { AnswerSurface, SearchData } from '#providers/search-data/index.ts';

/** What a plan buys: answers, their price, and how exactly they measure. Of each surface. */
export interface PlanEstimate {
  readonly prompts: number;
  readonly answersPerWeek: number;
  readonly answersPerMonth: number;
  readonly monthlyCostUsd: number;
  readonly precision: Precision;
}

export interface Precision {
  /** Answers of one surface in a week. */
  readonly n: number;
  /** Width of the interval of 95 % around a rate of 30 %, in points; null without answers. */
  readonly intervalPoints: number | null;
  /** The change between two weeks that is found in 80 of 100 cases, in points; null without answers. */
  readonly detectsPointsAt80Percent: number | null;
}

/** Mean of rate times its rest over prompts, at a mean of 30 % that spreads as Beta(0.6, 1.4): what answers of one prompt vary by. */
const VARIANCE_WITHIN = 0.14;
/** Standard errors that a change must exceed to be found in 80 of 100 cases. */
const Z_80 = 0.841_621_234;
const MEAN_RATE = 0.3;
const WEEKS_PER_MONTH = 4.348_125;

export interface PlannedAsking {
  readonly prompts: number;
  readonly surfaces: readonly AnswerSurface[];
  readonly samplesPerWeek: number;
}

/** Prices are those of the queue, the most that an answer costs. */
export function estimatePlan(
  searchData: Pick<SearchData, 'estimateAnswerUsd'>,
  { prompts, surfaces, samplesPerWeek }: PlannedAsking,
): PlanEstimate {
  const perSurface = prompts * samplesPerWeek;
  const weeklyUsd = surfaces.reduce((sum, surface) => sum + perSurface * searchData.estimateAnswerUsd(surface), 0);
  return {
    prompts,
    answersPerWeek: perSurface * surfaces.length,
    answersPerMonth: Math.round(perSurface * surfaces.length * WEEKS_PER_MONTH),
    monthlyCostUsd: roundUsd(weeklyUsd * WEEKS_PER_MONTH),
    precision: toPrecision(perSurface),
  };
}

export function toPrecision(n: number): Precision {
  if (n === 0) return { n, intervalPoints: null, detectsPointsAt80Percent: null };
  const { low, high } = toRate(MEAN_RATE * n, n);
  const found = (Z_95 + Z_80) * Math.sqrt((2 * VARIANCE_WITHIN) / n);
  return { n, intervalPoints: toPoints((high ?? 0) - (low ?? 0)), detectsPointsAt80Percent: toPoints(found) };
}

function toPoints(share: number): number {
  return Math.round(share * 1_000) / 10;
}
