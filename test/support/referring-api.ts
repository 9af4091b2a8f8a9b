import assert from 'node:assert/strict';
import { ensureDomain } from '#areas/domains/records/ensure-domain.ts';
import { ingestBacklinks } from '#areas/domains/links/ingest-backlinks.ts';
import { LINK_ROWS_PER_CALL } from '#providers/search-data/links.ts';
import type { TestApp } from './app.ts';
import type { BadRequest } from './bad-input.ts';

/** Where the endpoints about links to a target are. */
export const REFERRING = '/api/admin/referring-domains';

export async function readTruth({ sandbox }: TestApp, domain: string) {
  const { body } = await sandbox.get<Record<string, number>>(`/_sandbox/truth/domain?domain=${domain}`);
  return { backlinks: body['backlinks'], referringDomains: body['referring_domains'] };
}

/** The site with the fewest links, and one more. */
export async function findTargets(app: TestApp): Promise<[string, string]> {
  const { body } = await app.sandbox.get<{ sites: { domain: string }[] }>('/_sandbox/world');
  const sites = await Promise.all(body.sites.map(async ({ domain }) => ({ domain, ...(await readTruth(app, domain)) })));
  const [first, second] = sites.toSorted((one, other) => Number(one.backlinks) - Number(other.backlinks));
  assert.ok(first && second && Number(first.referringDomains) < LINK_ROWS_PER_CALL);
  return [first.domain, second.domain];
}

/** What the sandbox has charged. */
export const spentOn = async ({ sandbox }: TestApp): Promise<number> =>
  (await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd;

/** Every link that the provider knows of, as an onboarding would store them. */
export async function storeLinks({ app }: TestApp, target: string): Promise<void> {
  const { searchData, postgres, clock } = app.context;
  const domain = await ensureDomain(postgres, target, clock.now());
  for (let offset = 0, total = 1; offset < total; offset += LINK_ROWS_PER_CALL) {
    const page = await searchData.fetchBacklinks({ target, limit: LINK_ROWS_PER_CALL, offset, status: 'all' }, { source: 'workflow' });
    total = page.total ?? 0;
    await postgres.transaction((tx) => ingestBacklinks(tx, { domain, rows: page.rows, now: clock.now(), sourceEndpoint: 'test' }));
  }
}

/** Requests that are refused, with every field that is wrong. */
export function listBadRequests(target: string): BadRequest[] {
  const hosts = [
    '',
    'co.uk',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'http://10.0.0.1/x',
    'single',
    'a b.com',
    'ftp://example.com',
    'x.internal',
    'x.test',
  ];
  return [
    ...hosts.flatMap((host): BadRequest[] => [
      { because: host, method: 'post', path: `${REFERRING}/fetch`, body: { target: host }, names: ['target'] },
      { because: host, method: 'post', path: `${REFERRING}/debug`, body: { target: host, endpoint: 'summary' }, names: ['target'] },
      { because: host, method: 'get', path: `${REFERRING}/list?target=${encodeURIComponent(host)}`, names: ['target'] },
      { because: host, method: 'get', path: `${REFERRING}/changes?target=${encodeURIComponent(host)}`, names: ['target'] },
    ]),
    { because: 'an IP', method: 'get', path: '/api/domains/127.0.0.1/anchors', names: ['domain'] },
    {
      because: 'all wrong',
      method: 'post',
      path: `${REFERRING}/fetch`,
      body: { limit: 1_001, offset: -1, status: 'new', since: 'ever' },
      names: ['target', 'limit', 'offset', 'status', 'since'],
    },
    {
      because: 'texts',
      method: 'post',
      path: `${REFERRING}/fetch`,
      body: { target, limit: '5', dry_run: 'yes' },
      names: ['limit', 'dry_run'],
    },
    {
      because: 'all wrong',
      method: 'get',
      path: `${REFERRING}/list?limit=0&offset=x&status=new&quality_tier=tier_9`,
      names: ['target', 'limit', 'offset', 'status', 'quality_tier'],
    },
    { because: 'all wrong', method: 'get', path: `${REFERRING}/changes?since=2026-02-30&limit=1001`, names: ['target', 'since', 'limit'] },
    { because: 'nothing', method: 'post', path: `${REFERRING}/debug`, body: {}, names: ['target', 'endpoint'] },
    ...[
      '/v3/serp/google/organic/live/advanced',
      'nothing',
      '/v3/backlinks/../x',
      '/v3/backlinks/id_list',
      'https://example.com/v3/backlinks',
    ].map((endpoint): BadRequest => ({
      because: endpoint,
      method: 'post',
      path: `${REFERRING}/debug`,
      body: { target, endpoint },
      names: ['endpoint'],
    })),
  ];
}
