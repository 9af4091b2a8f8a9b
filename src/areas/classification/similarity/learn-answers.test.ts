import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Classification } from '../records/classification.ts';
import { learnAnswers } from './learn-answers.ts';

const answer = (subject: string, source: Classification['source'], confidence: number): Classification => ({
  subject,
  verdicts: [{ dimension: 'intent_type', label: 'commercial', confidence, stage: source, evidence: [] }],
  confidence,
  source,
  depth: 'paid',
  needsReview: false,
  skipReason: undefined,
  version: undefined,
  costUsd: 0,
  classifiedAt: new Date(0),
});

test('sure answers of a language model become examples, and no others', async () => {
  const added: { item: string; origin: string; labels: object; vector: number[] }[] = [];
  const outbox = { append: async (_sql: Sql, _table: string, rows: readonly object[]) => void added.push(...(rows as typeof added)) };
  const ctx = { clock: makeClock(), outbox } as unknown as Parameters<typeof learnAnswers>[0];
  const answers = [
    answer('sure', 'llm', 70),
    answer('unsure', 'llm', 69),
    answer('ruled', 'rules', 99),
    answer('modelled', 'rules_vectorize', 99),
  ];
  await learnAnswers(ctx, {} as Sql, { kind: 'keyword', answers });
  assert.deepEqual(
    added.map(({ item, origin, labels, vector }) => [item, origin, labels, vector.length]),
    [['sure', 'learned', { intent_type: 'commercial' }, 356]],
  );
});
