import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { listOwnSites } from './store/sources.ts';

declare module '#context' {
  interface WorkflowTypes {
    'target-pages': WorkflowType<z.input<typeof TargetPagesInput>, { readonly sites: number; readonly pages: number }>;
  }
}

export const TARGET_PAGES = 'target-pages';
const TargetPagesInput = z.object({
  /** One site; left out: all own ones. */
  domain_id: z.int().optional(),
});
const SITES_PER_STEP = 1_000;

/** Says what the pages of own sites are to their owners: after each onboarding, and of all of them every night. */
export const targetPages = defineWorkflow({
  name: TARGET_PAGES,
  summary: 'Names the types of own pages that links lead to or that rank, by rules',
  input: TargetPagesInput,
  queue: GENERAL_TASKS,
  steps: ['listSites', 'judge'],
  run: async (ctx, { domain_id: domainId }) => {
    let [sites, pages, after] = [0, 0, 0];
    for (;;) {
      const from = after;
      const group = await ctx.step('listSites', () => listOwnSites(ctx.postgres, { domainId, after: from, limit: SITES_PER_STEP }));
      for (const site of group)
        pages += await ctx.step('judge', async () => {
          const { judgeOwnPages } = await import('./judge-own-pages.ts');
          return await judgeOwnPages(ctx, site);
        });
      sites += group.length;
      after = group.at(-1)?.id ?? after;
      if (group.length < SITES_PER_STEP) return { sites, pages };
    }
  },
});
