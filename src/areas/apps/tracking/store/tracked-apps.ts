import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { DueApp, TrackedApp } from '../tracked-app.ts';

const COLUMNS = `a.id, a.project_id, a.platform, a.storefront, a.app_id, a.name, a.icon_url, a.frequency, a.is_active = 1 as is_active,
  a.next_run_at, a.last_run_at, a.last_error,
  a.created_at`;

/** An app of a project is tracked in one storefront. */
export type TrackedAppKey = Pick<TrackedApp, 'projectId' | 'platform' | 'appId'>;

/** Begins to track, or takes up again what was untracked; undefined: it is tracked already. */
export async function upsertTrackedApp(
  sql: Sql,
  app: Pick<TrackedApp, 'id' | 'projectId' | 'platform' | 'storefront' | 'appId' | 'name' | 'iconUrl'> & { readonly now: Date },
): Promise<TrackedApp | undefined> {
  const { rows } = await sql.query<TrackedApp>(
    `insert into tracked_apps as a (id, project_id, platform, storefront, app_id, name, icon_url, created_at, next_run_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (project_id, app_id, platform) do update
       set is_active = 1, storefront = excluded.storefront, name = coalesce(excluded.name, a.name),
         icon_url = coalesce(excluded.icon_url, a.icon_url), next_run_at = excluded.next_run_at, last_error = null
     where a.is_active = 0
     returning ${COLUMNS}`,
    [app.id, app.projectId, app.platform, app.storefront, app.appId, app.name, app.iconUrl, app.now],
  );
  return rows[0];
}

export async function findTrackedApp(sql: Sql, { projectId, platform, appId }: TrackedAppKey): Promise<TrackedApp | undefined> {
  const { rows } = await sql.query<TrackedApp>(
    `select ${COLUMNS} from tracked_apps a where a.project_id = $1 and a.platform = $2 and a.app_id = $3`,
    [projectId, platform, appId],
  );
  return rows[0];
}

/** Makes a tracked app due at once, unless it is due already. */
export async function makeDue(sql: Sql, { id, now }: { readonly id: string; readonly now: Date }): Promise<void> {
  await sql.query('update tracked_apps set next_run_at = least(next_run_at, $2) where id = $1 and is_active = 1', [id, now]);
}

/** What was measured stays. @returns whether it was tracked until now */
export async function endTrackedApp(sql: Sql, { projectId, platform, appId }: TrackedAppKey): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update tracked_apps set is_active = 0, next_run_at = null where project_id = $1 and platform = $2 and app_id = $3 and is_active = 1`,
    [projectId, platform, appId],
  );
  return rowCount === 1;
}

export async function hasTrackedApps(sql: Sql, projectId: string): Promise<boolean> {
  const { rows } = await sql.query('select 1 from tracked_apps where project_id = $1 and is_active = 1 limit 1', [projectId]);
  return rows.length > 0;
}

export interface TrackedFilter {
  readonly projectId: string;
  readonly platform: string | undefined;
  readonly appId: string | undefined;
}

const toValues = ({ projectId, platform, appId }: TrackedFilter): unknown[] => [projectId, platform ?? null, appId ?? null];

/** Oldest first. */
export const trackedApps = defineList<TrackedApp, TrackedFilter>({
  columns: COLUMNS,
  from: `from tracked_apps a
  where a.project_id = $1 and ($2::text is null or a.platform = $2) and ($3::text is null or a.app_id = $3) and a.is_active = 1`,
  order: 'a.created_at, a.id',
  values: toValues,
});

export interface DueAppFilter {
  readonly dueAt: Date;
  readonly platform?: string | undefined;
  /** Only this one. */
  readonly trackedId?: string | undefined;
  readonly limit: number;
}

/** Longest due first, each app once, of active projects. */
export async function listDueApps(sql: Sql, { dueAt, platform, trackedId, limit }: DueAppFilter): Promise<DueApp[]> {
  const { rows } = await sql.query<{ platform: DueApp['platform']; storefront: string; appId: string; projectIds: string[] }>(
    `select a.platform, a.storefront, a.app_id, array_agg(a.project_id order by a.project_id) as project_ids
     from tracked_apps a join projects p on p.id = a.project_id and p.status = 'active'
     where a.is_active = 1 and a.next_run_at <= $1 and ($2::text is null or a.platform = $2) and ($3::text is null or a.id = $3)
     group by a.platform, a.storefront, a.app_id
     order by min(a.next_run_at), a.platform, a.storefront, a.app_id
     limit $4`,
    [dueAt, platform ?? null, trackedId ?? null, limit],
  );
  return rows;
}

/** A tracked row that a reading ends. */
export interface ReadRow {
  readonly id: string;
  readonly platform: TrackedApp['platform'];
  readonly storefront: string;
  readonly appId: string;
  /** Time zone of the project, IANA name. */
  readonly timeZone: string;
}

/** Every tracked row of these apps that is due, locked in one order. */
export async function lockReadRows(sql: Sql, apps: readonly DueApp[], dueAt: Date): Promise<ReadRow[]> {
  const { rows } = await sql.query<ReadRow>(
    `select a.id, a.platform, a.storefront, a.app_id, p.time_zone
     from json_to_recordset($1::json) as d (platform text, storefront text, "appId" text)
     join tracked_apps a on a.platform = d.platform and a.storefront = d.storefront and a.app_id = d."appId"
       and a.is_active = 1 and a.next_run_at <= $2
     join projects p on p.id = a.project_id
     order by a.id
     for update of a`,
    [JSON.stringify(apps), dueAt],
  );
  return rows;
}

/** What a reading leaves: without a time the app stays due, and the time of its last reading as it was. */
export interface ReadEnd {
  readonly id: string;
  readonly readAt: Date | null;
  readonly nextRunAt: Date | null;
  readonly error: string | null;
}

export async function updateReadRows(sql: Sql, ends: readonly ReadEnd[]): Promise<void> {
  await sql.query(
    `update tracked_apps a
     set last_run_at = coalesce(e."readAt", a.last_run_at), next_run_at = coalesce(e."nextRunAt", a.next_run_at), last_error = e.error
     from json_to_recordset($1::json) as e (id text, "readAt" timestamptz, "nextRunAt" timestamptz, error text)
     where a.id = e.id and a.is_active = 1`,
    [JSON.stringify(ends)],
  );
}
