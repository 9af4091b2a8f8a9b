import { defineList } from '#stores/postgres/define-list.ts';
import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { View } from './view.ts';

const COLUMNS = `id, project_id, screen, name, params, columns, is_default, is_shared, owner,
  created_at, updated_at`;

export async function insertView(sql: Sql, view: View): Promise<void> {
  await sql.query(
    `insert into saved_views (id, project_id, screen, name, params, columns, is_default, is_shared, owner, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      view.id,
      view.projectId,
      view.screen,
      view.name,
      JSON.stringify(view.params),
      view.columns,
      view.isDefault,
      view.isShared,
      view.owner,
      view.createdAt,
      view.updatedAt,
    ],
  );
}

export async function findView(sql: Sql, viewId: string): Promise<View | undefined> {
  const { rows } = await sql.query<View>(`select ${COLUMNS} from saved_views where id = $1`, [viewId]);
  return rows[0];
}

export async function lockView(sql: Sql, viewId: string): Promise<View | undefined> {
  const { rows } = await sql.query<View>(`select ${COLUMNS} from saved_views where id = $1 for update`, [viewId]);
  return rows[0];
}

export interface ViewFilter {
  /** Left out: of screens that belong to no project. */
  readonly projectId?: string | undefined;
  readonly screen?: string | undefined;
  /** Shown beside what is shared. */
  readonly owner: string;
}

/** By screen and name. */
export const viewList = defineList<View, ViewFilter>({
  columns: COLUMNS,
  from: `from saved_views
  where project_id is not distinct from $1 and ($2::text is null or screen = $2) and (is_shared or owner = $3)`,
  order: 'screen, lower(name), id',
  values: ({ projectId, screen, owner }) => [projectId, screen, owner],
});

/**
 * Holds the defaults of a screen until the transaction ends, so that of two that are set at once the second one stays.
 * Taken before any of its rows is locked.
 */
export async function lockDefaults(sql: Sql, { projectId, screen, owner }: Pick<View, 'projectId' | 'screen' | 'owner'>): Promise<void> {
  await lockName(sql, 'default view', screen, ...(projectId === null ? ['of', owner] : [projectId]));
}

/** Takes the default from the view that had it in the place of this one. */
export async function clearDefault(sql: Sql, { id, projectId, screen, isShared, owner }: View): Promise<void> {
  await sql.query(
    `update saved_views set is_default = false
     where is_default and id <> $1 and project_id is not distinct from $2 and screen = $3 and is_shared = $4 and (is_shared or owner = $5)`,
    [id, projectId, screen, isShared, owner],
  );
}

export async function updateViewRow(sql: Sql, view: View): Promise<void> {
  await sql.query(
    `update saved_views set name = $2, params = $3, columns = $4, is_default = $5, is_shared = $6, updated_at = $7 where id = $1`,
    [view.id, view.name, JSON.stringify(view.params), view.columns, view.isDefault, view.isShared, view.updatedAt],
  );
}

export async function deleteViewRow(sql: Sql, viewId: string): Promise<void> {
  await sql.query('delete from saved_views where id = $1', [viewId]);
}

/** Holds the views of an owner until the transaction ends, and counts them: those who add at once are counted one after the other. */
export async function lockAndCountViews(sql: Sql, owner: string): Promise<number> {
  await lockName(sql, 'views', owner);
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from saved_views where owner = $1', [owner]);
  return rows[0]?.total ?? 0;
}
