import type { Estimate } from '#areas/costs/index.ts';
import type { RawPayload } from '#area/trigger.ts';
import type { AppContext } from '#context';

/** What a classification would cost at most: every item takes a call of the language model. */
export async function estimateClassification(_ctx: AppContext, _flags: RawPayload, _items: number): Promise<Estimate> {
  return await Promise.resolve({ calls: 0, costUsd: 0 });
}
