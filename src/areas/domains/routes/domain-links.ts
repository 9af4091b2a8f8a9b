import { defineEndpoint, type AppEndpoint } from '#context';
import { DomainParams } from '../fields.ts';
import { listAnchors } from '../links/list-anchors.ts';
import { listLinkChanges } from '../links/list-link-changes.ts';
import { listReferringDomains } from '../links/list-referring-domains.ts';
import { getSnapshot, listSnapshots } from '../snapshots/get-snapshot.ts';
import { AnchorsQuery, AnchorsResponse, toAnchorsBody } from '../wire/anchors.ts';
import { LinkChangesQuery, LinkChangesResponse, toLinkChangesBody } from '../wire/link-changes.ts';
import { ReferringListQuery, ReferringListResponse, toReferringListBody, toReferringPage } from '../wire/referring-domains.ts';
import {
  SnapshotHistoryQuery,
  SnapshotHistoryResponse,
  SnapshotResponse,
  toSnapshotBody,
  toSnapshotHistoryBody,
} from '../wire/snapshots.ts';

const common = { method: 'GET', area: 'domains', spec: '4.6', access: 'key', params: DomainParams } as const;

/** The links to a domain. A bound key reads them for the websites of its own projects. */
export const domainLinkEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    path: '/api/domains/{domain}/backlinks',
    summary: 'The newest weekly snapshot of the links to a domain, and what changed',
    responses: { 200: SnapshotResponse },
    handle: async (ctx, { params: { domain } }) => ({ status: 200, body: toSnapshotBody(domain, await getSnapshot(ctx, domain)) }),
  }),
  defineEndpoint({
    ...common,
    path: '/api/domains/{domain}/backlinks/history',
    summary: 'Weekly snapshots of the links to a domain, newest first',
    query: SnapshotHistoryQuery.omit({ target: true }),
    responses: { 200: SnapshotHistoryResponse },
    handle: async (ctx, { params, query }) => {
      const asked = { ...query, target: params.domain };
      return { status: 200, body: toSnapshotHistoryBody(asked, await listSnapshots(ctx, asked)) };
    },
  }),
  defineEndpoint({
    ...common,
    path: '/api/domains/{domain}/backlinks/changes',
    summary: 'New and lost referring domains and links of a domain',
    description:
      '`counts` say what the provider counts over the whole profile, in the time that was looked at: `look` names it, and a count of no such time is null. The lists have what is stored, newest first; `knowledge` says how much that is.',
    query: LinkChangesQuery.omit({ target: true }),
    responses: { 200: LinkChangesResponse },
    handle: async (ctx, { params, query: { since, ...page } }) => {
      return { status: 200, body: toLinkChangesBody(page, await listLinkChanges(ctx, { target: params.domain, since, ...page })) };
    },
  }),
  defineEndpoint({
    ...common,
    path: '/api/domains/{domain}/referring-domains',
    summary: 'The stored domains that link to a domain, the highest rank first',
    query: ReferringListQuery.omit({ target: true }),
    responses: { 200: ReferringListResponse },
    handle: async (ctx, { params, query }) => {
      const page = toReferringPage({ ...query, target: params.domain });
      return { status: 200, body: toReferringListBody(query, await listReferringDomains(ctx, page)) };
    },
  }),
  defineEndpoint({
    ...common,
    path: '/api/domains/{domain}/anchors',
    summary: 'The texts of the links to a domain, the most frequent first',
    description: 'Of the stored links that are not lost; `basis` says how many those are.',
    query: AnchorsQuery,
    responses: { 200: AnchorsResponse },
    handle: async (ctx, { params, query }) => {
      return { status: 200, body: toAnchorsBody(query, await listAnchors(ctx, { domain: params.domain, ...query })) };
    },
  }),
];
