import { newId } from '#kernel/ids.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Rows of Search Console as the collection writes them, for tests of what reads them. */

export interface MadeCount {
  readonly query?: string;
  readonly page?: string;
  readonly country?: string;
  readonly device?: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Average place, from 1. */
  readonly position: number;
}

export interface MadeDay {
  readonly day: string;
  readonly state?: 'partial' | 'final' | 'failed';
  readonly isCut?: boolean;
  readonly totals?: readonly MadeCount[];
  readonly queries?: readonly MadeCount[];
  readonly pages?: readonly MadeCount[];
  /** ISO 8601; the newest reading of a day counts. */
  readonly fetchedAt?: string;
}

export interface MadeProperty {
  readonly propertyId: string;
  readonly siteUrl: string;
}

type Stores = { readonly postgres: Sql; readonly clickhouse: ClickHouse };
const MADE_AT = new Date('2025-11-01T00:00:00Z');

/** A property of the project's organization, which the project reads. */
export async function bindProperty(sql: Sql, projectId: string, siteUrl = 'sc-domain:mine.com'): Promise<MadeProperty> {
  const propertyId = newId('ast_');
  await sql.query(
    `insert into search_console_properties (id, organization_id, site_url, permission, can_read, created_at, listed_at)
     select $1, organization_id, $2, 'siteOwner', true, $3, $3 from projects where id = $4`,
    [propertyId, siteUrl, MADE_AT, projectId],
  );
  await sql.query(
    `insert into search_console_bindings (project_id, property_id, type, made_by, created_at) values ($1, $2, 'web', 'test', $3)`,
    [projectId, propertyId, MADE_AT],
  );
  return { propertyId, siteUrl };
}

/** Days as they are read; without totals those of the queries are the totals. */
export async function writeDays({ postgres, clickhouse }: Stores, { propertyId }: MadeProperty, days: readonly MadeDay[]): Promise<void> {
  for (const { day, state = 'final', isCut = false, queries = [], totals = addUp(queries), pages = [], fetchedAt } of days) {
    const at = new Date(fetchedAt ?? '2025-11-19T12:00:00.123Z');
    const failed = state === 'failed';
    const add = (read: (count: MadeCount) => number): number => totals.reduce((sum, count) => sum + read(count), 0);
    await postgres.query(
      `insert into search_console_days (property_id, type, day, state, is_cut, totals_clicks, totals_impressions, fetched_at)
       values ($1, 'web', $2, $3, $4, $5, $6, $7)
       on conflict (property_id, type, day) do update set state = excluded.state, fetched_at = excluded.fetched_at, is_cut = excluded.is_cut,
         totals_clicks = excluded.totals_clicks, totals_impressions = excluded.totals_impressions`,
      [
        propertyId,
        day,
        state,
        isCut,
        ...(failed ? [null, null, null] : [add(({ clicks }) => clicks), add(({ impressions }) => impressions), at]),
      ],
    );
    if (failed) continue;
    for (const [table, counts] of [
      ['gsc_totals', totals],
      ['gsc_queries', queries],
      ['gsc_pages', pages],
    ] as const) {
      const rows = (counts.length === 0 ? [{ clicks: 0, impressions: 0, position: 0 }] : counts).map((count) => toRow(table, count));
      const lines = rows.map((row) =>
        JSON.stringify({
          property_id: propertyId,
          type: 'web',
          day,
          ...row,
          fetched_at: at.toISOString().replace('T', ' ').replace('Z', ''),
        }),
      );
      await clickhouse.insertLines(table, lines.join('\n'), `${table} ${propertyId} ${day} ${at.toISOString()}`);
    }
  }
}

function toRow(
  table: string,
  { query = '', page = '', country = 'usa', device = 'desktop', clicks, impressions, position }: MadeCount,
): object {
  return {
    ...(table === 'gsc_totals' ? {} : { query }),
    ...(table === 'gsc_pages' ? { page } : {}),
    country,
    device,
    clicks,
    impressions,
    position_sum: position * impressions,
  };
}

/** A row for each country and device, as the collection asks for totals. */
function addUp(counts: readonly MadeCount[]): MadeCount[] {
  const groups = Map.groupBy(counts, ({ country, device }) => `${country} ${device}`);
  return [...groups.values()].map((group) => {
    const impressions = group.reduce((sum, count) => sum + count.impressions, 0);
    const places = group.reduce((sum, count) => sum + count.impressions * count.position, 0);
    const { country = 'usa', device = 'desktop' } = group[0] ?? {};
    return { country, device, clicks: group.reduce((sum, { clicks }) => sum + clicks, 0), impressions, position: places / impressions };
  });
}
