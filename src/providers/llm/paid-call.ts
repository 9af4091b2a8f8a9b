import { messageOf, OutsideError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { wasNeverSent } from '../http-errors.ts';
import { PaidCallError, UnsentCallError, type SpendScope, type Spending } from '../metering.ts';

export interface PaidCall {
  readonly scope: SpendScope;
  readonly service: string;
  /** In the ledger: `chat/classify-domain`. */
  readonly endpoint: string;
  readonly estimateUsd: number;
}

/** What a call gave, and what it cost; `undefined` when the vendor did not say. */
export interface Priced<Value> {
  readonly value: Value;
  readonly costUsd: number | undefined;
  readonly success: boolean;
}

/**
 * Reserves, makes and books one call of a model. Vendors keep no record that could be asked for a lost answer: what
 * may have been charged stays reserved, and the sweeper books the estimate.
 * @param send calls `onSend` when the call leaves
 * @throws BudgetExceededError before the call; else what `send` throws, booked
 */
export async function payForCall<Value>(
  spending: Spending,
  { scope, ...planned }: PaidCall,
  send: (onSend: () => void) => Promise<Priced<Value>>,
): Promise<Value> {
  let isSent = false;
  return await spending.spend(scope, { ...planned, tag: newId('spend_') }, async () => {
    try {
      const { value, costUsd, success } = await send(() => {
        isSent = true;
      });
      return { value, cost: { costUsd, success } };
    } catch (error) {
      if (!isSent) throw new UnsentCallError(error);
      const cause = error instanceof Error ? error : new Error(messageOf(error));
      throw new PaidCallError(cause, { costUsd: mayHaveBeenCharged(error) ? undefined : 0, success: false });
    }
  });
}

/** Refused calls (4xx) and calls without a connection cost nothing. */
function mayHaveBeenCharged(error: unknown): boolean {
  if (!(error instanceof OutsideError)) return true;
  return !wasNeverSent(error) && error.code === undefined;
}
