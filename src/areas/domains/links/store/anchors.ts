import type { Sql } from '#stores/postgres/types.ts';

/** The links to a domain that have a text in common. */
export interface AnchorRecord {
  /** Null: links without a text, of images for example. */
  readonly anchor: string | null;
  readonly backlinks: number;
  readonly dofollow: number;
  readonly referringDomains: number;
  /** By the provider where it says so, else by us. */
  readonly firstSeen: Date;
}

export interface AnchorsPage {
  readonly domainId: number;
  readonly limit: number;
  readonly offset: number;
}

const LIVE = 'from backlinks where domain_id = $1 and our_lost_at is null';

/** The most frequent first. Counted by domain before by text: distinct ones within a text would have to be sorted. */
export async function listAnchorRecords(sql: Sql, { domainId, limit, offset }: AnchorsPage): Promise<AnchorRecord[]> {
  const { rows } = await sql.query<AnchorRecord>(
    `select anchor, sum(links)::bigint as backlinks, sum(followed)::bigint as dofollow, count(*) as referring_domains,
       min(came) as first_seen
     from (
       select anchor, domain_from, count(*) as links, count(*) filter (where is_dofollow) as followed,
         min(coalesce(dfs_first_seen, our_first_seen)) as came
       ${LIVE} group by anchor, domain_from) pairs
     group by anchor order by sum(links) desc, anchor nulls last limit $2 offset $3`,
    [domainId, limit, offset],
  );
  return rows;
}

/** How many texts there are, and how many links have one of them or none. */
export async function countAnchors(sql: Sql, domainId: number): Promise<{ readonly anchors: number; readonly backlinks: number }> {
  const { rows } = await sql.query<{ anchors: number; backlinks: number }>(
    `select count(*) as anchors, coalesce(sum(links), 0)::bigint as backlinks from (select count(*) as links ${LIVE} group by anchor) texts`,
    [domainId],
  );
  return rows[0] ?? { anchors: 0, backlinks: 0 };
}
