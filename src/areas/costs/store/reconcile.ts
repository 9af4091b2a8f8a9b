import type { Sql } from '#stores/postgres/types.ts';

/** A call as the ledger knows it, all who share its price together. */
export interface BookedCall {
  readonly id: string;
  /** Null: the provider's id is not known. */
  readonly taskId: string | null;
  readonly tag: string | null;
  readonly endpoint: string;
  readonly costUsd: number;
  readonly isConfirmed: boolean;
  readonly at: Date;
}

const CALL = `
  min(id) as id, task_id, tag, min(endpoint) as endpoint, sum(cost_usd) as cost_usd,
  min(is_confirmed) = 1 as is_confirmed, min(created_at) as at`;

/** Paid calls of a span whose addresses begin alike, the earliest first. */
export async function listPaidCalls(
  sql: Sql,
  { since, until, families, limit }: { since: Date; until: Date; families: readonly string[]; limit: number },
): Promise<BookedCall[]> {
  const { rows } = await sql.query<BookedCall>(
    `select ${CALL} from api_costs
     where created_at >= $1 and created_at < $2 and exists (select from unnest($3::text[]) family where starts_with(endpoint, family))
     group by task_id, tag
     having sum(cost_usd) > 0
     order by min(created_at), min(id)
     limit $4`,
    [since, until, families, limit],
  );
  return rows;
}

/** Calls that stand in the ledger under these ids of the provider, or without one under these tags. */
export async function listCallsOf(
  sql: Sql,
  { taskIds, tags }: { taskIds: readonly string[]; tags: readonly string[] },
): Promise<BookedCall[]> {
  const { rows } = await sql.query<BookedCall>(
    `select ${CALL} from api_costs where task_id = any($1) group by task_id, tag
     union all
     select ${CALL} from api_costs where task_id is null and tag = any($2) group by task_id, tag`,
    [taskIds, tags],
  );
  return rows;
}

/** Which of these calls are still reserved: under way, or waiting for the sweeper. */
export async function listReservedTags(sql: Sql, tags: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ tag: string }>('select distinct tag from spend_reservations where tag = any($1)', [tags]);
  return new Set(rows.map(({ tag }) => tag));
}
