import { z } from 'zod';
import { instantParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { AuditRecord } from './list-audit.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export const AuditQuery = z.object({
  since: instantParam().optional(),
  until: instantParam().optional(),
  actor: nameField().optional().meta({ description: 'Id or name of a key, id or e-mail address of a person, or subject of a token' }),
  action: nameField().optional().meta({ description: 'Part of the method and path: `POST /api/admin/api-keys`, or `purge`' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

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
    status: z.int().meta({ description: 'Of the answer: from 400 on it was refused or failed' }),
    address: z.string().meta({ description: 'Where the request came from' }),
    request_id: z.string(),
  })
  .meta({ id: 'AuditEntry' });

export const AuditResponse = z.object({ success: z.boolean(), entries: z.array(AuditBody), pagination: Pagination });

export function toAuditBody(record: AuditRecord): z.infer<typeof AuditBody> {
  return toBody(AuditBody, {
    ...record,
    actor: { kind: record.actorKind, id: record.actorId, name: record.actorName },
    action: `${record.method} ${record.path}`,
  });
}
