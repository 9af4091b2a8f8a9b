import { z } from 'zod';
import { defineArea, type Area } from '#area/index.ts';
import { fetchAppData, readAppData } from '#areas/apps/bought/app-data.ts';
import { defineWorkflow, type WorkflowType } from '#context';
import type { AppDataAnswer, AppDataRequest } from '#providers/search-data/index.ts';
import type { AnswerEnd } from '#purchases/index.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

/** A workflow that asks about app stores, as crawls do. */

declare module '#context' {
  interface WorkflowTypes {
    'test-ask-stores': WorkflowType<{ readonly requests: readonly AppDataRequest[] }, StoresAsked>;
  }
}

export interface StoresAsked {
  readonly ends: readonly AnswerEnd[];
  /** As JSON: moments are texts. */
  readonly answers: readonly (AppDataAnswer | null)[];
}

const askStores = defineWorkflow({
  name: 'test-ask-stores',
  summary: 'Asks about app stores',
  input: z.object({ requests: z.array(z.custom<AppDataRequest>()) }),
  queue: GENERAL_TASKS,
  run: async (ctx, { requests }): Promise<StoresAsked> => {
    const ends = await fetchAppData(ctx, requests, { source: 'workflow', workflowType: 'test-ask-stores', projectIds: [], key: 'all' });
    const answers = await ctx.step('read', async () => (await readAppData(ctx, ends)).map((answer) => answer ?? null));
    return { ends, answers };
  },
});

export const appDataArea: Area = defineArea({
  name: 'test-app-data',
  summary: 'Asks about app stores.',
  workflows: [askStores],
  tables: { relational: [], analytics: [] },
});
