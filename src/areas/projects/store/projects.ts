import { hashId } from '#kernel/ids.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import {
  DEFAULT_POSITION_SCALE,
  type PositionScale,
  type Project,
  type ProjectSettings,
  type ProjectStats,
  type ProjectStatus,
} from '../project.ts';

type ProjectRow = Omit<Project, 'settings' | 'positionScale' | 'pendingScale'> & {
  readonly settings: StoredSettings;
  readonly positionScale: PositionScale | null;
};
type StoredSettings = {
  default_location_code?: number;
  default_language_code?: string;
  position_scale?: PositionScale;
  paid_positions?: boolean;
  load_ai_overviews?: boolean;
};

const COLUMNS = `id, organization_id, name, description, status, settings, position_scale, voice_curve, voice_changed_at,
  time_zone, created_at, updated_at`;

export async function insertProject(sql: Sql, project: Project): Promise<void> {
  await sql.query(
    `insert into projects (id, organization_id, name, description, status, settings, time_zone, created_at, updated_at, position_scale)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      project.id,
      project.organizationId,
      project.name,
      project.description,
      project.status,
      toStoredSettings(project.settings),
      project.timeZone,
      project.createdAt,
      project.updatedAt,
      project.positionScale,
    ],
  );
}

export async function findProject(sql: Sql, projectId: string): Promise<Project | undefined> {
  const { rows } = await sql.query<ProjectRow>(`select ${COLUMNS} from projects where id = $1`, [projectId], 'projects-find');
  return rows[0] && toProject(rows[0]);
}

export async function listProjectsById(sql: Sql, projectIds: readonly string[]): Promise<Project[]> {
  const { rows } = await sql.query<ProjectRow>(`select ${COLUMNS} from projects where id = any($1) order by id`, [projectIds]);
  return rows.map(toProject);
}

/** The project, with its row locked until the transaction ends. */
export async function lockProject(sql: Sql, projectId: string): Promise<Project | undefined> {
  const { rows } = await sql.query<ProjectRow>(`select ${COLUMNS} from projects where id = $1 for no key update`, [projectId]);
  return rows[0] && toProject(rows[0]);
}

/** @returns the project with the scale of position that holds now */
export async function updateProjectRow(sql: Sql, project: Project): Promise<Project> {
  const { rows } = await sql.query<ProjectRow>(
    `update projects
     set name = $2, description = $3, status = $4, settings = $5, time_zone = $6, updated_at = $7,
       position_scale = case when position_scale is null then null else $8 end
     where id = $1
     returning ${COLUMNS}`,
    [
      project.id,
      project.name,
      project.description,
      project.status,
      toStoredSettings(project.settings),
      project.timeZone,
      project.updatedAt,
      project.settings.positionScale ?? DEFAULT_POSITION_SCALE,
    ],
  );
  return rows[0] === undefined ? project : toProject(rows[0]);
}

export interface ProjectFilter {
  readonly organizationId: string;
  /** Undefined: any. */
  readonly status: ProjectStatus | undefined;
  /** Undefined: all of the organization's. */
  readonly projectIds: readonly string[] | undefined;
}

/** Newest first. */
export const projectList = defineList<ProjectRow, ProjectFilter, Project>({
  columns: COLUMNS,
  from: `
  from projects
  where organization_id = $1
    and ($2::text is null or status = $2)
    and ($3::text[] is null or id = any($3))`,
  order: 'created_at desc, id desc',
  values: ({ organizationId, status, projectIds }) => [organizationId, status, projectIds],
  toItem: toProject,
});

export async function getProjectStats(sql: Sql, projectId: string): Promise<ProjectStats> {
  const { rows } = await sql.query<ProjectStats>(
    `select
       (select count(*) from tracked_keywords where project_id = $1 and status <> 'untracked') as total_keywords,
       (select count(*) from tracked_apps where project_id = $1 and is_active = 1) as total_apps,
       (select count(*) from assets where project_id = $1) as total_assets`,
    [projectId],
  );
  return rows[0] ?? { totalKeywords: 0, totalApps: 0, totalAssets: 0 };
}

/** A subscription of the project as such, not of one keyword. */
export interface ProjectSubscription {
  readonly project: Project;
  readonly type: 'serp_local' | 'serp_paid' | 'app_tracking';
  readonly now: Date;
}

/** Begins the subscription, or takes it up again. */
export async function upsertProjectSubscription(sql: Sql, { project, type, now }: ProjectSubscription): Promise<void> {
  await sql.query(
    `insert into customer_subscriptions (id, customer_id, project_id, subscription_type, started_at, created_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (id) do update set is_active = 1, expires_at = null, started_at = excluded.started_at
     where customer_subscriptions.is_active = 0`,
    [toSubscriptionId(project.id, type), project.organizationId, project.id, type, now],
  );
}

export async function endProjectSubscription(sql: Sql, { project, type, now }: ProjectSubscription): Promise<void> {
  await sql.query('update customer_subscriptions set is_active = 0, expires_at = $2 where id = $1 and is_active = 1', [
    toSubscriptionId(project.id, type),
    now,
  ]);
}

/** Begins or ends the subscription to paid positions, as the project's settings say. */
export async function setPaidSubscription(sql: Sql, project: Project): Promise<void> {
  const subscription = { project, type: 'serp_paid', now: project.updatedAt } as const;
  await (project.settings.hasPaidPositions === true ? upsertProjectSubscription : endProjectSubscription)(sql, subscription);
}

/** One per project and type, so a race of two makes one row. */
function toSubscriptionId(projectId: string, type: ProjectSubscription['type']): string {
  return hashId('sub_', [projectId, type]);
}

function toProject({ settings, positionScale, ...project }: ProjectRow): Project {
  const {
    default_location_code: defaultLocationCode,
    default_language_code: defaultLanguageCode,
    position_scale: wanted,
    paid_positions: hasPaidPositions,
    load_ai_overviews: loadsAiOverviews,
  } = settings;
  return {
    ...project,
    settings: { defaultLocationCode, defaultLanguageCode, positionScale: wanted, hasPaidPositions, loadsAiOverviews },
    ...toScales(positionScale, wanted),
  };
}

/** Before the organic side of the past is worked out, everything is counted on the page. */
function toScales(
  settled: PositionScale | null,
  wanted: PositionScale = DEFAULT_POSITION_SCALE,
): Pick<Project, 'positionScale' | 'pendingScale'> {
  if (settled !== null) return { positionScale: settled, pendingScale: null };
  return { positionScale: 'page', pendingScale: wanted === 'page' ? null : wanted };
}

function toStoredSettings(settings: ProjectSettings): string {
  return JSON.stringify({
    default_location_code: settings.defaultLocationCode,
    default_language_code: settings.defaultLanguageCode,
    position_scale: settings.positionScale,
    paid_positions: settings.hasPaidPositions,
    load_ai_overviews: settings.loadsAiOverviews,
  });
}

const VISIBLE_MAX = 10_000;

/** The ids of the projects of an organization, or of those that are named, or both. */
export async function listProjectIds(
  sql: Sql,
  { organizationId, projectIds }: { readonly organizationId: string | undefined; readonly projectIds: readonly string[] | undefined },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from projects
     where ($1::text is null or organization_id = $1) and ($2::text[] is null or id = any ($2))
     order by id
     limit ${VISIBLE_MAX}`,
    [organizationId ?? null, projectIds ?? null],
  );
  return rows.map(({ id }) => id);
}
