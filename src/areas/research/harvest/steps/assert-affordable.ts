import { sumRunCosts } from '#areas/costs/index.ts';
import { BudgetExceededError } from '#kernel/errors.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';

/**
 * The plan keeps below what the harvest may cost; answers that were lost and asked for again can take it there.
 * @param estimate of the next call; asked only where the harvest has a limit
 * @throws BudgetExceededError
 */
export async function assertAffordable(
  { postgres }: Pick<StepContext, 'postgres'>,
  { order, scope }: HarvestWork,
  estimate: () => Promise<{ readonly costUsd: number }>,
): Promise<void> {
  const { costUsdMax } = order.confirmation.limits;
  if (costUsdMax === null) return;
  const [costs, { costUsd }] = await Promise.all([sumRunCosts(postgres, [scope.runId]), estimate()]);
  const spentUsd = costs.get(scope.runId) ?? 0;
  if (costUsd === 0 || spentUsd + costUsd <= costUsdMax) return;
  const message = `The harvest may cost ${costUsdMax} USD: ${spentUsd} are spent, and the next call costs up to ${costUsd}.`;
  throw new BudgetExceededError('harvest_cost_usd', message, order.id);
}
