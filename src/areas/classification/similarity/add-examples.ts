import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '#context';
import { toGroups } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { embedItem } from './embed-item.ts';
import type { Example } from './example.ts';

const TABLE = 'similarity_examples';
/** Examples that are embedded before other work may run: one or two milliseconds. */
const PER_TURN = 20;

/** A row for the index. */
interface ExampleRow extends Omit<Example, 'labels'> {
  readonly labels: Readonly<Record<string, string>>;
  readonly vector: readonly number[];
  readonly added_at: string;
}

/** Examples as rows of the index, with their vectors. */
export async function toExampleRows({ clock }: Pick<AppContext, 'clock'>, examples: readonly Example[]): Promise<readonly ExampleRow[]> {
  // Of two rows for one item the newer holds: the date of the observed world may stand still.
  const addedAt = new Date(clock.realNow()).toISOString();
  const rows: ExampleRow[] = [];
  for (const group of toGroups(examples, PER_TURN)) {
    for (const example of group) rows.push({ ...example, vector: toNumbers(embedItem(example.kind, example.item)), added_at: addedAt });
    await setImmediate();
  }
  return rows;
}

/** Puts examples into the index, together with what the transaction writes. They are found once the outbox has shipped them. */
export async function addExamples({ outbox }: Pick<AppContext, 'outbox'>, tx: Sql, rows: readonly ExampleRow[]): Promise<void> {
  if (rows.length > 0) await outbox.append(tx, TABLE, rows);
}

/** Short texts: a third decimal changes no neighbour. */
const DECIMALS = 1e4;

function toNumbers(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * DECIMALS) / DECIMALS);
}
