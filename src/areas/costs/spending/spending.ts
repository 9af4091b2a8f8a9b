import type { Clock } from '#kernel/clock.ts';
import { BudgetExceededError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { SILENT, type Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import type { ScopedCall, Spending } from '#providers/metering.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeSettlement, type Paid } from './settlement.ts';
import { describeExhausted, type Exhausted } from '../budgets/exhausted.ts';
import { inBatches } from '#kernel/batching.ts';
import { reserveSpends } from './reserve-spends.ts';
import type { ChargedReservation, Reservation } from '../store/reservations.ts';

/** Calls that are reserved in one transaction: few enough to hold the counters briefly. */
const BATCH_MAX = 200;

export interface SpendingOptions {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Receives what is booked as live events; none unless given. */
  readonly live?: Live;
}

/**
 * The money side of outside calls on budgets and a ledger in PostgreSQL (ARCHITECTURE.md,
 * "Spending"). Holds over any number of processes: who decides whether a call fits holds the counters.
 * Calls that come at once are reserved, and settled, together.
 */
export function makeSpending({ postgres, clock, logger, live = SILENT }: SpendingOptions): Spending {
  const reserveOne = inBatches((reservations: readonly Reservation[]) => reserveSpends(postgres, reservations), BATCH_MAX);
  const { pay, release } = makeSettlement({ postgres, logger, live });

  /** @throws BudgetExceededError when one of the budgets has no room; then none is charged */
  const reserve = async (planned: ScopedCall): Promise<ChargedReservation> => {
    const reserved = await reserveOne(toReservation(planned, clock.now()));
    if ('exhausted' in reserved) throw toError(reserved.exhausted, planned.estimateUsd);
    return reserved.reservation;
  };

  return {
    spend: async (scope, planned, call) => {
      const reservation = await reserve({ ...planned, scope });
      return await pay([reservation], async () => {
        const { value, cost, record } = await call();
        return { value, costs: [cost], record };
      });
    },

    spendBatch: async <Value, Planned extends ScopedCall>(
      planned: readonly Planned[],
      call: (made: readonly Planned[]) => Promise<Paid<Value>>,
    ) => {
      const { made, refused, failure } = sort(planned, await Promise.allSettled(planned.map(reserve)));
      const reservations = made.map(({ reservation }) => reservation);
      if (failure !== undefined) {
        await release(reservations);
        throw failure.reason;
      }
      if (made.length === 0) return { value: undefined, refused };
      return { value: await pay(reservations, () => call(made.map((one) => one.planned))), refused };
    },
  };
}

/** Calls that are paid for, calls that no budget had room for, and what kept the others from being asked. */
function sort<Planned>(planned: readonly Planned[], results: readonly PromiseSettledResult<ChargedReservation>[]) {
  const made: { planned: Planned; reservation: ChargedReservation }[] = [];
  const refused: { planned: Planned; error: BudgetExceededError }[] = [];
  let failure: PromiseRejectedResult | undefined;
  for (const [at, one] of planned.entries()) {
    const result = results[at];
    if (result?.status === 'fulfilled') made.push({ planned: one, reservation: result.value });
    else if (result?.reason instanceof BudgetExceededError) refused.push({ planned: one, error: result.reason });
    else failure ??= result;
  }
  return { made, refused, failure };
}

function toReservation({ service, endpoint, estimateUsd, tag, scope }: ScopedCall, postedAt: Date): Reservation {
  return { id: newId('spend_'), service, endpoint, estimateUsd, tag, scope, postedAt };
}

function toError(exhausted: Exhausted, estimateUsd: number): BudgetExceededError {
  const { budget, scope } = exhausted.window;
  return new BudgetExceededError(budget, describeExhausted(exhausted, estimateUsd), scope);
}
