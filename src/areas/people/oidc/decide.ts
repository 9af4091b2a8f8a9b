import type { Claims } from '#providers/identity/index.ts';
import type { Role } from '../roles.ts';
import type { RoleRule, SignInProvider } from './provider.ts';

/** What a person may do in an organization, by a rule or by the domain of their address. */
export interface GivenRole {
  readonly organizationId: string;
  readonly role: Role;
  readonly projectIds: readonly string[] | undefined;
  readonly by: 'rule' | 'domain';
}

export interface Decision {
  /** The first rule that fits, of each organization. */
  readonly byRules: readonly GivenRole[];
  /** By a verified address in a domain that counts. */
  readonly byDomain: GivenRole | undefined;
  /** No claim that a rule names came: nothing is known, so nothing changes. */
  readonly isSilent: boolean;
  /** The address, where it is verified. */
  readonly email: string | undefined;
  /** The address is verified, and its domain counts: it says which account is meant. */
  readonly isAddressProved: boolean;
}

type Rules = Pick<SignInProvider, 'organizationId' | 'rules' | 'domainRole'>;

/** What the claims of a person come to. */
export function decide({ organizationId, rules, domainRole }: Rules, claims: Claims, countedDomains: ReadonlySet<string>): Decision {
  const byOrganization = new Map<string, GivenRole>();
  for (const rule of rules) {
    const where = organizationId ?? rule.organizationId;
    if (where === undefined || byOrganization.has(where) || !fits(rule, claims)) continue;
    byOrganization.set(where, { organizationId: where, role: rule.role, projectIds: rule.projectIds, by: 'rule' });
  }
  const email = claims.isEmailVerified ? claims.email : undefined;
  const isAddressProved = email !== undefined && countedDomains.has(domainOf(email));
  return {
    byRules: [...byOrganization.values()],
    byDomain:
      isAddressProved && organizationId !== null ? { organizationId, role: domainRole, projectIds: undefined, by: 'domain' } : undefined,
    isSilent: rules.every(({ claim }) => findClaim(claims.all, claim) === undefined),
    email,
    isAddressProved,
  };
}

/** The roles of those who have none yet. */
export function listFirstRoles({ creates }: Pick<SignInProvider, 'creates'>, { byRules, byDomain }: Decision): readonly GivenRole[] {
  if (creates === 'never') return [];
  if (byRules.length > 0) return byRules;
  return creates === 'domain' && byDomain !== undefined ? [byDomain] : [];
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function fits({ claim, value }: RoleRule, { all }: Claims): boolean {
  const found = findClaim(all, claim);
  return [found]
    .flat()
    .some((one) => (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') && String(one) === value);
}

/** Names may have dots in them, so the whole name comes before the path. */
function findClaim(all: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(all, name)) return all[name] ?? undefined;
  let value: unknown = all;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value ?? undefined;
}

/** What the rules and the address need, to be asked for where the ID token lacks it. */
export function listWantedClaims({ rules }: Pick<SignInProvider, 'rules'>): string[] {
  return [...new Set(['email', ...rules.map(({ claim }) => claim.split('.')[0] ?? claim)])];
}
