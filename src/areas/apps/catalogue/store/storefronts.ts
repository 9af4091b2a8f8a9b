import type { Platform } from '#areas/assets/index.ts';
import type { Caller } from '#http/caller.ts';
import type { Sql } from '#stores/postgres/types.ts';

/**
 * The storefront that is meant when an app is named without one: where the caller tracks it, else `preferred` when it is
 * known there, else where it was last read or seen. Undefined: it is not known.
 * @param among all storefronts that there are
 */
export async function findAppStorefront(
  sql: Sql,
  { organizationId, projectIds }: Pick<Caller, 'organizationId' | 'projectIds'>,
  {
    platform,
    appId,
    preferred,
    among,
  }: { readonly platform: Platform; readonly appId: string; readonly preferred: string; readonly among: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await sql.query<{ storefront: string }>(
    `select storefront from (
       select a.storefront, true as is_tracked, a.created_at as at
       from tracked_apps a join projects p on p.id = a.project_id
       where a.platform = $1 and a.app_id = $2 and a.is_active = 1
         and ($5::text is null or p.organization_id = $5) and ($6::text[] is null or p.id = any($6))
       union all
       select storefront, false, coalesce(fetched_at, last_seen_at)
       from apps where platform = $1 and storefront = any($4::text[]) and app_id = $2
     ) known
     order by is_tracked desc, storefront = $3 desc, at desc, storefront limit 1`,
    [platform, appId, preferred, among, organizationId ?? null, projectIds ?? null],
  );
  return rows[0]?.storefront;
}

/** The storefront of which lists are answered when none is named: `preferred` when any app is known there, else where one was last seen. */
export async function findListStorefront(
  sql: Sql,
  { platform, preferred }: { readonly platform: Platform | undefined; readonly preferred: string },
): Promise<string | undefined> {
  const { rows } = await sql.query<{ storefront: string | null }>(
    `select coalesce(
       (select $2::text where exists (select from apps where storefront = $2 and ($1::text is null or platform = $1))),
       (select storefront from apps where $1::text is null or platform = $1 order by last_seen_at desc, storefront limit 1)) as storefront`,
    [platform ?? null, preferred],
  );
  return rows[0]?.storefront ?? undefined;
}
