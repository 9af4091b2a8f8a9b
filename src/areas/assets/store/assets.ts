import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { AssetRole } from '#areas/projects/index.ts';
import type { Asset, AssetType } from '../asset.ts';

const COLUMNS = `id, project_id, type, value, name, platform, role, icon_url, meta,
  domain_id, workflow_id, created_at, updated_at`;

/** Adds the asset; false when the project has one of that type and value already. */
export async function insertAsset(sql: Sql, asset: Asset): Promise<boolean> {
  const { rows } = await sql.query(
    `insert into assets
       (id, project_id, type, value, name, platform, role, icon_url, meta, domain_id, workflow_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (project_id, type, value) do nothing
     returning id`,
    [
      asset.id,
      asset.projectId,
      asset.type,
      asset.value,
      asset.name,
      asset.platform,
      asset.role,
      asset.iconUrl,
      JSON.stringify(asset.meta),
      asset.domainId,
      asset.workflowId,
      asset.createdAt,
      asset.updatedAt,
    ],
  );
  return rows.length > 0;
}

export async function findAsset(sql: Sql, assetId: string): Promise<Asset | undefined> {
  const { rows } = await sql.query<Asset>(`select ${COLUMNS} from assets where id = $1`, [assetId]);
  return rows[0];
}

export async function lockAsset(sql: Sql, assetId: string): Promise<Asset | undefined> {
  const { rows } = await sql.query<Asset>(`select ${COLUMNS} from assets where id = $1 for update`, [assetId]);
  return rows[0];
}

/** The asset by its value; a place also by any other id that it is known by. */
export async function findSameAsset(sql: Sql, key: Pick<Asset, 'projectId' | 'type' | 'value' | 'meta'>): Promise<Asset | undefined> {
  const { rows } = await sql.query<Asset>(
    `select ${COLUMNS} from assets
     where project_id = $1 and type = $2
       and (value = $3 or (type = 'local' and (meta ->> 'cid' = $4 or meta ->> 'place_id' = $5)))
     order by value = $3 desc, created_at, id
     limit 1`,
    [key.projectId, key.type, key.value, key.meta['cid'] ?? null, key.meta['place_id'] ?? null],
  );
  return rows[0];
}

export interface AssetFilter {
  readonly projectId: string;
  readonly type?: AssetType | undefined;
  readonly role?: AssetRole | undefined;
}

/** Oldest first. */
export const assetList = defineList<Asset, AssetFilter>({
  columns: COLUMNS,
  from: 'from assets where project_id = $1 and ($2::text is null or type = $2) and ($3::text is null or role = $3)',
  order: 'created_at, id',
  values: ({ projectId, type, role }) => [projectId, type, role],
});

export async function hasAssetOfType(sql: Sql, projectId: string, type: AssetType): Promise<boolean> {
  const { rows } = await sql.query('select 1 from assets where project_id = $1 and type = $2 limit 1', [projectId, type]);
  return rows.length > 0;
}

export async function updateAssetRow(sql: Sql, asset: Asset): Promise<void> {
  await sql.query('update assets set name = $2, role = $3, icon_url = $4, meta = $5, updated_at = $6 where id = $1', [
    asset.id,
    asset.name,
    asset.role,
    asset.iconUrl,
    JSON.stringify(asset.meta),
    asset.updatedAt,
  ]);
}

export async function deleteAssetRow(sql: Sql, assetId: string): Promise<void> {
  await sql.query('delete from assets where id = $1', [assetId]);
}
