import type { Caller } from '../caller.ts';

/** Longer than any key that we make or take; keeps hashing cheap whatever is sent. */
const KEY_LENGTH_MAX = 512;

/** What a call may show who it is from with. */
export interface Credentials {
  readonly headers: { readonly authorization?: string | undefined; readonly [name: string]: string | string[] | undefined };
  readonly query: unknown;
  /** A caller who was found in another way already, for example by a session. */
  readonly known?: Caller | undefined;
}

/** The text after `Bearer`, if there is one. */
export function findBearer({ headers }: Credentials): string | undefined {
  const match = /^bearer +(\S+) *$/iu.exec(headers.authorization ?? '');
  return match?.[1];
}

/** A key may come in three ways: header `Authorization`, header `X-API-Key`, query `api_key`; the first one counts. */
export function findKeyText(credentials: Credentials): string | undefined {
  const key = findGivenKey(credentials);
  return key === undefined || key.length > KEY_LENGTH_MAX ? undefined : key;
}

/** Whether a key or token is sent, a good one or not: then a cookie does not count. */
export function sendsKey(credentials: Credentials): boolean {
  return findGivenKey(credentials) !== undefined;
}

function findGivenKey(credentials: Credentials): string | undefined {
  const header = credentials.headers['x-api-key'];
  return findBearer(credentials) ?? firstText(header) ?? firstText((credentials.query as Record<string, unknown> | null)?.['api_key']);
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
}
