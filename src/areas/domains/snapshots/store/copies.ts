import type { CopyUnit, UnitPage } from '#stores/copy-types.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { SUMMARY_COLUMNS, toSnapshot, type SummaryRow } from './weeks.ts';
import type { Snapshot } from '../snapshot.ts';

/** What ClickHouse is to have of the weeks of domains, read for the copy of what it lacks. */

const KEY = `domain.domain || '|' || week.year_week`;
/** Weeks that nothing is known of are not history. */
const KNOWN_WEEKS = `from domain_summaries week join domains domain on domain.id = week.domain_id
  where (week.backlinks_count is not null or week.referring_domains_count is not null)`;

export async function listWeekDays(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ day: string }>(`select distinct week.as_of as day ${KNOWN_WEEKS} order by day`);
  return rows.map(({ day }) => day);
}

/** One unit a domain and week. */
export async function listWeekUnits(sql: Sql, { day, after, limit }: UnitPage): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit & Record<string, unknown>>(
    `select ${KEY} as key, domain.domain as place, 1 as rows,
       concat_ws('|', coalesce(week.backlinks_count::text, ''), coalesce(week.referring_domains_count::text, ''), coalesce(week.rank::text, '')) as content
     ${KNOWN_WEEKS} and week.as_of = $1::date and ${KEY} collate "C" > $2 order by ${KEY} collate "C" limit $3`,
    [day, after, limit],
  );
  return rows;
}

/** The weeks of these units, with the name of their domain. */
export async function listCopiedWeeks(sql: Sql, keys: readonly string[]): Promise<(Snapshot & { readonly domain: string })[]> {
  const { rows } = await sql.query<SummaryRow & { domain: string }>(
    `select domain.domain, ${SUMMARY_COLUMNS}
     from unnest($1::text[]) as unit (key)
     join domains domain on domain.domain = split_part(unit.key, '|', 1)
     join domain_summaries week on week.domain_id = domain.id and week.year_week = split_part(unit.key, '|', 2)
     order by domain.domain, week.year_week`,
    [keys],
  );
  return rows.map((row) => ({ ...toSnapshot(row), domain: row.domain }));
}
