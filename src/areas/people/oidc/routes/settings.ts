import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { OrganizationParams } from '../../organizations/wire.ts';
import { toRedirectUri } from '../provider.ts';
import { getProvider, putProvider, removeProvider } from '../settings/manage-provider.ts';
import { beginTest, checkProviders, getTest } from '../settings/test-provider.ts';
import {
  CheckResponse,
  ProviderBody,
  RemovedResponse,
  SettingsResponse,
  TestBegunResponse,
  TestBody,
  TestResponse,
  toCheckedBody,
  toProviderInput,
  toSettingsBody,
  toTestBegunBody,
  toTestBody,
} from '../wire/settings.ts';

const PATH = '/api/organizations/{organization_id}/sign-in';
const SERVICE_PATH = '/api/admin/sign-in';
const common = { spec: '5', area: 'people' } as const;
/** Of an organization: for its owners. */
const own = {
  ...common,
  access: 'key',
  right: 'own',
  path: PATH,
  params: OrganizationParams,
} as const;
/** Of the whole service. */
const ofService = { ...common, access: 'admin', path: SERVICE_PATH, failures: ['not_found'] } as const;

const WHAT =
  'People sign in by the code flow of OpenID Connect. An identity is issuer and subject: it joins an account by an invitation, by the person who links it, or by a verified address in a domain that is proved.';
const TESTED =
  'The browser that sends this signs in at `url`; nobody is signed in here, and what came is kept with the provider until issuer, client or secret change.';

const getOwn = defineEndpoint({
  ...own,
  method: 'GET',
  summary: 'The identity provider of an organization',
  responses: { 200: SettingsResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, provider: toSettingsBody(await getProvider(ctx, params.organization_id)), redirect_uri: toRedirectUri(ctx) },
  }),
});

const putOwn = defineEndpoint({
  ...own,
  method: 'PUT',
  needsStepUp: true,
  summary: 'Set the identity provider of an organization',
  description: `${WHAT} Sessions that it began end when issuer or client change, or when it is switched off.`,
  refusesUnknown: true,
  audited: true,
  body: ProviderBody,
  responses: { 200: SettingsResponse },
  failures: ['conflict'],
  subjectOf: ({ body }) => toSubject(body),
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: {
      success: true,
      provider: toSettingsBody(await putProvider(ctx, params.organization_id, toProviderInput(body))),
      redirect_uri: toRedirectUri(ctx),
    },
  }),
});

const deleteOwn = defineEndpoint({
  ...own,
  method: 'DELETE',
  needsStepUp: true,
  summary: 'Remove the identity provider of an organization',
  description: 'Sessions that it began end. Identities stay linked, and count again with the same issuer.',
  audited: true,
  responses: { 200: RemovedResponse },
  handle: async (ctx, { params }) => {
    await removeProvider(ctx, params.organization_id);
    return { status: 200, body: { success: true } };
  },
});

const getOwnTest = defineEndpoint({
  ...own,
  path: `${PATH}/test`,
  method: 'GET',
  summary: 'What came of the newest test of the identity provider, and what it would come to',
  responses: { 200: TestResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: toTestBody(await getTest(ctx, params.organization_id)) }),
});

const postOwnTest = defineEndpoint({
  ...own,
  path: `${PATH}/test`,
  method: 'POST',
  summary: 'Test the identity provider of an organization, before it is switched on',
  description: TESTED,
  idempotent: false,
  audited: true,
  body: TestBody,
  responses: { 201: TestBegunResponse },
  failures: ['provider_failed'],
  handle: async (ctx, { params, body }) => {
    const begun = await beginTest(ctx, params.organization_id, body.return_to);
    return { status: 201, body: toTestBegunBody(begun), headers: { 'set-cookie': begun.cookie } };
  },
});

const getService = defineEndpoint({
  ...ofService,
  method: 'GET',
  summary: 'The identity provider of the whole service',
  responses: { 200: SettingsResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    const provider = toSettingsBody(await getProvider(ctx, null));
    return { status: 200, body: { success: true, provider, redirect_uri: toRedirectUri(ctx) } };
  },
});

const putService = defineEndpoint({
  ...ofService,
  method: 'PUT',
  needsStepUp: true,
  summary: 'Set the identity provider of the whole service',
  description: `${WHAT} Its rules name the organization in which they give a role, and its domains count as they are.`,
  refusesUnknown: true,
  body: ProviderBody,
  responses: { 200: SettingsResponse },
  failures: ['conflict', 'not_found'],
  subjectOf: ({ body }) => toSubject(body),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const provider = toSettingsBody(await putProvider(ctx, null, toProviderInput(body)));
    return { status: 200, body: { success: true, provider, redirect_uri: toRedirectUri(ctx) } };
  },
});

const deleteService = defineEndpoint({
  ...ofService,
  method: 'DELETE',
  needsStepUp: true,
  summary: 'Remove the identity provider of the whole service',
  responses: { 200: RemovedResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    await removeProvider(ctx, null);
    return { status: 200, body: { success: true } };
  },
});

const getServiceTest = defineEndpoint({
  ...ofService,
  path: `${SERVICE_PATH}/test`,
  method: 'GET',
  summary: 'What came of the newest test of the identity provider of the service',
  responses: { 200: TestResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toTestBody(await getTest(ctx, null)) };
  },
});

const postServiceTest = defineEndpoint({
  ...ofService,
  path: `${SERVICE_PATH}/test`,
  method: 'POST',
  summary: 'Test the identity provider of the service, before it is switched on',
  description: TESTED,
  idempotent: false,
  body: TestBody,
  responses: { 201: TestBegunResponse },
  failures: ['not_found', 'provider_failed'],
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const begun = await beginTest(ctx, null, body.return_to);
    return { status: 201, body: toTestBegunBody(begun), headers: { 'set-cookie': begun.cookie } };
  },
});

const postCheck = defineEndpoint({
  ...ofService,
  path: `${SERVICE_PATH}/check`,
  method: 'POST',
  summary: 'Read what each identity provider that is switched on says of itself',
  description: 'As `sightline doctor` does. Nobody is signed in.',
  idempotent: false,
  responses: { 200: CheckResponse },
  failures: [],
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: { success: true, providers: (await checkProviders(ctx)).map(toCheckedBody) } };
  },
});

/** What the audit log says of it: a secret as changed. */
function toSubject({
  issuer,
  client_id,
  client_secret,
  domains,
  sync_roles,
  creates,
  is_enabled,
  is_password_allowed,
  rules,
}: {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string | null | undefined;
  readonly domains: readonly string[];
  readonly sync_roles: boolean;
  readonly creates: string;
  readonly is_enabled: boolean;
  readonly is_password_allowed: boolean;
  readonly rules: readonly { readonly claim: string; readonly value: string; readonly role: string }[];
}): Readonly<Record<string, unknown>> {
  return {
    issuer,
    client_id,
    ...(client_secret === undefined ? {} : { client_secret: 'changed' }),
    domains,
    rules: rules.map(({ claim, value, role }) => `${claim}=${value}: ${role}`),
    sync_roles,
    creates,
    is_enabled,
    is_password_allowed,
  };
}

export const signInSettingsEndpoints: AppEndpoint[] = [
  getOwn,
  putOwn,
  deleteOwn,
  getOwnTest,
  postOwnTest,
  getService,
  putService,
  deleteService,
  getServiceTest,
  postServiceTest,
  postCheck,
];
