import { getRankingsSummary, listWeighedDays, toShareOfVoice } from '#areas/rankings/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { DAYS_DEFAULT, getCtrCurve } from '../ctr-curve/get-ctr-curve.ts';
import type { ReadContext, Scope } from '../performance/scope.ts';
import { toWeights, type Weights } from './weights.ts';

export interface OwnVoiceInput {
  readonly projectId: string;
  /** Days of the project; 30 until today unless given. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface VoiceDay {
  readonly day: string;
  /** By the fixed curve, as everywhere else; null: no volume is known. */
  readonly fixed: number | null;
  /** By the project's own click curve; null: there is none, or no volume is known. */
  readonly own: number | null;
}

export interface OwnVoice {
  /** The Search Console days that the curve is of. */
  readonly scope: Scope;
  /** Undefined: too few impressions for a curve. */
  readonly weights: Weights | undefined;
  readonly from: string;
  readonly to: string;
  readonly days: readonly VoiceDay[];
}

/**
 * The share of voice of the own sites, weighed by the project's own click curve beside the fixed one. Nothing else takes the own curve.
 * @throws AppError `Project not found`; 400 for more than two years
 */
export async function getOwnVoice(ctx: ReadContext, { projectId, startDate, endDate }: OwnVoiceInput): Promise<OwnVoice> {
  const { positionScale: scale } = await getProject(ctx, projectId);
  const [summary, curve] = await Promise.all([
    getRankingsSummary(ctx, { projectId, channel: 'seo', engine: 'engine_a', startDate, endDate }),
    getCtrCurve(ctx, { projectId, lastDays: DAYS_DEFAULT }),
  ]);
  const { from, to } = summary;
  const weights = toWeights(curve.cells);
  const weighed =
    weights === undefined
      ? []
      : await listWeighedDays(ctx, {
          projectId,
          scale,
          from,
          to,
          weights: weights.byPosition,
          filter: { channel: 'seo', engine: 'engine_a' },
        });
  const ownOf = new Map(weighed.map((day) => [day.day, toShareOfVoice(day)]));
  return {
    scope: curve,
    weights,
    from,
    to,
    days: summary.days.map(({ day, own }) => ({ day, fixed: own === undefined ? null : toShareOfVoice(own), own: ownOf.get(day) ?? null })),
  };
}
