import type { Sql } from '#stores/postgres/types.ts';

/** A site that is a website of a project's own, with its newest rank. */
export interface OwnSite {
  readonly id: number;
  readonly domain: string;
  /** From 0 to 100; null: not known. */
  readonly rank: number | null;
}

/** Own sites in the order of their ids. @param after the last one that was seen */
export async function listOwnSites(
  sql: Sql,
  { domainId, after, limit }: { readonly domainId: number | undefined; readonly after: number; readonly limit: number },
): Promise<OwnSite[]> {
  const { rows } = await sql.query<OwnSite>(
    `select d.id, d.domain, (select s.rank from domain_summaries s where s.domain_id = d.id order by s.year_week desc limit 1) as rank
     from domains d where d.data_tier = 'customer' and ($1::bigint is null or d.id = $1) and d.id > $2 order by d.id limit $3`,
    [domainId ?? null, after, limit],
  );
  return rows;
}

/** An address of an own site, as a source spells it. */
export interface SeenPage {
  readonly url: string;
  readonly title: string | null;
  readonly links: number;
  readonly linkingDomains: number;
  readonly keywords: number;
}

/** Addresses that stored links lead to, those with the most links first; lost links do not count. */
export async function listLinkTargets(sql: Sql, domainId: number, limit: number): Promise<SeenPage[]> {
  const { rows } = await sql.query<SeenPage>(
    `select url_to as url, null::text as title, count(*)::integer as links, count(distinct domain_from)::integer as linking_domains, 0 as keywords
     from backlinks where domain_id = $1 and our_lost_at is null group by url_to order by count(*) desc, url_to limit $2`,
    [domainId, limit],
  );
  return rows;
}

/** Addresses that rank by the provider's database, those with the most keywords first. What projects check stays with them. */
export async function listRankedPages(sql: Sql, domainId: number, limit: number): Promise<SeenPage[]> {
  const { rows } = await sql.query<SeenPage>(
    `select url, max(title) as title, 0 as links, 0 as linking_domains, count(distinct keyword)::integer as keywords
     from domain_keywords where domain_id = $1 and url is not null group by url order by count(distinct keyword) desc, url limit $2`,
    [domainId, limit],
  );
  return rows;
}
