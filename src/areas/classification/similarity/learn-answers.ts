import type { AppContext } from '#context';
import type { Sql } from '#stores/postgres/types.ts';
import { LEARNING_THRESHOLDS } from '../engine/stage.ts';
import type { Classification } from '../records/classification.ts';
import type { Example, Kind } from './example.ts';

/**
 * Makes examples of what a language model was sure of: what was paid for once answers for its like from then on.
 * What rules and models say themselves teaches them nothing.
 */
export async function learnAnswers(
  ctx: Pick<AppContext, 'clock' | 'outbox'>,
  sql: Sql,
  { kind, answers }: { readonly kind: Kind; readonly answers: readonly Classification[] },
): Promise<void> {
  const examples = answers
    .filter(({ source, confidence }) => source === 'llm' && confidence >= LEARNING_THRESHOLDS[kind])
    .map((answer) => toExample(kind, answer));
  if (examples.length === 0) return;
  // Loaded here, because the models come with it.
  const { addExamples, toExampleRows } = await import('./add-examples.ts');
  await addExamples(ctx, sql, await toExampleRows(ctx, examples));
}

function toExample(kind: Kind, { subject, verdicts, confidence }: Classification): Example {
  const labels = Object.fromEntries(verdicts.map(({ dimension, label }) => [dimension, label]));
  return { kind, item: subject, labels, confidence: Math.round(confidence), origin: 'learned' };
}
