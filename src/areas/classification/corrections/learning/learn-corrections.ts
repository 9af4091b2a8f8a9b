import type { WorkflowContext } from '#context';
import { forgetFreeAnswers } from '../../records/store/forget-answers.ts';
import { KINDS, type Example, type Kind } from '../../similarity/example.ts';
import { addExamples, toExampleRows } from '../../similarity/add-examples.ts';
import { listSaidOf, lockPending, markProcessed } from '../store/corrections.ts';
import { toExamples } from './to-examples.ts';
import { updateSuggestions } from '../patterns/update-suggestions.ts';

/** What is left is taken by the next run. */
const CORRECTIONS_MAX = 2_000;

export interface LearnedCorrections {
  readonly processed: number;
  /** Items that became examples, or whose example changed. */
  readonly addedToIndex: number;
  readonly patternsUpdated: number;
  /** Items by kind. */
  readonly items: Readonly<Record<Kind, readonly string[]>>;
}

/** Makes examples of corrections that wait, and looks again for what corrected items have in common. */
export async function learnCorrections(ctx: Pick<WorkflowContext, 'postgres' | 'outbox' | 'clock'>): Promise<LearnedCorrections> {
  return await ctx.postgres.transaction(async (tx) => {
    const pending = await lockPending(tx, CORRECTIONS_MAX);
    const entities = pending.map(({ entityType, entityId }) => ({ type: entityType, id: entityId }));
    const examples = toExamples(await listSaidOf(tx, entities));
    await addExamples(ctx, tx, await toExampleRows(ctx, examples));
    await markProcessed(
      tx,
      pending.map(({ id }) => id),
      ctx.clock.now(),
    );
    for (const kind of new Set(examples.map((example) => example.kind))) await forgetFreeAnswers(tx, kind, new Date(ctx.clock.realNow()));
    const patternsUpdated = await updateSuggestions(tx, pending);
    return { processed: pending.length, addedToIndex: examples.length, patternsUpdated, items: toItems(examples) };
  });
}

function toItems(examples: readonly Example[]): Record<Kind, string[]> {
  const entries = KINDS.map((kind) => [kind, examples.filter((example) => example.kind === kind).map(({ item }) => item)] as const);
  return Object.fromEntries(entries) as Record<Kind, string[]>;
}
