import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { IS_MADE } from './ledger.ts';
import type { CostFilter } from './reads.ts';

/** What one person, or one key that is no person's, caused. */
export interface CauseCosts {
  readonly kind: 'person' | 'key';
  readonly id: string;
  /** Null: it is gone. */
  readonly name: string | null;
  readonly costUsd: number;
  /** Of it by keys: for a person those of their own. */
  readonly byKeysUsd: number;
  readonly requests: number;
  readonly runs: number;
  readonly lastAt: Date;
  /** What a member may spend in a month; null: no limit of their own. */
  readonly monthlyUsd: number | null;
}

type CauseFilter = Pick<CostFilter, 'projectIds' | 'until'> & { readonly since: Date; readonly organizationId: string };

const CAUSED = `
  caused as (
    select case when person_id is null then 'key' else 'person' end as kind, coalesce(person_id, api_key_id) as id,
           sum(cost_usd) as cost_usd, coalesce(sum(cost_usd) filter (where api_key_id is not null), 0) as by_keys_usd,
           count(*) filter (where ${IS_MADE}) as requests, count(distinct run_id) as runs, max(created_at) as last_at
    from api_costs
    where project_id = any($1) and created_at >= $2 and ($3::timestamptz is null or created_at < $3)
      and (person_id is not null or api_key_id is not null)
    group by 1, 2
  )`;

/** The most expensive first, and what all of them come to. */
export async function listCauseCosts(
  sql: Sql,
  { projectIds, since, until, organizationId }: CauseFilter,
  { limit, offset }: Page,
): Promise<{ causes: CauseCosts[]; total: number; costUsd: number }> {
  const values = [projectIds ?? [], since, until ?? null];
  const [{ rows }, sums] = await Promise.all([
    sql.query<CauseCosts>(
      `with ${CAUSED}
       select c.*, coalesce(u.name, k.name) as name, m.monthly_usd
       from caused c
       left join users u on c.kind = 'person' and u.id = c.id
       left join api_keys k on c.kind = 'key' and k.id = c.id
       left join memberships m on m.user_id = u.id and m.organization_id = $4
       order by c.cost_usd desc, c.kind, c.id limit $5 offset $6`,
      [...values, organizationId, limit, offset],
    ),
    sql.query<{ total: number; costUsd: number }>(
      `with ${CAUSED} select count(*)::int as total, coalesce(sum(cost_usd), 0) as cost_usd from caused`,
      values,
    ),
  ]);
  return { causes: rows, ...(sums.rows[0] ?? { total: 0, costUsd: 0 }) };
}
