import { z } from 'zod';
import { idField, instantParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { AuditRecord } from './list-audit.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
/** Statements add to an entry until it has 50; the last of them may add 50 at once. */
const CHANGES_MAX = 100;

export const AuditQuery = z.object({
  since: instantParam().optional(),
  until: instantParam().optional(),
  actor: nameField().optional().meta({ description: 'Id or name of a key, id or e-mail address of a person, or subject of a token' }),
  action: nameField()
    .optional()
    .meta({ description: 'Part of the method and path: `POST /api/admin/api-keys`, or `purge`; or of a change: `project.changed`' }),
  subject: nameField().optional().meta({ description: 'Id or name of what was changed, or a parameter of the call' }),
  project_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const OrganizationAuditParams = z.object({ organization_id: idField() });

const Fields = z.record(z.string(), z.unknown()).nullable();

const AuditChange = z
  .object({
    action: z.string().meta({ description: 'What it is, and `created`, `changed` or `deleted`: `project.changed`' }),
    table: z.string(),
    id: z.string().nullable().meta({ description: 'Null for many rows at once' }),
    name: z.string().nullable(),
    before: Fields.meta({
      description: 'The fields that were changed, as they were; secrets as `changed`, long texts cut. Null: it was created',
    }),
    after: Fields.meta({ description: 'The same fields, as they are. Null: it was deleted' }),
    rows: z.int().meta({ description: 'How many rows the statement changed: of more than 50 only their number is kept' }),
    ids: z.array(z.string()).max(10).meta({ description: 'The first of many rows' }),
  })
  .meta({ id: 'AuditChange' });

const AuditBody = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z.object({ kind: z.enum(['key', 'jwt', 'user', 'anonymous']), id: z.string(), name: z.string().nullable() }),
    action: z.string().meta({ description: 'Method and path, with `{name}` parameters' }),
    method: z.string(),
    path: z.string(),
    subject: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What it was done to: values of the parameters, ids, changed settings' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'Of the answer: from 400 on it was refused or failed. Null: the process ended before; what was changed stays' }),
    address: z.string().meta({ description: 'Where the request came from' }),
    request_id: z.string(),
    session_id: z.string().nullable().meta({ description: 'Of the browser' }),
    organization_id: z.string().nullable(),
    project_id: z.string().nullable(),
    changes: z.array(AuditChange).max(CHANGES_MAX).meta({ description: 'What one transaction of the call changed, in order' }),
    rows_changed: z.int().meta({ description: 'All rows that it changed, those that have no place in `changes` too' }),
  })
  .meta({ id: 'AuditEntry' });

export const AuditResponse = z.object({ success: z.boolean(), entries: z.array(AuditBody), pagination: Pagination });

export function toAuditFilter({ project_id: projectId, ...filter }: z.output<typeof AuditQuery>) {
  return { ...filter, ...(projectId === undefined ? {} : { projectIds: [projectId] }) };
}

export function toAuditBody({ changes, ...record }: AuditRecord): z.infer<typeof AuditBody> {
  return toBody(AuditBody, {
    ...record,
    actor: { kind: record.actorKind, id: record.actorId, name: record.actorName },
    action: `${record.method} ${record.path}`,
    // Names of fields in `before` and `after` are those of the database.
    changes: changes.map(({ id = null, name = null, before = null, after = null, rows = 1, ids = [], ...change }) => ({
      ...change,
      id,
      name,
      before,
      after,
      rows,
      ids: [...ids],
    })),
  });
}
