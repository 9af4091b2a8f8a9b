import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toListFields } from '#http/paging.ts';
import { changeOrganization, endOrganization, getOrganization, listOrganizations, makeOrganization } from './manage-organizations.ts';
import {
  ChangeOrganizationBody,
  MakeOrganizationBody,
  OrganizationListResponse,
  OrganizationParams,
  OrganizationResponse,
  OrganizationsQuery,
  toOrganizationBody,
} from './wire.ts';

const common = { spec: '5', area: 'people', access: 'key' } as const;
const PATH = '/api/organizations';

const getOrganizations = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'Organizations that the caller sees, by name',
  query: OrganizationsQuery,
  responses: { 200: OrganizationListResponse },
  handle: async (ctx, { query }) => {
    const { organizations, total } = await listOrganizations(ctx, query);
    const body = { success: true, organizations: organizations.map(toOrganizationBody) };
    return { status: 200, body: { ...body, ...toListFields(organizations, query, total) } };
  },
});

const postOrganization = defineEndpoint({
  ...common,
  method: 'POST',
  path: PATH,
  right: 'operate',
  summary: 'Make an organization',
  description: 'A person who makes it owns it.',
  body: MakeOrganizationBody,
  responses: { 201: OrganizationResponse },
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    const organization = await makeOrganization(ctx, { id: body.id ?? body.name, name: body.name });
    return { status: 201, body: { success: true, organization: toOrganizationBody(organization) } };
  },
});

const getOneOrganization = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/{organization_id}`,
  summary: 'An organization',
  params: OrganizationParams,
  responses: { 200: OrganizationResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, organization: toOrganizationBody(await getOrganization(ctx, params.organization_id)) },
  }),
});

const putOrganization = defineEndpoint({
  ...common,
  method: 'PUT',
  path: `${PATH}/{organization_id}`,
  right: 'manage',
  summary: 'Rename an organization',
  audited: true,
  params: OrganizationParams,
  body: ChangeOrganizationBody,
  responses: { 200: OrganizationResponse },
  subjectOf: ({ body: { name } }) => ({ name }),
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, organization: toOrganizationBody(await changeOrganization(ctx, params.organization_id, body)) },
  }),
});

const deleteOrganization = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: `${PATH}/{organization_id}`,
  right: 'own',
  summary: 'Close an organization',
  description:
    'Its projects are archived, its keys, memberships and invitations end at once. What it holds stays, and operators of the service can read it.',
  audited: true,
  params: OrganizationParams,
  responses: { 200: OrganizationResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, organization: toOrganizationBody(await endOrganization(ctx, params.organization_id)) },
  }),
});

export const organizationEndpoints: AppEndpoint[] = [
  getOrganizations,
  postOrganization,
  getOneOrganization,
  putOrganization,
  deleteOrganization,
];
