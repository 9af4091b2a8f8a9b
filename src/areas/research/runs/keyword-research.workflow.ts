import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { CauseFields, toCause, type Cause } from '#kernel/spending/cause.ts';
import { keywordResearchQueue } from '../queues.ts';
import { readSite } from '../site/read-site.ts';
import { UnreadableSiteError } from '../site/unreadable-site.ts';
import { announceRun } from './announce-run.ts';
import { endFailed } from './end-failed.ts';
import type { Enrichment, ResearchRun } from './research-run.ts';
import type { RunRecord, RunOptions } from './run-record.ts';
import { findResearchRun, keepEnrichment } from './store/runs.ts';
import type { SpendScope } from '#providers/metering.ts';
import { listSitePages } from '../site/store/pages.ts';
import { enrichPages, type EnrichContext } from '../enrichment/enrich-pages.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-research': WorkflowType<z.input<typeof Input>, RunEnd>;
  }
}

export const KEYWORD_RESEARCH = 'keyword-research';

const Input = z.object({ run_id: z.string(), ...CauseFields });

interface RunEnd {
  readonly run_id: string;
  readonly status: RunRecord['status'];
}

/**
 * Finds out what a site is: reads its pages, judges them, and leaves the run waiting for a confirmation. A site that
 * cannot be read fails the run.
 */
export const keywordResearch = defineWorkflow({
  name: KEYWORD_RESEARCH,
  label: 'Research',
  summary: 'reads a site and recommends what to harvest keywords for',
  input: Input,
  queue: keywordResearchQueue,
  steps: ['fetchPages', 'enrich', 'awaitConfirmation'],
  run: async (ctx, { run_id: runId, ...cause }): Promise<RunEnd> => {
    const run = await findResearchRun(ctx.postgres, runId);
    if (run?.status !== 'queued') return { run_id: runId, status: run?.status ?? 'failed' };
    try {
      const enrichment = await findOut(ctx, run, toCause(cause));
      await ctx.step('awaitConfirmation', () => keepEnrichment(ctx.postgres, runId, { enrichment, now: ctx.clock.now() }));
    } catch (error) {
      await endFailed(ctx, { runId, from: 'queued', error });
      // What a site is like is a result of the run; its workflow has done its work.
      if (error instanceof Error && error.name === UnreadableSiteError.name) return { run_id: runId, status: 'failed' };
      throw error;
    }
    await announceRun(ctx, runId);
    return { run_id: runId, status: 'awaiting_category_confirmation' };
  },
});

async function findOut(ctx: WorkflowContext, run: RunRecord, cause: Cause): Promise<Enrichment> {
  const { id: runId, url, projectId } = run;
  const scope = { source: 'workflow', projectId: projectId ?? undefined, runId, workflowType: KEYWORD_RESEARCH, ...cause } as const;
  await ctx.step('fetchPages', async ({ signal, isLastTry }) => {
    await readSite(ctx, { runId, url, scope, signal, isLastTry });
  });
  return await ctx.step('enrich', ({ signal }) => enrichSite(ctx, { run, scope, signal }));
}

interface EnrichSiteOptions {
  readonly run: Pick<ResearchRun, 'id' | 'host' | 'organizationId'> & { readonly options?: RunOptions };
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * Says what the site of a run is, by the pages that `readSite` kept. What is paid for is kept too, so that a repeat asks
 * nothing twice.
 */
async function enrichSite(ctx: EnrichContext, { run, scope, signal }: EnrichSiteOptions): Promise<Enrichment> {
  const { id, host, organizationId, options } = run;
  const pages = await listSitePages(ctx.postgres, id);
  const { locationCode, languageCode } = options ?? {};
  const { enrichment } = await enrichPages(ctx, { pages, host, locationCode, languageCode, organizationId, scope, signal, runId: id });
  return enrichment;
}
