import { sumUsd } from '#kernel/money.ts';
import type { TaskRecord } from '#providers/metering.ts';
import type { BookedCall } from './store/reconcile.ts';

export const DIFFERENCES = ['missing_in_ledger', 'missing_at_provider', 'different_price'] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** A call that the ledger and the provider's record do not agree about. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly taskId: string | null;
  readonly tag: string | null;
  readonly endpoint: string | null;
  /** Row of the ledger; null: it has none. */
  readonly costId: string | null;
  readonly ledgerUsd: number;
  readonly providerUsd: number;
  readonly at: Date;
}

export interface Sum {
  readonly calls: number;
  readonly usd: number;
}

export interface Comparison {
  readonly provider: Sum;
  readonly ledger: Sum;
  /** The provider knows them, here they are still reserved: the sweeper settles them. */
  readonly unsettled: Sum;
  readonly differences: readonly Difference[];
}

export interface RecordsToCompare {
  /** What is compared. */
  readonly records: readonly TaskRecord[];
  /** What the provider knows of the time around it as well: its clock and ours need not agree. */
  readonly around: readonly TaskRecord[];
  /** Paid calls that the ledger dates into the span. */
  readonly paid: readonly BookedCall[];
  /** What the ledger knows of the records, whenever it was. */
  readonly known: readonly BookedCall[];
  readonly reservedTags: ReadonlySet<string>;
}

/**
 * Sets the ledger against the provider's record, call by call: by the provider's id, or by our tag where
 * the ledger never learnt the id. Absent is the same as free: a call that neither side charged is no
 * difference. Provider = ledger + unsettled + what the differences add up to.
 */
export function compareRecords({ records, around, paid, known, reservedTags }: RecordsToCompare): Comparison {
  const find = makeFind(known);
  const matched = records.map((record) => ({ record, booked: find(record) }));
  const isUnsettled = ({ record, booked }: (typeof matched)[number]): boolean =>
    booked === undefined && record.tag !== undefined && reservedTags.has(record.tag);
  const unsettled = matched.filter(isUnsettled).map(({ record }) => record);
  const ours = new Set(around.map((record) => find(record)?.id));
  const missing = paid.filter(({ id }) => !ours.has(id));
  const differences = [
    ...matched.filter((pair) => !isUnsettled(pair)).flatMap(({ record, booked }) => toDifference(record, booked)),
    ...missing.map(toMissingAtProvider),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const booked = [...matched.flatMap((pair) => pair.booked ?? []), ...missing];
  return { provider: sum(records), ledger: sum(booked), unsettled: sum(unsettled), differences };
}

/** Finds the row of a record. A row without the provider's id serves the first record with its tag only. */
function makeFind(known: readonly BookedCall[]): (record: TaskRecord) => BookedCall | undefined {
  const byTask = new Map(known.map((call) => [call.taskId, call]));
  const byTag = new Map(known.filter(({ taskId }) => taskId === null).map((call) => [call.tag, call]));
  const takenBy = new Map<string, string>();
  return ({ taskId, tag }) => {
    const booked = byTask.get(taskId);
    if (booked !== undefined || tag === undefined) return booked;
    const withoutTask = byTag.get(tag);
    if (withoutTask === undefined || (takenBy.get(tag) ?? taskId) !== taskId) return undefined;
    takenBy.set(tag, taskId);
    return withoutTask;
  };
}

function toDifference(record: TaskRecord, booked: BookedCall | undefined): Difference[] {
  const ledgerUsd = booked?.costUsd ?? 0;
  if (sumUsd([record.costUsd]) === sumUsd([ledgerUsd])) return [];
  return [
    {
      kind: booked === undefined ? 'missing_in_ledger' : 'different_price',
      taskId: record.taskId,
      tag: record.tag ?? booked?.tag ?? null,
      endpoint: booked?.endpoint ?? record.endpoint ?? null,
      costId: booked?.id ?? null,
      ledgerUsd,
      providerUsd: record.costUsd,
      at: record.postedAt,
    },
  ];
}

function toMissingAtProvider({ id, taskId, tag, endpoint, costUsd, at }: BookedCall): Difference {
  return { kind: 'missing_at_provider', taskId, tag, endpoint, costId: id, ledgerUsd: costUsd, providerUsd: 0, at };
}

function sum(calls: readonly { readonly costUsd: number }[]): Sum {
  return { calls: calls.length, usd: sumUsd(calls.map(({ costUsd }) => costUsd)) };
}
