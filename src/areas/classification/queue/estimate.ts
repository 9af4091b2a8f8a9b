import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { roundUsd } from '#kernel/money.ts';
import { LLM_CALL_USD } from '#providers/llm/index.ts';
import { readPageService } from '../settings.ts';

/**
 * What a classification would cost at most: every item takes a call of the language model, and each page may be an empty
 * shell that the page service reads, where that is on.
 * @param pages that may be read
 */
export async function estimateClassification(
  { llm, searchData, postgres }: Pick<AppContext, 'llm' | 'searchData' | 'postgres'>,
  flags: { readonly skip_llm?: unknown; readonly skip_fetch?: unknown },
  { items, pages = items }: { readonly items: number; readonly pages?: number },
): Promise<Estimate> {
  const calls = llm.isConfigured && flags.skip_llm !== true ? items : 0;
  const way = searchData.isConfigured && flags.skip_fetch !== true && pages > 0 ? await readPageService(postgres) : 'off';
  const shells = way === 'off' ? { calls: 0, costUsd: 0 } : searchData.estimatePages(way, pages);
  return { calls: calls + shells.calls, costUsd: roundUsd(calls * LLM_CALL_USD + shells.costUsd) };
}
