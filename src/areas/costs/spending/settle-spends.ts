import type { Live } from '#kernel/live.ts';
import { partOf, toMicros } from '#kernel/money.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { publishCosts } from './publish-costs.ts';
import { costUsd, isMade, toLedgerRows, type RecordedCost, type SettleContext, type SettlingSpend } from './settled-spend.ts';
import { addToCounters, type CounterChange } from '../store/counters.ts';
import { addToHours, insertLedgerRows, type LedgerRow } from '../store/ledger.ts';
import { takeReservations } from '../store/reservations.ts';

/**
 * Ends reservations: their money leaves `reserved` in every counter, the price goes to `spent`, and
 * the ledger gets its rows, all in one transaction. A task of the provider that is booked already
 * costs nothing a second time. What is recorded with a cost is written also when the reservation had been ended.
 * @returns for each whether it was open; false when it had been ended before
 */
export async function settleSpends({ postgres, live }: SettleContext, settlements: readonly RecordedCost[]): Promise<boolean[]> {
  if (settlements.length === 0) return [];
  const byId = new Map(settlements.map((settlement) => [settlement.reservationId, settlement]));
  const { taken, charged } = await postgres.transaction(async (tx) => {
    const reservations = await takeReservations(tx, [...byId.keys()]);
    // Before the counters are locked, which other calls wait for.
    await recordAll(tx, settlements);
    const settlings = reservations.flatMap((reservation): SettlingSpend[] => {
      const settlement = byId.get(reservation.id);
      return settlement === undefined ? [] : [{ reservation, settlement }];
    });
    const booked = await book(tx, live, settlings);
    await addToCounters(
      tx,
      settlings.flatMap((settling) => toChanges(settling, booked)),
    );
    return {
      taken: new Set(reservations.map(({ id }) => id)),
      charged: settlings.filter(({ reservation }) => booked.has(reservation.id)),
    };
  });
  for (const { reservation, settlement } of charged) costUsd.add(settlement.costUsd, { service: reservation.service });
  return settlements.map(({ reservationId }) => taken.has(reservationId));
}

/** All at once, so that records of a kind share their statements. Throws when none runs any more. */
async function recordAll(tx: Transaction, settlements: readonly RecordedCost[]): Promise<void> {
  const ends = await Promise.allSettled(settlements.map(async ({ record }) => await record?.(tx)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Writes the ledger; returns the reservations whose price it took. */
async function book(tx: Transaction, live: Live, settlings: readonly SettlingSpend[]): Promise<ReadonlySet<string>> {
  const calls = settlings.map((settling) => ({ id: settling.reservation.id, rows: toLedgerRows(settling) }));
  const isFirst = ({ part }: LedgerRow): boolean => part === 0;
  const firsts = await insertLedgerRows(tx, calls.flatMap(({ rows }) => rows).filter(isFirst));
  const booked = calls.filter(({ rows }) => rows.some((row) => firsts.has(row.id)));
  const rows = booked.flatMap((call) => call.rows);
  // The further rows of a shared price follow the first, which decides whether the task is new.
  await insertLedgerRows(
    tx,
    rows.filter((row) => !isFirst(row)),
  );
  await addToHours(
    tx,
    rows.map((row) => ({ ...row, requests: row.requestCount, calls: 1, unmade: row.isMade ? 0 : 1 })),
  );
  publishCosts(
    tx,
    live,
    rows.map((row) => ({ ...row, addedMicros: row.cost })),
  );
  return new Set(booked.map(({ id }) => id));
}

function toChanges({ reservation, settlement }: SettlingSpend, booked: ReadonlySet<string>): CounterChange[] {
  const cost = booked.has(reservation.id) ? toMicros(settlement.costUsd) : 0;
  const estimate = toMicros(reservation.estimateUsd);
  return reservation.windows.map((window) => ({
    ...window,
    reserved: -partOf(estimate, window.payerIndex, window.payerCount),
    spent: partOf(cost, window.payerIndex, window.payerCount),
    // A budget in calls gets this one back.
    requests: isMade(settlement) ? 0 : -1,
  }));
}
