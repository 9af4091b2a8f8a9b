import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { AssetRole } from '#areas/projects/index.ts';

export interface NewWebsite {
  readonly id: string;
  readonly project_id: string;
  /** Normalized host. */
  readonly value: string;
  readonly name: string;
  readonly role: AssetRole;
  readonly domain_id: number;
}

const COLUMNS: ColumnTypes<NewWebsite> = {
  id: 'text',
  project_id: 'text',
  value: 'text',
  name: 'text',
  role: 'text',
  domain_id: 'bigint',
};
const KEY: ColumnTypes<Pick<NewWebsite, 'project_id' | 'value'>> = { project_id: 'text', value: 'text' };

/**
 * Adds websites to projects; one that a project has stays as it is.
 * @param websites each host once
 * @returns the ids of the assets by host
 */
export async function upsertWebsites(sql: Sql, websites: readonly NewWebsite[], now: Date): Promise<ReadonlyMap<string, string>> {
  if (websites.length === 0) return new Map();
  const rows = websites.map((website) => ({ ...website, type: 'website', created_at: now, updated_at: now }));
  const columns = { ...COLUMNS, type: 'text', created_at: 'timestamptz', updated_at: 'timestamptz' };
  await insertRows(sql, { table: 'assets', columns, rows, suffix: 'on conflict (project_id, type, value) do nothing' });
  const { rows: found } = await sql.query<{ id: string; value: string }>(
    `select a.id, a.value from ${unnest(KEY)} join assets a on a.project_id = t.project_id and a.type = 'website' and a.value = t.value
     order by a.id`,
    toArrays(KEY, websites),
  );
  return new Map(found.map(({ id, value }) => [value, id]));
}
