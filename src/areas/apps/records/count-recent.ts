import type { Sql } from '#stores/postgres/types.ts';

export interface RecentApps {
  /** Not known before. */
  readonly discovered: number;
  /** Known before, and the store changed something of them. */
  readonly updated: number;
}

/** Apps of all markets that became known, or changed in their store, since an instant of the observed world; each once. */
export async function countRecentApps(sql: Sql, since: Date): Promise<RecentApps> {
  const { rows } = await sql.query<RecentApps>(
    `select count(*) filter (where created_at >= $1) as discovered,
       count(*) filter (where created_at < $1 and exists (
         select from app_changes c
         where c.platform = a.platform and c.storefront = a.storefront and c.app_id = a.app_id and c.changed_at >= $1)) as updated
     from apps a where updated_at >= $1`,
    [since],
  );
  return rows[0] ?? { discovered: 0, updated: 0 };
}
