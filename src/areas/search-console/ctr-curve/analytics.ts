import { z } from 'zod';
import { CURVE_DEVICES, CURVE_POSITIONS } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { READ_ROWS, READING_PARAMS } from '../performance/readings.ts';

const Params = z.object(READING_PARAMS);
const Row = z.object({ device: z.enum(CURVE_DEVICES), position: z.number(), clicks: z.number(), impressions: z.number() });

const sumByPosition = {
  name: 'search-console-sum-by-position',
  sql: `
select device, toUInt8(round(position_sum / g.impressions)) as position, sum(g.clicks) as clicks, sum(g.impressions) as impressions
from gsc_queries g
where ${READ_ROWS} and query != '' and device in ('desktop', 'mobile') and position_sum < ${CURVE_POSITIONS + 0.5} * g.impressions
group by device, position
order by device, position`,
  params: Params,
  row: Row,
};

/** What all queries came to at each place: of a day, country and device each has its own average. */
export async function listByPosition(clickhouse: ClickHouse, params: z.output<typeof Params>): Promise<z.output<typeof Row>[]> {
  return await clickhouse.query(sumByPosition, params);
}
