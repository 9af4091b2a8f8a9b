import type { AppContext } from '#context';
import type { AuditEntry } from '#http/audit.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertAudit } from './store.ts';

/** A subject is described by ids and names: longer text does not belong here. */
const SUBJECT_LENGTH_MAX = 4_000;

/** Records an action of an administrator, with real time. In a transaction it stands or falls with the action. */
export async function recordAudit(
  { postgres, clock }: { readonly postgres: Sql } & Pick<AppContext, 'clock'>,
  entry: AuditEntry,
): Promise<void> {
  const subject = toStorable(entry.subject);
  await insertAudit(postgres, { ...entry, subject, id: newId('aud_'), at: new Date(clock.realNow()) });
}

/** The store's JSON holds no NUL and no half of a character, and a path parameter can have both. */
function toStorable(subject: AuditEntry['subject']): AuditEntry['subject'] {
  const text = JSON.stringify(subject, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
  return text.length <= SUBJECT_LENGTH_MAX ? (JSON.parse(text) as AuditEntry['subject']) : { shortened: text.slice(0, SUBJECT_LENGTH_MAX) };
}
