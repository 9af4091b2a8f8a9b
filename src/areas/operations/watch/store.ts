import type { Sql } from '#stores/postgres/types.ts';

/** What was seen of the service now. */
export interface SeenFact {
  readonly kind: 'check' | 'disk';
  readonly name: string;
  readonly status: string | null;
  /** 0 to 1. */
  readonly usedShare: number | null;
  readonly detail: string | null;
}

/** Keeps what was seen; since when a status is so stays while it does. */
export async function upsertFacts(sql: Sql, facts: readonly SeenFact[], now: Date): Promise<void> {
  await sql.query(
    `insert into service_facts as known (kind, name, status, used_share, detail, since, seen_at)
     select kind, name, status, "usedShare", detail, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as seen (kind text, name text, status text, "usedShare" double precision, detail text)
     on conflict (kind, name) do update
       set since = case when known.status is distinct from excluded.status then excluded.since else known.since end,
         status = excluded.status, used_share = excluded.used_share, detail = excluded.detail, seen_at = excluded.seen_at`,
    [JSON.stringify(facts), now],
  );
}
