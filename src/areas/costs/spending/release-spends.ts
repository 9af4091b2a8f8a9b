import type { Postgres } from '#stores/postgres/types.ts';
import { addToCounters, toCounterName } from '../store/counters.ts';
import { takeReservations } from '../store/reservations.ts';
import { partOf, toMicros } from '#kernel/money.ts';

/**
 * Takes reservations back completely: their amount and their count leave every counter they were in, and
 * the ledger gets no row.
 */
export async function releaseSpends(postgres: Postgres, reservationIds: readonly string[]): Promise<void> {
  await postgres.transaction(async (tx) => {
    const reservations = await takeReservations(tx, reservationIds);
    const changes = reservations.flatMap(({ estimateUsd, windows }) => {
      const names = windows.map(toCounterName);
      return windows.map((window, at) => ({
        ...window,
        reserved: -partOf(toMicros(estimateUsd), window.payerIndex, window.payerCount),
        spent: 0,
        // A call counts once in a counter, even with several parts of its price in it.
        requests: names.indexOf(toCounterName(window)) === at ? -1 : 0,
      }));
    });
    await addToCounters(tx, changes);
  });
}
