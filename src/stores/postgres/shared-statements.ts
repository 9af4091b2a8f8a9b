import { inBatches } from '#kernel/batching.ts';
import type { Transaction } from './types.ts';

/** So many share a statement at most. */
const SIZE_MAX = 200;

/**
 * Callers that do the same in one transaction at the same time share the statement. What fails, fails for all
 * that shared it: a failed statement ends its transaction.
 */
export function shareStatement<Item>(
  work: (tx: Transaction, items: readonly Item[]) => Promise<unknown>,
): (tx: Transaction, item: Item) => Promise<void> {
  const shared = new WeakMap<Transaction, (item: Item) => Promise<void>>();
  return (tx, item) => {
    const run = async (items: readonly Item[]): Promise<void[]> => {
      await work(tx, items);
      return [];
    };
    const known = shared.get(tx) ?? inBatches(run, SIZE_MAX);
    shared.set(tx, known);
    return known(item);
  };
}
