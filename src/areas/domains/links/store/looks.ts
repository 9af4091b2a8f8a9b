import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/** Looks at what came and went, and what they found. */

export const LOOK_OUTCOMES = ['looked', 'unknown_domain', 'over_budget', 'failed'] as const;
export type LookOutcome = (typeof LOOK_OUTCOMES)[number];

/** Links and referring domains that came and went; null: not known. */
export interface ChangeCounts {
  readonly newBacklinks: number | null;
  readonly lostBacklinks: number | null;
  readonly newReferringDomains: number | null;
  readonly lostReferringDomains: number | null;
}

export interface ChangeDay extends ChangeCounts {
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** What is known of the looks at a domain. */
export interface LinkLook {
  /** The first day whose changes are known, and until when they are; null: no look has come to an end. */
  readonly lookedFrom: string | null;
  readonly lookedUntil: Date | null;
  /** Cost of the last one that came to an end. */
  readonly costUsd: number | null;
  /** The last look, however it ended. */
  readonly attemptedAt: Date;
  readonly outcome: LookOutcome;
  readonly message: string | null;
}

export async function findLinkLook(sql: Sql, domainId: number): Promise<LinkLook | undefined> {
  const { rows } = await sql.query<LinkLook>(
    `select looked_from, looked_until, cost_usd, attempted_at, outcome, message
     from link_looks where domain_id = $1`,
    [domainId],
  );
  return rows[0];
}

export interface EndedLook {
  readonly domainId: number;
  /** The first day whose changes are known with this look. */
  readonly from: string;
  readonly until: Date;
  readonly costUsd: number;
}

/** Records a look that came to an end; its days are written by `replaceChangeDays`. */
export async function upsertLook(sql: Sql, { domainId, from, until, costUsd }: EndedLook): Promise<void> {
  await sql.query(
    `insert into link_looks (domain_id, looked_from, looked_until, cost_usd, attempted_at, outcome) values ($1, $2, $3, $4, $3, 'looked')
     on conflict (domain_id) do update set looked_from = $2, looked_until = $3, cost_usd = $4, attempted_at = $3, outcome = 'looked', message = null`,
    [domainId, from, until, costUsd],
  );
}

/** Records a look that did not come to an end; what was known before stays. */
export async function recordUnendedLook(
  sql: Sql,
  look: {
    readonly domainId: number;
    readonly at: Date;
    readonly outcome: Exclude<LookOutcome, 'looked'>;
    readonly message: string | null;
  },
): Promise<void> {
  await sql.query(
    `insert into link_looks (domain_id, attempted_at, outcome, message) values ($1, $2, $3, $4)
     on conflict (domain_id) do update set attempted_at = $2, outcome = $3, message = $4`,
    [look.domainId, look.at, look.outcome, look.message],
  );
}

const DAY = {
  domain_id: 'bigint',
  day: 'date',
  new_backlinks: 'bigint',
  lost_backlinks: 'bigint',
  new_referring_domains: 'bigint',
  lost_referring_domains: 'bigint',
} as const;

/** What a look found takes the place of what earlier ones said of its days; days without a change have no row. */
export async function replaceChangeDays(
  sql: Sql,
  { domainId, from, days }: { readonly domainId: number; readonly from: string; readonly days: readonly ChangeDay[] },
): Promise<void> {
  await sql.query('delete from link_change_days where domain_id = $1 and day >= $2', [domainId, from]);
  await insertRows(sql, {
    table: 'link_change_days',
    columns: DAY,
    rows: days.map((day) => ({
      domain_id: domainId,
      day: day.day,
      new_backlinks: day.newBacklinks,
      lost_backlinks: day.lostBacklinks,
      new_referring_domains: day.newReferringDomains,
      lost_referring_domains: day.lostReferringDomains,
    })),
  });
}

/** Null where the provider did not say it of a day; days without a row had no change. */
const SUMS = `
  case when count(new_backlinks) = count(*) then coalesce(sum(new_backlinks), 0)::bigint end as new_backlinks,
  case when count(lost_backlinks) = count(*) then coalesce(sum(lost_backlinks), 0)::bigint end as lost_backlinks,
  case when count(new_referring_domains) = count(*) then coalesce(sum(new_referring_domains), 0)::bigint end as new_referring_domains,
  case when count(lost_referring_domains) = count(*) then coalesce(sum(lost_referring_domains), 0)::bigint end as lost_referring_domains`;

const NOTHING: ChangeCounts = { newBacklinks: 0, lostBacklinks: 0, newReferringDomains: 0, lostReferringDomains: 0 };

/** What came and went on the days from the first to the last, all of which were looked at. */
export async function sumChangeDays(
  sql: Sql,
  { domainId, from, last }: { domainId: number; from: string; last: string },
): Promise<ChangeCounts> {
  const { rows } = await sql.query<ChangeCounts>(`select ${SUMS} from link_change_days where domain_id = $1 and day between $2 and $3`, [
    domainId,
    from,
    last,
  ]);
  return rows[0] ?? NOTHING;
}

/** The same by ISO week, `YYYYWW`; weeks without a change are left out. */
export async function sumChangeWeeks(
  sql: Sql,
  { domainId, from, last }: { domainId: number; from: string; last: string },
): Promise<ReadonlyMap<string, ChangeCounts>> {
  const { rows } = await sql.query<ChangeCounts & { yearWeek: string }>(
    `select to_char(day, 'IYYYIW') as year_week, ${SUMS} from link_change_days
     where domain_id = $1 and day between $2 and $3 group by year_week order by year_week`,
    [domainId, from, last],
  );
  return new Map(rows.map(({ yearWeek, ...counts }) => [yearWeek, counts]));
}
