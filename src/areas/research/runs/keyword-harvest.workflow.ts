import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { CauseFields, toCause, type Cause } from '#kernel/spending/cause.ts';
import { storeEntities } from '../entities/store-entities.ts';
import { groupKeywords } from '../grouping/group-keywords.ts';
import { harvestKeywords } from '../harvest/harvest-keywords.ts';
import { mirrorEntities } from '../mirror/mirror-entities.ts';
import { keywordHarvestQueue } from '../queues.ts';
import { announceRun } from './announce-run.ts';
import { endFailed } from './end-failed.ts';
import type { HarvestRecord, RunRecord } from './run-record.ts';
import { completeRun, findResearchRun } from './store/runs.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-harvest': WorkflowType<z.input<typeof Input>, HarvestEnd>;
  }
}

export const KEYWORD_HARVEST = 'keyword-harvest';

const Input = z.object({ run_id: z.string(), ...CauseFields });

interface HarvestEnd {
  readonly run_id: string;
  readonly status: RunRecord['status'];
  readonly total_keywords?: number;
}

/**
 * Harvests the keywords of a confirmed run: the keywords of the site, ideas for each category, their figures, groups, and
 * what is known of them. A source that fails is an entry in the run's errors; when every source fails, so does the run.
 */
export const keywordHarvest = defineWorkflow({
  name: KEYWORD_HARVEST,
  label: 'Keyword harvest',
  summary: 'harvests, groups and stores the keywords of a research run',
  input: Input,
  queue: keywordHarvestQueue,
  run: async (ctx, { run_id: runId, ...cause }): Promise<HarvestEnd> => {
    const run = await findResearchRun(ctx.postgres, runId);
    if (run?.status !== 'harvesting_keywords') return { run_id: runId, status: run?.status ?? 'failed' };
    try {
      const { total } = await harvest(ctx, run, toCause(cause));
      await announceRun(ctx, runId);
      return { run_id: runId, status: 'complete', total_keywords: total };
    } catch (error) {
      await endFailed(ctx, { runId, from: 'harvesting_keywords', error });
      throw error;
    }
  },
});

async function harvest(ctx: WorkflowContext, run: RunRecord, cause: Cause): Promise<HarvestRecord> {
  const startedAt = await ctx.step('begin', () => Promise.resolve(ctx.clock.now().toISOString()));
  const summary = await harvestKeywords(ctx, run, cause);
  const { clusters } = await ctx.step('group', ({ signal }) => groupKeywords(ctx, run.id, { signal }));
  await ctx.step('storeEntities', async () => {
    const stored = await storeEntities(ctx, run);
    await mirrorEntities(ctx, run.id);
    return stored;
  });
  return await ctx.step('finish', async () => {
    const now = ctx.clock.now();
    const record = { ...summary, clusters, startedAt, completedAt: now.toISOString() };
    await completeRun(ctx.postgres, run.id, { harvest: record, now });
    return record;
  });
}
