import type { Server } from '#http/server.ts';
import type { WalkOperation } from './openapi-walk.ts';
import type { WalkRequest } from './openapi-walk-requests.ts';

/** The ids of a run by their names; `{id}` of a path goes by the part of the path before it. */
export type Ids = Readonly<Record<string, string>>;

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was sent as a body, when it reads as JSON. */
  readonly body: { readonly value: unknown } | undefined;
  readonly bytes: Buffer | undefined;
}

export interface WalkReply {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Fills the ids in and writes the request out. */
export function writeRequest(operation: WalkOperation, request: WalkRequest, ids: Ids): SentRequest {
  const named = { ...ids, id: ids[/([\w-]+)\/\{id\}/u.exec(operation.path)?.[1] ?? ''] ?? 'unknown' };
  const path = operation.path.replaceAll(
    /\{(\w+)\}/gu,
    (_, name: string) => request.rawParams[name] ?? encode(fill(request.params[name] ?? '', named)),
  );
  const pairs = request.query.map(([name, text]) => `${encode(name)}=${encode(fill(text, named))}`);
  const query = [...pairs, ...(request.rawQuery === '' ? [] : [request.rawQuery])].join('&');
  const good = request.body === undefined ? undefined : toJson(request.body.value, named);
  const bytes = request.makeBytes?.(good ?? '{}') ?? (good === undefined ? undefined : Buffer.from(good));
  const type: Record<string, string> = bytes === undefined ? {} : { 'content-type': 'application/json' };
  return { url: query === '' ? path : `${path}?${query}`, headers: { ...type, ...request.headers }, body: readJson(bytes), bytes };
}

/** An address with a query besides those that it has. */
export function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** Who sends it. */
export interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent instead of the headers to operations that take tokens. */
  readonly token?: string;
  /** Address that it seems to come from; this machine unless given. */
  readonly from?: string;
}

/** Sends it in process. */
export async function sendRequest(
  server: Server,
  { method, access }: Pick<WalkOperation, 'method'> & Partial<Pick<WalkOperation, 'access'>>,
  { url, headers, bytes }: Pick<SentRequest, 'url' | 'headers' | 'bytes'>,
  sender: Sender,
): Promise<WalkReply> {
  const isToken = access === 'token' && sender.token !== undefined;
  const askedAtMs = Date.now();
  const answer = await server.inject({
    method,
    url,
    headers: { ...headers, ...(isToken ? { authorization: `Bearer ${sender.token}` } : sender.headers) },
    remoteAddress: sender.from ?? '127.0.0.1',
    ...(bytes ? { payload: bytes } : {}),
  });
  return { askedAtMs, answeredAtMs: Date.now(), status: answer.statusCode, headers: answer.headers, text: answer.body };
}

function fill(text: string, ids: Ids): string {
  return text.replaceAll(/§(\w+)§/gu, (_, name: string) => ids[name] ?? `no_${name}`);
}

/** A text that is half a character is sent as the sign for that. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toJson(value: unknown, ids: Ids): string {
  const text = JSON.stringify(value) ?? '{}';
  return fill(
    text.replaceAll(/"§raw:((?:[^"\\]|\\.)*)§"/gu, (_, escaped: string) => JSON.parse(`"${escaped}"`) as string),
    ids,
  );
}

function readJson(bytes: Buffer | undefined): SentRequest['body'] {
  if (bytes === undefined) return undefined;
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}
