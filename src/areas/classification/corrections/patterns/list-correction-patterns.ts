import type { AppContext } from '#context';
import type { CorrectionPattern } from '../correction.ts';
import { patternList, type PatternFilter } from '../store/patterns.ts';

export interface PatternsOrder extends PatternFilter {
  readonly limit: number;
  readonly offset: number;
}

/** Corrections that were made again and again, the most frequent first. */
export async function listCorrectionPatterns(
  { postgres }: Pick<AppContext, 'postgres'>,
  { limit, offset, ...filter }: PatternsOrder,
): Promise<{ patterns: CorrectionPattern[]; total: number }> {
  const { rows: patterns, total } = await patternList.read(postgres, filter, { limit, offset });
  return { patterns, total };
}
