import { recordAudit } from '#areas/audit/index.ts';
import type { RequestContext } from '#context';
import { findScope } from '#kernel/work-scope.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** What a client without a session did, or tried: it has no caller, so the engine does not record it. */
export interface SignEntry {
  readonly path:
    | '/api/session'
    | '/api/session/factor'
    | '/api/session/oidc/callback'
    | '/api/setup'
    | '/api/password/reset'
    | '/api/invitations/{token}';
  /** Who it is; undefined: unknown. */
  readonly who: { readonly kind: 'key' | 'user'; readonly id: string } | undefined;
  readonly subject: Readonly<Record<string, unknown>>;
  /** Of the answer; 201 for who is known and else 401 unless given. */
  readonly status?: number;
}

/** Writes to the audit log who signed in, or that a try failed. */
export async function recordSign(
  sql: Sql,
  { clock, live, client, requestId }: Pick<RequestContext, 'clock' | 'live' | 'client' | 'requestId'>,
  { path, who, subject, status = who === undefined ? 401 : 201 }: SignEntry,
): Promise<void> {
  await recordAudit(
    { postgres: sql, clock, live },
    {
      actorKind: who?.kind ?? 'anonymous',
      actorId: who?.id ?? 'anonymous',
      method: path === '/api/session/oidc/callback' ? 'GET' : 'POST',
      path,
      subject,
      status,
      address: client.address,
      requestId,
      callId: findScope()?.actor?.callId,
      isAct: true,
    },
  );
}
