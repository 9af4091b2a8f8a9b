import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest } from '#stores/postgres/unnest.ts';
import { APP_FIELDS, FIELD_RULES, type AppField, type AppSource, type AppValues } from '../app-fields.ts';
import type { Market } from '../market.ts';

/** Seen on a list only; read itself; gone from the store. */
export const APP_STATUSES = ['listed', 'available', 'removed'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];

type StoredValues = { readonly [Field in Exclude<AppField, 'title' | 'categories' | 'screenshotUrls'>]: AppValues[Field] | null };

/** An app as it is stored. */
export interface StoredApp extends StoredValues, Market {
  readonly appId: string;
  readonly title: string;
  readonly categories: readonly string[];
  readonly screenshotUrls: readonly string[];
  readonly sources: Readonly<Partial<Record<AppField, AppSource>>>;
  /** Key of the stored icon; null: the original address is used. */
  readonly iconKey: string | null;
  /** `listed`: only seen on lists; `removed`: gone from the store. */
  readonly status: AppStatus;
  readonly removedAt: Date | null;
  /** When its own page or record was last read. */
  readonly fetchedAt: Date | null;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
  /** When a value last changed. */
  readonly updatedAt: Date;
  /** What its newest paid record cost; null: none was bought, or it is not recorded. */
  readonly boughtUsd: number | null;
}

/** A row to write, by the names of its columns. */
export type AppRow = Readonly<Record<string, unknown>>;

const VALUE_COLUMNS = Object.fromEntries(APP_FIELDS.map((field) => [FIELD_RULES[field].column, FIELD_RULES[field].type]));
const KEY_COLUMNS = { platform: 'text', storefront: 'text', app_id: 'text' } as const;
const STATE_COLUMNS = {
  sources: 'jsonb',
  status: 'text',
  removed_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const NEW_COLUMNS = { fetched_at: 'timestamptz', last_seen_at: 'timestamptz', created_at: 'timestamptz' } as const;

const INSERTED: Readonly<Record<string, string>> = { ...KEY_COLUMNS, ...VALUE_COLUMNS, ...STATE_COLUMNS, ...NEW_COLUMNS };
const UPDATED: Readonly<Record<string, string>> = { ...KEY_COLUMNS, ...VALUE_COLUMNS, ...STATE_COLUMNS };

/** What reads a `StoredApp`. */
export const APP_COLUMNS = `platform, storefront, app_id, title, subtitle, developer_name, description, rating, rating_count,
  rating_histogram, price, currency, is_free, primary_category, categories, icon_url, icon_key, screenshot_urls, version, size_bytes,
  installs, release_date, current_version_release_date, website_url, sources, status, removed_at, fetched_at, last_seen_at, created_at,
  updated_at, bought_usd`;

/** Adds those that are not there, in the order given. @returns their ids */
export async function insertApps(sql: Sql, rows: readonly AppRow[]): Promise<string[]> {
  const inserted = await insertRows<AppRow, { appId: string }>(sql, {
    table: 'apps',
    columns: INSERTED,
    rows,
    suffix: 'on conflict do nothing returning app_id',
  });
  return inserted.map((row) => row.appId);
}

/**
 * The stored apps, locked until the transaction ends. They are locked in the order of their ids, so that two
 * transactions cannot block each other.
 */
export async function lockApps(sql: Sql, { platform, storefront }: Market, appIds: readonly string[]): Promise<StoredApp[]> {
  const { rows } = await sql.query<StoredApp>(
    `select ${APP_COLUMNS} from apps where platform = $1 and storefront = $2 and app_id = any($3::text[]) order by app_id for update`,
    [platform, storefront, appIds],
  );
  return rows;
}

export async function listStoredApps(sql: Sql, { platform, storefront }: Market, appIds: readonly string[]): Promise<StoredApp[]> {
  const { rows } = await sql.query<StoredApp>(
    `select ${APP_COLUMNS} from apps where platform = $1 and storefront = $2 and app_id = any($3::text[]) order by app_id`,
    [platform, storefront, appIds],
  );
  return rows;
}

/** Writes values and state; when it was seen is for `touchApps`. */
export async function updateApps(sql: Sql, rows: readonly AppRow[]): Promise<void> {
  if (rows.length === 0) return;
  const set = Object.keys(UPDATED).filter((name) => !(name in KEY_COLUMNS));
  const read = (name: string): string => (/\[\]$|^jsonb$/u.test(UPDATED[name] ?? '') ? `t.${name}::${UPDATED[name]}` : `t.${name}`);
  await sql.query(
    `update apps set ${set.map((name) => `${name} = ${read(name)}`).join(', ')} from ${unnest(UPDATED)}
     where apps.platform = t.platform and apps.storefront = t.storefront and apps.app_id = t.app_id`,
    toArrays(UPDATED, rows),
  );
}

/** Notes what paid records cost. */
export async function updateBoughtPrices(
  sql: Sql,
  { platform, storefront }: Market,
  apps: readonly { readonly appId: string; readonly boughtUsd?: number | undefined }[],
): Promise<void> {
  const bought = apps.filter(({ boughtUsd }) => boughtUsd !== undefined);
  if (bought.length === 0) return;
  await sql.query(
    `update apps set bought_usd = b."boughtUsd" from json_to_recordset($3::json) as b ("appId" text, "boughtUsd" double precision)
     where platform = $1 and storefront = $2 and app_id = b."appId"`,
    [platform, storefront, JSON.stringify(bought.map(({ appId, boughtUsd }) => ({ appId, boughtUsd })))],
  );
}

/** Notes when apps were seen. A later instant stays. */
export async function touchApps(
  sql: Sql,
  { platform, storefront }: Market,
  { appIds, fetchedIds, now }: { readonly appIds: readonly string[]; readonly fetchedIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update apps set last_seen_at = greatest(last_seen_at, $4),
       fetched_at = case when app_id = any($5::text[]) then greatest(fetched_at, $4) else fetched_at end
     where platform = $1 and storefront = $2 and app_id = any($3::text[])`,
    [platform, storefront, appIds, now, fetchedIds],
  );
}

/** Notes that the similar apps of these were looked for. A later instant stays. */
export async function markSimilarRead(
  sql: Sql,
  { platform, storefront }: Market,
  { appIds, now }: { readonly appIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update apps set similar_read_at = greatest(similar_read_at, $4) where platform = $1 and storefront = $2 and app_id = any($3::text[])`,
    [platform, storefront, appIds, now],
  );
}

/** A row of `app_changes`. */
export interface ChangeRow extends Market {
  readonly app_id: string;
  readonly changed_at: Date;
  readonly field: string;
  readonly old_value: string;
  readonly new_value: string;
}

export async function insertChanges(sql: Sql, rows: readonly ChangeRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'app_changes',
    columns: {
      ...KEY_COLUMNS,
      changed_at: 'timestamptz',
      field: 'text',
      old_value: 'jsonb',
      new_value: 'jsonb',
    },
    rows,
    suffix: 'on conflict do nothing',
  });
}

/** Marks those that are not marked yet, and notes for all of them that they were looked for. @returns the ids of the newly marked */
export async function markAppsRemoved(
  sql: Sql,
  { platform, storefront }: Market,
  { appIds, now }: { readonly appIds: readonly string[]; readonly now: Date },
): Promise<{ appId: string; status: AppStatus }[]> {
  const { rows } = await sql.query<{ appId: string; status: AppStatus }>(
    `update apps set status = 'removed', removed_at = coalesce(apps.removed_at, $4), fetched_at = greatest(apps.fetched_at, $4),
       updated_at = case when was.status = 'removed' then apps.updated_at else $4 end
     from (select app_id, status from apps where platform = $1 and storefront = $2 and app_id = any($3::text[]) order by app_id for update) was
     where apps.platform = $1 and apps.storefront = $2 and apps.app_id = was.app_id
     returning apps.app_id, was.status`,
    [platform, storefront, appIds, now],
  );
  return rows.filter(({ status }) => status !== 'removed');
}

/** Apps whose own page or record was read since an instant. */
export async function listFreshIds(
  sql: Sql,
  { platform, storefront }: Market,
  { appIds, since }: { readonly appIds: readonly string[]; readonly since: Date },
): Promise<string[]> {
  const { rows } = await sql.query<{ appId: string }>(
    `select app_id from apps
     where platform = $1 and storefront = $2 and app_id = any($3::text[]) and fetched_at >= $4 order by app_id`,
    [platform, storefront, appIds, since],
  );
  return rows.map(({ appId }) => appId);
}
