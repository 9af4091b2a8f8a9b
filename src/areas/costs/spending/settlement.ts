import { messageOf } from '#kernel/errors.ts';
import type { Live } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import { PaidCallError, UnsentCallError, type AnswerRecorder, type CallCost } from '#providers/metering.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { inBatches } from '#kernel/batching.ts';
import { releaseSpends } from './release-spends.ts';
import { correctSpend } from './correct-spend.ts';
import { settleSpends } from './settle-spends.ts';
import type { FinalCost, RecordedCost } from './settled-spend.ts';
import { markLost, type ChargedReservation } from '../store/reservations.ts';
import { partOf, toMicros, toUsd } from '#kernel/money.ts';

/** Calls that are settled in one transaction: few enough to hold the counters briefly. */
const BATCH_MAX = 200;
/** Answers that come one after the other are booked and recorded together; they wait for no longer than there are others under way. */
const SPACING_MS = 250;

const LOST: CallCost = { costUsd: undefined, success: false };
const FREE: CallCost = { costUsd: 0, success: false };

/** What a call gave, and what each of the calls in it cost. */
export interface Paid<Value> {
  readonly value: Value;
  readonly costs: readonly CallCost[];
  /** Writes what a single call gave. */
  readonly record?: AnswerRecorder | undefined;
}

export interface Settlement {
  /** Makes a call whose price is reserved, and books its cost, also when it fails. */
  pay<Value>(reservations: readonly ChargedReservation[], call: () => Promise<Paid<Value>>): Promise<Value>;
  /** Releases the reservations of calls that were not made. */
  release(reservations: readonly ChargedReservation[]): Promise<void>;
}

export interface SettlementOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly live: Live;
}

/**
 * Settles reservations around a call. Booking never fails its call, which is made and paid. What
 * could not be booked stays reserved, and the sweeper settles it from the provider's record.
 */
export function makeSettlement({ postgres, logger, live }: SettlementOptions): Settlement {
  const settleAll = (costs: readonly RecordedCost[]): Promise<boolean[]> => settleSpends({ postgres, live }, costs);
  const settle = inBatches(settleAll, BATCH_MAX);
  /** Calls that are made, or wait for their turn. */
  let underWay = 0;
  const settleRecorded = inBatches(settleAll, () => Math.min(BATCH_MAX, underWay), SPACING_MS);

  const attempt = async (reservations: readonly ChargedReservation[], what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logger.error({ error: messageOf(error), tags: reservations.map(({ tag }) => tag) }, what);
    }
  };

  const book = async (reservations: readonly ChargedReservation[], costs: readonly CallCost[]): Promise<void> => {
    const known = reservations.map((reservation, at) => ({ reservation, settlement: toSettlement(reservation, costs[at] ?? LOST) }));
    const lost = known.flatMap(({ reservation, settlement }) => (settlement === undefined ? [reservation] : []));
    const lostIds = lost.map(({ id }) => id);
    await Promise.all([
      lost.length > 0 && attempt(lost, 'calls could not be marked as lost', () => markLost(postgres, lostIds)),
      ...known.map(async ({ reservation, settlement }) => {
        if (settlement === undefined) return;
        await attempt([reservation], 'a cost could not be booked', async () => {
          if (!(await settle(settlement))) await correctSpend({ postgres, live }, reservation, settlement);
        });
      }),
    ]);
  };

  /** @throws what keeps the answer from being recorded */
  const record = async (reservation: ChargedReservation, cost: CallCost, write: AnswerRecorder): Promise<void> => {
    const settlement = toSettlement(reservation, cost);
    try {
      if (settlement === undefined) await postgres.transaction(write);
      else if (await settleRecorded({ ...settlement, record: write })) return;
    } catch (error) {
      await book([reservation], [cost]);
      throw error;
    }
    await book([reservation], [cost]);
  };

  const release = async (reservations: readonly ChargedReservation[]): Promise<void> => {
    const ids = reservations.map(({ id }) => id);
    if (ids.length > 0) await attempt(reservations, 'reservations could not be given back', () => releaseSpends(postgres, ids));
  };

  const pay: Settlement['pay'] = async (reservations, call) => {
    let paid: Awaited<ReturnType<typeof call>>;
    try {
      paid = await call();
    } catch (error) {
      if (error instanceof UnsentCallError) {
        await release(reservations);
        throw error.cause;
      }
      const isPaid = error instanceof PaidCallError;
      await book(reservations, divide(isPaid ? error.cost : FREE, reservations.length));
      throw isPaid ? error.cause : error;
    }
    const [reservation] = reservations;
    if (paid.record === undefined || reservation === undefined) await book(reservations, paid.costs);
    else await record(reservation, paid.costs[0] ?? LOST, paid.record);
    return paid.value;
  };

  return {
    release,
    pay: async (reservations, call) => {
      underWay += 1;
      try {
        return await pay(reservations, call);
      } finally {
        underWay -= 1;
        settleRecorded.look();
      }
    },
  };
}

/** The cost of all calls together, as one for each. */
function divide(cost: CallCost, count: number): CallCost[] {
  if (count === 1) return [cost];
  const { costUsd, success } = cost;
  return Array.from({ length: count }, (_none, index) => ({
    costUsd: costUsd === undefined ? undefined : toUsd(partOf(toMicros(costUsd), index, count)),
    success,
  }));
}

/** `undefined`: the price is not known. */
function toSettlement(
  { id, estimateUsd }: ChargedReservation,
  { costUsd, success, itemsReturned, taskId }: CallCost,
): FinalCost | undefined {
  // What was free cannot have become dear by losing its answer.
  const known = costUsd ?? (estimateUsd === 0 ? 0 : undefined);
  if (known === undefined) return undefined;
  return {
    reservationId: id,
    costUsd: known,
    success,
    itemsReturned: itemsReturned ?? null,
    taskId: taskId ?? null,
    isConfirmed: true,
  };
}
