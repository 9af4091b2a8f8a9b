import { AppError, type ErrorCode } from '#kernel/errors.ts';
import { ANONYMOUS, unauthorized, type KeyRing } from '../auth.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import { RIGHTS, type Right, type Scope } from '../rights.ts';
import { toAddressKey } from './client-address.ts';
import { sendsKey } from './credentials.ts';
import type { Tokens } from './jwt.ts';
import { toMetadataUrl } from './resource-metadata.ts';
import type { SessionRing } from './sessions.ts';

/** What a call is identified with. */
export interface AccessTools {
  readonly keys: KeyRing;
  readonly tokens: Tokens;
  /** Sessions; none of an endpoint that takes no cookie. */
  readonly sessions: SessionRing;
  /** Whether the call was sent by a program on this machine. */
  readonly isLocal: boolean;
  /** Whether the endpoint takes the proof that the call carries (`Endpoint.verify`). */
  readonly verify: () => Promise<boolean>;
  /** `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
  /** Refuses an address that has sent too many wrong keys. @throws AppError 429 */
  readonly refuseBlocked: () => Promise<void>;
}

/** What decides which right an endpoint needs. */
interface RightNeeded {
  readonly method: string;
  readonly right?: Right;
  readonly contentType?: string;
  readonly canSpend?: true;
}

/** Who may call an endpoint, and how a call shows who it is from. */
export interface AccessKind {
  readonly name: string;
  /** For the list of endpoints; left out where it is a key with a scope. */
  readonly title?: string;
  /** The right that a caller needs; null where none is needed. */
  readonly requiredRight: (endpoint: RightNeeded) => Right | null;
  /** Whether calls have a caller for whom the answer to an `Idempotency-Key` can be kept. */
  readonly hasCaller: boolean;
  /** The same in the OpenAPI document: any one of these is enough. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** What the names in `security` mean. */
  readonly schemes?: Readonly<Record<string, object>>;
  /** How a call can be refused by who it is from. */
  readonly failures: readonly ErrorCode[];
  /** @throws AppError when the call is refused; 429 is counted already, any other one counts for its address */
  readonly identify: (call: Call, tools: AccessTools) => Promise<Caller>;
}

const KEY_SECURITY: AccessKind['security'] = [{ bearerKey: [] }, { headerKey: [] }, { queryKey: [] }, { sessionCookie: [] }];
const KEY_SCHEMES = {
  bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key (`slk_...`).' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'api_key' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sightline',
    description:
      'What `POST /api/session` sets; `__Host-sightline` where PUBLIC_URL is https. A key that is sent beside it wins. Other methods than GET and HEAD are for pages of this service (`Sec-Fetch-Site: same-origin`, else its own `Origin`).',
  },
};
const TOKEN_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'HS256, `aud` sightline, `sub`, `exp` at most 24 hours ahead.',
};

const noRight = (): null => null;
const operate = (): Right => 'operate';
/** What a method implies, unless the endpoint names its right. */
const named = ({ method, right, contentType, canSpend }: RightNeeded): Right => {
  if (right !== undefined) return right;
  if (method !== 'GET') return 'edit';
  if (canSpend) return 'ask';
  return contentType?.startsWith(CSV_TYPE) ? 'export' : 'look';
};
const CSV_TYPE = 'text/csv';
const anyone = (): Promise<Caller> => Promise.resolve(ANONYMOUS);

async function identifyByKey(call: Call, { keys, sessions, refuseBlocked }: AccessTools): Promise<Caller> {
  const known = call.known && isKnown(call.known) ? call.known : keys.findFresh(call);
  if (known) return known;
  const signedIn = sendsKey(call) ? undefined : await sessions.authenticate(call);
  if (signedIn) return signedIn;
  // Guesses are stopped before the look-up; owners of keys behind the same address are not.
  if (!keys.isPlausible(call)) await refuseBlocked();
  return await keys.authenticate(call);
}

async function identifyByHeader(call: Call, tools: AccessTools): Promise<Caller> {
  const { headers } = call;
  try {
    if (!sendsKey({ headers, query: {} }))
      throw unauthorized('A valid API key is needed, as `Authorization: Bearer <key>` or `X-API-Key`.');
    return await identifyByKey(call, tools);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized')
      throw withChallenge(error, toMetadataUrl(headers['host'], tools.publicUrl));
    throw error;
  }
}

/** RFC 9728, section 5.1: where a client reads what the key is for. */
function withChallenge(error: AppError, metadataUrl: string): AppError {
  const { error: short, message, details, hint } = error;
  return new AppError('unauthorized', short, {
    message,
    details,
    ...(hint === undefined ? {} : { hint }),
    challenge: `Bearer resource_metadata="${metadataUrl}"`,
  });
}

function isKnown({ kind }: Caller): boolean {
  return kind === 'key' || kind === 'user';
}

/** A cookie of a session that has ended is none here. */
async function identifyBySession(call: Call, { sessions }: AccessTools): Promise<Caller> {
  try {
    return (await sessions.authenticate(call)) ?? ANONYMOUS;
  } catch (error) {
    if (error instanceof AppError) return ANONYMOUS;
    throw error;
  }
}

async function identifyPerson(call: Call, tools: AccessTools): Promise<Caller> {
  const caller = await identifyByKey(call, tools);
  if (caller.kind === 'user') return caller;
  throw new AppError('forbidden', 'Forbidden', { message: 'This is for people who are signed in, and no key is one.' });
}

async function identifyByToken(call: Call, { keys, tokens, refuseBlocked }: AccessTools): Promise<Caller> {
  if (call.known?.kind === 'jwt') return call.known;
  if (!keys.isPlausible(call)) await refuseBlocked();
  return await tokens.authenticate(call);
}

/** A further kind is a further value here. */
export const ACCESS_KINDS = [
  {
    // Anyone.
    name: 'open',
    title: 'open',
    requiredRight: noRight,
    hasCaller: false,
    security: [],
    failures: [],
    identify: anyone,
  },
  {
    // A valid API key or a person with the right that the method implies, or with `right`.
    name: 'key',
    requiredRight: named,
    hasCaller: true,
    security: KEY_SECURITY,
    schemes: KEY_SCHEMES,
    failures: ['unauthorized', 'forbidden'],
    identify: identifyByKey,
  },
  {
    // A valid API key in a header, and nothing else: no cookie, and no key in an address, which ends up in logs.
    name: 'header_key',
    requiredRight: named,
    hasCaller: true,
    security: [{ bearerKey: [] }, { headerKey: [] }],
    failures: ['unauthorized', 'forbidden'],
    identify: identifyByHeader,
  },
  {
    // A key with the admin scope.
    name: 'admin',
    requiredRight: operate,
    hasCaller: true,
    security: KEY_SECURITY,
    failures: ['unauthorized', 'forbidden'],
    identify: identifyByKey,
  },
  {
    // Anyone, at a page of this service; a session cookie says who. Keys do not count here.
    name: 'session',
    title: 'open; a session cookie counts',
    requiredRight: noRight,
    hasCaller: false,
    security: [{}, { sessionCookie: [] }],
    failures: ['forbidden'],
    identify: identifyBySession,
  },
  {
    // A person who is signed in, with `right` where the endpoint names one.
    name: 'person',
    title: 'a person who is signed in',
    requiredRight: ({ right }) => right ?? null,
    hasCaller: true,
    security: [{ sessionCookie: [] }],
    failures: ['unauthorized', 'forbidden'],
    identify: identifyPerson,
  },
  {
    // A signed token.
    name: 'jwt',
    title: 'JWT',
    requiredRight: noRight,
    hasCaller: true,
    security: [{ token: [] }],
    schemes: { token: TOKEN_SCHEME },
    failures: ['unauthorized', 'not_configured'],
    identify: identifyByToken,
  },
  {
    // Programs on this machine (`client-address.ts`), else an admin key.
    name: 'local',
    title: 'this machine, or a key with `admin`',
    requiredRight: operate,
    hasCaller: true,
    security: [{}, ...KEY_SECURITY],
    failures: ['unauthorized', 'forbidden'],
    identify: (call, tools) => (tools.isLocal ? anyone() : identifyByKey(call, tools)),
  },
  {
    // Readers of a share, whose token in the path decides what they see. Each address has a rate of its own.
    name: 'share',
    title: 'open, by the token of a share',
    requiredRight: noRight,
    hasCaller: false,
    security: [],
    failures: ['not_found'],
    identify: ({ address }) => Promise.resolve({ ...ANONYMOUS, kind: 'reader', id: `reader ${toAddressKey(address)}`, tier: 'pro' }),
  },
  {
    // Other services that prove themselves to `Endpoint.verify`, for example by a secret in the address.
    name: 'webhook',
    title: 'open, with a proof in the address',
    requiredRight: noRight,
    hasCaller: false,
    security: [],
    failures: ['unauthorized'],
    identify: async (_call, { verify }) => {
      if (await verify()) return ANONYMOUS;
      throw unauthorized();
    },
  },
] as const satisfies readonly AccessKind[];

export type Access = (typeof ACCESS_KINDS)[number]['name'];

const BY_NAME = new Map<Access, AccessKind>(ACCESS_KINDS.map((kind) => [kind.name, kind]));

export function accessKindOf({ access }: { readonly access: Access }): AccessKind {
  const kind = BY_NAME.get(access);
  if (!kind) throw new TypeError(`there is no kind of access named ${access}`);
  return kind;
}

/** The right that a caller of the endpoint must have; null where none is needed. */
export function requiredRight(endpoint: RightNeeded & { readonly access: Access }): Right | null {
  return accessKindOf(endpoint).requiredRight(endpoint);
}

/** The scope of a key that has the right. */
export function requiredScope(endpoint: Parameters<typeof requiredRight>[0]): Scope | null {
  const right = requiredRight(endpoint);
  return right === null ? null : RIGHTS[right].scope;
}
