import type { AnswerWriter } from '#providers/search-data/index.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';

/** Writes what was read from an answer in the transaction that books its price, or else in one of its own. */
export function toWriter<Value>(
  postgres: Pick<Postgres, 'transaction'>,
  write: (value: Value, tx: Transaction) => Promise<void>,
): AnswerWriter<Value> {
  return async (_received, value, tx) => {
    if (value === undefined) return;
    await (tx === undefined ? postgres.transaction(async (own) => await write(value, own)) : write(value, tx));
  };
}
