import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from './market.ts';
import { listStoredApps, listFreshIds, type StoredApp } from './store/apps.ts';

/** Apps whose own page or record was read, or found gone, since an instant. */
export async function listKnownFresh(
  sql: Sql,
  { platform, storefront, ...question }: Market & { readonly appIds: readonly string[]; readonly since: Date },
): Promise<ReadonlySet<string>> {
  return new Set(await listFreshIds(sql, { platform, storefront }, question));
}

/** Apps as they are stored, by id; those that are not known are missing. */
export async function findApps(
  sql: Sql,
  { platform, storefront, appIds }: Market & { readonly appIds: readonly string[] },
): Promise<ReadonlyMap<string, StoredApp>> {
  const apps = await listStoredApps(sql, { platform, storefront }, appIds);
  return new Map(apps.map((app) => [app.appId, app]));
}
