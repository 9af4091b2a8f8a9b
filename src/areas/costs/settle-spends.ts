import type { Live } from '#kernel/live.ts';
import type { AnswerRecorder } from '#providers/metering.ts';
import type { Postgres, Transaction } from '#stores/postgres/types.ts';
import { listPayingProjectIds } from './budgets.ts';
import { addToCounters, type CounterChange } from './store/counters.ts';
import {
  addToHours,
  insertLedgerRows,
  isTaskBooked,
  lockLedgerRows,
  updateLedgerRow,
  type BookedBefore,
  type LedgerRow,
} from './store/ledger.ts';
import { takeReservations, type ChargedReservation } from './store/reservations.ts';
import { publishCosts } from './publish-costs.ts';
import { defineCounter } from '#kernel/measure.ts';
import { partOf, toMicros, toUsd } from '#kernel/money.ts';

const costUsd = defineCounter('sightline_cost_usd_total', 'What calls cost in USD, by service, as booked by this process');

/** What a call cost in the end. */
export interface FinalCost {
  readonly reservationId: string;
  readonly costUsd: number;
  readonly success: boolean;
  readonly itemsReturned: number | null;
  readonly taskId: string | null;
  /** Whether the provider confirmed the price. */
  readonly isConfirmed: boolean;
}

/** A cost, and what is written together with it. */
export interface RecordedCost extends FinalCost {
  readonly record?: AnswerRecorder;
}

/** Where costs are booked and published. */
export interface SettleContext {
  readonly postgres: Postgres;
  readonly live: Live;
}

interface SettlingSpend {
  readonly reservation: ChargedReservation;
  readonly settlement: FinalCost;
}

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
    for (const { record } of settlements) await record?.(tx);
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
    spent: window.places === 1 ? total : (shares.get(window.place) ?? 0),
    requests,
  }));
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

/** One row, or one for each project that shares the price. */
function toLedgerRows({ reservation, settlement }: SettlingSpend): LedgerRow[] {
  const { scope } = reservation;
  const projects = listPayingProjectIds(scope);
  const payers = projects.length > 0 ? projects : [null];
  return payers.map((projectId, part) => ({
    id: toCostId(reservation.id, part),
    runId: scope.runId ?? null,
    projectId,
    service: reservation.service,
    endpoint: reservation.endpoint,
    cost: partOf(toMicros(settlement.costUsd), part, payers.length),
    estimate: partOf(toMicros(reservation.estimateUsd), part, payers.length),
    requestCount: part === 0 && isMade(settlement) ? 1 : 0,
    isMade: isMade(settlement),
    part,
    taskId: settlement.taskId,
    tag: reservation.tag,
    success: settlement.success,
    itemsReturned: settlement.itemsReturned,
    isConfirmed: settlement.isConfirmed,
    source: scope.source,
    workflowType: scope.workflowType ?? null,
    apiKeyId: scope.apiKeyId ?? null,
    createdAt: reservation.postedAt,
  }));
}

/** What the provider's books do not know did not take place; without books the estimate is booked. */
function isMade({ isConfirmed, costUsd: usd }: FinalCost): boolean {
  return isConfirmed || usd > 0;
}

/** One reservation makes one row of the ledger for each project that pays; its ids do not depend on who settles it. */
function toCostId(reservationId: string, part: number): string {
  const id = reservationId.replace(/^spend_/u, 'cost_');
  return part === 0 ? id : `${id}_${part}`;
}

function toChanges({ reservation, settlement }: SettlingSpend, booked: ReadonlySet<string>): CounterChange[] {
  const cost = booked.has(reservation.id) ? toMicros(settlement.costUsd) : 0;
  const estimate = toMicros(reservation.estimateUsd);
  return reservation.windows.map((window) => ({
    ...window,
    reserved: -partOf(estimate, window.place, window.places),
    spent: partOf(cost, window.place, window.places),
    // Its place in the caps on calls is free again.
    requests: isMade(settlement) ? 0 : -1,
  }));
}
