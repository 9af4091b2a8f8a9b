import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { AppQuestion } from './app-question.ts';

/** For how many days after its last position in a chart an app is missed there. */
const MISSED_DAYS = 30;

/**
 * - `standings`: the positions that the apps held. Editorial lists are no charts: their order says nothing.
 * - `readings`: how deep each of these charts was read on each day. A chart that was not read counts nothing on that day.
 * - `pairs`: each app beside each reading of its charts, with the position that it held before.
 *
 * An app is missed (`notRanked`) when the reading goes at least as deep as the app last stood.
 */
const chartDays = {
  name: 'visibility-list-chart-days',
  sql: `
with
  standings as (
    select storefront, category_id, chart, device, app_id, toDate(captured_at) as day, min(rank) as position
    from app_analytics
    where platform = {platform:String} and app_id in {app_ids:Array(String)} and concat(storefront, ' ', app_id) in {apps:Array(String)}
      and captured_at >= {since:Date} and captured_at < {to:Date} + 1
      and rank is not null and chart not in ('', 'grouping', 'room', 'story', 'hero')
    group by storefront, category_id, chart, device, app_id, day
  ),
  readings as (
    select storefront, category_id, chart, device, toDate(captured_at) as day, max(rank) as depth
    from app_analytics
    where platform = {platform:String} and captured_at >= {since:Date} and captured_at < {to:Date} + 1
      and rank is not null and (storefront, category_id, chart, device) in (select storefront, category_id, chart, device from standings)
    group by storefront, category_id, chart, device, day
  ),
  pairs as (
    select day, depth, position,
      last_value(if(position > 0, position, null)) over before as last_position,
      last_value(if(position > 0, day, null)) over before as last_day
    from (
      select day, depth, storefront, category_id, chart, device, app_id, ifNull(standings.position, 0) as position
      from readings
      join (select distinct storefront, category_id, chart, device, app_id from standings) as watched
        using (storefront, category_id, chart, device)
      left join standings using (storefront, category_id, chart, device, app_id, day)
    )
    window before as (
      partition by storefront, category_id, chart, device, app_id order by day rows between unbounded preceding and 1 preceding)
  )
select day, countIf(position > 0) as ranked,
  countIf(position = 0 and last_day >= day - ${MISSED_DAYS} and depth >= last_position) as notRanked, sum(position) as positionSum
from pairs
where day >= {from:Date}
group by day
having ranked + notRanked > 0
order by day`,
  params: z.object({
    platform: z.string(),
    app_ids: z.array(z.string()),
    apps: z.array(z.string()),
    since: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  row: z.object({ day: z.string(), ranked: z.number(), notRanked: z.number(), positionSum: z.number() }),
};

export type ChartDay = z.output<typeof chartDays.row>;

/** How many positions the apps hold in the charts of each day on which one of their charts was read. */
export async function listChartDays(clickhouse: ClickHouse, { platform, apps, from, to }: AppQuestion): Promise<ChartDay[]> {
  if (apps.length === 0) return [];
  return await clickhouse.query(chartDays, {
    platform,
    app_ids: apps.map(({ appId }) => appId),
    apps: apps.map(({ storefront, appId }) => `${storefront} ${appId}`),
    since: addDays(from, -MISSED_DAYS),
    from,
    to,
  });
}
