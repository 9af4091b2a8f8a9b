import type { GetOrganizationsByOrganizationIdSignInResponse, PutOrganizationsByOrganizationIdSignInData } from '#client';

export type Provider = GetOrganizationsByOrganizationIdSignInResponse['provider'];
export type Body = PutOrganizationsByOrganizationIdSignInData['body'];
export type Role = Provider['domain_role'];
export type Rule = Provider['rules'][number];

export const ROLES: readonly Role[] = ['owner', 'manager', 'editor', 'viewer', 'client'];

/** What a person has entered. */
export interface Entered {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty: the one that is kept. */
  readonly secret: string;
  readonly button: string;
  readonly domains: readonly string[];
  readonly rules: readonly Rule[];
  readonly creates: Provider['creates'];
  readonly domainRole: Role;
  readonly syncsRoles: boolean;
  readonly isListed: boolean;
  readonly isEnabled: boolean;
  readonly isPasswordAllowed: boolean;
}

export function toEntered(provider: Provider | undefined): Entered {
  return {
    issuer: provider?.issuer ?? '',
    clientId: provider?.client_id ?? '',
    secret: '',
    button: provider?.button ?? 'Sign in with your organization',
    domains: provider?.domains ?? [],
    rules: provider?.rules ?? [],
    creates: provider?.creates ?? 'never',
    domainRole: provider?.domain_role ?? 'viewer',
    syncsRoles: provider?.sync_roles ?? false,
    isListed: provider?.is_listed ?? true,
    isEnabled: provider?.is_enabled ?? false,
    isPasswordAllowed: provider?.is_password_allowed ?? true,
  };
}

/** What is sent: a secret only where one was entered. */
export function toBody(entered: Entered): Body {
  return {
    issuer: entered.issuer.trim(),
    client_id: entered.clientId.trim(),
    ...(entered.secret === '' ? {} : { client_secret: entered.secret }),
    button: entered.button.trim(),
    domains: [...entered.domains],
    rules: entered.rules.map(({ organization_id: _ofService, ...rule }) => rule),
    creates: entered.creates,
    domain_role: entered.domainRole,
    sync_roles: entered.syncsRoles,
    is_listed: entered.isListed,
    is_enabled: entered.isEnabled,
    is_password_allowed: entered.isPasswordAllowed,
  };
}
