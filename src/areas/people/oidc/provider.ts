import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { IdentityError, type IdentityClient } from '#providers/identity/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Role } from '../roles.ts';

/** Who is let in that has no account or no membership: no one; those whom a rule names; also those with an address in a proved domain. */
export const CREATES = ['never', 'rules', 'domain'] as const;
export type Creates = (typeof CREATES)[number];

/** Which role a claim gives. */
export interface RoleRule {
  /** Name of the claim, or a path with dots into it. */
  readonly claim: string;
  /** What it is, or what it lists. */
  readonly value: string;
  readonly role: Role;
  /** Undefined: all projects. */
  readonly projectIds?: readonly string[] | undefined;
  /** Where, of a provider of the whole service. */
  readonly organizationId?: string | undefined;
}

/** What an owner says of an identity provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly domains: readonly string[];
  readonly rules: readonly RoleRule[];
  /** A role follows the rules at each sign-in, set by hand or not. */
  readonly syncRoles: boolean;
  readonly creates: Creates;
  readonly domainRole: Role;
  readonly button: string;
  /** The sign-in page shows its button to everyone. */
  readonly isListed: boolean;
  readonly isEnabled: boolean;
  readonly isPasswordAllowed: boolean;
}

/** An identity provider of an organization, or of the whole service. */
export interface SignInProvider extends ProviderSettings {
  readonly id: string;
  /** Null: of the whole service. */
  readonly organizationId: string | null;
  readonly secretId: string | null;
  /** The newest test of issuer, client and secret as they are. */
  readonly testedAt: Date | null;
  readonly testClaims: Readonly<Record<string, unknown>> | null;
  /** Why it failed. */
  readonly testProblem: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

/** The kind of a client's secret in the store of secrets. */
export const PROVIDER_SECRET = 'sign_in_provider';

/** Us, as the provider knows us. @throws SecretError when the secret cannot be opened */
export async function toClient(
  { secrets }: Pick<RequestContext, 'secrets'>,
  sql: Sql,
  { issuer, clientId, secretId }: Pick<SignInProvider, 'issuer' | 'clientId' | 'secretId'>,
): Promise<IdentityClient> {
  return { issuer, clientId, clientSecret: secretId === null ? undefined : await secrets.open(sql, secretId, PROVIDER_SECRET) };
}

/** Where providers send the browser back. */
export function toRedirectUri({ consoleUrl }: Pick<RequestContext, 'consoleUrl'>): string {
  return `${consoleUrl().replace(/\/+$/u, '')}/api/session/oidc/callback`;
}

/** A provider that does not answer as one, for those who set it up or sign in by it. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof IdentityError)) return error;
  return new AppError('provider_failed', 'Provider unavailable', {
    message: `The identity provider does not answer as one: ${error.message}`,
    hint: 'Its issuer is the address below which it answers /.well-known/openid-configuration.',
    cause: error,
  });
}
