import { toMicros, toUsd } from '#kernel/money.ts';
import { publishCosts } from './publish-costs.ts';
import { costUsd, toLedgerRows, type FinalCost, type SettleContext } from './settled-spend.ts';
import { addToCounters, type CounterChange } from '../store/counters.ts';
import { addToHours, isTaskBooked, lockLedgerRows, updateLedgerRow, type BookedBefore } from '../store/ledger.ts';
import type { ChargedReservation } from '../store/reservations.ts';

/**
 * Puts right what was settled without the answer, when the answer came after all: the sweeper took
 * the call for lost, and it was only late.
 */
export async function correctSpend(
  { postgres, live }: SettleContext,
  reservation: ChargedReservation,
  settlement: FinalCost,
): Promise<void> {
  const differences = await postgres.transaction(async (tx) => {
    const ids = toLedgerRows({ reservation, settlement }).map(({ id }) => id);
    const before = await lockLedgerRows(tx, ids);
    // A task that was booked for another call meanwhile costs nothing a second time.
    const { taskId } = settlement;
    const isBooked = taskId !== null && (await isTaskBooked(tx, taskId, ids));
    const rows = toLedgerRows({ reservation, settlement: isBooked ? { ...settlement, costUsd: 0, taskId: null } : settlement });
    const corrected = rows.flatMap((row) => {
      const booked = before.get(row.id);
      return booked === undefined ? [] : [{ ...row, booked, difference: row.cost - toMicros(booked.costUsd) }];
    });
    for (const row of corrected) await updateLedgerRow(tx, row);
    const hours = corrected.map(({ booked, difference, ...row }) => ({
      ...row,
      cost: difference,
      requests: row.requestCount - booked.requestCount,
      calls: 0,
      unmade: booked.isMade ? 0 : -1,
    }));
    await addToHours(tx, hours);
    if (corrected.length > 0) await addToCounters(tx, toCorrections(reservation, corrected));
    publishCosts(
      tx,
      live,
      corrected.map((row) => ({ ...row, addedMicros: row.difference })),
    );
    return corrected.map((row) => row.difference);
  });
  // A counter only rises: a price that turned out lower is put right in the ledger alone.
  const more = differences.reduce((sum, difference) => sum + difference, 0);
  if (more > 0) costUsd.add(toUsd(more), { service: reservation.service });
}

/** What a correction changes in the counters. */
function toCorrections(
  { windows }: ChargedReservation,
  corrected: readonly { readonly part: number; readonly difference: number; readonly booked: BookedBefore }[],
): CounterChange[] {
  const requests = corrected.some(({ booked }) => !booked.isMade) ? 1 : 0;
  const total = corrected.reduce((sum, { difference }) => sum + difference, 0);
  const shares = new Map(corrected.map(({ part, difference }) => [part, difference]));
  return windows.map((window) => ({
    ...window,
    reserved: 0,
    spent: window.payerCount === 1 ? total : (shares.get(window.payerIndex) ?? 0),
    requests,
  }));
}
