import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { SourceKey } from '../../binding/binding.ts';
import type { ReadDay } from '../sync.ts';

export interface DaySpan extends SourceKey {
  /** Pacific days, both included. */
  readonly from: string;
  readonly to: string;
}

export interface DueFilter extends DaySpan {
  /** Days that count on are read again when their reading is older. */
  readonly since: Date;
  /** Days that this run has tried already. */
  readonly without: readonly string[];
}

/** The next days to read, the newest first: gaps, days that count on or failed, and those that are wanted again. */
export async function listDueDays(sql: Sql, { propertyId, type, from, to, since, without }: DueFilter, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ day: string }>(
    `select to_char(span.day, 'YYYY-MM-DD') as day
     from generate_series($3::date, $4::date, interval '1 day') as span (day)
       left join search_console_days d on d.property_id = $1 and d.type = $2 and d.day = span.day::date
     where (d.day is null or d.state = 'failed' or d.wanted_at is not null or (d.state = 'partial' and d.fetched_at < $5))
       and not span.day::date = any($6::date[])
     order by span.day desc limit $7`,
    [propertyId, type, from, to, since, without, limit],
  );
  return rows.map(({ day }) => day);
}

export async function countDueDays(sql: Sql, { propertyId, type, from, to, since }: Omit<DueFilter, 'without'>): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*)::integer as total
     from generate_series($3::date, $4::date, interval '1 day') as span (day)
       left join search_console_days d on d.property_id = $1 and d.type = $2 and d.day = span.day::date
     where d.day is null or d.state = 'failed' or d.wanted_at is not null or (d.state = 'partial' and d.fetched_at < $5)`,
    [propertyId, type, from, to, since],
  );
  return rows[0]?.total ?? 0;
}

/** A day that was read; what was wrong with it before is over, and a wish for it that came meanwhile stays. */
export async function upsertDay(sql: Sql, key: SourceKey, day: ReadDay & { readonly fetchedAt: Date }): Promise<void> {
  await sql.query(
    `insert into search_console_days as d (property_id, type, day, state, is_cut, totals_clicks, totals_impressions, fetched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (property_id, type, day) do update
     set state = excluded.state, is_cut = excluded.is_cut, totals_clicks = excluded.totals_clicks,
       totals_impressions = excluded.totals_impressions, fetched_at = excluded.fetched_at, error = null,
       wanted_at = case when d.wanted_at > excluded.fetched_at then d.wanted_at end`,
    [key.propertyId, key.type, day.day, day.state, day.isCut, day.totalsClicks, day.totalsImpressions, day.fetchedAt],
  );
}

/** A day that could not be read: what was read of it before stays. */
export async function noteFailedDay(sql: Sql, { propertyId, type }: SourceKey, day: string, error: string): Promise<void> {
  await sql.query(
    `insert into search_console_days (property_id, type, day, state, error) values ($1, $2, $3, 'failed', $4)
     on conflict (property_id, type, day) do update set error = excluded.error`,
    [propertyId, type, day, error],
  );
}

/** Asks for days to be read again, final ones too; gaps are read anyway. @returns how many */
export async function wantDays(sql: Sql, { propertyId, type, from, to }: DaySpan, now: Date): Promise<number> {
  const { rowCount } = await sql.query(
    'update search_console_days set wanted_at = $5 where property_id = $1 and type = $2 and day between $3 and $4',
    [propertyId, type, from, to, now],
  );
  return rowCount ?? 0;
}

export interface ListedDay extends Omit<ReadDay, 'state'> {
  readonly state: ReadDay['state'] | 'missing';
  readonly isWanted: boolean;
}

/** Every day of a span, the newest first; those that were never asked for are `missing`. */
export const dayList = defineList<ListedDay, DaySpan>({
  columns: `to_char(span.day, 'YYYY-MM-DD') as day, coalesce(d.state, 'missing') as state, coalesce(d.is_cut, false) as is_cut,
    d.totals_clicks, d.totals_impressions, d.fetched_at, d.error, d.wanted_at is not null as is_wanted`,
  from: `from generate_series($3::date, $4::date, interval '1 day') as span (day)
    left join search_console_days d on d.property_id = $1 and d.type = $2 and d.day = span.day::date`,
  order: 'span.day desc',
  values: ({ propertyId, type, from, to }) => [propertyId, type, from, to],
});

/** How far the reading has come. */
export interface Coverage {
  readonly final: number;
  readonly partial: number;
  readonly failed: number;
  /** Days of which Google has more rows than it gives. */
  readonly cut: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly lastFinalDay: string | null;
  readonly fetchedAt: Date | null;
}

export async function measureCoverage(sql: Sql, { propertyId, type, from, to }: DaySpan): Promise<Coverage> {
  const { rows } = await sql.query<Coverage>(
    `select count(*) filter (where state = 'final')::integer as final, count(*) filter (where state = 'partial')::integer as partial,
       count(*) filter (where state = 'failed')::integer as failed, count(*) filter (where is_cut)::integer as cut,
       to_char(min(day) filter (where state <> 'failed'), 'YYYY-MM-DD') as first_day,
       to_char(max(day) filter (where state <> 'failed'), 'YYYY-MM-DD') as last_day,
       to_char(max(day) filter (where state = 'final'), 'YYYY-MM-DD') as last_final_day, max(fetched_at) as fetched_at
     from search_console_days where property_id = $1 and type = $2 and day between $3 and $4`,
    [propertyId, type, from, to],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}
