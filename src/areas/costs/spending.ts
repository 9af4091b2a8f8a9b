import type { Clock } from '#kernel/clock.ts';
import { BudgetExceededError, messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import { PaidCallError, UnsentCallError, type CallCost, type PlannedCall, type SpendScope, type Spending } from '#providers/metering.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { readBudgets } from './budget-limits.ts';
import { describeExhausted, listWindows, type BudgetWindow } from './budgets.ts';
import { addSpent, correctLedgerRow } from './store/ledger.ts';
import {
  insertReservation,
  markLost,
  releaseReservation,
  reserveInWindows,
  settleReservation,
  type Reservation,
  type Settlement,
} from './store/reservations.ts';

export interface SpendingOptions {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface OpenSpend {
  readonly reservation: Reservation;
  readonly windows: readonly BudgetWindow[];
}

/**
 * The money side of outside calls on budgets and a ledger in PostgreSQL (ARCHITECTURE.md,
 * "Spending"). Holds over any number of processes: reserving is one conditional write per counter, all
 * or none.
 */
export function makeSpending({ postgres, clock, logger }: SpendingOptions): Spending {
  const settle = async (spend: OpenSpend, cost: CallCost): Promise<void> => {
    try {
      await bookCost(postgres, spend, cost);
    } catch (error) {
      // The call is made and paid; the reservation stays, and the sweeper settles it from the provider's books.
      logger.error({ error: messageOf(error), tag: spend.reservation.tag }, 'a cost could not be booked');
    }
  };

  const release = async ({ reservation }: OpenSpend): Promise<void> => {
    try {
      await releaseReservation(postgres, reservation.id);
    } catch (error) {
      // The sweeper finds out that there was no call.
      logger.error({ error: messageOf(error), tag: reservation.tag }, 'a reservation could not be given back');
    }
  };

  return {
    spend: async (scope, planned, call) => {
      const spend = await reserve(postgres, scope, { planned, at: clock.now() });
      let paid: Awaited<ReturnType<typeof call>>;
      try {
        paid = await call();
      } catch (error) {
        if (error instanceof UnsentCallError) {
          await release(spend);
          throw error.cause;
        }
        const isPaid = error instanceof PaidCallError;
        await settle(spend, isPaid ? error.cost : { costUsd: 0, success: false });
        throw isPaid ? error.cause : error;
      }
      await settle(spend, paid.cost);
      return paid.value;
    },
  };
}

/** @throws BudgetExceededError when one of the budgets has no room; then none was charged */
async function reserve(postgres: Postgres, scope: SpendScope, { planned, at }: { planned: PlannedCall; at: Date }): Promise<OpenSpend> {
  const windows = listWindows({ ...scope, service: planned.service, at }, await readBudgets(postgres));
  const reservation: Reservation = { ...planned, id: newId('spend_'), scope, postedAt: at };
  await postgres.transaction(async (tx) => {
    const charged = await reserveInWindows(tx, windows, planned.estimateUsd);
    const exhausted = windows.find((window) => !charged.has(window.budget));
    if (exhausted !== undefined) throw new BudgetExceededError(exhausted.budget, describeExhausted(exhausted, planned));
    await insertReservation(tx, reservation, windows);
  });
  return { reservation, windows };
}

async function bookCost(postgres: Postgres, { reservation, windows }: OpenSpend, cost: CallCost): Promise<void> {
  // What was free cannot have become dear by losing its answer.
  const costUsd = cost.costUsd ?? (reservation.estimateUsd === 0 ? 0 : undefined);
  if (costUsd === undefined) return await markLost(postgres, reservation.id);
  const settlement: Settlement = {
    costUsd,
    success: cost.success,
    itemsReturned: cost.itemsReturned ?? null,
    taskId: cost.taskId ?? null,
    isConfirmed: true,
  };
  const costId = toCostId(reservation.id);
  if (await settleReservation(postgres, reservation.id, costId, settlement)) return;
  // The sweeper took the call for lost, and it was only late.
  await postgres.transaction(async (tx) => {
    const difference = await correctLedgerRow(tx, costId, settlement);
    if (difference !== undefined) await addSpent(tx, windows, difference);
  });
}

/** One reservation makes one row of the ledger, whoever settles it. */
export function toCostId(reservationId: string): string {
  return reservationId.replace(/^spend_/u, 'cost_');
}
