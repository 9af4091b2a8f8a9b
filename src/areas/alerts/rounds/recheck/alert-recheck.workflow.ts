import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { alertRechecks } from '../queues.ts';
import { findCandidates, settleRecheck, type CheckedAgain } from './recheck.ts';

declare module '#context' {
  interface WorkflowTypes {
    'alert-recheck': WorkflowType<z.input<typeof RecheckInput>, RecheckOutput>;
  }
}

const RecheckInput = z.object({ round_id: z.string(), rule_id: z.string() });

export interface RecheckOutput {
  /** Result pages that were read again. */
  readonly checked: number;
  readonly cost_usd: number;
  /** Alerts that were opened. */
  readonly opened: number;
}

/** What a rule found is read once more, live and at once; only what agrees is said. Each check reserves its price from the project's budgets. */
export const alertRecheck = defineWorkflow({
  name: 'alert-recheck',
  summary: 'Checks once more what a rule found in a round, and says what agrees',
  input: RecheckInput,
  queue: alertRechecks,
  steps: ['findCandidates', 'settle'],
  run: async (ctx, { round_id: roundId, rule_id: ruleId }): Promise<RecheckOutput> => {
    const found = await ctx.step('findCandidates', () => findCandidates(ctx, { roundId, ruleId }));
    if (found === null) return { checked: 0, cost_usd: 0, opened: 0 };
    const { projectId, checks } = found;
    const ends = await ctx.runAll(
      'serp-check',
      checks.map(({ subject }, at) => ({
        id: `${ctx.workflowId}-${at}`,
        input: { subject, project_id: projectId, source: 'api', force: true, tracking_run_id: ctx.workflowId },
      })),
    );
    const again = ends.map(({ status, output }, at): CheckedAgain => {
      const costUsd = status === 'completed' ? toCost(output) : undefined;
      return { key: checks[at]?.key ?? '', isGood: costUsd !== undefined, costUsd: costUsd ?? 0 };
    });
    const opened = await ctx.step('settle', () => settleRecheck(ctx, { roundId, ruleId, again }));
    const good = again.filter(({ isGood }) => isGood);
    return { checked: good.length, cost_usd: sumUsd(good.map(({ costUsd }) => costUsd)), opened };
  },
});

/** What a check has cost; undefined: none was made, as where no budget had room. */
function toCost(output: unknown): number | undefined {
  const parsed = z.object({ run_id: z.string(), cost_usd: z.number() }).safeParse(output);
  return parsed.success ? parsed.data.cost_usd : undefined;
}
