import type { JsonSchema, WalkOperation } from './openapi-walk.ts';
import type { SentRequest, WalkReply } from './openapi-walk-send.ts';

/** What an answer must be, whatever was asked. */

/** Marks of a failure that was not turned into an answer: stack traces, words of the stores, places in the file system. */
const LEAKS = [
  /\n\s+at .+:\d+:\d+/u,
  /node_modules|node:internal/u,
  /\.ts:\d+/u,
  /syntax error at or near|violates [\w-]+ constraint|relation ".*" does not exist|duplicate key value|invalid byte sequence|out of range for type|unsupported Unicode escape/iu,
  /DB::Exception|ECONNREFUSED|SQLSTATE|is not a function|Cannot read properties/u,
];

const ERROR_FIELDS = ['success', 'error', 'message', 'status', 'request_id'];
const ERROR_FIELDS_OPTIONAL = ['details', 'hint'];
const ERROR_LENGTH_MAX = 300;
const RESET_SECONDS_MAX = 70;
/** However much was wrong with a request. */
const ERROR_BODY_LENGTH_MAX = 1_000_000;

/** Everything that is wrong with an answer of an operation; nothing when it is as documented. */
export function findFaults(operation: WalkOperation, sent: SentRequest, reply: WalkReply, secrets: readonly string[]): string[] {
  return [
    ...findStatusFaults(operation, reply),
    ...findHeaderFaults(reply),
    ...findBodyFaults(operation, reply),
    ...(reply.status < 300 ? findTakenFaults(operation, sent) : []),
    ...findLeaks(reply, secrets),
  ];
}

function findStatusFaults(operation: WalkOperation, { status }: WalkReply): string[] {
  if (operation.answer(status) === undefined) return [`the status ${status} is not documented`];
  return status === 500 ? ['an internal error'] : [];
}

/** The headers of every answer. */
export function findHeaderFaults({ askedAtMs, answeredAtMs, headers }: WalkReply): string[] {
  const faults: string[] = [];
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    if (!/^\d+$/u.test(String(headers[name]))) faults.push(`the header ${name} is ${String(headers[name])}`);
  // It was counted between the question and its answer, which may be long on its way.
  const resetsAt = Number(headers['x-ratelimit-reset']);
  if (resetsAt < askedAtMs / 1000 - 2 || resetsAt > answeredAtMs / 1000 + RESET_SECONDS_MAX)
    faults.push(`asked at ${askedAtMs} and answered at ${answeredAtMs}, the limit is said to be whole again at ${resetsAt}`);
  if (!/^[\w.:-]{1,100}$/u.test(String(headers['x-request-id'])))
    faults.push(`the header x-request-id is ${String(headers['x-request-id'])}`);
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('the security headers are missing');
  if (headers['x-injected'] !== undefined) faults.push('a header was smuggled in');
  return faults;
}

function findBodyFaults(operation: WalkOperation, reply: WalkReply): string[] {
  const documented = operation.answer(reply.status);
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const body = isJson ? parse(reply.text) : { value: reply.text };
  if (body === undefined) return ['the body is said to be JSON and is not'];
  const faults =
    reply.status >= 400 && documented?.mediaTypes[0] === 'application/json' && isError(body.value) ? findErrorFaults(reply) : [];
  if (documented === undefined) return faults;
  // The walk asks for no CSV: a list has it beside JSON.
  const types = operation.hasCsv ? documented.mediaTypes.slice(0, 1) : documented.mediaTypes;
  const type = String(reply.headers['content-type']);
  if (!(types.length === 0 ? ['undefined'] : types.map(withCharset)).includes(type)) faults.push(`the content type is ${type}`);
  const fault = documented.findFault(body.value);
  if (fault !== undefined) faults.push(`the body contradicts the document: ${fault}`);
  return faults;
}

/** A status of an error may have a body of its own, as `/health` has while it is down. */
function isError(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && 'request_id' in body;
}

function withCharset(mediaType: string): string {
  return mediaType.includes('charset') || mediaType.startsWith('image/') ? mediaType : `${mediaType}; charset=utf-8`;
}

/** Every way in which an answer differs from the one error body (docs/spec-gaps.md). */
export function findErrorFaults({ status, headers, text }: WalkReply): string[] {
  const body = parse(text)?.value as Record<string, unknown> | undefined;
  if (body === undefined || headers['content-type'] !== 'application/json; charset=utf-8') return ['an error whose body is not JSON'];
  const faults: string[] = [];
  if (text.length > ERROR_BODY_LENGTH_MAX) faults.push(`the error has ${text.length} characters`);
  for (const name of ERROR_FIELDS) if (!(name in body)) faults.push(`the error has no ${name}`);
  for (const name of Object.keys(body))
    if (![...ERROR_FIELDS, ...ERROR_FIELDS_OPTIONAL].includes(name)) faults.push(`the error has a field ${name}`);
  const { success, error, message, status: statusInBody, details, hint, request_id: requestId } = body;
  if (success !== false) faults.push('the error says success');
  if (statusInBody !== status) faults.push(`the error says status ${String(statusInBody)}`);
  if (typeof error !== 'string' || error === '' || error.length > ERROR_LENGTH_MAX)
    faults.push(`the short text is ${JSON.stringify(error)}`);
  if (typeof message !== 'string' || message === '') faults.push(`the message is ${JSON.stringify(message)}`);
  if (requestId !== headers['x-request-id']) faults.push('the request id of the body is not that of the header');
  if (details !== undefined && (typeof details !== 'object' || details === null)) faults.push('the details are neither object nor list');
  if (hint !== undefined && (typeof hint !== 'string' || hint === '')) faults.push('the hint is no text');
  if (status === 400) faults.push(...findProblemFaults(details));
  return faults;
}

/** Details of a 400, where it has any, name fields and say what is wrong with them. */
function findProblemFaults(details: unknown): string[] {
  if (details === undefined) return [];
  if (!Array.isArray(details) || details.length === 0) return ['the details of a 400 are not a list of problems'];
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  // `reason` is a word for programs, where one field can be wrong in several ways.
  const isProblem = ({ path, message, reason = 'none', ...rest }: Record<string, unknown>): boolean =>
    [path, message, reason].every(isText) && Object.keys(rest).length === 0;
  return details.every(isProblem) ? [] : [`the details of a 400 are ${JSON.stringify(details).slice(0, 200)}`];
}

/** A success means that the request was one that the document allows: nothing wrong is silently put right (rule 3). */
function findTakenFaults(operation: WalkOperation, { url, body }: SentRequest): string[] {
  const fault = body === undefined ? undefined : operation.findBodyFault(body.value, !ALIASED.has(operation.name));
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const wrong = operation.parameters.filter(({ name, place, schema }) => {
    const texts = query.getAll(name);
    return place === 'query' && texts.length === 1 && !isParameter(texts[0] ?? '', schema);
  });
  return [
    ...(fault === undefined ? [] : [`took a body that the document forbids: ${fault}`]),
    ...wrong.map(({ name }) => `took a wrong ${name}`),
  ];
}

/** Fields of these have a second name, which the document cannot say of a required field. */
const ALIASED: ReadonlySet<string> = new Set([
  'POST /api/apps/keywords/track',
  'POST /api/assets',
  'POST /api/keywords/track',
  'POST /api/rankings/track',
  'POST /api/serp/tasks/create',
]);

function isParameter(text: string, schema: JsonSchema): boolean {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).includes(text);
  switch (schema['type']) {
    case 'integer':
    case 'number': {
      const isNumber = schema['type'] === 'integer' ? /^-?\d+$/u.test(text) : /^-?\d+(\.\d+)?$/u.test(text);
      return isNumber && Number(text) >= (schema['minimum'] ?? -Infinity) && Number(text) <= (schema['maximum'] ?? Infinity);
    }
    case 'boolean':
      return /^(true|false|1|0)$/iu.test(text);
    case 'string': {
      // JSON Schema counts characters, not the halves of those beyond the first plane.
      const { length } = Array.from(text);
      return length >= (schema['minLength'] ?? 0) && length <= (schema['maxLength'] ?? Infinity);
    }
    default:
      return true;
  }
}

/** What must never leave the process. */
export function findLeaks({ headers, text }: WalkReply, secrets: readonly string[]): string[] {
  const faults = secrets.filter((secret) => text.includes(secret)).map((secret) => `the body holds a secret (${secret.slice(0, 6)}...)`);
  if (!String(headers['content-type']).startsWith('application/json')) return faults;
  return [...faults, ...LEAKS.filter((leak) => leak.test(text)).map((leak) => `the body holds ${leak.exec(text)?.[0] ?? ''}`)];
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
