import type { RequestContext } from '#context';
import { countAudit, listAuditEntries, type AuditFilter, type AuditRecord } from './store.ts';

export type { AuditFilter, AuditRecord };

/** What administrators did, newest first, and how much of it there is in all. */
export async function listAudit(
  { postgres }: Pick<RequestContext, 'postgres'>,
  { limit, offset, ...filter }: AuditFilter & { readonly limit: number; readonly offset: number },
): Promise<{ entries: AuditRecord[]; total: number }> {
  const [entries, total] = await Promise.all([listAuditEntries(postgres, filter, { limit, offset }), countAudit(postgres, filter)]);
  return { entries, total };
}
