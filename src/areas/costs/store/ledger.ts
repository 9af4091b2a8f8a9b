import type { Sql } from '#stores/postgres/types.ts';
import { toUsd } from '#kernel/money.ts';

/** A row of the ledger as it is written. Amounts in millionths of a dollar. */
export interface LedgerRow {
  readonly id: string;
  readonly runId: string | null;
  readonly projectId: string | null;
  readonly service: string;
  readonly endpoint: string;
  readonly cost: number;
  readonly estimate: number;
  /** 1; 0 in the further rows of a call whose price is shared, and of a call that was not made. */
  readonly requestCount: number;
  /** False: the call is not in the provider's record (`IS_MADE`). */
  readonly isMade: boolean;
  readonly part: number;
  /** What the call was about; null: of no one app, of no category. */
  readonly appId: string | null;
  readonly categoryId: string | null;
  readonly taskId: string | null;
  readonly tag: string;
  readonly success: boolean;
  readonly itemsReturned: number | null;
  readonly isConfirmed: boolean;
  readonly source: string;
  readonly workflowType: string | null;
  readonly apiKeyId: string | null;
  readonly personId: string | null;
  readonly createdAt: Date;
}

/** Whether the call of a row of `api_costs` took place. A call that the provider's record does not show is booked at 0, unconfirmed. */
export const IS_MADE = '(is_confirmed = 1 or cost_usd > 0)';

/** What is added to the hours of the ledger. */
export type HourChange = Pick<LedgerRow, 'projectId' | 'service' | 'runId' | 'cost' | 'createdAt'> & {
  readonly requests: number;
  readonly calls: number;
  readonly unmade: number;
};

/**
 * Writes rows of the ledger. A task of the provider that is booked already is not booked again.
 * @returns ids of the rows that were written
 */
export async function insertLedgerRows(tx: Sql, rows: readonly LedgerRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await tx.query<{ id: string }>(
    `insert into api_costs (id, run_id, project_id, service, endpoint, cost_usd, estimate_usd, request_count, part, task_id, tag, success,
                            items_returned, is_confirmed, source, workflow_type, api_key_id, created_at, app_id, category_id, person_id)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::integer[],
                          $9::smallint[], $10::text[], $11::text[], $12::smallint[], $13::integer[], $14::smallint[], $15::text[],
                          $16::text[], $17::text[], $18::timestamptz[], $19::text[], $20::text[], $21::text[])
     on conflict do nothing
     returning id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.runId),
      rows.map((row) => row.projectId),
      rows.map((row) => row.service),
      rows.map((row) => row.endpoint),
      rows.map((row) => toUsd(row.cost)),
      rows.map((row) => toUsd(row.estimate)),
      rows.map((row) => row.requestCount),
      rows.map((row) => row.part),
      rows.map((row) => row.taskId),
      rows.map((row) => row.tag),
      rows.map((row) => Number(row.success)),
      rows.map((row) => row.itemsReturned),
      rows.map((row) => Number(row.isConfirmed)),
      rows.map((row) => row.source),
      rows.map((row) => row.workflowType),
      rows.map((row) => row.apiKeyId),
      rows.map((row) => row.createdAt),
      rows.map((row) => row.appId),
      rows.map((row) => row.categoryId),
      rows.map((row) => row.personId),
    ],
    'insert-ledger-rows',
  );
  return new Set(written.map(({ id }) => id));
}

/** Adds to the hours of the ledger, in one fixed order; several changes of one hour are added up. */
export async function addToHours(tx: Sql, changes: readonly HourChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into cost_hours as h (hour, project_id, service, run_id, cost_usd, requests, calls, unmade)
     select date_trunc('hour', at, 'UTC'), project_id, service, run_id, sum(cost_usd), sum(requests), sum(calls), sum(unmade)
     from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::integer[], $7::integer[], $8::integer[])
       as a (at, project_id, service, run_id, cost_usd, requests, calls, unmade)
     group by 1, 2, 3, 4
     order by 1, 2, 3, 4
     on conflict (hour, project_id, service, run_id) do update
       set cost_usd = h.cost_usd + excluded.cost_usd, requests = h.requests + excluded.requests, calls = h.calls + excluded.calls,
           unmade = h.unmade + excluded.unmade`,
    [
      changes.map((change) => change.createdAt),
      changes.map((change) => change.projectId),
      changes.map((change) => change.service),
      changes.map((change) => change.runId),
      changes.map((change) => toUsd(change.cost)),
      changes.map((change) => change.requests),
      changes.map((change) => change.calls),
      changes.map((change) => change.unmade),
    ],
    'add-to-hours',
  );
}

/** What a row of the ledger is corrected to. */
export interface LedgerCorrection {
  readonly id: string;
  readonly cost: number;
  readonly requestCount: number;
  readonly success: boolean;
  readonly itemsReturned: number | null;
  readonly taskId: string | null;
}

/** What a row of the ledger says before it is corrected. */
export interface BookedBefore extends Pick<LedgerRow, 'id' | 'requestCount' | 'isMade'> {
  readonly costUsd: number;
}

/** Rows of the ledger by id; held until the transaction ends. */
export async function lockLedgerRows(tx: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, BookedBefore>> {
  const { rows } = await tx.query<BookedBefore>(
    `select id, cost_usd, request_count, ${IS_MADE} as is_made
     from api_costs where id = any($1) order by id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a task of the provider stands in the ledger on behalf of another call. */
export async function isTaskBooked(tx: Sql, taskId: string, exceptIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>('select id from api_costs where task_id = $1 and id <> all($2) limit 1', [
    taskId,
    exceptIds,
  ]);
  return rows.length > 0;
}

/** Corrects a row of the ledger, when the answer came after all. */
export async function updateLedgerRow(tx: Sql, row: LedgerCorrection): Promise<void> {
  await tx.query(
    `update api_costs set cost_usd = $2, request_count = $3, success = $4, items_returned = $5, is_confirmed = 1, task_id = $6
     where id = $1`,
    [row.id, toUsd(row.cost), row.requestCount, Number(row.success), row.itemsReturned, row.taskId],
  );
}
