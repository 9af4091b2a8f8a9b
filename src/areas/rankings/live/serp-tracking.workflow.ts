import { listTrackedSubjects } from '#areas/keywords/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toDay } from '#kernel/clock.ts';
import { sumUsd } from '#kernel/money.ts';
import { toCause } from '#kernel/spending/cause.ts';
import type { CheckSubject } from '../check.ts';
import { joinSharedRuns, type CheckEnd } from './join-shared-runs.ts';
import { judgeOnDemand } from '../dispatch/judge-on-demand.ts';
import { LIVE_CHECK, toLiveCheckId } from './live-check.ts';
import { planGivenCheck } from './plan-check.ts';
import { failSubjects } from '../failures/fail-subjects.ts';
import { runCheck } from './run-check.ts';
import {
  SerpTrackingInput,
  SUBJECTS_MAX,
  type CheckOutput,
  type SerpTrackingOrder,
  toSpendSource,
  type TrackingSummary,
} from './tracking-input.ts';
import { serpRuns } from '../queues.ts';
import { trackingTrigger } from './tracking-trigger.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-tracking': WorkflowType<SerpTrackingOrder, CheckOutput | TrackingSummary>;
  }
}

const TRACKING = 'serp-tracking';
/** Who asked for checks outside the daily ones; what is newly tracked has nothing to be compared with. */
const ON_DEMAND: ReadonlySet<string> = new Set(['api', 'admin']);

/** Checks tracked keywords, or runs one check for a waiting request. */
export const serpTracking = defineWorkflow({
  name: TRACKING,
  label: 'Check',
  summary: 'Checks search positions: budget, fetch, store, append',
  input: SerpTrackingInput,
  trigger: trackingTrigger,
  queue: serpRuns,
  steps: ['budget', 'fetch', 'store', 'append'],
  run: async (ctx, input): Promise<CheckOutput | TrackingSummary> => {
    const { check } = input;
    if (check === undefined) return await runAll(ctx, input);
    return await runCheck(ctx, {
      plan: (isJoined) => planGivenCheck(ctx, { check, force: input.force && !isJoined }),
      scope: {
        source: toSpendSource(input.source),
        projectId: input.project_id,
        runId: ctx.workflowId,
        workflowType: TRACKING,
        ...toCause(input),
      },
      isOnDemand: true,
      requestedBy: input.requested_by ?? null,
    });
  },
});

/**
 * A tracking run: lists what is tracked, has every page checked once however many projects share
 * it (the id of a check is made from the keyword, engine, channel and day), and sums up.
 */
async function runAll(ctx: WorkflowContext, input: SerpTrackingInput): Promise<TrackingSummary> {
  const { subjects, day, isConfigured } = await ctx.step('budget', () => planRun(ctx, input));
  if (!isConfigured) return await failAll(ctx, input, subjects);
  const common = { project_id: input.project_id, source: input.source, force: input.force, tracking_run_id: ctx.workflowId };
  const ends = await ctx.runAll(
    LIVE_CHECK,
    subjects.map((subject) => ({ id: toLiveCheckId(subject, day), input: { ...common, subject } })),
  );
  const summary = await ctx.step('fetch', async () => toSummary(ends));
  await ctx.step('store', () => joinSharedRuns(ctx, { projectId: input.project_id, subjects, ends }));
  await ctx.step('append', async () => {
    await ctx.outbox.tryFlush();
    const { project_id: projectId, source } = input;
    if (projectId === undefined || !ON_DEMAND.has(source)) return;
    // Its id names the minute: a step that is made again later begins a second one, which finds what it would say said.
    await judgeOnDemand(ctx, {
      workflowId: ctx.workflowId,
      keywordIdsOf: new Map([[projectId, subjects.map(({ keywordId }) => keywordId)]]),
    });
  });
  return summary;
}

/** Without credentials every check would fail: their keywords show it, and no dead letters are made. */
async function failAll(ctx: WorkflowContext, input: SerpTrackingInput, subjects: readonly CheckSubject[]): Promise<TrackingSummary> {
  await ctx.step('store', () => failSubjects(ctx, input.project_id, subjects));
  return { ...toSummary([]), failed: subjects.length, reason: 'credentials_missing' };
}

interface RunPlan {
  readonly subjects: readonly CheckSubject[];
  readonly day: string;
  readonly isConfigured: boolean;
}

/** What to check, and for which day. A run that is forced or started by hand uses its own id instead of a day. */
async function planRun(ctx: WorkflowContext, input: SerpTrackingInput): Promise<RunPlan> {
  const now = ctx.clock.now();
  const isByHand = input.source === 'admin' && input.due_date === undefined;
  const subjects = await listTrackedSubjects(ctx.postgres, {
    projectId: input.project_id,
    keywordIds: input.keyword_ids,
    locationCode: input.location_code,
    limit: SUBJECTS_MAX,
  });
  return {
    subjects,
    isConfigured: ctx.searchData.isConfigured,
    day: input.force || isByHand ? ctx.workflowId : (input.due_date ?? toDay(now)),
  };
}

function toSummary(ends: readonly CheckEnd[]): TrackingSummary {
  const outputs = ends.flatMap(({ output }) => (output !== undefined && 'run_id' in output ? output : []));
  const stopped = outputs.filter((output) => output.reason === 'budget_exceeded').length;
  const sum = (pick: (output: CheckOutput) => number): number => outputs.reduce((total, output) => total + pick(output), 0);
  return {
    checked: sum((output) => output.checked),
    ranked: sum((output) => output.ranked),
    not_found: sum((output) => output.not_found),
    failed: ends.filter(({ status }) => status !== 'completed').length,
    skipped: stopped > 0,
    skipped_checks: sum((output) => (output.skipped ? 1 : 0)),
    reason: stopped > 0 ? 'budget_exceeded' : null,
    cost_usd: sumUsd(outputs.map((output) => output.cost_usd)),
  };
}
