import { countPastKeywords } from '#areas/keywords/index.ts';
import { z } from 'zod';
import { defineWorkflow, type WorkflowType, type AppContext } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { settlePositionScale } from '#areas/projects/index.ts';
import { newId } from '#kernel/ids.ts';
import { updateDailyTotals } from '../daily-totals/update.ts';
import { rematchKeywords } from './rematch-keywords.ts';
import type { RematchOutput } from './start-rematch.ts';

/** The author of the annotation in charts. */
const AUTHOR = 'Sightline';

declare module '#context' {
  interface WorkflowTypes {
    'rankings-rematch': WorkflowType<z.input<typeof RematchWorkflowInput>, RematchOutput>;
  }
}

const RematchWorkflowInput = z.object({
  project_id: z.string().min(1),
  asset_id: z.string().min(1).optional(),
  dry_run: z.boolean().default(false),
});

/** Few enough that a batch of long tracked keywords with many sites stays small. */
const KEYWORDS_PER_STEP = 10;

/** Computes the past of a project again, in steps of a few keywords; the step's name shows the progress. */
export const rankingsRematch = defineWorkflow({
  name: 'rankings-rematch',
  summary: 'Works out the past of a project from every stored result',
  input: RematchWorkflowInput,
  queue: GENERAL_TASKS,
  run: async (ctx, input): Promise<RematchOutput> => {
    const steps = await ctx.step('plan', async () =>
      Math.ceil((await countPastKeywords(ctx.postgres, input.project_id)) / KEYWORDS_PER_STEP),
    );
    const total = { keywords: 0, checks: 0, recomputed: 0 };
    let after = '';
    for (let at = 1; at <= steps; at += 1) {
      const batch = { projectId: input.project_id, assetId: input.asset_id, isDryRun: input.dry_run, after, limit: KEYWORDS_PER_STEP };
      const done = await ctx.step(`rematch ${at} of ${steps}`, () => rematchKeywords(ctx, batch));
      total.keywords += done.keywords;
      total.checks += done.checks;
      total.recomputed += done.recomputed;
      after = done.last;
    }
    if (total.recomputed > 0 && !input.dry_run) await ctx.step('keepDays', () => updateDailyTotals(ctx, input.project_id));
    if (input.asset_id === undefined && !input.dry_run) await ctx.step('settleScale', () => settleScale(ctx, input.project_id));
    return total;
  },
});

/**
 * A project's whole past has both scales of position now: the scale that is wanted takes over, and charts note the
 * day when it is another one. Twice changes nothing.
 */
async function settleScale({ postgres, workflows, live }: Pick<AppContext, 'postgres' | 'workflows' | 'live'>, projectId: string) {
  await postgres.transaction(async (tx) => {
    const scale = await settlePositionScale(tx, projectId);
    if (scale === undefined || scale === 'page') return;
    const note = { annotation_id: newId('ann_'), project_id: projectId, scale, author: AUTHOR };
    await workflows.enqueue(tx, 'position-scale-note', note);
    tx.afterCommit(() => live.publish('project', { project_id: projectId, change: 'rankings' }));
  });
}
