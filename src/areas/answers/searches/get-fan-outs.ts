import { DEPTH_DEFAULT, estimateTracking, readKeyword } from '#areas/keywords/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import { findStandings, type Standing } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toSpan } from '../rates/get-summary.ts';
import type { SourceQuestion } from '../sources/get-sources.ts';
import { listSearched, type Searched } from './list-searched.ts';

/** What assistants searched for, and where a project ranks for it. */
export interface FanOut extends Searched {
  /** Null: it is not tracked. */
  readonly tracked: Standing | null;
  /** What tracking it would cost in a month, as `POST /api/keywords/track` does it by default; null: it is tracked, or cannot be. */
  readonly monthlyUsd: number | null;
  /** Whether a check can ask for it: a keyword has at most ten words. */
  readonly isTrackable: boolean;
}

export interface FanOutQuestion extends Omit<SourceQuestion, 'groupBy'> {
  readonly isTracked: boolean | undefined;
}

type FanOutContext = ProjectReader &
  Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock' | 'caller' | 'searchData' | 'config'>;

/** What assistants searched for in answers of some weeks, the most often first. @throws AppError `Project not found` */
export async function getFanOuts(
  ctx: FanOutContext,
  { projectId, surfaces, isTracked, ...asked }: FanOutQuestion,
  { limit, offset }: Page,
): Promise<{ readonly fanOuts: readonly FanOut[]; readonly total: number }> {
  const project = await getProject(ctx, projectId);
  const { from, to } = toSpan(asked, ctx.clock.now());
  const searched = await listSearched(ctx, { projectId, from, to, surfaces });
  const standings = await findStandings(ctx, projectId, [...new Set(searched.map(({ text }) => text))]);
  // The first of a text and market: the first engine, and the desktop before phones.
  const byText = new Map(standings.toReversed().map((standing) => [toKey({ ...standing, text: standing.normalizedText }), standing]));
  const all = searched.map((one) => ({ ...one, tracked: byText.get(toKey(one)) ?? null }));
  const chosen = isTracked === undefined ? all : all.filter(({ tracked }) => (tracked !== null) === isTracked);
  const page = chosen.slice(offset, offset + limit).map((one) => ({ ...one, isTrackable: readKeyword(one.query) !== undefined }));
  const prices = await priceMarkets(
    ctx,
    project,
    page.filter(({ tracked, isTrackable }) => tracked === null && isTrackable),
  );
  return {
    fanOuts: page.map((one) => ({
      ...one,
      monthlyUsd: one.tracked === null && one.isTrackable ? (prices.get(toMarket(one)) ?? null) : null,
    })),
    total: chosen.length,
  };
}

/** The price of a keyword of each market, which does not depend on its words. An archived project tracks nothing. */
async function priceMarkets(ctx: FanOutContext, project: Project, open: readonly Searched[]): Promise<ReadonlyMap<string, number>> {
  if (project.status === 'archived') return new Map();
  const prices = new Map<string, number>();
  for (const one of open) {
    const market = toMarket(one);
    if (prices.has(market)) continue;
    const { locationCode, languageCode } = one;
    const entry = { projectId: project.id, keywordText: readKeyword(one.query) ?? one.query, locationCode, languageCode, ...TRACKED_AS };
    prices.set(market, (await estimateTracking(ctx, [entry])).monthlyCostUsd ?? 0);
  }
  return prices;
}

/** As keywords are tracked by default. */
const TRACKED_AS = {
  device: 'desktop',
  engine: 'engine_a',
  channel: 'seo',
  depth: DEPTH_DEFAULT,
  depthStrategy: 'full',
  checkInterval: 'daily',
  targetDomain: null,
} as const;

function toMarket({ locationCode, languageCode }: Pick<Searched, 'locationCode' | 'languageCode'>): string {
  return `${locationCode} ${languageCode}`;
}

function toKey(one: Pick<Searched, 'locationCode' | 'languageCode' | 'text'>): string {
  return `${toMarket(one)} ${one.text}`;
}
