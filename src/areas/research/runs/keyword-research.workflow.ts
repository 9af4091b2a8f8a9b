import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { enrichSite } from '../enrichment/enrich-site.ts';
import { keywordResearchQueue } from '../queues.ts';
import { readSite } from '../site/read-site.ts';
import { UnreadableSiteError } from '../site/unreadable-site.ts';
import { announceRun } from './announce-run.ts';
import { endFailed } from './end-failed.ts';
import type { Enrichment } from './research-run.ts';
import type { RunRecord } from './run-record.ts';
import { findResearchRun, keepEnrichment } from './store/runs.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-research': WorkflowType<z.input<typeof Input>, RunEnd>;
  }
}

export const KEYWORD_RESEARCH = 'keyword-research';

const Input = z.object({ run_id: z.string(), api_key_id: z.string().optional() });

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
  run: async (ctx, { run_id: runId, api_key_id: apiKeyId }): Promise<RunEnd> => {
    const run = await findResearchRun(ctx.postgres, runId);
    if (run?.status !== 'queued') return { run_id: runId, status: run?.status ?? 'failed' };
    try {
      const enrichment = await findOut(ctx, run, apiKeyId);
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

async function findOut(ctx: WorkflowContext, run: RunRecord, apiKeyId: string | undefined): Promise<Enrichment> {
  const { id: runId, url, projectId } = run;
  const scope = { source: 'workflow', projectId: projectId ?? undefined, runId, workflowType: KEYWORD_RESEARCH, apiKeyId } as const;
  await ctx.step('fetchPages', async ({ signal, isLastTry }) => {
    await readSite(ctx, { runId, url, scope, signal, isLastTry });
  });
  return await ctx.step('enrich', ({ signal }) => enrichSite(ctx, { run, scope, signal }));
}
