import { messageOf } from '#kernel/errors.ts';
import { requiredRight } from './callers/access.ts';
import type { Call } from './call.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './endpoint.ts';

/** An action of an administrator, as the audit log records it. Holds no body and no key. */
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
}

export type RecordAudit = (entry: AuditEntry) => Promise<void>;

/** Path parameters can be thousands of characters that name nothing. */
const TEXT_LENGTH_MAX = 200;

/** Whether calls are recorded: those that need the admin scope and change something. */
export function isAudited(endpoint: Endpoint<never>): boolean {
  return endpoint.audited ?? (requiredRight(endpoint) === 'operate' && endpoint.method !== 'GET');
}

/** The answer to a call. */
export interface Answered {
  readonly status: number;
  /** It is the kept answer of an earlier call. */
  readonly isReplay: boolean;
}

/**
 * Records a call before its answer goes out, so that a caller who has the answer finds the entry. A
 * refused call with a known caller is recorded too; a repeat that only got its first answer again is not.
 */
export async function auditCall(
  endpoint: Endpoint<never>,
  { call, answered, record }: { readonly call: Call; readonly answered: Answered; readonly record: RecordAudit },
): Promise<void> {
  const { caller } = call;
  if (caller === undefined || caller.kind === 'anonymous' || caller.kind === 'reader' || answered.isReplay) return;
  const entry: AuditEntry = {
    actorKind: caller.kind,
    actorId: caller.id,
    method: endpoint.method,
    path: endpoint.path,
    subject: { ...toShort(call.params), ...call.auditSubject },
    status: answered.status,
    address: call.address,
    requestId: call.id,
  };
  try {
    await record(entry);
  } catch (error) {
    // It is done, whether or not it could be written down: the log has what the table lacks.
    call.log.error({ audit: entry, error: messageOf(error) }, 'an action of an administrator was not recorded');
  }
}

function toShort(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value).slice(0, TEXT_LENGTH_MAX)]),
  );
}
