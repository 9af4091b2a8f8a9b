import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { listAudit } from './list-audit.ts';
import { AuditQuery, AuditResponse, toAuditBody } from './wire.ts';

const getAudit = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  spec: '5',
  area: 'audit',
  access: 'admin',
  summary: 'What administrators did, newest first',
  description:
    'Every call that takes the admin scope and changes something, refused ones too: who, what, when, from where, with what result.',
  query: AuditQuery,
  responses: { 200: AuditResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { entries, total } = await listAudit(ctx, query);
    return { status: 200, body: { success: true, entries: entries.map(toAuditBody), pagination: toPagination(query, total) } };
  },
});

export const auditEndpoints: AppEndpoint[] = [getAudit];
