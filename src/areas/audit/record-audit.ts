import type { AppContext } from '#context';
import { toStorable, type AuditEntry } from '#http/audit.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertAudit, updateAudit, type AuditPlace } from './store.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    /** An entry of the audit log, without what was changed. */
    audit: true;
  }
}

/** A subject is described by ids and names: longer text does not belong here. */
const SUBJECT_LENGTH_MAX = 4_000;

/**
 * Records an answered call, with real time: in the entries that its transactions have written, or in one of its own. In a
 * transaction it stands or falls with the action.
 */
export async function recordAudit(
  { postgres, clock, live }: { readonly postgres: Sql } & Pick<AppContext, 'clock' | 'live'>,
  entry: AuditEntry,
): Promise<void> {
  const subject = shorten(toStorable(entry.subject));
  const stored = { ...entry, subject };
  let places: AuditPlace[] = entry.callId === undefined ? [] : await updateAudit(postgres, stored);
  if (places.length === 0 && entry.isAct) {
    await insertAudit(postgres, { ...stored, id: newId('aud_'), at: new Date(clock.realNow()) });
    places = [{ organizationId: entry.organizationId ?? null, projectId: null }];
  }
  for (const { organizationId, projectId } of places) {
    live.publish('audit', {
      organization_id: organizationId ?? undefined,
      project_id: projectId ?? undefined,
      actor_kind: entry.actorKind,
      actor_id: entry.actorId,
      action: `${entry.method} ${entry.path}`,
      status: entry.status,
      request_id: entry.requestId,
    });
  }
}

function shorten(text: string): AuditEntry['subject'] {
  return text.length <= SUBJECT_LENGTH_MAX ? (JSON.parse(text) as AuditEntry['subject']) : { shortened: text.slice(0, SUBJECT_LENGTH_MAX) };
}
