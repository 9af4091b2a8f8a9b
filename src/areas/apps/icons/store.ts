import type { Sql } from '#stores/postgres/types.ts';
import type { IconSource, KnownIcon, Platform } from './icon.ts';

/** What is known of the icons of apps in one storefront. */
export async function listIcons(
  sql: Sql,
  { platform, storefront, appIds }: { readonly platform: Platform; readonly storefront: string; readonly appIds: readonly string[] },
): Promise<KnownIcon[]> {
  const { rows } = await sql.query<KnownIcon>(
    `select platform, app_id, icon_url, icon_key
       from apps where platform = $1 and storefront = $2 and app_id = any ($3) and icon_url is not null order by app_id`,
    [platform, storefront, appIds],
  );
  return rows;
}

/** What is known of the icons of apps in all storefronts, those last read first. */
export async function listIconsAnywhere(sql: Sql, platform: Platform, appIds: readonly string[]): Promise<KnownIcon[]> {
  const { rows } = await sql.query<KnownIcon>(
    `select platform, app_id, icon_url, icon_key
       from apps where platform = $1 and app_id = any ($2) and icon_url is not null order by last_seen_at desc, storefront, app_id`,
    [platform, appIds],
  );
  return rows;
}

/** Notes where icons are stored, in every storefront that shows the same picture. One that shows another by now keeps its own. */
export async function setIconKeys(sql: Sql, icons: readonly (IconSource & { readonly iconKey: string })[]): Promise<void> {
  if (icons.length === 0) return;
  await sql.query(
    `update apps a set icon_key = t.icon_key
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t (platform, app_id, icon_url, icon_key)
      where a.platform = t.platform and a.app_id = t.app_id and a.icon_url = t.icon_url`,
    [
      icons.map(({ platform }) => platform),
      icons.map(({ appId }) => appId),
      icons.map(({ iconUrl }) => iconUrl),
      icons.map(({ iconKey }) => iconKey),
    ],
  );
}
