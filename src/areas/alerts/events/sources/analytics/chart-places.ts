import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const ROWS_MAX = 200_000;

/** How deep each chart was read on which an app stood, and where it stood: 0 for nowhere. Editorial lists are no charts. */
const chartPlaces = {
  name: 'alerts-list-chart-places',
  sql: `
with watched as (
  select distinct category_id, chart, device from app_analytics
  where platform = {platform:String} and storefront = {storefront:String} and app_id = {app_id:String}
    and captured_at >= {from:Date} and captured_at < {to:Date} + 1
    and rank is not null and chart not in ('', 'grouping', 'room', 'story', 'hero')
)
select category_id as categoryId, chart, device, toString(toDate(captured_at)) as day, max(captured_at) as at, max(rank) as depth,
  minIf(assumeNotNull(rank), app_id = {app_id:String}) as position
from app_analytics
where platform = {platform:String} and storefront = {storefront:String} and captured_at >= {from:Date} and captured_at < {to:Date} + 1
  and rank is not null and (category_id, chart, device) in watched
group by category_id, chart, device, toDate(captured_at)
order by category_id, chart, device, day
limit ${ROWS_MAX}`,
  params: z.object({ platform: z.string(), storefront: z.string(), app_id: z.string(), from: z.string(), to: z.string() }),
  row: z.object({
    categoryId: z.string(),
    chart: z.string(),
    device: z.string(),
    day: z.string(),
    at: z.coerce.date(),
    depth: z.number(),
    position: z.number(),
  }),
};

export type ChartPlace = z.output<typeof chartPlaces.row>;

export interface ChartPlacesQuestion {
  readonly platform: string;
  readonly storefront: string;
  readonly appId: string;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

/** A row for each day on which a chart was read that the app stood on in these days; by chart, oldest first. */
export async function listChartPlaces(clickhouse: ClickHouse, { appId, ...asked }: ChartPlacesQuestion): Promise<ChartPlace[]> {
  const { platform, storefront, from, to } = asked;
  return await clickhouse.query(chartPlaces, { platform, storefront, app_id: appId, from, to });
}
