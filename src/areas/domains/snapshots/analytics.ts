import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { CopyUnit, StoredUnit } from '#stores/copy-types.ts';

/** What ClickHouse has of the weeks of domains, for the copy of what it lacks. Of several rows for a week the newest holds. */

const storedSnapshots = {
  name: 'copy-stored-backlink-snapshots',
  sql: `select concat(domain, '|', year_week) as key, 1 as rows,
          concat(ifNull(toString(newest.1), ''), '|', ifNull(toString(newest.2), ''), '|', ifNull(toString(newest.3), '')) as content
        from (
          select domain, year_week, argMax(tuple(backlinks, referring_domains, rank), captured_at) as newest from backlink_snapshots
          where domain in {domains:Array(String)} and year_week in {weeks:Array(String)} group by domain, year_week
        )
        where key in {keys:Array(String)} order by key`,
  params: z.object({ domains: z.array(z.string()), weeks: z.array(z.string()), keys: z.array(z.string()) }),
  row: z.object({ key: z.string(), rows: z.number(), content: z.string() }),
};

export async function listStoredWeeks(clickhouse: ClickHouse, _day: string, units: readonly CopyUnit[]): Promise<StoredUnit[]> {
  return await clickhouse.query(storedSnapshots, {
    domains: units.map(({ place }) => place),
    weeks: [...new Set(units.map(({ key, place }) => key.slice(place.length + 1)))],
    keys: units.map(({ key }) => key),
  });
}
