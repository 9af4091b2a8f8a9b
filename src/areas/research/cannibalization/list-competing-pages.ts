import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { Page } from '#kernel/lists.ts';
import { listProjectWebsites } from '../store/websites.ts';
import { countCompetingKeywords, listCompetingKeywords } from './analytics.ts';
import type { CompetingKeyword, Severity } from './competing.ts';

/** Own websites whose pages are looked at. */
const WEBSITES_MAX = 100;

export interface CompetingInput extends Page {
  readonly projectId: string;
  /** Today and so many days before it, less one. */
  readonly days: number;
  /** The least that is listed. */
  readonly severity: Severity;
}

export interface CompetingResult extends Pick<Project, 'positionScale' | 'pendingScale'> {
  /** The worst first. */
  readonly keywords: readonly CompetingKeyword[];
  readonly total: number;
  /** `YYYY-MM-DD`, the first day that counts. */
  readonly from: string;
}

/**
 * Keywords of a project for which several pages of one of its own websites rank, in turn or at once, by the stored results of
 * its checks.
 * @throws AppError `Project not found`
 */
export async function listCompetingPages(
  ctx: ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>,
  { projectId, days, severity, ...page }: CompetingInput,
): Promise<CompetingResult> {
  const project = await getProject(ctx, projectId);
  const websites = await listProjectWebsites(ctx.postgres, project.id, WEBSITES_MAX);
  const hosts = websites.filter(({ role }) => role === 'primary').map(({ host }) => host);
  const from = addDays(toDay(ctx.clock.now()), 1 - days);
  const { positionScale, pendingScale } = project;
  const question = { scale: positionScale, projectId: project.id, from, hosts, severity };
  const [keywords, total] = await Promise.all([
    listCompetingKeywords(ctx.clickhouse, question, page),
    countCompetingKeywords(ctx.clickhouse, question),
  ]);
  return { positionScale, pendingScale, keywords, total, from };
}
