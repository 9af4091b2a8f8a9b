import type { Live } from '#kernel/live.ts';
import { defineCounter } from '#kernel/telemetry/measure.ts';
import { partOf, toMicros } from '#kernel/money.ts';
import type { AnswerRecorder } from '#providers/metering.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { LedgerRow } from '../store/ledger.ts';
import { listPayingProjectIds } from '../store/payers.ts';
import type { ChargedReservation } from '../store/reservations.ts';

export const costUsd = defineCounter('sightline_cost_usd_total', 'What calls cost in USD, by service, as booked by this process');

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

/** A reservation and the price of its call. */
export interface SettlingSpend {
  readonly reservation: ChargedReservation;
  readonly settlement: FinalCost;
}

/** One row, or one for each project that shares the price. */
export function toLedgerRows({ reservation, settlement }: SettlingSpend): LedgerRow[] {
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
    appId: scope.appId ?? null,
    categoryId: scope.categoryId ?? null,
    taskId: settlement.taskId,
    tag: reservation.tag,
    success: settlement.success,
    itemsReturned: settlement.itemsReturned,
    isConfirmed: settlement.isConfirmed,
    source: scope.source,
    workflowType: scope.workflowType ?? null,
    apiKeyId: scope.apiKeyId ?? null,
    personId: reservation.personId ?? null,
    createdAt: reservation.postedAt,
  }));
}

/** A call that the provider's record does not show was not made; without a record the estimate is booked. */
export function isMade({ isConfirmed, costUsd: usd }: FinalCost): boolean {
  return isConfirmed || usd > 0;
}

/** One reservation makes one row of the ledger for each project that pays; its ids do not depend on who settles it. */
function toCostId(reservationId: string, part: number): string {
  const id = reservationId.replace(/^spend_/u, 'cost_');
  return part === 0 ? id : `${id}_${part}`;
}
