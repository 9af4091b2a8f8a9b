import type { Sql } from '#stores/postgres/types.ts';
import type { TrackedApp } from '../tracked-app.ts';

/** Where an app stands, or last stood, on a list of its store. */
export interface ChartPosition extends Pick<TrackedApp, 'platform' | 'storefront' | 'appId'> {
  readonly categoryId: string;
  readonly chart: string;
  readonly device: string;
  /** The last position that was seen. */
  readonly lastRank: number;
  readonly seenAt: Date;
  /** What reading the whole list cost then in USD; 0: free, null: not recorded. */
  readonly listUsd: number | null;
  /** When the list was last read: later than `seenAt`, the app is no longer on it. */
  readonly readAt: Date;
}

/** The newest position of apps on each list that they stood on in the last weeks. */
export async function listChartPositions(
  sql: Sql,
  apps: readonly Pick<TrackedApp, 'platform' | 'storefront' | 'appId'>[],
  sinceWeek: string,
): Promise<ChartPosition[]> {
  const { rows } = await sql.query<ChartPosition>(
    `with newest as (
       select distinct on (r.platform, r.storefront, r.app_id, r.category_id, r.chart, r.device) r.*
       from json_to_recordset($1::json) as a (platform text, storefront text, "appId" text)
       join app_category_rankings r on r.platform = a.platform and r.storefront = a.storefront and r.app_id = a."appId"
         and r.year_week >= $2 and r.category_type = 'chart'
       order by r.platform, r.storefront, r.app_id, r.category_id, r.chart, r.device, r.year_week desc
     )
     select n.platform, n.storefront, n.app_id, n.category_id, n.chart, n.device, n.app_rank as last_rank, n.scraped_at as seen_at,
       n.list_usd,
       (select max(r.scraped_at) from app_category_rankings r
        where r.platform = n.platform and r.storefront = n.storefront and r.category_id = n.category_id and r.chart = n.chart
          and r.device = n.device and r.year_week >= n.year_week) as read_at
     from newest n
     order by n.app_id, n.app_rank, n.category_id, n.chart, n.device`,
    [JSON.stringify(apps), sinceWeek],
  );
  return rows;
}
