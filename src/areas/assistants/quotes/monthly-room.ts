import { ToolRefusal } from '#area/assistant-tool.ts';
import type { RequestContext } from '#context';
import type { AssistantLimits } from '#http/caller.ts';
import { sumMonthlyCosts } from '../store.ts';

/**
 * What a key has bought to run each month fits its limit too: checks by schedule are booked to their project, so the budget of the
 * key does not see them.
 * @param addedUsd what would come to it, in USD a month
 * @throws ToolRefusal 402
 */
export async function requireMonthlyRoom(
  { postgres, caller }: Pick<RequestContext, 'postgres' | 'caller'>,
  { monthlyUsd }: AssistantLimits,
  addedUsd: number,
): Promise<void> {
  const bought = await sumMonthlyCosts(postgres, caller.id);
  if (bought + addedUsd <= monthlyUsd) return;
  throw new ToolRefusal(402, {
    message: `What this key has bought to run each month would come to ${toUsd(bought + addedUsd)} USD, and it may spend ${monthlyUsd} USD in a month.`,
    hint: 'Ask for fewer keywords or a longer interval, or ask the person for a key with a higher limit.',
  });
}

function toUsd(usd: number): number {
  return Number(usd.toFixed(6));
}
