import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '#kernel/errors.ts';
import { findAddress } from './client-address.ts';
import type { Endpoint } from './endpoint.ts';
import { requiredScope } from './openapi/operation.ts';

/** An action of an administrator, as it is remembered. Holds no body and no key. */
export interface AuditEntry {
  readonly actorKind: 'key' | 'jwt';
  /** Id of the key, or subject of the token. */
  readonly actorId: string;
  readonly method: string;
  /** As documented, with `{name}` parameters. */
  readonly path: string;
  /** What it was done to: the path's parameters, and what the endpoint tells beside them. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Of the answer. */
  readonly status: number;
  /** Where the request came from. */
  readonly address: string;
  readonly requestId: string;
}

export type RecordAudit = (entry: AuditEntry) => Promise<void>;

/** Path parameters can be thousands of characters that name nothing. */
const TEXT_LENGTH_MAX = 200;

/** Whether calls are remembered: what takes the admin scope and changes something. */
export function isAudited(endpoint: Endpoint<never>): boolean {
  return endpoint.audited ?? (requiredScope(endpoint) === 'admin' && endpoint.method !== 'GET');
}

/**
 * Remembers a call before its answer goes out, so that who has the answer finds the entry. A refused
 * call of somebody known is remembered too; a repeated one that only got its first answer again is not.
 */
export async function auditCall(
  endpoint: Endpoint<never>,
  { request, reply, record }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly record: RecordAudit },
): Promise<void> {
  const { caller } = request;
  if (caller === undefined || caller.kind === 'anonymous' || reply.hasHeader('idempotency-replayed')) return;
  const entry: AuditEntry = {
    actorKind: caller.kind,
    actorId: caller.id,
    method: endpoint.method,
    path: endpoint.path,
    subject: { ...toShort(request.params), ...request.auditSubject },
    status: reply.statusCode,
    address: findAddress(request),
    requestId: request.id,
  };
  try {
    await record(entry);
  } catch (error) {
    // It is done, whether or not it could be written down: the log has what the table lacks.
    request.log.error({ audit: entry, error: messageOf(error) }, 'an action of an administrator was not recorded');
  }
}

function toShort(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value).slice(0, TEXT_LENGTH_MAX)]),
  );
}
