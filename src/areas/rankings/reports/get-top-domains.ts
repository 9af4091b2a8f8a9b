import { findBacklinksCounts, type BacklinksCount } from '#areas/domains/index.ts';
import { getProject, listVisibleProjectIds, type PositionScale, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { countTopDomains, listTopDomains, type TopDomain } from './analytics/top-domains.ts';

/** The longest validity of a good check, in days: that of a monthly keyword. */
const DAYS = 38;

export interface TopDomainsInput {
  /** Only its keywords; all that the caller may see unless given. */
  readonly projectId: string | undefined;
  readonly locationCode: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface TopDomainsResult {
  /** That of the project; the organic one where there is none. */
  readonly positionScale: PositionScale;
  readonly pendingScale: PositionScale | null;
  /** Those with the most keywords first. */
  readonly domains: readonly (TopDomain & { readonly known: BacklinksCount | null })[];
  readonly total: number;
}

/**
 * The sites that stand in the newest result pages which the service has read, of a bound caller's keywords
 * only. Backlinks are known for watched domains, and shown for those that the caller may see.
 * @throws AppError `Project not found`
 */
export async function getTopDomains(
  ctx: ProjectReader & Pick<AppContext, 'clickhouse' | 'clock' | 'config'>,
  { projectId, locationCode, ...page }: TopDomainsInput,
): Promise<TopDomainsResult> {
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  const projectIds = project === undefined ? await listVisibleProjectIds(ctx) : [project.id];
  const { positionScale, pendingScale } = project ?? { positionScale: 'organic' as const, pendingScale: null };
  const question = { scale: positionScale, from: addDays(toDay(ctx.clock.now()), 1 - DAYS), projectIds, locationCode };
  const [domains, total] = await Promise.all([listTopDomains(ctx.clickhouse, question, page), countTopDomains(ctx.clickhouse, question)]);
  const backlinks = await findBacklinksCounts(
    ctx,
    domains.map(({ domain }) => domain),
  );
  return { positionScale, pendingScale, domains: domains.map((row) => ({ ...row, known: backlinks.get(row.domain) ?? null })), total };
}
