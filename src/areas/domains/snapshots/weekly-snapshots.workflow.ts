import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { hashId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import type { WorkflowEnd } from '#workflows/define.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { BACKLINK_SNAPSHOT, BACKLINK_SNAPSHOTS, type SnapshotOutput } from './domain-snapshot.workflow.ts';
import { listLacking } from './list-lacking.ts';
import { toWeek } from './weeks.ts';
import { snapshotRuns } from '../queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'backlink-snapshots': WorkflowType<z.input<typeof SnapshotsInput>, WeeklySnapshotsOutput>;
  }
}

const SnapshotsInput = z.object({ source: z.enum(['cron', 'api', 'workflow']).default('workflow') });

/** Failed domains that are named. */
const FAILURES_MAX = 100;

/** How a weekly run ended. */
export interface WeeklySnapshotsOutput {
  readonly year_week: string;
  /** Tracked domains that lacked this week, one of the year before it, or a look at new and lost links in it. */
  readonly domains: number;
  /** Rows of this week that were written. */
  readonly inserted: number;
  /** Domains that the provider does not know. */
  readonly unknown: number;
  /** Rows of the past that were filled in. */
  readonly weeks_filled: number;
  /** Domains whose new and lost links were looked for to the end. */
  readonly looked: number;
  readonly failed: number;
  readonly failures: readonly { readonly domain: string; readonly reason: string }[];
  /** Something was left for a later run. */
  readonly skipped: boolean;
  readonly skipped_domains: number;
  /** `budget_exceeded`, `credentials_missing` or `drain_mode`. */
  readonly reason: string | null;
  readonly message: string | null;
  readonly cost_usd: number;
}

/**
 * The weekly run: for each tracked domain one summary, what is missing of its last year, and a look at the links that
 * came and went since the last one. One run at a time; a domain that lacks nothing is left alone, so that a second run in a
 * week costs nothing and goes on where the first one stopped.
 */
export const weeklySnapshots = defineWorkflow({
  name: BACKLINK_SNAPSHOTS,
  summary: 'Takes the weekly snapshot of every tracked domain that lacks it',
  input: SnapshotsInput,
  queue: snapshotRuns,
  steps: ['plan', 'append', 'judgeLinks'],
  run: async (ctx, { source }): Promise<WeeklySnapshotsOutput> => {
    const plan = await ctx.step('plan', () => planRun(ctx));
    if (!plan.isConfigured) return leaveAll(plan);
    const children = plan.domains.map(({ id, domain }) => ({
      id: hashId(`${BACKLINK_SNAPSHOT}:`, [ctx.workflowId, id]),
      input: { domain_id: id, domain, run_id: ctx.workflowId, source },
    }));
    const ends = await ctx.runAll(BACKLINK_SNAPSHOT, children);
    await ctx.step('append', () => ctx.outbox.tryFlush());
    await ctx.step('judgeLinks', () => ctx.workflows.start('alert-weekly', {}, { id: `alert-weekly:${ctx.workflowId}` }));
    return sumUp(plan, ends);
  },
});

interface RunPlan {
  readonly yearWeek: string;
  readonly domains: readonly KnownDomain[];
  readonly isConfigured: boolean;
}

async function planRun(ctx: WorkflowContext): Promise<RunPlan> {
  const domains = await listLacking(ctx);
  const names = domains.map(({ id, domain }) => ({ id, domain }));
  return { yearWeek: toWeek(ctx.clock.now()), domains: names, isConfigured: ctx.searchData.isConfigured };
}

/** Without credentials every domain would fail alike. */
function leaveAll(plan: RunPlan): WeeklySnapshotsOutput {
  return { ...sumUp(plan, []), skipped: true, skipped_domains: plan.domains.length, reason: 'credentials_missing' };
}

function sumUp({ yearWeek, domains }: RunPlan, ends: readonly WorkflowEnd[]): WeeklySnapshotsOutput {
  const outputs = ends.filter(({ status }) => status === 'completed').map(({ output }) => toOutput(output));
  const failures = ends.flatMap(({ status, error }, at) =>
    status === 'completed' ? [] : [{ domain: domains[at]?.domain ?? '', reason: error ?? 'terminated' }],
  );
  const stopped = outputs.filter(({ skipped }) => skipped);
  return {
    year_week: yearWeek,
    domains: domains.length,
    inserted: outputs.filter(({ inserted }) => inserted).length,
    unknown: outputs.filter((output) => output.is_known === false).length,
    weeks_filled: outputs.reduce((sum, output) => sum + output.weeks_filled, 0),
    looked: outputs.filter(({ looked }) => looked).length,
    failed: failures.length,
    failures: failures.slice(0, FAILURES_MAX),
    skipped: stopped.length > 0,
    skipped_domains: stopped.length,
    reason: stopped[0]?.reason ?? null,
    message: stopped[0]?.message ?? null,
    cost_usd: sumUsd(outputs.map((output) => output.cost_usd)),
  };
}

type Outcome = Omit<SnapshotOutput, 'domain' | 'reason'> & { readonly reason: string | null };

/** In drain mode domains are taken off their queue without anything done. */
function toOutput(output: unknown): Outcome {
  const { drained } = output as { readonly drained?: boolean };
  return drained === true ? DRAINED : (output as SnapshotOutput);
}

const DRAINED: Outcome = {
  inserted: false,
  is_known: null,
  weeks_filled: 0,
  looked: false,
  cost_usd: 0,
  skipped: true,
  reason: 'drain_mode',
  message: null,
};
