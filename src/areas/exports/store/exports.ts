import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Export } from '../export.ts';

const COLUMNS = `id, organization_id, project_id, name, list, params, query, view_id, fields, format, every, at, weekday, day_of_month, time_zone,
  destination, secret_ids, keep_days, is_enabled, next_run_at, maker_kind, maker_id, maker_organization_id, maker_is_operator, created_by,
  created_at, updated_at`;

export async function insertExport(sql: Sql, one: Export): Promise<void> {
  await sql.query(
    `insert into exports
       (id, name, list, params, query, view_id, fields, format, every, at, weekday, day_of_month, time_zone, destination, secret_ids,
        keep_days, is_enabled, next_run_at, updated_at, organization_id, project_id, maker_kind, maker_id, maker_organization_id,
        maker_is_operator, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`,
    [one.id, ...toSettings(one), ...toMaker(one), one.createdAt],
  );
}

export async function updateExportRow(sql: Sql, one: Export): Promise<void> {
  await sql.query(
    `update exports set name = $2, list = $3, params = $4, query = $5, view_id = $6, fields = $7, format = $8, every = $9, at = $10,
       weekday = $11, day_of_month = $12, time_zone = $13, destination = $14, secret_ids = $15, keep_days = $16, is_enabled = $17,
       next_run_at = $18, updated_at = $19, organization_id = $20, project_id = $21, maker_kind = $22, maker_id = $23,
       maker_organization_id = $24, maker_is_operator = $25, created_by = $26
     where id = $1`,
    [one.id, ...toSettings(one), ...toMaker(one)],
  );
}

/** What changes, in the order of the statements above. */
function toSettings(one: Export): unknown[] {
  return [
    one.name,
    one.list,
    JSON.stringify(one.params),
    JSON.stringify(one.query),
    one.viewId,
    one.fields,
    one.format,
    one.every,
    one.at,
    one.weekday,
    one.dayOfMonth,
    one.timeZone,
    JSON.stringify(one.destination),
    JSON.stringify(one.secretIds),
    one.keepDays,
    one.isEnabled,
    one.nextRunAt,
    one.updatedAt,
  ];
}

/** To whom and what it belongs, in the order of the statements above. */
function toMaker(one: Export): unknown[] {
  return [one.organizationId, one.projectId, one.makerKind, one.makerId, one.makerOrganizationId, one.makerIsOperator, one.createdBy];
}

export async function findExport(sql: Sql, exportId: string): Promise<Export | undefined> {
  const { rows } = await sql.query<Export>(`select ${COLUMNS} from exports where id = $1`, [exportId]);
  return rows[0];
}

export async function lockExport(sql: Sql, exportId: string): Promise<Export | undefined> {
  const { rows } = await sql.query<Export>(`select ${COLUMNS} from exports where id = $1 for update`, [exportId]);
  return rows[0];
}

export async function updateSecretIds(sql: Sql, exportId: string, secretIds: Export['secretIds']): Promise<void> {
  await sql.query('update exports set secret_ids = $2 where id = $1', [exportId, JSON.stringify(secretIds)]);
}

export async function deleteExportRow(sql: Sql, exportId: string): Promise<void> {
  await sql.query('delete from exports where id = $1', [exportId]);
}

export async function countExports(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from exports where organization_id = $1', [organizationId]);
  return rows[0]?.total ?? 0;
}

export interface ExportFilter {
  readonly projectId: string | undefined;
  /** Of whom they are shown beside those of the organization; undefined: those of everyone. */
  readonly createdBy: string | undefined;
  readonly organizationId: string | undefined;
  readonly projectIds: readonly string[] | undefined;
}

/** Newest first. */
export const exportList = defineList<Export, ExportFilter>({
  columns: COLUMNS,
  from: `from exports
    where ($1::text is null or project_id = $1)
      and ($2::text is null
        or (created_by = $2 and ($3::text is null or organization_id = $3))
        or (organization_id = $3 and ($4::text[] is null or project_id = any ($4))))`,
  order: 'created_at desc, id desc',
  values: ({ projectId, createdBy, organizationId, projectIds }) => [
    projectId ?? null,
    createdBy ?? null,
    organizationId ?? null,
    projectIds ?? null,
  ],
});

/** Those whose time has come. */
export async function listDueExportIds(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from exports where is_enabled and next_run_at <= $1 order by next_run_at, id limit $2',
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Locks an export whose time has come; `undefined` when another worker has it, or had it. */
export async function claimDueExport(sql: Sql, exportId: string, now: Date): Promise<Export | undefined> {
  const { rows } = await sql.query<Export>(
    `select ${COLUMNS} from exports where id = $1 and is_enabled and next_run_at <= $2 for update skip locked`,
    [exportId, now],
  );
  return rows[0];
}

/** Unless another has changed it meanwhile. */
export async function setNextRun(sql: Sql, { id, nextRunAt }: Pick<Export, 'id' | 'nextRunAt'>, next: Date | null): Promise<void> {
  await sql.query('update exports set next_run_at = $3 where id = $1 and next_run_at = $2', [id, nextRunAt, next]);
}

/** Those that wait, after an id: to look whether their time is still right. */
export async function listWaitingExports(
  sql: Sql,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<Export[]> {
  const { rows } = await sql.query<Export>(
    `select ${COLUMNS} from exports where is_enabled and next_run_at > $1 and id > $2 order by id limit $3`,
    [now, afterId, limit],
  );
  return rows;
}
