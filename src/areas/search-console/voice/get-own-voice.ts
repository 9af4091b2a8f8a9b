import { getProject, type Project } from '#areas/projects/index.ts';
import { getRankingsSummary, listMetricDays, toShareOfVoice } from '#areas/rankings/index.ts';
import { DAYS_DEFAULT, getCtrCurve } from '../ctr-curve/get-ctr-curve.ts';
import type { ReadContext, Scope } from '../performance/scope.ts';
import { toOwnCurve, type OwnCurve } from './own-curve.ts';

export interface OwnVoiceInput {
  readonly projectId: string;
  /** Days of the project; 30 until today unless given. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface VoiceDay {
  readonly day: string;
  /** As everywhere else, by what the project has chosen; null: no volume is known, in each of the three. */
  readonly shown: number | null;
  readonly fixed: number | null;
  /** By the project's own click curve of now; null: there is none. */
  readonly own: number | null;
}

export interface OwnVoice extends Pick<Project, 'voiceCurve' | 'voiceChangedAt'> {
  /** The Search Console days that the curve is of. */
  readonly scope: Scope;
  readonly own: OwnCurve;
  readonly from: string;
  readonly to: string;
  readonly days: readonly VoiceDay[];
}

/** Results that an own curve is of. */
const FILTER = { channel: 'seo', engine: 'engine_a' } as const;

/**
 * The share of voice of the own sites in Google's organic results: as it is shown, by the fixed curve, and by the project's own click
 * curve as it would be chosen now.
 * @throws AppError `Project not found`; 400 for more than two years
 */
export async function getOwnVoice(ctx: ReadContext, { projectId, startDate, endDate }: OwnVoiceInput): Promise<OwnVoice> {
  const { positionScale: scale, voiceCurve, voiceChangedAt } = await getProject(ctx, projectId);
  const [summary, counted] = await Promise.all([
    getRankingsSummary(ctx, { projectId, ...FILTER, startDate, endDate }),
    getCtrCurve(ctx, { projectId, lastDays: DAYS_DEFAULT }),
  ]);
  const { from, to } = summary;
  const own = toOwnCurve(counted);
  const read = async (curve: Project['voiceCurve']) => {
    const days = await listMetricDays(ctx, { projectId, scale, curve, from, to, tagId: undefined, ...FILTER });
    return new Map(days.map((day) => [day.day, toShareOfVoice(day)]));
  };
  const shown = new Map(summary.days.map(({ day, own: totals }) => [day, totals === undefined ? null : toShareOfVoice(totals)]));
  const fixed = voiceCurve === null ? shown : await read(null);
  const byOwn = own.curve === undefined ? new Map<string, null>() : own.curve.id === voiceCurve?.id ? shown : await read(own.curve);
  const days = summary.days.map(({ day }) => ({
    day,
    shown: shown.get(day) ?? null,
    fixed: fixed.get(day) ?? null,
    own: byOwn.get(day) ?? null,
  }));
  return { scope: counted, voiceCurve, voiceChangedAt, own, from, to, days };
}
