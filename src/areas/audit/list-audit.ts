import type { RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { auditEntries, type AuditFilter, type AuditRecord } from './store.ts';

export type { AuditFilter, AuditRecord };

/** What administrators did, newest first, and how much of it there is in all. */
export async function listAudit(
  { postgres }: Pick<RequestContext, 'postgres'>,
  { limit, offset, ...filter }: AuditFilter & Page,
): Promise<{ entries: AuditRecord[]; total: number }> {
  const { rows: entries, total } = await auditEntries.read(postgres, filter, { limit, offset });
  return { entries, total };
}
