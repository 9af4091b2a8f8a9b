import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { auditEntries, hasOrganization, type AuditFilter, type AuditRecord } from './store.ts';

export type { AuditFilter, AuditRecord };

/** What was done, newest first, and how much of it there is in all. */
export async function listAudit(
  { postgres }: Pick<RequestContext, 'postgres'>,
  { limit, offset, ...filter }: AuditFilter & Page,
): Promise<{ entries: AuditRecord[]; total: number }> {
  const { rows: entries, total } = await auditEntries.read(postgres, filter, { limit, offset });
  return { entries, total };
}

/**
 * The same of one organization; of its projects those alone that the caller is bound to.
 * @throws AppError `Organization not found`, of another organization too
 */
export async function listOrganizationAudit(
  { postgres, caller }: Pick<RequestContext, 'postgres' | 'caller'>,
  organizationId: string,
  { projectIds, ...filter }: AuditFilter & Page,
): Promise<{ entries: AuditRecord[]; total: number }> {
  const isSeen = caller.organizationId === undefined || caller.organizationId === organizationId;
  if (!isSeen || !(await hasOrganization(postgres, organizationId))) throw notFound('Organization');
  const { projectIds: seen = projectIds } = caller;
  const projects = seen?.filter((id) => projectIds?.includes(id) ?? true);
  return await listAudit({ postgres }, { ...filter, organizationId, projectIds: projects });
}
