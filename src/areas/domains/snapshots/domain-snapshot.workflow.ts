import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { BudgetExceededError } from '#kernel/errors.ts';
import { SPEND_SOURCES } from '#providers/metering.ts';
import { domainSnapshots } from '../queues.ts';
import { listPayingProjects } from './store/tracked-domains.ts';
import { fillWeeks } from './fill-weeks.ts';
import { takeSnapshot, type SnapshotAsking } from './take-snapshot.ts';

declare module '#context' {
  interface WorkflowTypes {
    'backlink-snapshot': WorkflowType<z.input<typeof SnapshotInput>, SnapshotOutput>;
  }
}

export const BACKLINK_SNAPSHOT = 'backlink-snapshot';
export const BACKLINK_SNAPSHOTS = 'backlink-snapshots';

export const SnapshotInput = z.object({
  domain_id: z.int(),
  domain: z.string().min(1),
  /** Whose caps count. */
  run_id: z.string().min(1),
  source: z.enum(SPEND_SOURCES).default('workflow'),
});
type SnapshotInput = z.infer<typeof SnapshotInput>;

/** What the week of one domain came to. */
export interface SnapshotOutput {
  readonly domain: string;
  readonly inserted: boolean;
  /** The provider knows the domain; null: it was not asked. */
  readonly is_known: boolean | null;
  readonly weeks_filled: number;
  readonly cost_usd: number;
  readonly skipped: boolean;
  readonly reason: 'budget_exceeded' | null;
  readonly message: string | null;
}

/** One domain of a weekly run: its present week, then what is missing of its last year. */
export const domainSnapshot = defineWorkflow({
  name: BACKLINK_SNAPSHOT,
  summary: 'Takes the weekly snapshot of one domain, and fills in the weeks before it that are missing',
  input: SnapshotInput,
  queue: domainSnapshots,
  steps: ['summary', 'history'],
  run: async (ctx, input): Promise<SnapshotOutput> => {
    await ctx.waitUntil(() => ctx.outbox.findRoom());
    const taken = await ctx.step('summary', ({ signal }) => askOrStop(ctx, { input, signal, ask: takeSnapshot }));
    const output = { domain: input.domain, inserted: false, is_known: null, weeks_filled: 0, cost_usd: 0, ...NOT_STOPPED };
    if ('message' in taken) return { ...output, ...taken };
    const week = { ...output, inserted: taken.inserted, is_known: taken.isKnown, cost_usd: taken.costUsd };
    // The provider does not know the domain, so it has no history either.
    if (!taken.isKnown) return week;
    const filled = await ctx.step('history', ({ signal }) => askOrStop(ctx, { input, signal, ask: fillWeeks }));
    if ('message' in filled) return { ...week, ...filled };
    return { ...week, weeks_filled: filled.filled, cost_usd: Number((taken.costUsd + filled.costUsd).toFixed(6)) };
  },
});

const NOT_STOPPED = { skipped: false, reason: null, message: null } as const;

/** A budget had no room. */
interface Stopped {
  readonly skipped: true;
  readonly reason: 'budget_exceeded';
  readonly message: string;
}

interface Asking<Result> {
  readonly input: SnapshotInput;
  readonly signal: AbortSignal;
  readonly ask: (ctx: WorkflowContext, asking: SnapshotAsking) => Promise<Result>;
}

/** Charges the call to the projects that have the domain as a website, or to none. */
async function askOrStop<Result>(ctx: WorkflowContext, { input, signal, ask }: Asking<Result>): Promise<Result | Stopped> {
  const projectIds = await listPayingProjects(ctx.postgres, input.domain_id);
  const scope = {
    source: input.source,
    runId: input.run_id,
    workflowType: BACKLINK_SNAPSHOTS,
    ...(projectIds.length > 0 ? { projectIds } : {}),
  };
  try {
    return await ask(ctx, { domain: { id: input.domain_id, domain: input.domain }, signal, scope });
  } catch (error) {
    if (error instanceof BudgetExceededError) return { skipped: true, reason: 'budget_exceeded', message: error.message };
    throw error;
  }
}
