import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { KINDS } from '../../similarity/example.ts';
import { forgetExamples } from '../../similarity/count-examples.ts';
import { learning } from '../../queues.ts';
import type { BlendResult } from './refit-blend.ts';

declare module '#context' {
  interface WorkflowTypes {
    'classifier-learn': WorkflowType<z.input<typeof LearnInput>, LearnOutput>;
  }
}

const LearnInput = z.object({});

export interface LearnOutput {
  readonly processed: number;
  readonly added_to_index: number;
  readonly patterns_updated: number;
  /** Of each kind that had corrections. */
  readonly blends: readonly BlendResult[];
}

/** Loaded by the first run, with the models. */
async function loadVerbs() {
  const [{ learnCorrections }, { refitBlend }] = await Promise.all([import('./learn-corrections.ts'), import('./refit-blend.ts')]);
  return { learnCorrections, refitBlend };
}

/** One run at a time: each measures what the one before it left. */
export const learn = defineWorkflow({
  name: 'classifier-learn',
  summary: 'Makes examples and suggestions of corrections, and weighs examples again',
  input: LearnInput,
  queue: learning,
  steps: ['index', 'ship'],
  run: async (ctx): Promise<LearnOutput> => {
    const { learnCorrections, refitBlend } = await loadVerbs();
    const { items, processed, addedToIndex, patternsUpdated } = await ctx.step('index', () => learnCorrections(ctx));
    const output = { processed, added_to_index: addedToIndex, patterns_updated: patternsUpdated };
    if (processed === 0) return { ...output, blends: [] };
    await ctx.step('ship', async () => {
      await ctx.outbox.tryFlush();
      forgetExamples(ctx);
    });
    const blends: BlendResult[] = [];
    for (const kind of KINDS) {
      const newItems = items[kind];
      if (newItems.length > 0) blends.push(await ctx.step(`blend-${kind}`, ({ signal }) => refitBlend(ctx, { kind, newItems, signal })));
    }
    return { ...output, blends };
  },
});
