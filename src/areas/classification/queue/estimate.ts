import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { LLM_CALL_USD } from '#providers/llm/index.ts';

/** What a classification would cost at most: every item takes a call of the language model. */
export async function estimateClassification(
  { llm }: Pick<AppContext, 'llm'>,
  flags: { readonly skip_llm?: unknown },
  items: number,
): Promise<Estimate> {
  const calls = llm.isConfigured && flags.skip_llm !== true ? items : 0;
  return await Promise.resolve({ calls, costUsd: calls * LLM_CALL_USD });
}
