import { sumRunCosts } from '#areas/costs/index.ts';
import { BudgetExceededError } from '#kernel/errors.ts';
import { roundUsd } from '#kernel/money.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';

/**
 * The plan keeps below what the harvest may cost; answers that were lost and asked for again can take it there.
 * @param estimate of the next call; asked only where the harvest has a limit
 * @throws BudgetExceededError
 */
export async function assertAffordable(
  { postgres }: Pick<StepContext, 'postgres'>,
  { order, spentBeforeUsd }: HarvestWork,
  estimate: () => Promise<{ readonly costUsd: number }>,
): Promise<void> {
  const { costUsdMax } = order.confirmation.limits;
  if (costUsdMax === null) return;
  const [allUsd, { costUsd }] = await Promise.all([sumSpent({ postgres }, order.id), estimate()]);
  const spentUsd = roundUsd(allUsd - spentBeforeUsd);
  if (costUsd === 0 || spentUsd + costUsd <= costUsdMax) return;
  const message = `The harvest may cost ${costUsdMax} USD: ${spentUsd} are spent, and the next call costs up to ${costUsd}.`;
  throw new BudgetExceededError('harvest_cost_usd', message, order.id);
}

/** What the run has cost so far, in USD. */
export async function sumSpent({ postgres }: Pick<StepContext, 'postgres'>, runId: string): Promise<number> {
  return (await sumRunCosts(postgres, [runId])).get(runId) ?? 0;
}
