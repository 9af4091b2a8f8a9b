import type { Sql } from '#stores/postgres/types.ts';

/** The host of a domain's record. */
export async function findTarget(sql: Sql, domainId: number): Promise<string | undefined> {
  const { rows } = await sql.query<{ domain: string }>('select domain from domains where id = $1', [domainId]);
  return rows[0]?.domain;
}

export interface ReferringItem {
  readonly host: string;
  /** Links by type of platform, as the provider counts them. */
  readonly platformTypes: Readonly<Record<string, number>>;
}

/** Domains that link to a target, by their names; unknown ones are left out. */
export async function listReferringItems(sql: Sql, domainId: number, names: readonly string[]): Promise<ReferringItem[]> {
  const { rows } = await sql.query<{ host: string; platformTypes: Record<string, number> }>(
    `select referring_domain as host, platform_types from referring_domains
     where domain_id = $1 and referring_domain = any ($2) order by referring_domain`,
    [domainId, names],
  );
  return rows;
}

/** Links by type of platform of domains that link to others, summed over those; unknown ones are left out. */
export async function listPlatformTypes(sql: Sql, hosts: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const { rows } = await sql.query<{ host: string; types: Record<string, number> }>(
    `select host, jsonb_object_agg(type, links) as types from (
       select r.referring_domain as host, t.key as type, sum(t.value::numeric)::double precision as links
       from referring_domains r, jsonb_each_text(r.platform_types) t
       where r.referring_domain = any ($1) group by 1, 2) counted
     group by host order by host`,
    [hosts],
  );
  return new Map(rows.map(({ host, types }) => [host, types]));
}
