import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { CauseFields } from '#kernel/spending/cause.ts';
import { serpRuns } from '../queues.ts';
import { claimPages } from './claim-pages.ts';
import { PageOrder, SERP_PAGES, toPagesSummary, type PageOutcome, type PagesSummary } from './page-orders.ts';
import { FETCH_TIMEOUT_MS } from './run-check.ts';
import { abandonPages, fetchPages, settlePages, type PageEnd, type PagesRun } from './run-pages.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-pages': WorkflowType<z.input<typeof SerpPagesInput>, PagesSummary>;
  }
}

const PAGES_MAX = 100;

const SerpPagesInput = z.object({
  /** No page twice. */
  pages: z.array(PageOrder).min(1).max(PAGES_MAX),
  /** How often these pages were tried before, by earlier workflows of the same request. */
  tries: z.int().min(0).default(0),
  ...CauseFields,
});

/**
 * The pages of one request, read together. What must be tried again is left to a later workflow of the same
 * type, so that the request has the other pages at once. Pages that other workflows read are waited for last.
 */
export const serpPages = defineWorkflow({
  name: SERP_PAGES,
  label: 'Check',
  summary: 'Reads the pages of a request: budget, fetch, store, append',
  input: SerpPagesInput,
  queue: serpRuns,
  steps: ['budget', 'fetch', 'store', 'append'],
  run: async (ctx, input): Promise<PagesSummary> => {
    const outcomes: (PageOutcome | null)[] = input.pages.map(() => null);
    for (let round = 1; outcomes.includes(null); round += 1) {
      const open = [...input.pages.entries()].filter(([index]) => outcomes[index] === null);
      // From the second round on another workflow has just read them.
      const pages = open.map(([, order]) => ({ ...order, force: order.force && round === 1 }));
      const { settled, held } = await runRound(ctx, { ...input, pages }, round);
      for (const [at, [index]] of open.entries()) outcomes[index] = settled[at] ?? null;
      if (held.size > 0) await ctx.waitForAll([...held]);
    }
    return toPagesSummary(outcomes.filter((outcome) => outcome !== null));
  },
});

/** Reads what no other workflow reads. */
async function runRound(ctx: WorkflowContext, run: PagesRun, round: number) {
  const { pages } = run;
  const claims = await ctx.step('budget', () => claimPages(ctx, ctx.workflowId, pages));
  const mine = pages.filter((_page, at) => claims[at]?.state === 'mine');
  const ends = await fetchOrAbandon(ctx, { ...run, pages: mine });
  const ended = pages.map((order, at) => ({ order, claim: claims[at] ?? { state: 'mine' as const }, end: ends[mine.indexOf(order)] }));
  const settled = await ctx.step('store', () => settlePages(ctx, { ...run, round }, ended));
  // The waiting client may ask for the history next.
  await ctx.step('append', () => ctx.outbox.tryFlush());
  return { settled, held: new Set(claims.flatMap((claim) => (claim.state === 'held' ? [claim.workflowId] : []))) };
}

/** How each page ended. What is no failure of a page, such as a store that is away for long, ends the workflow. */
async function fetchOrAbandon(ctx: WorkflowContext, run: PagesRun): Promise<PageEnd[]> {
  try {
    return await ctx.step('fetch', ({ signal }) => fetchPages(ctx, run, signal), { timeoutMs: FETCH_TIMEOUT_MS });
  } catch (error) {
    await ctx.step('store', () => abandonPages(ctx, run.pages, messageOf(error)));
    throw error;
  }
}
