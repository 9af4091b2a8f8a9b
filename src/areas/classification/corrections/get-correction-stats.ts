import type { AppContext } from '#context';
import { sumCorrections, type CorrectionSum } from './store/corrections.ts';

/** What people said of classifications, by entity type, dimension and source. */
export async function getCorrectionStats({ postgres }: Pick<AppContext, 'postgres'>): Promise<CorrectionSum[]> {
  return await sumCorrections(postgres);
}
