import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import type { PageFilter } from '../daily-totals/totals.ts';
import type { SiteMoves } from './analytics.ts';
import { listMoves, listSiteMoves, type MovedKeywordDetails } from './list-moves.ts';
import { toWeekAgo, type Move, type MoveCounts, type Since } from './move.ts';

export interface AskedMoves extends PageFilter {
  readonly projectId: string;
  readonly since: 'week' | 'check' | 'day';
  /** With `day`. */
  readonly before?: string | undefined;
  readonly to?: string | undefined;
  readonly withSites: boolean;
  /** So many of each direction at most. */
  readonly limit: number;
}

export interface ProjectMoves {
  readonly project: Project;
  readonly since: Since;
  readonly counts: MoveCounts;
  /** The worst falls first. */
  readonly fell: readonly MovedKeywordDetails[];
  readonly rose: readonly MovedKeywordDetails[];
  readonly sites: readonly SiteMoves[] | undefined;
}

/**
 * How the keywords of a project moved until a day.
 * @throws AppError `Project not found`
 */
export async function getMoves(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock'>,
  asked: AskedMoves,
): Promise<ProjectMoves> {
  const project = await getProject(ctx, asked.projectId);
  const { channel, engine, device, locationCode, limit } = asked;
  const since = toSince(asked, toDay(ctx.clock.now()));
  const input = { projectId: project.id, scale: project.positionScale, since, channel, engine, device, locationCode, perKind: limit };
  const [moves, sites] = await Promise.all([listMoves(ctx, input), asked.withSites ? listSiteMoves(ctx, input) : undefined]);
  const pick = (...kinds: Move[]): MovedKeywordDetails[] =>
    moves.keywords
      .filter(({ move }) => kinds.includes(move))
      .toSorted((one, other) => other.distance - one.distance)
      .slice(0, limit);
  return { project, since, counts: moves.counts, fell: pick('down', 'lost'), rose: pick('up', 'new'), sites };
}

/**
 * How many keywords moved how.
 * @throws AppError `Project not found`
 */
export async function countMoves(
  ctx: ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse'>,
  asked: PageFilter & { readonly projectId: string; readonly since: Since },
): Promise<MoveCounts> {
  const { positionScale: scale } = await getProject(ctx, asked.projectId);
  return (await listMoves(ctx, { ...asked, scale, perKind: 1 })).counts;
}

function toSince({ since, before, to }: AskedMoves, today: string): Since {
  const after = to === undefined || to > today ? today : to;
  if (since === 'week') return toWeekAgo(after);
  return { before: since === 'check' || before === undefined ? null : before < after ? before : after, after };
}
