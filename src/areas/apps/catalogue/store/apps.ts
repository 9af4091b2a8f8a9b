import type { Platform } from '#areas/assets/index.ts';
import { defineList } from '#stores/postgres/define-list.ts';
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

/** Apps, those with the most ratings first. */
export const appList = defineList<StoredApp, AppFilter>({
  columns: APP_COLUMNS,
  from: `from apps
  where storefront = $1 and ($2::text is null or platform = $2)
    and ($3::text is null or primary_category = $3 or $3 = any(categories))
    and ($4::text is null or position($4 in lower(title)) > 0) and ($5::text is null or status = $5)`,
  order: 'rating_count desc nulls last, platform, app_id',
  values: ({ storefront, platform, categoryId, search, status }) => [storefront, platform, categoryId, search, status],
});

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
