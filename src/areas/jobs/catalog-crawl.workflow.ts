import { z } from 'zod';
import { PLATFORMS, type Platform } from '#areas/assets/index.ts';
import { defineWorkflow, type WorkflowType } from '#context';
import { newId } from '#kernel/ids.ts';
import type { JobTypes } from '#area/job-type.ts';
import { startCrawl } from './start-crawl.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'catalog-crawl': WorkflowType<{ readonly platform: Platform }>;
  }
}

/** The catalog crawls: each begins a crawl of a whole store. */
export const makeCatalogCrawl = (types: JobTypes) =>
  defineWorkflow({
    name: 'catalog-crawl',
    summary: 'Begins a crawl of all categories of an app store',
    input: z.object({ platform: z.enum(PLATFORMS) }),
    queue: GENERAL_TASKS,
    steps: ['choose', 'start'],
    run: async (ctx, { platform }): Promise<object> => {
      // Chosen in a step of its own, so that a repeated start begins nothing twice.
      const runId = await ctx.step('choose', async () => newId('run_'));
      await ctx.step('start', () => startCrawl(ctx, types, { platform }, { trigger: 'schedule', runId }));
      return { run_id: runId };
    },
  });
