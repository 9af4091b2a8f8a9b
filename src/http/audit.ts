import { messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/work-scope.ts';
import { requiredRight } from './callers/access.ts';
import { ANONYMOUS } from './auth.ts';
import type { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './endpoint.ts';

/** An answered call, as the audit log records it. Holds no body and no key. */
export interface AuditEntry {
  readonly actorKind: Exclude<Caller['kind'], 'reader'>;
  /** Id of the key or person, or subject of the token. */
  readonly actorId: string;
  readonly method: string;
  /** As documented, with `{name}` parameters. */
  readonly path: string;
  /** What it was done to: the path's parameters, and what the endpoint adds. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Status of the answer. */
  readonly status: number;
  /** Where the request came from. */
  readonly address: string;
  readonly requestId: string;
  /** That the caller is bound to, or acts in; of others the one that the path names. */
  readonly organizationId?: string | undefined;
  /** Of the browser that the caller came by. */
  readonly sessionId?: string | undefined;
  /** Names the call in entries that its transactions have written; undefined when there are none. */
  readonly callId?: string | undefined;
  /** It is an act by itself and gets an entry when its transactions wrote none, refused calls too. */
  readonly isAct: boolean;
}

export type RecordAudit = (entry: AuditEntry) => Promise<void>;

/** Path parameters can be thousands of characters that name nothing. */
const TEXT_LENGTH_MAX = 200;

/** Whether calls are recorded, whatever they change: those that need the admin scope and are to change something. */
export function isAudited(endpoint: Endpoint<never>): boolean {
  return endpoint.audited ?? (requiredRight(endpoint) === 'operate' && endpoint.method !== 'GET');
}

/** Whether calls may change something, so that their transactions say who acts. Readers of shares and deliveries of providers have no name. */
export function mayChange({ method, access }: Pick<Endpoint<never>, 'method' | 'access'>): boolean {
  return method !== 'GET' && access !== 'share' && access !== 'webhook';
}

/** Who acts by a call. */
export function toActor({ method, path }: Pick<Endpoint<never>, 'method' | 'path'>, call: Call): Actor {
  const { caller = ANONYMOUS } = call;
  const callId = newId('aud_');
  const fields = {
    call: callId,
    kind: caller.kind,
    id: caller.id,
    organization: caller.organizationId,
    session: caller.session?.id,
    request: call.id,
    address: call.address,
    method,
    path,
  };
  return { callId, said: toStorable(fields), hasCommitted: false };
}

/** As JSON that the store can hold: no NUL and no half of a character, which a request id or the subject of a token can have. */
export function toStorable(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value));
}

/** The answer to a call. */
export interface Answered {
  readonly status: number;
  /** It is the kept answer of an earlier call. */
  readonly isReplay: boolean;
}

/**
 * Records a call before its answer goes out, so that a caller who has the answer finds the entry: its status, beside what its
 * transactions have written, or an entry of its own. A refused call with a known caller is recorded too; a repeat that only got its
 * first answer again is not.
 */
export async function auditCall(
  endpoint: Endpoint<never>,
  { call, answered, record }: { readonly call: Call; readonly answered: Answered; readonly record: RecordAudit },
): Promise<void> {
  const { caller = ANONYMOUS, actor } = call;
  const isAct = isAudited(endpoint) && caller.kind !== 'anonymous';
  const callId = actor?.hasCommitted === true ? actor.callId : undefined;
  if ((!isAct && callId === undefined) || caller.kind === 'reader' || answered.isReplay) return;
  const entry: AuditEntry = {
    actorKind: caller.kind,
    actorId: caller.id,
    method: endpoint.method,
    path: endpoint.path,
    subject: { ...toShort(call.params), ...call.auditSubject },
    status: answered.status,
    address: call.address,
    requestId: call.id,
    organizationId: caller.organizationId ?? toShort(call.params)['organization_id'],
    sessionId: caller.session?.id,
    callId,
    isAct,
  };
  try {
    await record(entry);
  } catch (error) {
    // It is done, whether or not it could be written down: the log has what the table lacks.
    call.log.error({ audit: entry, error: messageOf(error) }, 'a call was not recorded in the audit log');
  }
}

/** The log cannot hold the character 0, which a refused call may have. */
function toShort(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value).slice(0, TEXT_LENGTH_MAX).replaceAll('\0', '\uFFFD'),
    ]),
  );
}
