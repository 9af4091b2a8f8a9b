import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { listAudit, listOrganizationAudit } from './list-audit.ts';
import { AuditQuery, AuditResponse, OrganizationAuditParams, toAuditBody, toAuditFilter } from './wire.ts';

const common = { method: 'GET', spec: '5', area: 'audit', query: AuditQuery } as const;

const getAudit = defineEndpoint({
  ...common,
  access: 'admin',
  path: '/api/admin/audit',
  summary: 'Who did and changed what, newest first',
  description:
    'Every change of what people and keys set, with before and after, and every call that takes the admin scope and is to change something, refused ones too: who, what, when, from where, with what result.',
  responses: { 200: AuditResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { entries, total } = await listAudit(ctx, toAuditFilter(query));
    return { status: 200, body: { success: true, entries: entries.map(toAuditBody), pagination: toPagination(query, total) } };
  },
});

const getOrganizationAudit = defineEndpoint({
  ...common,
  access: 'key',
  right: 'manage',
  path: '/api/organizations/{organization_id}/audit',
  summary: 'Who changed what in an organization, newest first',
  description: 'The same of one organization. A caller that is bound to projects sees those alone.',
  params: OrganizationAuditParams,
  responses: { 200: AuditResponse },
  handle: async (ctx, { params, query }) => {
    const { entries, total } = await listOrganizationAudit(ctx, params.organization_id, toAuditFilter(query));
    return { status: 200, body: { success: true, entries: entries.map(toAuditBody), pagination: toPagination(query, total) } };
  },
});

export const auditEndpoints: AppEndpoint[] = [getAudit, getOrganizationAudit];
