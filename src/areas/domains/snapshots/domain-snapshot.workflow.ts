import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { sumUsd } from '#kernel/money.ts';
import { SPEND_SOURCES } from '#providers/metering.ts';
import {
  fetchChangedDomains,
  fetchChangeDays,
  fetchChangedLinks,
  hasChanged,
  keepLook,
  type LookAsking,
} from '../links/look-for-changes.ts';
import { recordUnendedLook } from '../links/store/looks.ts';
import { domainSnapshots } from '../queues.ts';
import type { KnownDomain } from '../records/known-domain.ts';
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
  /** The run whose budget counts. */
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
  /** New and lost links were looked for to the end. */
  readonly looked: boolean;
  readonly cost_usd: number;
  readonly skipped: boolean;
  readonly reason: 'budget_exceeded' | null;
  readonly message: string | null;
}

/** One domain of a weekly run: its present week, what is missing of its last year, then which links came and went. */
export const domainSnapshot = defineWorkflow({
  name: BACKLINK_SNAPSHOT,
  label: 'Weekly snapshot',
  summary: 'Takes the weekly snapshot of one domain, fills in missing weeks before it, and looks for new and lost links',
  input: SnapshotInput,
  queue: domainSnapshots,
  steps: ['summary', 'history', 'changes', 'changedLinks', 'changedDomains', 'keepLook', 'recordLook'],
  run: async (ctx, input): Promise<SnapshotOutput> => {
    await ctx.waitUntil(() => ctx.outbox.findRoom());
    try {
      const output = await takeWeek(ctx, input);
      if (output.skipped) await recordLook(ctx, input, { outcome: 'over_budget', message: output.message });
      else if (output.is_known === false) await recordLook(ctx, input, { outcome: 'unknown_domain', message: null });
      return output;
    } catch (error) {
      await recordLook(ctx, input, {
        outcome: 'failed',
        message: error instanceof OutsideError ? error.message : 'The look did not come to an end.',
      });
      throw error;
    }
  },
});

async function takeWeek(ctx: WorkflowContext, input: SnapshotInput): Promise<SnapshotOutput> {
  const taken = await askIn(ctx, input, { step: 'summary', ask: (asking) => takeSnapshot(ctx, asking) });
  const none = { inserted: false, is_known: null, weeks_filled: 0, looked: false, cost_usd: 0 };
  const output = { domain: input.domain, ...none, ...NOT_STOPPED };
  if ('message' in taken) return { ...output, ...taken };
  const week = { ...output, inserted: taken.inserted, is_known: taken.isKnown, cost_usd: taken.costUsd };
  // The provider does not know the domain, so it has no history either.
  if (!taken.isKnown) return week;
  const filled = await askIn(ctx, input, { step: 'history', ask: (asking) => fillWeeks(ctx, asking) });
  if ('message' in filled) return { ...week, ...filled };
  const known = { ...week, weeks_filled: filled.filled, cost_usd: sumUsd([taken.costUsd, filled.costUsd]) };
  const { costUsd, ...look } = await lookAt(ctx, input);
  return { ...known, ...look, cost_usd: sumUsd([known.cost_usd, costUsd]) };
}

/** Counts first; the lists only where something came or went. What was bought before a budget stopped it is asked for again by the next look. */
async function lookAt(ctx: WorkflowContext, input: SnapshotInput): Promise<{ readonly costUsd: number } & Partial<SnapshotOutput>> {
  const seen = await askIn(ctx, input, { step: 'changes', ask: (asking) => fetchChangeDays(ctx, asking) });
  if ('message' in seen) return { costUsd: 0, ...seen };
  if (!seen.isDue) return { costUsd: 0 };
  if (seen.days === null) return { costUsd: seen.costUsd, is_known: false };
  const costs = [seen.costUsd];
  const lists = [
    { step: 'changedLinks', of: 'Backlinks', fetch: fetchChangedLinks },
    { step: 'changedDomains', of: 'ReferringDomains', fetch: fetchChangedDomains },
  ] as const;
  for (const { step, of, fetch } of lists) {
    if (!hasChanged(seen, of)) continue;
    const cost = await askIn(ctx, input, {
      step,
      ask: async (asking) => ({ usd: await fetch(ctx, { ...asking, runId: ctx.workflowId }, seen.from) }),
    });
    if ('message' in cost) return { costUsd: sumUsd(costs), ...cost };
    costs.push(cost.usd);
  }
  const costUsd = sumUsd(costs);
  await ctx.step('keepLook', () => keepLook(ctx, { domain: toDomain(input), seen, costUsd }));
  return { costUsd, looked: true };
}

async function recordLook(
  ctx: WorkflowContext,
  input: SnapshotInput,
  end: { readonly outcome: 'unknown_domain' | 'over_budget' | 'failed'; readonly message: string | null },
): Promise<void> {
  await ctx.step('recordLook', () => recordUnendedLook(ctx.postgres, { domainId: input.domain_id, at: ctx.clock.now(), ...end }));
}

const NOT_STOPPED = { skipped: false, reason: null, message: null } as const;

/** A budget had no room. */
interface Stopped {
  readonly skipped: true;
  readonly reason: 'budget_exceeded';
  readonly message: string;
}

interface Asking<Result> {
  readonly step: string;
  readonly ask: (asking: SnapshotAsking & LookAsking) => Promise<Result>;
}

/** Asks in a step, and charges the call to the projects that have the domain as a website, or to none. */
async function askIn<Result>(ctx: WorkflowContext, input: SnapshotInput, { step, ask }: Asking<Result>): Promise<Result | Stopped> {
  return await ctx.step(step, async ({ signal }) => {
    const projectIds = await listPayingProjects(ctx.postgres, input.domain_id);
    const scope = {
      source: input.source,
      runId: input.run_id,
      workflowType: BACKLINK_SNAPSHOTS,
      ...(projectIds.length > 0 ? { projectIds } : {}),
    };
    try {
      return await ask({ domain: toDomain(input), signal, scope });
    } catch (error) {
      if (error instanceof BudgetExceededError) return { skipped: true, reason: 'budget_exceeded', message: error.message };
      throw error;
    }
  });
}

function toDomain({ domain_id: id, domain }: SnapshotInput): KnownDomain {
  return { id, domain };
}
