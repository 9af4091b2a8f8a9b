import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { toUrlItem } from '../pipelines/items.ts';
import type { Classified } from '../pipelines/classified.ts';
import type { ClassifyOptions } from '../pipelines/options.ts';
import { llmReverification } from '../queues.ts';
import type { Kind } from '../records/classification.ts';
import { toStepOptions } from './flags.ts';
import { loadVerbs } from './load-verbs.ts';
import { assertNoFailure, summarize, toPart, type ClassifySummary } from './summary.ts';

declare module '#context' {
  interface WorkflowTypes {
    'llm-reverify': WorkflowType<z.input<typeof LlmReverifyInput>, ClassifySummary>;
  }
}

const LLM_REVERIFY = 'llm-reverify';
const SUBJECTS_MAX = 100;

const LlmReverifyInput = z.object({
  kind: z.enum(['domain', 'url', 'keyword']),
  /** Normalized hosts, addresses or texts. */
  subjects: z.array(z.string()).max(SUBJECTS_MAX),
});
type LlmReverifyInput = z.infer<typeof LlmReverifyInput>;

/** Asks a language model about what cheaper stages were unsure of. What became sure meanwhile is not asked about. */
export const llmReverify = defineWorkflow({
  name: LLM_REVERIFY,
  summary: 'asks a language model again',
  input: LlmReverifyInput,
  queue: llmReverification,
  steps: ['classify'],
  run: async (ctx, { kind, subjects }): Promise<ClassifySummary> => {
    const part = await ctx.step('classify', async ({ signal }) => {
      const options = toStepOptions({ workflowId: ctx.workflowId, type: LLM_REVERIFY }, {}, { askedAt: undefined, signal });
      const items = await VERBS[kind](ctx, subjects, options);
      assertNoFailure(items);
      return toPart(items);
    });
    return summarize([part]);
  },
});

type Verb = (ctx: WorkflowContext, subjects: readonly string[], options: ClassifyOptions) => Promise<readonly Classified[]>;

const VERBS: Readonly<Record<Kind, Verb>> = {
  domain: async (ctx, subjects, options) => {
    const { keepDomains } = await loadVerbs();
    return await keepDomains(
      ctx,
      subjects.map((host) => ({ host })),
      options,
    );
  },
  url: async (ctx, subjects, options) => {
    const { keepUrls } = await loadVerbs();
    const items = subjects.flatMap((address) => toUrlItem(address) ?? []);
    return (await keepUrls(ctx, items, options)).urls;
  },
  keyword: async (ctx, texts, options) => {
    const { keepKeywords } = await loadVerbs();
    return await keepKeywords(ctx, { texts, brands: [] }, options);
  },
};
