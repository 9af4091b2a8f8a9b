import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../../keywords/market.ts';

/** What is fetched of a domain, each on its own. */
export const FETCH_PARTS = ['backlinks', 'referring_domains', 'keywords', 'summary', 'history', 'properties'] as const;
export type FetchPart = (typeof FETCH_PARTS)[number];

export const FETCH_STATUSES = ['running', 'complete', 'failed', 'skipped'] as const;
export type FetchStatus = (typeof FETCH_STATUSES)[number];

/** One part of one domain; keywords have one for each market. */
export interface FetchKey {
  readonly domainId: number;
  readonly part: FetchPart;
  readonly market?: Market | undefined;
}

/** How far a part has come. */
export interface DomainFetch {
  readonly part: FetchPart;
  readonly status: FetchStatus;
  /** 0 and '' for parts without a market. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** Rows that were asked for, that have come, and that there are; null: not known. */
  readonly rowsWanted: number | null;
  readonly rowsFetched: number;
  readonly rowsTotal: number | null;
  /** Where the next page begins; null: at `rowsFetched`. */
  readonly nextToken: string | null;
  readonly isWhole: boolean;
  readonly workflowId: string | null;
  readonly costUsd: number;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly completedAt: Date | null;
}

const COLUMNS = `part, status, location_code, language_code, rows_wanted, rows_fetched, rows_total, next_token, is_whole, workflow_id,
  cost_usd, error, started_at, completed_at`;
const IS_KEY = 'domain_id = $1 and part = $2 and location_code = $3 and language_code = $4';

/** All parts of a domain, in the order of their names. */
export async function listFetches(sql: Sql, domainId: number): Promise<readonly DomainFetch[]> {
  return (await listFetchesByDomain(sql, [domainId])).get(domainId) ?? [];
}

/** How far the parts of each domain have come, keywords by market. */
export async function listFetchesByDomain(sql: Sql, domainIds: readonly number[]): Promise<ReadonlyMap<number, readonly DomainFetch[]>> {
  const { rows } = await sql.query<DomainFetch & { domainId: number }>(
    `select domain_id, ${COLUMNS} from domain_fetches where domain_id = any ($1)
     order by domain_id, part, location_code, language_code`,
    [domainIds],
  );
  return Map.groupBy(rows, (row) => row.domainId);
}

export async function findFetch(sql: Sql, key: FetchKey): Promise<DomainFetch | undefined> {
  const { rows } = await sql.query<DomainFetch>(`select ${COLUMNS} from domain_fetches where ${IS_KEY}`, toValues(key));
  return rows[0];
}

export interface FetchStart {
  readonly workflowId: string | null;
  readonly rowsWanted: number | null;
  readonly now: Date;
}

/** Begins a part from its first row: its cost starts at 0, its stored rows stay. */
export async function beginFetch(sql: Sql, key: FetchKey, { workflowId, rowsWanted, now }: FetchStart): Promise<void> {
  await sql.query(
    `insert into domain_fetches (domain_id, part, location_code, language_code, status, rows_wanted, workflow_id, started_at)
     values ($1, $2, $3, $4, 'running', $5, $6, $7)
     on conflict (domain_id, part, location_code, language_code) do update set
       status = 'running', rows_wanted = excluded.rows_wanted, rows_fetched = 0, rows_total = null, next_token = null, is_whole = false,
       workflow_id = excluded.workflow_id, cost_usd = 0, error = null, started_at = excluded.started_at, completed_at = null`,
    [...toValues(key), rowsWanted, workflowId, now],
  );
}

/** Takes over an interrupted part where it stopped; its cost so far counts on. */
export async function continueFetch(sql: Sql, key: FetchKey, workflowId: string): Promise<void> {
  await sql.query(`update domain_fetches set status = 'running', workflow_id = $5, error = null, completed_at = null where ${IS_KEY}`, [
    ...toValues(key),
    workflowId,
  ]);
}

export interface FetchedPage {
  readonly workflowId: string | null;
  /** Rows fetched before the page: if the part is at another count, another run has overtaken this one. */
  readonly at: number;
  /** Rows that came, those included that were not stored. */
  readonly rows: number;
  readonly rowsTotal: number | null;
  readonly nextToken: string | null;
  readonly costUsd: number;
}

/** Records a page, in the transaction of its rows. @returns false when another run wrote a page meanwhile or took over */
export async function advanceFetch(sql: Sql, key: FetchKey, page: FetchedPage): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update domain_fetches set rows_fetched = rows_fetched + $5, rows_total = coalesce($6, rows_total), next_token = $7,
       cost_usd = cost_usd + $8
     where ${IS_KEY} and status = 'running' and workflow_id is not distinct from $9 and rows_fetched = $10`,
    [...toValues(key), page.rows, page.rowsTotal, page.nextToken, page.costUsd, page.workflowId, page.at],
  );
  return rowCount === 1;
}

/** Adds the cost of a call that gave no rows of a list. */
export async function addFetchCost(sql: Sql, key: FetchKey, costUsd: number): Promise<void> {
  await sql.query(`update domain_fetches set cost_usd = cost_usd + $5 where ${IS_KEY}`, [...toValues(key), costUsd]);
}

export interface FetchEnd {
  /** Everything that there is has come. */
  readonly isWhole: boolean;
  readonly now: Date;
  /** How many there were, for parts that are no list. */
  readonly rows?: number;
  /** Why it was read without a result. */
  readonly reason?: string | null;
}

export async function completeFetch(sql: Sql, key: FetchKey, { isWhole, now, rows, reason }: FetchEnd): Promise<void> {
  await sql.query(
    `update domain_fetches set status = 'complete', is_whole = $5, completed_at = $6, next_token = null, error = $8,
       rows_fetched = coalesce($7, rows_fetched), rows_total = coalesce($7, rows_total)
     where ${IS_KEY}`,
    [...toValues(key), isWhole, now, rows ?? null, reason ?? null],
  );
}

/** Records that the past weeks have come, by an onboarding or by the weekly run; what was recorded before stays. */
export async function completeHistory(
  sql: Sql,
  { domainId, rows, costUsd, now }: { readonly domainId: number; readonly rows: number; readonly costUsd: number; readonly now: Date },
): Promise<void> {
  await sql.query(
    `insert into domain_fetches as known (domain_id, part, status, rows_fetched, rows_total, is_whole, cost_usd, started_at, completed_at)
     values ($1, 'history', 'complete', $2, $2, true, $3, $4, $4)
     on conflict (domain_id, part, location_code, language_code) do update set
       status = 'complete', rows_fetched = $2, rows_total = $2, is_whole = true, cost_usd = known.cost_usd + $3, error = null, completed_at = $4
     where known.status <> 'complete'`,
    [domainId, rows, costUsd, now],
  );
}

/** What came before the failure stays, and the cursor where it goes on. */
export async function failFetch(sql: Sql, key: FetchKey, error: string): Promise<void> {
  await sql.query(`update domain_fetches set status = 'failed', error = $5 where ${IS_KEY}`, [...toValues(key), error]);
}

/** Marks a part as not wanted; what was fetched earlier stays as it was. */
export async function skipFetch(sql: Sql, key: FetchKey, now: Date): Promise<void> {
  await sql.query(
    `insert into domain_fetches (domain_id, part, location_code, language_code, status, started_at)
     values ($1, $2, $3, $4, 'skipped', $5)
     on conflict (domain_id, part, location_code, language_code) do nothing`,
    [...toValues(key), now],
  );
}

function toValues({ domainId, part, market }: FetchKey): unknown[] {
  return [domainId, part, market?.locationCode ?? 0, market?.languageCode ?? ''];
}
