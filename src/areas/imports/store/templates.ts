import { defineList } from '#stores/postgres/define-list.ts';
import { lockName } from '#stores/postgres/lock-name.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Mapping } from '../values/mapping.ts';

/** The way in which files of a kind are read. */
export interface ImportTemplate {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly kind: string;
  readonly mapping: Mapping;
  readonly madeBy: string;
  readonly createdAt: Date;
}

const COLUMNS = 'id, organization_id, name, kind, mapping, made_by, created_at';

export async function insertTemplate(sql: Sql, template: ImportTemplate): Promise<void> {
  const { id, organizationId, name, kind, mapping, madeBy, createdAt } = template;
  await sql.query(
    `insert into import_templates (id, organization_id, name, kind, mapping, made_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, organizationId, name, kind, mapping, madeBy, createdAt],
  );
}

export async function findTemplate(sql: Sql, templateId: string): Promise<ImportTemplate | undefined> {
  const { rows } = await sql.query<ImportTemplate>(`select ${COLUMNS} from import_templates where id = $1`, [templateId]);
  return rows[0];
}

/** Templates by name. */
export const templateList = defineList<ImportTemplate, { readonly organizationId: string }>({
  columns: COLUMNS,
  from: 'from import_templates where organization_id = $1',
  order: 'name, id',
  values: ({ organizationId }) => [organizationId],
});

export async function deleteTemplate(sql: Sql, templateId: string): Promise<void> {
  await sql.query('delete from import_templates where id = $1', [templateId]);
}

/** Holds the templates of an organization until the transaction ends, and counts them. */
export async function lockAndCountTemplates(sql: Sql, organizationId: string): Promise<number> {
  await lockName(sql, 'import_templates', organizationId);
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from import_templates where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.total ?? 0;
}
