import type { AppContext } from '#context';
import type { Correction } from './correction.ts';
import { countHistory, listHistory, type EntityKey } from './store/corrections.ts';

export interface HistoryOrder extends EntityKey {
  readonly limit: number;
  readonly offset: number;
}

/** What was said of one entity, newest first; nothing of one that was never corrected. */
export async function getCorrectionHistory(
  { postgres }: Pick<AppContext, 'postgres'>,
  { limit, offset, ...key }: HistoryOrder,
): Promise<{ corrections: Correction[]; total: number }> {
  const [corrections, total] = await Promise.all([listHistory(postgres, key, { limit, offset }), countHistory(postgres, key)]);
  return { corrections, total };
}
