import type { Postgres } from '#stores/postgres/types.ts';
import { readBudgets } from '../budgets/budget-limits.ts';
import { listWindows, type BudgetWindow } from '../budgets/budgets.ts';
import type { Exhausted } from '../budgets/exhausted.ts';
import { addToCounters, lockCounters, toCounterName, type CounterKey } from '../store/counters.ts';
import { getPayers, listPayingProjectIds } from '../store/payers.ts';
import { insertReservations, type ChargedReservation, type Reservation } from '../store/reservations.ts';
import { partOf, toMicros, toUsd } from '#kernel/money.ts';

/** Either the money is set aside, or this budget has no room for the call. */
export type Reserved = { readonly reservation: ChargedReservation } | { readonly exhausted: Exhausted };

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
 * exactly what fits; the limits are read each time. Of the projects that share a price, those
 * that have no room are left out, and the others pay.
 */
export async function reserveSpends(postgres: Postgres, reservations: readonly Reservation[]): Promise<Reserved[]> {
  const scopes = reservations.map(({ scope }) => scope);
  const [limits, payers] = await Promise.all([readBudgets(postgres), getPayers(postgres, scopes)]);
  const findWindows: FindWindows = (reservation) => ({
    ...reservation,
    personId: payers.members.get(reservation.scope.memberId ?? '')?.userId,
    windows: listWindows({ ...reservation.scope, service: reservation.service, at: reservation.postedAt, payers }, limits),
  });
  const asked = reservations.map(findWindows);
  return await postgres.transaction(async (tx) => {
    const keys = new Map(asked.flatMap(({ windows }) => windows.map((window) => [toCounterName(window), window] as const)));
    const counters = await lockCounters(tx, [...keys.values()]);
    const tallies = new Map(
      counters.map(({ reservedUsd, spentUsd, requests, ...key }): [string, Tally] => [
        toCounterName(key),
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
  const charges = toCharges(ask);
  const exhausted = charges.find(({ window, amount }) => {
    const tally = tallies.get(toCounterName(window));
    return tally === undefined || !hasRoom(window, tally, amount);
  });
  if (exhausted !== undefined) {
    const rest = withoutPayers(ask, exhausted);
    return rest === undefined ? { exhausted: toExhausted(exhausted.window, tallies) } : reserve(findWindows(rest), tallies, findWindows);
  }
  for (const { window, amount } of charges) {
    const tally = tallies.get(toCounterName(window));
    if (tally === undefined) continue;
    tally.used += amount;
    tally.addedReserved += amount;
    tally.requests += 1;
    tally.addedRequests += 1;
  }
  return { reservation: ask };
}

/** What a call takes from one counter, in millionths of a dollar: projects of one organization have a part each. */
interface Charge {
  readonly window: BudgetWindow;
  readonly amount: number;
  /** Which of the projects that share the price. */
  readonly payerIndexes: readonly number[];
}

function toCharges({ estimateUsd, windows }: Asked): Charge[] {
  const charges = new Map<string, Charge>();
  for (const window of windows) {
    const before = charges.get(toCounterName(window)) ?? { window, amount: 0, payerIndexes: [] };
    const amount = before.amount + partOf(toMicros(estimateUsd), window.payerIndex, window.payerCount);
    charges.set(toCounterName(window), { ...before, amount, payerIndexes: [...before.payerIndexes, window.payerIndex] });
  }
  return [...charges.values()];
}

/** The call at the price of the projects that are left; `undefined`: none is. */
function withoutPayers(ask: Asked, { window, payerIndexes }: Charge): Reservation | undefined {
  if (payerIndexes.length === window.payerCount) return undefined;
  const projectIds = listPayingProjectIds(ask.scope).filter((_id, index) => !payerIndexes.includes(index));
  return { ...ask, scope: { ...ask.scope, projectIds } };
}

function toExhausted(window: BudgetWindow, tallies: ReadonlyMap<string, Tally>): Exhausted {
  const { used, requests } = tallies.get(toCounterName(window)) ?? { used: 0, requests: 0 };
  const left = window.limitRequests === null ? toUsd(toMicros(window.limitUsd ?? 0) - used) : window.limitRequests - requests;
  return { window, left: Math.max(0, left) };
}

/** A limit of 0 is exhausted at once, also for what costs nothing. */
function hasRoom({ limitUsd, limitRequests }: BudgetWindow, { used, requests }: Tally, amount: number): boolean {
  if (limitUsd !== null && (limitUsd === 0 || used + amount > toMicros(limitUsd))) return false;
  return limitRequests === null || requests < limitRequests;
}
