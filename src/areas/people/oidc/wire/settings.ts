import { z } from 'zod';
import { idField, listField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { ROLE_NAMES } from '../../roles.ts';
import { DOMAINS_MAX } from '../domains/manage-domains.ts';
import { CREATES, type RoleRule } from '../provider.ts';
import type { ProviderInput, ShownSettings } from '../settings/manage-provider.ts';
import type { CheckedProvider, TestBegun, TestResult } from '../settings/test-provider.ts';
import { domainField, returnField } from './fields.ts';

const URL_LENGTH_MAX = 500;
const CLIENT_ID_LENGTH_MAX = 300;
const SECRET_LENGTH_MAX = 2_000;
const RULES_MAX = 50;
const RULE_PROJECTS_MAX = 500;

const RULE_FIELDS = {
  claim: nameField().meta({ description: 'Name of the claim, or a path with dots into it: `groups`, `realm_access.roles`' }),
  value: nameField().meta({ description: 'What the claim is, or what it lists' }),
  role: z.enum(ROLE_NAMES),
  project_ids: listField(idField(), { min: 1, max: RULE_PROJECTS_MAX })
    .nullish()
    .meta({ description: 'Null: all projects, later ones too' }),
  organization_id: idField().nullish().meta({ description: 'Of a provider of the whole service: where' }),
};

export const ProviderBody = z.object({
  issuer: z.string().trim().min(1).max(URL_LENGTH_MAX).meta({
    description: 'Below it the provider answers `/.well-known/openid-configuration`',
  }),
  client_id: nameField(CLIENT_ID_LENGTH_MAX),
  client_secret: z
    .string()
    .min(1)
    .max(SECRET_LENGTH_MAX)
    .nullish()
    .meta({ description: 'Kept when it is left out and issuer and client are the same; null: the client has none' }),
  domains: listField(domainField(), { max: DOMAINS_MAX }).default([]).meta({
    description: 'For whose addresses it speaks. Those of an organization count once they are proved',
  }),
  rules: listField(z.object(RULE_FIELDS), { max: RULES_MAX }).default([]).meta({ description: 'The first that fits gives the role' }),
  sync_roles: z.boolean().default(false).meta({ description: 'Roles follow the rules at each sign-in, those set by hand too' }),
  creates: z.enum(CREATES).default('never').meta({
    description:
      'Who becomes a member without an invitation: no one, whom a rule fits, or also who has a verified address in a proved domain',
  }),
  domain_role: z.enum(ROLE_NAMES).default('viewer').meta({ description: 'Of those who are let in by their domain' }),
  button: nameField(60).default('Sign in with your organization'),
  is_listed: z.boolean().default(true).meta({ description: 'The sign-in page shows the button to everyone' }),
  is_enabled: z.boolean().default(false),
  is_password_allowed: z.boolean().default(true).meta({
    description: 'False: members sign in without passwords only, but for operators and the only owner. Needs a test that succeeded',
  }),
});

export function toProviderInput(body: z.output<typeof ProviderBody>): ProviderInput {
  return {
    issuer: body.issuer,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    domains: [...new Set(body.domains)],
    rules: body.rules.map(toRule),
    syncRoles: body.sync_roles,
    creates: body.creates,
    domainRole: body.domain_role,
    button: body.button,
    isListed: body.is_listed,
    isEnabled: body.is_enabled,
    isPasswordAllowed: body.is_password_allowed,
  };
}

function toRule({ claim, value, role, ...rule }: z.output<typeof ProviderBody>['rules'][number]): RoleRule {
  return {
    claim,
    value,
    role,
    ...(rule.project_ids === undefined || rule.project_ids === null ? {} : { projectIds: rule.project_ids }),
    ...(rule.organization_id === undefined || rule.organization_id === null ? {} : { organizationId: rule.organization_id }),
  };
}

const SettingsBody = z
  .object({
    id: z.string(),
    organization_id: z.string().nullable().meta({ description: 'Null: of the whole service' }),
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    domains: z.array(z.string()).max(DOMAINS_MAX),
    unproved_domains: z.array(z.string()).max(DOMAINS_MAX).meta({ description: 'Their addresses do not count yet' }),
    rules: z
      .array(
        z.object({
          claim: z.string(),
          value: z.string(),
          role: z.enum(ROLE_NAMES),
          project_ids: z.array(z.string()).max(RULE_PROJECTS_MAX).nullable(),
          organization_id: z.string().nullable(),
        }),
      )
      .max(RULES_MAX),
    sync_roles: z.boolean(),
    creates: z.enum(CREATES),
    domain_role: z.enum(ROLE_NAMES),
    button: z.string(),
    is_listed: z.boolean(),
    is_enabled: z.boolean(),
    is_password_allowed: z.boolean(),
    tested_at: z.string().nullable(),
    is_test_good: z.boolean().nullable().meta({ description: 'Null: not tested since issuer, client or secret changed' }),
    created_at: z.string(),
    changed_at: z.string(),
  })
  .meta({ id: 'SignInProvider' });

export const SettingsResponse = z.object({
  success: z.boolean(),
  provider: SettingsBody,
  redirect_uri: z.string().meta({ description: 'To be registered at the provider' }),
});
export const RemovedResponse = z.object({ success: z.boolean() });

export function toSettingsBody({ provider, unprovedDomains }: ShownSettings): z.infer<typeof SettingsBody> {
  return toBody(SettingsBody, {
    ...provider,
    hasSecret: provider.secretId !== null,
    domains: [...provider.domains],
    unprovedDomains: [...unprovedDomains],
    rules: provider.rules.map(({ claim, value, role, projectIds, organizationId }) => ({
      claim,
      value,
      role,
      project_ids: projectIds === undefined ? null : [...projectIds],
      organization_id: organizationId ?? null,
    })),
    isTestGood: provider.testedAt === null ? null : provider.testProblem === null,
  });
}

export const TestBody = z.object({ return_to: returnField() });
export const TestBegunResponse = z.object({
  success: z.boolean(),
  url: z.string().meta({ description: 'Where the browser is to sign in; the answer sets a cookie that it needs' }),
  problems: z.array(z.string()).max(20).meta({ description: 'What the provider says of itself that keeps people from signing in' }),
});

export function toTestBegunBody({ url, facts }: TestBegun): z.infer<typeof TestBegunResponse> {
  return { success: true, url, problems: [...facts.problems] };
}

export const TestResponse = z.object({
  success: z.boolean(),
  tested_at: z.string().nullable().meta({ description: 'Null: not tested since issuer, client or secret changed' }),
  problem: z.string().nullable(),
  claims: z.record(z.string(), z.unknown()).nullable().meta({ description: 'All that came, of who signed in' }),
  account: z.enum(['known', 'joined', 'made', 'refused']).nullable().meta({
    description: 'What a sign-in would come to: an identity that is known, an account with the proved address, a new one, or none',
  }),
  roles: z
    .array(
      z.object({
        organization_id: z.string(),
        role: z.enum(ROLE_NAMES),
        project_ids: z.array(z.string()).max(RULE_PROJECTS_MAX).nullable(),
        by: z.enum(['rule', 'domain']),
      }),
    )
    .max(RULES_MAX)
    .meta({ description: 'The roles that the claims would give' }),
  is_silent: z.boolean().meta({ description: 'No claim that a rule names came, so that nothing changes' }),
});

export function toTestBody({ provider, account, roles, isSilent }: TestResult): z.infer<typeof TestResponse> {
  return {
    success: true,
    tested_at: provider.testedAt?.toISOString() ?? null,
    problem: provider.testProblem,
    claims: provider.testClaims === null ? null : { ...provider.testClaims },
    account,
    roles: roles.map(({ organizationId, role, projectIds, by }) => ({
      organization_id: organizationId,
      role,
      project_ids: projectIds === undefined ? null : [...projectIds],
      by,
    })),
    is_silent: isSilent,
  };
}

export const CheckResponse = z.object({
  success: z.boolean(),
  providers: z
    .array(z.object({ id: z.string(), organization_id: z.string().nullable(), issuer: z.string(), problems: z.array(z.string()).max(20) }))
    .max(1_000),
});

export function toCheckedBody({ id, organizationId, issuer, problems }: CheckedProvider) {
  return { id, organization_id: organizationId, issuer, problems: [...problems] };
}
