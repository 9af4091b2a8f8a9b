import type { Sql } from '#stores/postgres/types.ts';

const WEBSITES_MAX = 100;
const APPS_MAX = 1_000;

export interface OwnWebsite {
  readonly id: string;
  readonly domainId: number;
  readonly name: string;
}

/** The websites of a project that are not its competitors', or only one of them. */
export async function listOwnWebsites(sql: Sql, projectId: string, assetId: string | null): Promise<OwnWebsite[]> {
  const { rows } = await sql.query<OwnWebsite>(
    `select id, domain_id, coalesce(name, value) as name from assets
     where project_id = $1 and type = 'website' and domain_id is not null and role is distinct from 'competitor' and ($2::text is null or id = $2)
     order by id limit ${WEBSITES_MAX}`,
    [projectId, assetId],
  );
  return rows;
}

export interface FollowedApp {
  readonly platform: 'store_a' | 'store_b';
  readonly storefront: string;
  readonly appId: string;
  readonly name: string;
  readonly assetId: string | null;
  readonly isOwn: boolean;
  readonly trackedAt: Date;
}

/** The apps that a project tracks, own ones and competitors', or only one of them. */
export async function listFollowedApps(sql: Sql, projectId: string, assetId: string | null): Promise<FollowedApp[]> {
  const { rows } = await sql.query<FollowedApp>(
    `select app.platform, app.storefront, app.app_id, coalesce(app.name, asset.name, app.app_id) as name, asset.id as asset_id,
       asset.role is distinct from 'competitor' as is_own, app.created_at as tracked_at
     from tracked_apps app left join lateral (
       select id, name, role from assets
       where project_id = $1 and value = app.app_id and type = case app.platform when 'store_a' then 'app_ios' else 'app_android' end
       order by role is not distinct from 'competitor' desc, created_at, id limit 1) asset on true
     where app.project_id = $1 and app.is_active = 1 and ($2::text is null or asset.id = $2)
     order by app.platform, app.storefront, app.app_id limit ${APPS_MAX}`,
    [projectId, assetId],
  );
  return rows;
}
