import { listTrackingProjects, type TrackingProject } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { announceChecks, type Announcing, type EndedCheck } from './announce-checks.ts';
import { toHistoryLine } from './analytics-lines.ts';
import type { SerpCheck } from '../check.ts';
import { toProjectCheck } from './ingest-serp.ts';
import { toPreviousPositions } from './position-change.ts';
import { toStorable } from '../runs/serp-run.ts';
import { toValidityDays } from '../daily-totals/validity-days.ts';
import { insertFailure, type FailedTarget } from './store/failure.ts';
import { ensureRunPartition, findFailure } from '../runs/store/runs.ts';
import { toWatchedTargets } from './watched-targets.ts';

const ERROR_LENGTH_MAX = 500;

/** The provider's name also stands at checks that it did not answer. */
type FailureContext = Pick<AppContext, 'clock'> & { readonly searchData: Pick<AppContext['searchData'], 'provider'> };

export interface FailureInput {
  readonly check: SerpCheck;
  readonly runId: string;
  readonly workflowId: string;
  /** The project that asked; `onlyProjectId` limits whose rows show the failure. */
  readonly projectId: string | undefined;
  readonly onlyProjectId: string | undefined;
  readonly error: string;
  /** The keyword stays due: the next dispatch tries again. */
  readonly isStillDue?: boolean;
}

/**
 * Records a check that did not work: the targets show
 * `failed` and why, their last good position stays. A failure is never "not found". A second call changes nothing.
 */
export async function recordFailure(ctx: FailureContext & Pick<AppContext, 'postgres'> & Announcing, input: FailureInput): Promise<void> {
  await ensureRunPartition(ctx.postgres, ctx.clock.now());
  announceChecks(ctx, [await recordFailureIn(ctx.postgres, ctx, input)]);
}

/**
 * The same inside a transaction; `ensureRunPartition` comes before it.
 * @returns what is to be announced after the commit
 */
export async function recordFailureIn(sql: Sql, { clock, searchData }: FailureContext, input: FailureInput): Promise<EndedCheck> {
  const { check, runId } = input;
  const none = { projectIds: [], runId, isFailed: true };
  if ((await findFailure(sql, runId)) !== undefined) return none;
  const failedAt = clock.now();
  const provider = searchData.provider.name;
  const error = toStorable(input.error.slice(0, ERROR_LENGTH_MAX));
  const projects = await listTrackingProjects(sql, check, input.onlyProjectId);
  await insertFailure(sql, {
    check,
    runId,
    projectId: input.projectId ?? null,
    workflowId: input.workflowId,
    error,
    provider,
    failedAt,
    checkDate: toDay(failedAt),
    recordedAt: new Date(clock.realNow()),
    targets: projects.flatMap((project) => toFailedTargets(project, { ...input, error, provider, failedAt })),
    projects:
      input.isStillDue === true
        ? []
        : projects.map((project) => toProjectCheck(project, { check, run: { depth: check.depth, checkTs: failedAt } })),
  });
  return { ...none, projectIds: projects.map(({ projectId }) => projectId) };
}

function toFailedTargets(
  project: TrackingProject,
  failure: FailureInput & { readonly provider: string; readonly failedAt: Date },
): FailedTarget[] {
  const { check, runId, error, provider, failedAt } = failure;
  return toWatchedTargets(project, check.channel).map((target) => ({
    project_id: project.projectId,
    channel: check.channel,
    domain: target.key,
    asset_id: target.assetId,
    asset_name: target.assetName,
    relationship: target.relationship,
    line: toHistoryLine({
      check,
      projectId: project.projectId,
      channel: check.channel,
      target,
      status: 'failed',
      item: undefined,
      isFeaturedSnippet: false,
      previous: toPreviousPositions(undefined, toDay(failedAt)),
      checkedDepth: 0,
      runId,
      checkTs: failedAt,
      provider,
      costUsd: 0,
      error,
      features: [],
      validityDays: toValidityDays(project.checkInterval),
    }),
  }));
}
