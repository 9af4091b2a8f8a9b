/** People who sign in, and the keys of programs: what the composition root and the command line use. */
import { defineArea } from '#area/index.ts';
import { recordAudit } from '#areas/audit/index.ts';
import type { AppContext } from '#context';
import type { RecordAudit } from '#http/audit.ts';
import type { FindKey } from '#http/auth.ts';
import type { FindSession } from '#http/callers/sessions.ts';
import { makeFindSession } from './find-session.ts';
import { passwordLink } from './password/password-link.workflow.ts';
import { endpoints } from './routes/index.ts';
import { findKeyRecord } from './store/keys.ts';
import { tables } from './tables.ts';

export { findCallerAgain, toKnownCaller, type KnownCaller } from './find-caller.ts';
export { findOperatorAddresses } from './members/find-operators.ts';
export { findOwnAddress, findReaders } from './members/find-readers.ts';
export { ensureOwner } from './create-owner.ts';
export { ensureAdminKey, type AdminKeyHome } from './keys/ensure-admin-key.ts';
export { makeDemoLink } from './sign-in-links.ts';
export { returnField } from './oidc/wire/fields.ts';
export { findKeyRecord as findApiKey } from './store/keys.ts';

export const people = defineArea({
  name: 'people',
  summary: 'Who asks: people who sign in, their sessions, and API keys.',
  endpoints,
  workflows: [passwordLink],
  tables,
  reads: ['organizations', 'projects'],
});

/** What the HTTP engine asks for every key and cookie that is not in its cache, and where it writes what was done. */
export function makeCallerParts(context: Pick<AppContext, 'postgres' | 'clock' | 'live'>): {
  readonly findKey: FindKey;
  readonly findSession: FindSession;
  readonly audit: RecordAudit;
} {
  return {
    findKey: (hash) => findKeyRecord(context.postgres, hash),
    findSession: makeFindSession(context),
    audit: (entry) => recordAudit(context, entry),
  };
}
