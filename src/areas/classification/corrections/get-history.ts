import type { AppContext } from '#context';
import type { Correction } from './correction.ts';
import { correctionsOf, type EntityKey } from './store/corrections.ts';

export interface HistoryOrder extends EntityKey {
  readonly limit: number;
  readonly offset: number;
}

/** What was said of one entity, newest first; nothing of one that was never corrected. */
export async function getCorrectionHistory(
  { postgres }: Pick<AppContext, 'postgres'>,
  { limit, offset, ...key }: HistoryOrder,
): Promise<{ corrections: Correction[]; total: number }> {
  const { rows: corrections, total } = await correctionsOf.read(postgres, key, { limit, offset });
  return { corrections, total };
}
