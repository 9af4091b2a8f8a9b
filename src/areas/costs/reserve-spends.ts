import type { Postgres } from '#stores/postgres/types.ts';
import { readBudgets } from './budget-limits.ts';
import { listProjects, listWindows, type BudgetWindow } from './budgets.ts';
import { addToCounters, lockCounters, type CounterKey } from './store/counters.ts';
import { insertReservations, type ChargedReservation, type Reservation } from './store/reservations.ts';
import { partOf, toMicros } from '#kernel/money.ts';

/** Either the money is set aside, or this budget has no room for the call. */
export type Reserved = { readonly reservation: ChargedReservation } | { readonly exhausted: BudgetWindow };

/** A counter while calls are let through one after the other; amounts in millionths of a dollar. */
interface Tally extends CounterKey {
  used: number;
  requests: number;
  addedReserved: number;
  addedRequests: number;
}

type Asked = Reservation & { readonly windows: readonly BudgetWindow[] };

/** The reservation with the counters it falls into. */
type FindWindows = (reservation: Reservation) => Asked;

/**
 * Sets money aside for calls, each in all the budgets it falls into or in none, in their order. The
 * counters are held while it is decided, so that any number of processes together let through
 * exactly what fits; the limits are read anew each time. Of the projects that share a price, those
 * that have no room are left out, and the others pay.
 */
export async function reserveSpends(postgres: Postgres, reservations: readonly Reservation[]): Promise<Reserved[]> {
  const limits = await readBudgets(postgres);
  const findWindows: FindWindows = (reservation) => ({
    ...reservation,
    windows: listWindows({ ...reservation.scope, service: reservation.service, at: reservation.postedAt }, limits),
  });
  const asked = reservations.map(findWindows);
  return await postgres.transaction(async (tx) => {
    const keys = new Map(asked.flatMap(({ windows }) => windows.map((window) => [toKey(window), window] as const)));
    const counters = await lockCounters(tx, [...keys.values()]);
    const tallies = new Map(
      counters.map(({ reservedUsd, spentUsd, requests, ...key }): [string, Tally] => [
        toKey(key),
        { ...key, requests, used: toMicros(reservedUsd) + toMicros(spentUsd), addedReserved: 0, addedRequests: 0 },
      ]),
    );
    const results = asked.map((ask) => reserve(ask, tallies, findWindows));
    const passed = results.flatMap((result) => ('reservation' in result ? [result.reservation] : []));
    if (passed.length === 0) return results;
    const touched = [...tallies.values()].filter(({ addedRequests }) => addedRequests > 0);
    await addToCounters(
      tx,
      touched.map((tally) => ({ ...tally, reserved: tally.addedReserved, spent: 0, requests: tally.addedRequests })),
    );
    await insertReservations(tx, passed);
    return results;
  });
}

function reserve(ask: Asked, tallies: ReadonlyMap<string, Tally>, findWindows: FindWindows): Reserved {
  const charges = ask.windows.map((window) => ({
    window,
    tally: tallies.get(toKey(window)),
    amount: partOf(toMicros(ask.estimateUsd), window.place, window.places),
  }));
  const exhausted = charges.find(({ window, tally, amount }) => tally === undefined || !hasRoom(window, tally, amount));
  if (exhausted !== undefined) {
    const { window } = exhausted;
    return window.places > 1 ? reserve(findWindows(withoutPayer(ask, window.scope)), tallies, findWindows) : { exhausted: window };
  }
  for (const { tally, amount } of charges) {
    if (tally === undefined) continue;
    tally.used += amount;
    tally.addedReserved += amount;
    tally.requests += 1;
    tally.addedRequests += 1;
  }
  return { reservation: ask };
}

function withoutPayer(reservation: Reservation, projectId: string): Reservation {
  const projectIds = listProjects(reservation.scope).filter((id) => id !== projectId);
  return { ...reservation, scope: { ...reservation.scope, projectIds } };
}

/** A limit of 0 is exhausted at once, also for what costs nothing. */
function hasRoom({ limitUsd, limitRequests }: BudgetWindow, { used, requests }: Tally, amount: number): boolean {
  if (limitUsd !== null && (limitUsd === 0 || used + amount > toMicros(limitUsd))) return false;
  return limitRequests === null || requests < limitRequests;
}

function toKey({ budget, scope, windowStart }: CounterKey): string {
  return JSON.stringify([budget, scope, windowStart.getTime()]);
}
