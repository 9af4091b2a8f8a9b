import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { makeSigningKey, type SigningKey } from './signing.ts';

/** How the next sign-ins go wrong. */
export const BROKEN_ANSWERS = [
  'alg_none',
  'other_key',
  'wrong_nonce',
  'wrong_issuer',
  'wrong_audience',
  'expired',
  'old_sign_in',
  'wrong_state',
  'wrong_answer_issuer',
  'code_reused',
  'unverified_address',
  'missing_groups',
  'huge_token',
  'denied',
] as const;
export type BrokenAnswer = (typeof BROKEN_ANSWERS)[number];

const PEOPLE_MAX = 1_000;
const Person = z.looseObject({ sub: z.string().min(1).max(255) });
/** What is claimed of one of them: `sub`, and as a rule `email`, `email_verified`, `name` and `groups`. */
export type Person = z.infer<typeof Person>;

export const IdentityBody = z.strictObject({
  tenant: z
    .string()
    .regex(/^[\w-]{1,60}$/u)
    .default('main'),
  people: z.array(Person).max(PEOPLE_MAX).optional(),
  sign_in: z.string().optional(),
  broken: z.enum(BROKEN_ANSWERS).nullish(),
  thin_tokens: z.boolean().optional(),
  rotate_key: z.literal(true).optional(),
});

/** What an authorization code is good for. */
export interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly nonce: string | undefined;
  readonly challenge: string;
  readonly person: Person;
  readonly broken: BrokenAnswer | undefined;
  /** When the person proved themselves, epoch seconds. */
  readonly signedInAt: number;
}

/** One issuer with people, keys and codes of its own. */
export interface Tenant {
  people: readonly Person[];
  /** Whom the next request for a sign-in signs in; the first one unless named. */
  signIn: string | undefined;
  broken: BrokenAnswer | undefined;
  /** Tokens carry the subject alone, and everything else is asked for with the access token. */
  hasThinTokens: boolean;
  /** The newest first; all of them are published. */
  keys: readonly SigningKey[];
  /** By their code, until it is taken. */
  readonly grants: Map<string, Grant>;
  /** Codes that were taken, the newest last. */
  readonly takenCodes: string[];
  /** Whom an access token is of. */
  readonly accessTokens: Map<string, Person>;
}

export interface IdentityTable {
  findTenant(name: string): Tenant;
  configure(body: z.infer<typeof IdentityBody>): void;
  list(): readonly object[];
  clear(): void;
}

const SOMEBODY: Person = {
  sub: 'somebody',
  email: 'somebody@example.com',
  email_verified: true,
  name: 'Somebody of the sandbox',
  groups: ['everyone'],
};

/** Any name is an issuer, which begins with one person. */
export function makeIdentityTable(): IdentityTable {
  const tenants = new Map<string, Tenant>();
  const findTenant = (name: string): Tenant => {
    const found = tenants.get(name) ?? makeTenant();
    tenants.set(name, found);
    return found;
  };
  return {
    findTenant,
    configure({ tenant: name, people, sign_in: signIn, broken, thin_tokens: hasThinTokens, rotate_key: rotates }) {
      const tenant = findTenant(name);
      if (people !== undefined) Object.assign(tenant, { people, signIn: undefined });
      if (signIn !== undefined) tenant.signIn = signIn;
      if (broken !== undefined) tenant.broken = broken ?? undefined;
      if (hasThinTokens !== undefined) tenant.hasThinTokens = hasThinTokens;
      if (rotates) tenant.keys = [makeSigningKey(), ...tenant.keys.slice(0, 1)];
    },
    list: () =>
      [...tenants].map(([tenant, { people, signIn, broken, hasThinTokens, keys, grants }]) => ({
        tenant,
        path: `/identity/${tenant}`,
        people,
        sign_in: signIn ?? people[0]?.sub ?? null,
        broken: broken ?? null,
        thin_tokens: hasThinTokens,
        keys: keys.map(({ id }) => id),
        open_codes: grants.size,
      })),
    clear: () => tenants.clear(),
  };
}

function makeTenant(): Tenant {
  return {
    people: [SOMEBODY],
    signIn: undefined,
    broken: undefined,
    hasThinTokens: false,
    keys: [makeSigningKey()],
    grants: new Map(),
    takenCodes: [],
    accessTokens: new Map(),
  };
}

export function newSecret(): string {
  return randomBytes(16).toString('base64url');
}
