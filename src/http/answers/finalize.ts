import { AppError } from '#kernel/errors.ts';
import { CSV_TYPE } from '../csv.ts';
import { toPolicyHeader } from './security-headers.ts';
import { makeConforms } from './conforms.ts';
import { toCostHeaders } from './cost-headers.ts';
import type { Caller } from '../caller.ts';
import type { Endpoint, Reply } from '../endpoint.ts';
import { isKnownTag } from './etag.ts';
import { makeIsHidden, withoutHidden, type IsHidden } from './hide-fields.ts';
import type { FinalReply } from '../idempotency.ts';
import type { ParsedInput } from '../input/parse-input.ts';

/** What the headers of costs hold. */
const COST_FIELD = 'cost_usd';

/** Makes the answer of an endpoint what goes out. */
export type Finalize = (
  reply: Reply<unknown>,
  form: Pick<ParsedInput, 'select' | 'writeCsv'> & { readonly caller: Pick<Caller, 'hides'> },
) => FinalReply;

/** Checks the answer against its schema; what the schema does not know is cut off, what contradicts it is our fault. */
export function makeFinalize(endpoint: Endpoint<never>): Finalize {
  const { contentType } = endpoint;
  const responses = new Map(
    Object.entries(endpoint.responses).map(([status, schema]) => [Number(status), { schema, conforms: makeConforms(schema) }]),
  );
  return ({ status, body, spent, headers: given }, form) => {
    const isHidden = makeIsHidden(form.caller);
    const headers = { ...given, ...(spent === undefined || isHidden?.(COST_FIELD) ? {} : toCostHeaders(spent)) };
    const show = (shown: unknown): unknown => (isHidden === undefined ? shown : withoutHidden(shown, isHidden));
    const response = responses.get(status);
    if (!response) throw contradiction(endpoint, `it documents no status ${status}`);
    if (contentType !== undefined) {
      if (isHidden !== undefined && contentType.startsWith(CSV_TYPE)) refuseHiddenColumns(String(body), isHidden);
      const page = { 'content-type': contentType, ...toPolicyHeader(endpoint, body) };
      return { status, headers: { ...page, ...headers }, text: body as string };
    }
    if (response.conforms(body)) return toText({ status, headers, body: show(body) }, { ...form, isHidden });
    const checked = response.schema.safeParse(body);
    if (checked.success) return toText({ status, headers, body: show(checked.data) }, { ...form, isHidden });
    const places = checked.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
    throw contradiction(endpoint, places.join(', '));
  };
}

function toText(
  { status, headers, body }: Required<Omit<Reply<unknown>, 'spent'>>,
  { select, writeCsv, isHidden }: Pick<ParsedInput, 'select' | 'writeCsv'> & { readonly isHidden: IsHidden | undefined },
): FinalReply {
  if (writeCsv === undefined || status !== 200)
    return { status, headers, text: JSON.stringify(select === undefined ? body : select(body)) };
  const csv = writeCsv(body, isHidden);
  return { status, headers: { ...headers, ...csv.headers }, text: csv.text };
}

/** The answer to a client that has this version already. */
export function toUnchanged(known: string | readonly string[] | undefined, etag: string | undefined): FinalReply | undefined {
  return etag !== undefined && isKnownTag(known, etag) ? { status: 304, headers: { etag }, text: '' } : undefined;
}

/** A text that is CSV already is given whole or not at all. @throws AppError 403 */
function refuseHiddenColumns(csv: string, isHidden: IsHidden): void {
  const [head = ''] = csv.split('\n', 1);
  if (!head.split(',').some((column) => isHidden(column.trim().replaceAll('"', '')))) return;
  throw new AppError('forbidden', 'Forbidden', { message: 'This file has columns that your role is not shown.' });
}

/** Only the log gets to see the message. */
function contradiction({ method, path }: Endpoint<never>, what: string): AppError {
  return new AppError('internal', 'Internal error', { message: `the answer of ${method} ${path} contradicts its schema: ${what}` });
}
