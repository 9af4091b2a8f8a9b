import { AppError } from '#kernel/errors.ts';
import { toPolicyHeader } from './security-headers.ts';
import { makeConforms } from './conforms.ts';
import { toCostHeaders } from './cost-headers.ts';
import type { Endpoint, Reply } from './endpoint.ts';
import type { FinalReply } from './idempotency.ts';
import type { ParsedInput } from './parse-input.ts';

/** Makes the answer of an endpoint what goes out. */
export type Finalize = (reply: Reply<unknown>, select: ParsedInput['select']) => FinalReply;

/** Checks the answer against its schema; what the schema does not know is cut off, what contradicts it is our fault. */
export function makeFinalize(endpoint: Endpoint<never>): Finalize {
  const { contentType } = endpoint;
  const responses = new Map(
    Object.entries(endpoint.responses).map(([status, schema]) => [Number(status), { schema, conforms: makeConforms(schema) }]),
  );
  return ({ status, body, spent, headers: given }, select = (whole) => whole) => {
    const headers = { ...given, ...(spent === undefined ? {} : toCostHeaders(spent)) };
    const response = responses.get(status);
    if (!response) throw contradiction(endpoint, `it documents no status ${status}`);
    if (contentType !== undefined) {
      const page = { 'content-type': contentType, ...toPolicyHeader(endpoint, body) };
      return { status, headers: { ...page, ...headers }, text: body as string };
    }
    if (response.conforms(body)) return { status, headers, text: JSON.stringify(select(body)) };
    const checked = response.schema.safeParse(body);
    if (checked.success) return { status, headers, text: JSON.stringify(select(checked.data)) };
    const places = checked.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
    throw contradiction(endpoint, places.join(', '));
  };
}

/** Only the log gets to see the message. */
function contradiction({ method, path }: Endpoint<never>, what: string): AppError {
  return new AppError('internal', 'Internal error', { message: `the answer of ${method} ${path} contradicts its schema: ${what}` });
}
