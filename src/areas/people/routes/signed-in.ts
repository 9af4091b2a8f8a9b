import type { RequestContext } from '#context';
import { makeSessionCookie } from '#http/callers/session-cookie.ts';
import { SESSION_MS } from '../begin-session.ts';
import type { Entered } from '../enter.ts';
import { toSessionBody } from '../wire/sessions.ts';

/** The answer that begins a session, with its cookie. */
export function toSignedIn({ config }: Pick<RequestContext, 'config'>, { session, token, owner }: Entered) {
  const kind = 'userId' in owner ? ('user' as const) : ('key' as const);
  return {
    status: 201 as const,
    body: { success: true, authenticated: true, kind, session: toSessionBody(session, session.id), factor: null },
    headers: { 'set-cookie': makeSessionCookie(config.publicUrl).write(token, SESSION_MS) },
  };
}
