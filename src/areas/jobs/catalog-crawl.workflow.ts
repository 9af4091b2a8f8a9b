import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { defineWorkflow } from '#context';
import { newId } from '#kernel/ids.ts';
import { startCrawl } from './start-crawl.ts';

/** The catalog crawls of specification section 8: each begins a crawl of a whole store. */
export const catalogCrawl = defineWorkflow({
  name: 'catalog-crawl',
  summary: 'Begins a crawl of all categories of an app store',
  input: z.object({ platform: z.enum(PLATFORMS) }),
  queue: 'general-tasks',
  steps: ['choose', 'start'],
  run: async (ctx, { platform }): Promise<object> => {
    // Chosen in a step of its own, so that a repeated start begins nothing twice.
    const runId = await ctx.step('choose', async () => newId('run_'));
    await ctx.step('start', () => startCrawl(ctx, { platform }, { trigger: 'schedule', runId }));
    return { run_id: runId };
  },
});
