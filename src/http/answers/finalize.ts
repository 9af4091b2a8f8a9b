import { AppError } from '#kernel/errors.ts';
import { toPolicyHeader } from './security-headers.ts';
import { makeConforms } from './conforms.ts';
import { toCostHeaders } from './cost-headers.ts';
import type { Endpoint, Reply } from '../endpoint.ts';
import { isKnownTag } from './etag.ts';
import type { FinalReply } from '../idempotency.ts';
import type { ParsedInput } from '../input/parse-input.ts';

/** Makes the answer of an endpoint what goes out. */
export type Finalize = (reply: Reply<unknown>, form: Pick<ParsedInput, 'select' | 'writeCsv'>) => FinalReply;

/** Checks the answer against its schema; what the schema does not know is cut off, what contradicts it is our fault. */
export function makeFinalize(endpoint: Endpoint<never>): Finalize {
  const { contentType } = endpoint;
  const responses = new Map(
    Object.entries(endpoint.responses).map(([status, schema]) => [Number(status), { schema, conforms: makeConforms(schema) }]),
  );
  return ({ status, body, spent, headers: given }, form) => {
    const headers = { ...given, ...(spent === undefined ? {} : toCostHeaders(spent)) };
    const response = responses.get(status);
    if (!response) throw contradiction(endpoint, `it documents no status ${status}`);
    if (contentType !== undefined) {
      const page = { 'content-type': contentType, ...toPolicyHeader(endpoint, body) };
      return { status, headers: { ...page, ...headers }, text: body as string };
    }
    if (response.conforms(body)) return toText({ status, headers, body }, form);
    const checked = response.schema.safeParse(body);
    if (checked.success) return toText({ status, headers, body: checked.data }, form);
    const places = checked.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
    throw contradiction(endpoint, places.join(', '));
  };
}

function toText(
  { status, headers, body }: Required<Omit<Reply<unknown>, 'spent'>>,
  { select, writeCsv }: Parameters<Finalize>[1],
): FinalReply {
  if (writeCsv === undefined || status !== 200)
    return { status, headers, text: JSON.stringify(select === undefined ? body : select(body)) };
  const csv = writeCsv(body);
  return { status, headers: { ...headers, ...csv.headers }, text: csv.text };
}

/** The answer to a client that has this version already. */
export function toUnchanged(known: string | readonly string[] | undefined, etag: string | undefined): FinalReply | undefined {
  return etag !== undefined && isKnownTag(known, etag) ? { status: 304, headers: { etag }, text: '' } : undefined;
}

/** Only the log gets to see the message. */
function contradiction({ method, path }: Endpoint<never>, what: string): AppError {
  return new AppError('internal', 'Internal error', { message: `the answer of ${method} ${path} contradicts its schema: ${what}` });
}
