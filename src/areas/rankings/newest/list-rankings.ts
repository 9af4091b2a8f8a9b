import { listWatchedAssets } from '#areas/keywords/index.ts';
import { getProject, type PositionScale, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import type { Postgres } from '#stores/postgres/types.ts';
import { listRankingHistory } from '../history/list-history.ts';
import type { Ranking, RankingFilter, RankingPage } from '../ranking.ts';
import { listOtherResults } from './list-other-results.ts';
import { listNewestRankings } from './store/newest-rankings.ts';

export interface ListRankingsInput extends RankingFilter {
  /** `YYYY-MM-DD`; either one asks for the history. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** The channel or platform belongs to app stores, whose positions are not among these. */
  readonly isForApps: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ListRankingsResult extends Pick<Project, 'positionScale' | 'pendingScale'> {
  readonly rankings: readonly Ranking[];
  readonly total: number;
  readonly hasMore: boolean;
}

type ListContext = ProjectReader & Pick<AppContext, 'clickhouse'> & { readonly postgres: Postgres };

/**
 * The newest outcome per tracked keyword and domain; with dates the history, one record per check date,
 * oldest first; with `OTHER` what else stands in the newest results.
 * @throws AppError `Project not found`
 */
export async function listRankings(ctx: ListContext, input: ListRankingsInput): Promise<ListRankingsResult> {
  const { positionScale, pendingScale } = await getProject(ctx, input.projectId);
  const { rankings, total } = await readPage(ctx, input, positionScale);
  return { positionScale, pendingScale, rankings, total, hasMore: input.offset + rankings.length < total };
}

async function readPage(ctx: ListContext, input: ListRankingsInput, scale: PositionScale): Promise<RankingPage> {
  if (input.isForApps) return { rankings: [], total: 0 };
  if (input.startDate !== undefined || input.endDate !== undefined) return await listHistory(ctx, input, scale);
  if (input.relationship === 'OTHER') return await listOtherResults(ctx, input, input);
  return await listNewestRankings(ctx.postgres, input, input);
}

async function listHistory(ctx: ListContext, input: ListRankingsInput, scale: PositionScale): Promise<RankingPage> {
  const [{ rankings, total }, assets] = await Promise.all([
    listRankingHistory(ctx, { ...input, scale }),
    listWatchedAssets(ctx.postgres, [input.projectId]),
  ]);
  const names = new Map(assets.get(input.projectId)?.map(({ id, name }) => [id, name]));
  return { rankings: rankings.map((ranking) => ({ ...ranking, assetName: names.get(ranking.assetId ?? '') ?? null })), total };
}
