import { z } from 'zod';
import { loadKeywordLabels } from '#areas/classification/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { keywordLabelsQueue } from '../queues.ts';
import { raiseEdits } from '../tracking/store/edits.ts';
import { findUnlabelled, forgetProjectLabels, forgetTextLabels, updateLabels } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'keyword-labels': WorkflowType<z.input<typeof KeywordLabelsInput>, { readonly labelled: number }>;
  }
}

export const KEYWORD_LABELS = 'keyword-labels';

/** Texts of one step: some 20 ms of work, and a question to the store of examples. */
const PER_STEP = 500;

const KeywordLabelsInput = z.object({
  /** Its own websites have changed: the labels of its keywords are read again. */
  project_id: z.string().optional(),
  /** A person said something of these keywords. */
  texts: z.array(z.string()).optional(),
});

/** Reads journey, brands and modifiers out of the words of tracked keywords that have no labels yet. Nothing is spent. */
export const keywordLabels = defineWorkflow({
  name: KEYWORD_LABELS,
  summary: 'Labels tracked keywords: journey, brands, modifiers',
  input: KeywordLabelsInput,
  queue: keywordLabelsQueue,
  run: async (ctx, { project_id: projectId, texts }): Promise<{ readonly labelled: number }> => {
    if (projectId !== undefined) await ctx.step('forgetProject', () => forgetProjectLabels(ctx.postgres, projectId));
    if (texts !== undefined) await ctx.step('forgetTexts', () => forgetTextLabels(ctx.postgres, texts));
    for (let labelled = 0; ;) {
      const count = await ctx.step('label', ({ signal }) => labelSome(ctx, signal));
      if (count === 0) return { labelled };
      labelled += count;
    }
  },
});

async function labelSome(ctx: WorkflowContext, signal: AbortSignal): Promise<number> {
  const found = await findUnlabelled(ctx.postgres, PER_STEP);
  if (found === undefined) return 0;
  const { projectId, texts } = found;
  const { labelKeywords } = await loadKeywordLabels();
  const scope = { source: 'workflow', projectId, runId: ctx.workflowId, workflowType: KEYWORD_LABELS } as const;
  const labels = await labelKeywords(ctx, { projectId, texts, scope, signal });
  const labelled = labels.map((one, at) => ({ ...one, text: texts[at] ?? '' }));
  await ctx.postgres.transaction(async (tx) => {
    await updateLabels(tx, projectId, labelled, ctx.clock.now());
    await raiseEdits(tx, [projectId]);
  });
  return texts.length;
}
