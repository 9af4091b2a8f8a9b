import { defineEndpoint, type AppEndpoint } from '#context';
import { OrganizationParams } from '../../organizations/wire.ts';
import { addDomain, listDomains, proveDomain, removeDomain } from '../domains/manage-domains.ts';
import { DomainBody, DomainListResponse, DomainParams, DomainResponse, toDomainBody } from '../wire/domains.ts';
import { RemovedResponse } from '../wire/settings.ts';

const common = { spec: '5', area: 'people', access: 'key', right: 'own' } as const;
const PATH = '/api/organizations/{organization_id}/sign-in/domains';

const getDomains = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'Domains for whose addresses an organization speaks, with the records that prove them',
  params: OrganizationParams,
  responses: { 200: DomainListResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, domains: (await listDomains(ctx, params.organization_id)).map(toDomainBody) },
  }),
});

const postDomain = defineEndpoint({
  ...common,
  method: 'POST',
  path: PATH,
  summary: 'Name a domain of addresses, to be proved by a text record',
  audited: true,
  params: OrganizationParams,
  body: DomainBody,
  responses: { 201: DomainResponse },
  failures: ['conflict'],
  subjectOf: ({ body: { domain } }) => ({ domain }),
  handle: async (ctx, { params, body }) => ({
    status: 201,
    body: { success: true, domain: toDomainBody(await addDomain(ctx, params.organization_id, body.domain)) },
  }),
});

const postProof = defineEndpoint({
  ...common,
  method: 'POST',
  path: `${PATH}/{domain}/prove`,
  summary: 'Look for the record that proves a domain',
  description: 'A domain whose record is gone is proved no more. When no name server answers nothing changes.',
  idempotent: false,
  audited: true,
  params: DomainParams,
  responses: { 200: DomainResponse },
  failures: ['provider_failed'],
  subjectOf: (_input, { domain }) => ({ is_proved: domain.proved_at !== null }),
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, domain: toDomainBody(await proveDomain(ctx, params.organization_id, params.domain)) },
  }),
});

const deleteDomain = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: `${PATH}/{domain}`,
  summary: 'Remove a domain of addresses',
  audited: true,
  params: DomainParams,
  responses: { 200: RemovedResponse },
  handle: async (ctx, { params }) => {
    await removeDomain(ctx, params.organization_id, params.domain);
    return { status: 200, body: { success: true } };
  },
});

export const ownedDomainEndpoints: AppEndpoint[] = [getDomains, postDomain, postProof, deleteDomain];
