import type { Sql } from '#stores/postgres/types.ts';
import { REFERRING_COLUMNS, type ReferringRecord } from './referring-domains.ts';

/** A link in a list of changes. */
export interface LinkRecord {
  readonly domainFrom: string;
  readonly urlFrom: string;
  readonly urlTo: string;
  readonly anchor: string | null;
  readonly itemType: string;
  readonly isDofollow: boolean;
  /** 0 to 100. */
  readonly domainFromRank: number | null;
  readonly dfsFirstSeen: Date | null;
  readonly dfsLastSeen: Date | null;
  readonly dfsLostDate: Date | null;
  readonly ourFirstSeen: Date;
  readonly ourLastSeen: Date;
  readonly ourLostAt: Date | null;
}

/** The provider's date where there is one, since it visits pages more often. */
const INSTANTS = {
  came: 'coalesce(dfs_first_seen, our_first_seen)',
  went: 'case when our_lost_at is not null then coalesce(dfs_lost_date, our_lost_at) end',
} as const;
type Change = keyof typeof INSTANTS;

export interface ChangesPage {
  readonly domainId: number;
  readonly since: Date;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listChangedDomains(sql: Sql, change: Change, page: ChangesPage): Promise<ReferringRecord[]> {
  const { rows } = await sql.query<ReferringRecord>(
    `select ${REFERRING_COLUMNS} from referring_domains where domain_id = $1 and ${INSTANTS[change]} >= $2
     order by ${INSTANTS[change]} desc, referring_domain limit $3 offset $4`,
    toValues(page),
  );
  return rows;
}

export async function listChangedLinks(sql: Sql, change: Change, page: ChangesPage): Promise<LinkRecord[]> {
  const { rows } = await sql.query<LinkRecord>(
    `select domain_from, url_from, url_to, anchor, item_type, is_dofollow, domain_from_rank, dfs_first_seen, dfs_last_seen, dfs_lost_date,
       our_first_seen, our_last_seen, our_lost_at
     from backlinks where domain_id = $1 and ${INSTANTS[change]} >= $2 order by ${INSTANTS[change]} desc, link_hash limit $3 offset $4`,
    toValues(page),
  );
  return rows;
}

function toValues({ domainId, since, limit, offset }: ChangesPage): unknown[] {
  return [domainId, since, limit, offset];
}

/** What came and went since an instant, and what all of it rests on. */
export interface StoredChanges {
  readonly came: number;
  readonly went: number;
  /** Rows that are stored and not lost. */
  readonly stored: number;
  /** When any of them was last seen by us. */
  readonly lastSeenAt: Date | null;
}

export async function countChanges(
  sql: Sql,
  table: 'referring_domains' | 'backlinks',
  { domainId, since }: Pick<ChangesPage, 'domainId' | 'since'>,
): Promise<StoredChanges> {
  const { rows } = await sql.query<StoredChanges>(
    `select count(*) filter (where ${INSTANTS.came} >= $2) as came, count(*) filter (where ${INSTANTS.went} >= $2) as went,
       count(*) filter (where our_lost_at is null) as stored, max(our_last_seen) as last_seen_at
     from ${table} where domain_id = $1`,
    [domainId, since],
  );
  return rows[0] ?? { came: 0, went: 0, stored: 0, lastSeenAt: null };
}
