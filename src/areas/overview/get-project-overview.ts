import { createHash } from 'node:crypto';
import { getProjectMonth, type ProjectMonth } from '#areas/costs/index.ts';
import { listLinkSummaries, type LinkSummary } from '#areas/domains/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import {
  getRankingsSummary,
  getTrackedVersion,
  listFeatureMoves,
  listMoves,
  type Channel,
  type FeatureChange,
  type Moves,
  type PageFilter,
  type SummaryDay,
} from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import type { DataVersion } from '#http/endpoint.ts';
import { toDay } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { toPeriods, type AskedPeriod, type Period } from './periods.ts';
import * as checks from './store/checks.ts';

export interface OverviewInput extends AskedPeriod, PageFilter {
  readonly projectId: string;
  readonly channel: Channel;
}

/** A project over a period, and against another one. */
export interface ProjectOverview {
  readonly project: Project;
  readonly period: Period;
  readonly compared: Period | undefined;
  readonly days: readonly SummaryDay[];
  /** Days of the compared period; none without one. */
  readonly comparedDays: readonly SummaryDay[];
  /** The days whose outcomes `moves` compares. */
  readonly movesBetween: { readonly before: string; readonly after: string };
  readonly moves: Moves;
  readonly features: readonly FeatureChange[];
  readonly outcomes: checks.Outcomes;
  readonly failedChecks: readonly checks.FailedCheck[];
  readonly dueDays: readonly checks.DueDay[];
  readonly links: readonly LinkSummary[];
  readonly spend: ProjectMonth;
}

type OverviewContext = ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'config'>;

/**
 * The version of the overview, another one with every minute: what is due in seven days changes with the time.
 * @throws AppError `Project not found`
 */
export async function getOverviewVersion(ctx: OverviewContext, projectId: string): Promise<DataVersion> {
  const { createdAt } = await getProject(ctx, projectId);
  const [{ tag, arriving }, links, spend] = await Promise.all([
    getTrackedVersion(ctx, projectId),
    readLinks(ctx, projectId),
    getProjectMonth(ctx, projectId, createdAt),
  ]);
  const minute = Math.floor(ctx.clock.now().getTime() / MINUTE_MS);
  return {
    tag: createHash('sha256')
      .update(JSON.stringify([tag, links, spend, minute]))
      .digest('base64url')
      .slice(0, 22),
    arriving: { ...arriving, edits: `${arriving.edits} ${minute}` },
  };
}

async function readLinks(ctx: OverviewContext, projectId: string): Promise<LinkSummary[]> {
  return await listLinkSummaries(ctx, await checks.listOwnWebsites(ctx.postgres, projectId));
}

/**
 * What the first page of a project shows. The last day of the period is compared with the last day of the other one, without one
 * with the first day of the period.
 * @throws AppError `Project not found`; 400 on a period that ends before it begins or has more than two years
 */
export async function getProjectOverview(ctx: OverviewContext, input: OverviewInput): Promise<ProjectOverview> {
  const project = await getProject(ctx, input.projectId);
  const now = ctx.clock.now();
  const { projectId, channel, engine, device, locationCode } = input;
  const filter = { channel, engine, device, locationCode };
  const { period, compared } = toPeriods(input, toDay(now));
  const movesBetween = { before: compared?.to ?? period.from, after: period.to };
  const readDays = async ({ from, to }: Period) =>
    (await getRankingsSummary(ctx, { projectId, ...filter, startDate: from, endDate: to })).days;
  const movesInput = { projectId, scale: project.positionScale, ...filter, since: movesBetween };
  const [days, comparedDays, moves, features, outcomes, failedChecks, dueDays, links, spend] = await Promise.all([
    readDays(period),
    compared === undefined ? [] : readDays(compared),
    listMoves(ctx, movesInput),
    listFeatureMoves(ctx, movesInput),
    checks.countOutcomes(ctx.postgres, projectId, filter),
    checks.listFailedChecks(ctx.postgres, project, filter),
    checks.listDueDays(ctx.postgres, projectId, filter, now),
    readLinks(ctx, projectId),
    getProjectMonth(ctx, projectId, project.createdAt),
  ]);
  return { project, period, compared, days, comparedDays, movesBetween, moves, features, outcomes, failedChecks, dueDays, links, spend };
}
