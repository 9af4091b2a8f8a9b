import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '#http/input/json-body.ts';

/** Bodies that are small for a network and large for a parser, a schema or an answer. */
export interface HostileBody {
  readonly because: string;
  /** @param bytes what the endpoint takes; those that can fill it do */
  readonly make: (bytes: number) => Buffer;
}

/** Names under which endpoints take lists. */
const NAMES = ['keywords', 'domains', 'keyword_ids', 'payload', 'project_ids', 'scopes'];
/** Of a keyword, none of which may be a list. */
const FIELDS = ['keyword', 'keyword_text', 'location_code', 'language_code', 'device', 'target_domain', 'engine', 'channel', 'depth'];
const LONG_TEXT = 'x'.repeat(100_001);

/** The same list under every name. */
function makeLists(entry: string, count: number): Buffer {
  const list = `[${Array.from({ length: Math.floor(count / NAMES.length) }, () => entry).join(',')}]`;
  return Buffer.from(`{${NAMES.map((name) => `"${name}":${list}`).join(',')}}`);
}

/** How many entries fill a body. */
function fill(bytes: number, entry: string): number {
  return Math.floor((bytes - 200) / (entry.length + 1));
}

/** A name of four characters, its value and its signs. */
const NAME_BYTES = 9;

function makeNames(count: number): Buffer {
  return Buffer.from(`{${Array.from({ length: count }, (_none, at) => `"${at.toString(36).padStart(4, '0')}":1`).join(',')}}`);
}

function nest(levels: number): Buffer {
  return Buffer.from(`{"n":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
}

/** Refused by every endpoint, whatever its fields are. */
export const FORBIDDEN_BODIES: readonly HostileBody[] = [
  ...['{}', '1', '[[[]]]', 'null'].map((entry) => ({
    because: `lists that are full of ${entry}`,
    make: (bytes: number) => makeLists(entry, fill(bytes, entry)),
  })),
  { because: 'a body that is full of names', make: (bytes) => makeNames(Math.floor(bytes / NAME_BYTES) - 1) },
  { because: 'a body that is full of brackets', make: (bytes) => Buffer.from('['.repeat(bytes)) },
  { because: 'one level too many', make: () => nest(JSON_DEPTH_MAX + 1) },
  { because: 'a text that is too long', make: () => Buffer.from(`{"n":["${LONG_TEXT}"]}`) },
  { because: 'a name that is too long', make: () => Buffer.from(`{"n":{"${LONG_TEXT}":1}}`) },
  { because: 'a NUL character', make: () => Buffer.from('{"n":["a\\u0000b"]}') },
  { because: 'a name with a NUL character', make: () => Buffer.from('{"n":{"a\\u0000b":1}}') },
  { because: 'lists that are full of NUL characters', make: () => makeLists('"\\u0000"', 40_000) },
];

/** Each allowed as a body, and as costly as that can be; most endpoints refuse them for a field. */
export const COSTLY_BODIES: readonly HostileBody[] = [
  { because: 'as many empty objects as may be', make: () => makeLists('{}', JSON_VALUES_MAX / 2 - 100) },
  { because: 'as many numbers as may be', make: () => makeLists('1', JSON_VALUES_MAX - 100) },
  { because: 'as many names as may be', make: () => makeNames(JSON_VALUES_MAX - 1) },
  { because: 'as deep as may be', make: () => nest(JSON_DEPTH_MAX) },
  { because: 'a number without end', make: (bytes) => Buffer.from(`{"n":${'1'.repeat(bytes - 6)}}`) },
  {
    because: 'texts that are full of escapes',
    make: (bytes) => makeLists(`"${'\\u00e9'.repeat(10_000)}"`, fill(bytes, '\\u00e9'.repeat(10_000))),
  },
  {
    because: 'a thousand keywords with every field wrong',
    make: () => {
      const keyword = `{${FIELDS.map((name) => `"${name}":[]`).join(',')}}`;
      return Buffer.from(`{"project_id":[],"keywords":[${Array.from({ length: 1_000 }, () => keyword).join(',')}]}`);
    },
  },
];
