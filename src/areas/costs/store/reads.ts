import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { splitSpan, type Span } from '../spending/span.ts';
import { IS_MADE } from './ledger.ts';

/** What of the ledger is read. */
export interface CostFilter extends Span {
  /** Only what these projects pay for; `undefined`: everything. */
  readonly projectIds?: readonly string[] | undefined;
}

export interface CostTotals {
  readonly costUsd: number;
  readonly requests: number;
  readonly runs: number;
  readonly projects: number;
}

export interface ServiceCosts {
  readonly service: string;
  readonly costUsd: number;
  readonly requests: number;
}

export interface ProjectCosts {
  /** Null: what no project pays for. */
  readonly projectId: string | null;
  readonly name: string | null;
  readonly organizationId: string | null;
  readonly costUsd: number;
  readonly requests: number;
  readonly runs: number;
}

const SERVICES_MAX = 100;

/**
 * The ledger of a filter, added up by the hour where whole hours are asked for. A call whose price
 * several projects share is one request of the whole, and one of each of them. Calls that were not made
 * are rows (`calls`), and no requests.
 */
const ENTRIES = `
  entries as (
    select project_id, service, run_id, cost_usd, calls, calls - unmade as made,
           case when $5::text[] is null then requests else calls - unmade end as requests
    from cost_hours
    where hour >= $1::timestamptz and hour < $2::timestamptz and ($5::text[] is null or project_id = any($5::text[]))
    union all
    select project_id, service, run_id, cost_usd, 1, ${IS_MADE}::integer,
           case when $5::text[] is null then request_count else ${IS_MADE}::integer end
    from unnest($3::timestamptz[], $4::timestamptz[]) as edge (since, until)
    join api_costs on created_at >= edge.since and created_at < edge.until
    where $5::text[] is null or project_id = any($5::text[])
  )`;

export async function getTotals(sql: Sql, filter: CostFilter): Promise<CostTotals> {
  const { rows } = await sql.query<CostTotals>(
    `with ${ENTRIES}
     select coalesce(sum(cost_usd), 0) as cost_usd, coalesce(sum(requests), 0) as requests,
            (select count(*) from (select from entries where run_id is not null group by run_id) r) as runs,
            (select count(*) from (select from entries where project_id is not null group by project_id) p) as projects
     from entries`,
    toValues(filter),
  );
  return rows[0] ?? { costUsd: 0, requests: 0, runs: 0, projects: 0 };
}

/** Costs of each service, most expensive first. */
export async function listServiceCosts(sql: Sql, filter: CostFilter): Promise<ServiceCosts[]> {
  const { rows } = await sql.query<ServiceCosts>(
    `with ${ENTRIES}
     select service, sum(cost_usd) as cost_usd, sum(requests) as requests
     from entries group by service order by sum(cost_usd) desc, service limit ${SERVICES_MAX}`,
    toValues(filter),
  );
  return rows;
}

/** Costs of each project, most expensive first, and how many there are. */
export async function listCostsByProject(
  sql: Sql,
  filter: CostFilter,
  { limit, offset }: Page,
): Promise<{ projects: ProjectCosts[]; total: number }> {
  const values = toValues(filter);
  const [{ rows }, counted] = await Promise.all([
    sql.query<ProjectCosts>(
      `with ${ENTRIES}, payers as (
         select project_id, sum(cost_usd) as cost_usd, sum(made) as requests, count(distinct run_id) as runs
         from entries group by project_id order by sum(cost_usd) desc, project_id limit $6 offset $7
       )
       select e.project_id, p.name, p.organization_id, e.cost_usd, e.requests, e.runs
       from payers e left join projects p on p.id = e.project_id
       order by e.cost_usd desc, e.project_id`,
      [...values, limit, offset],
    ),
    sql.query<{ total: number }>(`with ${ENTRIES} select count(*) as total from (select from entries group by project_id) p`, values),
  ]);
  return { projects: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Rows of the ledger. */
export async function countRows(sql: Sql, filter: CostFilter, service: string | undefined): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `with ${ENTRIES} select coalesce(sum(calls), 0) as count from entries where $6::text is null or service = $6`,
    [...toValues(filter), service],
  );
  return rows[0]?.count ?? 0;
}

export interface CostPoint {
  readonly at: Date;
  readonly costUsd: number;
  readonly requests: number;
}

export interface ServicesPoint extends CostPoint {
  /** What each service cost, most expensive first. */
  readonly services: readonly ServiceCosts[];
}

/** Costs of every hour or day (UTC) of a span of whole ones, those without any too, oldest first. */
export async function listHourlyCosts(
  sql: Sql,
  { since, until, projectIds }: CostFilter,
  granularity: 'hour' | 'day',
): Promise<ServicesPoint[]> {
  const step = granularity === 'hour' ? '1 hour' : '24 hours';
  const { rows } = await sql.query<ServicesPoint>(
    `with parts as (
       select date_trunc($4, hour, 'UTC') as at, service, sum(cost_usd) as cost_usd,
              sum(case when $3::text[] is null then requests else calls - unmade end) as requests
       from cost_hours
       where hour >= $1::timestamptz and hour < $2::timestamptz and ($3::text[] is null or project_id = any($3::text[]))
       group by 1, 2
     ), points as (
       select at, sum(cost_usd) as cost_usd, sum(requests) as requests,
              jsonb_agg(jsonb_build_object('service', service, 'costUsd', cost_usd, 'requests', requests)
                        order by cost_usd desc, service) as services
       from parts group by at
     )
     select at, coalesce(cost_usd, 0) as cost_usd, coalesce(requests, 0) as requests, coalesce(services, '[]') as services
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 microsecond', $5::interval) as series (at)
     left join points using (at)
     order by at`,
    [since, until, projectIds, granularity, step],
  );
  return rows;
}

/** The same for every minute, from the ledger itself. */
export async function listMinutelyCosts(sql: Sql, { since, until, projectIds }: CostFilter): Promise<CostPoint[]> {
  const { rows } = await sql.query<CostPoint>(
    `with points as (
       select date_trunc('minute', created_at, 'UTC') as at, sum(cost_usd) as cost_usd,
              sum(case when $3::text[] is null then request_count else ${IS_MADE}::integer end) as requests
       from api_costs
       where created_at >= $1::timestamptz and created_at < $2::timestamptz and ($3::text[] is null or project_id = any($3::text[]))
       group by 1
     )
     select at, coalesce(cost_usd, 0) as cost_usd, coalesce(requests, 0) as requests
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 microsecond', interval '1 minute') as series (at)
     left join points using (at)
     order by at`,
    [since, until, projectIds],
  );
  return rows;
}

/** Calls that are paid for by an estimate only, because they run or their answer was lost. */
export async function getUnsettled(
  sql: Sql,
  { projectIds }: Pick<CostFilter, 'projectIds'>,
): Promise<{ calls: number; estimateUsd: number }> {
  const { rows } = await sql.query<{ calls: number; estimateUsd: number }>(
    `select count(*) as calls, coalesce(sum(estimate_usd), 0) as estimate_usd from spend_reservations
     where $1::text[] is null or scope ->> 'project_id' = any($1::text[]) or scope -> 'project_ids' ?| $1::text[]`,
    [projectIds],
  );
  return rows[0] ?? { calls: 0, estimateUsd: 0 };
}

function toValues({ projectIds, ...span }: CostFilter): unknown[] {
  const { hours, edges } = splitSpan(span);
  const none = { since: 'infinity', until: '-infinity' } as const;
  const whole = hours ?? none;
  return [
    whole.since ?? '-infinity',
    whole.until ?? 'infinity',
    edges.map((edge) => edge.since),
    edges.map((edge) => edge.until),
    projectIds ?? null,
  ];
}

/** What each of some runs has cost so far, in USD; runs without a call are left out. */
export async function sumRunCosts(sql: Sql, runIds: readonly string[]): Promise<Map<string, number>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql.query<{ id: string; total: number }>(
    'select run_id as id, sum(cost_usd)::float8 as total from api_costs where run_id = any($1) group by run_id',
    [runIds],
  );
  return new Map(rows.map(({ id, total }) => [id, total]));
}
