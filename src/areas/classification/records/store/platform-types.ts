import type { Sql } from '#stores/postgres/types.ts';

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
