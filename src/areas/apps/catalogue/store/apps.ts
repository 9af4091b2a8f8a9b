import type { Platform } from '#areas/assets/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { APP_COLUMNS, type AppStatus, type StoredApp } from '../../records/store/apps.ts';

export interface AppFilter {
  readonly storefront: string;
  readonly platform?: Platform | undefined;
  /** As their first category or one of the others. */
  readonly categoryId?: string | undefined;
  /** A part of the title, in lower case. */
  readonly search?: string | undefined;
  readonly status?: AppStatus | undefined;
}

const FILTER = `from apps
  where storefront = $1 and ($2::text is null or platform = $2)
    and ($3::text is null or primary_category = $3 or $3 = any(categories))
    and ($4::text is null or position($4 in lower(title)) > 0) and ($5::text is null or status = $5)`;

/** Those with most ratings first. */
export async function listAppRows(sql: Sql, filter: AppFilter & { readonly limit: number; readonly offset: number }): Promise<StoredApp[]> {
  const { rows } = await sql.query<StoredApp>(
    `select ${APP_COLUMNS} ${FILTER} order by rating_count desc nulls last, platform, app_id limit $6 offset $7`,
    [...toValues(filter), filter.limit, filter.offset],
  );
  return rows;
}

export async function countApps(sql: Sql, filter: AppFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${FILTER}`, toValues(filter));
  return rows[0]?.total ?? 0;
}

function toValues({ storefront, platform, categoryId, search, status }: AppFilter): unknown[] {
  return [storefront, platform ?? null, categoryId ?? null, search ?? null, status ?? null];
}

export interface StatusCount {
  readonly platform: Platform;
  readonly status: AppStatus;
  readonly total: number;
}

export async function countAppsByStatus(sql: Sql, storefront: string): Promise<StatusCount[]> {
  const { rows } = await sql.query<StatusCount>(
    'select platform, status, count(*) as total from apps where storefront = $1 group by platform, status order by platform, status',
    [storefront],
  );
  return rows;
}
