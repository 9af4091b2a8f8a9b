import type { Caller } from '#http/caller.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { TrackedApp } from '../tracked-app.ts';

/** A tracked app by the name that a project gave it, else by its id. */
export interface NamedApp {
  readonly name: string;
  readonly iconUrl: string | null;
  readonly trackedAt: Date;
}

/** An app that a project tracks which the caller may see; of several projects the one that tracked it first names it. */
export async function findNamedApp(
  sql: Sql,
  { organizationId, projectIds }: Pick<Caller, 'organizationId' | 'projectIds'>,
  { platform, storefront, appId }: Pick<TrackedApp, 'platform' | 'storefront' | 'appId'>,
): Promise<NamedApp | undefined> {
  const { rows } = await sql.query<NamedApp>(
    `select coalesce(a.name, asset.name, a.app_id) as name, a.icon_url, a.created_at as tracked_at
     from tracked_apps a join projects p on p.id = a.project_id
     left join lateral (
       select name from assets where project_id = a.project_id and value = a.app_id order by created_at, id limit 1) asset on true
     where a.platform = $1 and a.storefront = $2 and a.app_id = $3 and a.is_active = 1
       and ($4::text is null or p.organization_id = $4) and ($5::text[] is null or p.id = any($5))
     order by a.created_at, a.id limit 1`,
    [platform, storefront, appId, organizationId ?? null, projectIds ?? null],
  );
  return rows[0];
}
