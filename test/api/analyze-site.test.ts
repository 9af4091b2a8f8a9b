import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrichPages } from '#areas/research/enrichment/enrich-pages.ts';
import { readSitePages } from '#areas/research/site/read-pages.ts';
import { readSite } from '#areas/research/site/read-site.ts';
import { UnreadableSiteError } from '#areas/research/site/unreadable-site.ts';
import { OutsideError } from '#kernel/errors.ts';
import { unpackBytes } from '#kernel/packed-bytes.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const ODD = 'oddpages.net';
/** What becomes of sites that are none: status, and the reason in `details`. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  parked: [400, 'parked'],
  empty: [400, 'empty'],
  blank: [400, 'empty'],
  nested: [400, 'empty'],
  'soft-404': [400, 'http_status'],
  gone: [400, 'http_status'],
  failing: [502, 'http_status'],
  loop: [400, 'redirects'],
  'two-loop': [400, 'redirects'],
  'to-private': [400, 'blocked_address'],
  pdf: [400, 'not_html'],
  image: [400, 'not_html'],
  json: [400, 'not_html'],
  'no-robots': [400, 'robots'],
  script: [400, 'empty'],
  'cookie-wall': [400, 'wall'],
  busy: [502, 'busy'],
};
/** Odd pages that are pages. */
const READABLE = ['latin1', 'utf16', 'japanese', 'huge'];

interface Truth {
  readonly business_type: string;
  readonly categories: readonly { readonly id: number }[];
  readonly brand_names: readonly string[];
  readonly subjects: readonly { readonly subject: string }[];
}

interface Analysis {
  readonly keywords: readonly { keyword: string; search_volume: number | null; competition: number | null; category_id: number | null }[];
  readonly categories: readonly { id: number; path: string }[];
  readonly enrichment: { business_type: string; brand_names: string[]; by: string[]; notes: string[] };
  readonly notes: readonly string[];
}

test('analysis of a site', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const [site] = (await sandbox.get<{ sites: { domain: string }[] }>('/_sandbox/world')).body.sites;
  const domain = site?.domain ?? '';
  const truth = (await sandbox.get<Truth>(`/_sandbox/truth/research?domain=${domain}`)).body;

  await t.test('says what it is and which keywords belong to it, with their figures', async () => {
    const estimate = (await api.post('/api/analyze-site', { url: domain, dry_run: true })).body.estimate;
    assert.deepEqual((await sandbox.get<{ paid_tasks: number }>('/_sandbox/calls')).body.paid_tasks, 0);
    const { status, body, headers } = await api.post<Analysis>('/api/analyze-site', { url: domain });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.enrichment.business_type, truth.business_type);
    assert.ok(body.categories.slice(0, 3).some(({ id }) => id === truth.categories[0]?.id));
    for (const { id, path } of body.categories) assert.equal(findProviderCategory(id)?.path, path);
    assert.deepEqual(body.enrichment.by, ['llm', 'rules', 'embedding', 'provider']);
    assert.ok(body.keywords.length >= 10 && body.keywords.length <= 30);
    const known = body.keywords.filter(({ search_volume }) => search_volume !== null);
    assert.ok(known.length > 0);
    for (const { keyword, search_volume } of known) {
      const figure = (await sandbox.get<{ search_volume: number }>(`/_sandbox/truth/keyword?keyword=${encodeURIComponent(keyword)}`)).body;
      assert.equal(search_volume, figure.search_volume, keyword);
    }
    const names = truth.brand_names.map((name) => name.toLowerCase());
    assert.ok(body.keywords.every(({ keyword }) => !names.some((name) => keyword.includes(name))));
    const { model_usd, cost_usd } = (await sandbox.get<{ model_usd: number; cost_usd: number }>('/_sandbox/calls')).body;
    const cost = Number(headers.get('x-cost-usd'));
    assert.ok(Math.abs(cost - model_usd - cost_usd) < 1e-6, `${cost} is not ${model_usd} + ${cost_usd}`);
    assert.ok(cost <= estimate.cost_usd);
  });

  await t.test('takes paid answers a second time from what is a day old', async () => {
    const before = (await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd;
    assert.equal((await api.post('/api/analyze-site', { url: domain })).status, 200);
    assert.equal((await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd, before);
  });

  await t.test('names the reason for what cannot be read', async () => {
    for (const [label, [status, reason]] of Object.entries(UNREADABLE)) {
      const answer = await api.post('/api/analyze-site', { url: `https://${label}.${ODD}/` });
      assert.deepEqual([answer.status, answer.body.details?.[0]?.reason], [status, reason], `${label}: ${JSON.stringify(answer.body)}`);
      assert.match(answer.body.message, /oddpages\.net/u);
    }
    for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'file:///etc/passwd', 'no address', ''])
      assert.equal((await api.post('/api/analyze-site', { url })).status, 400, url);
  });

  await t.test('reads odd pages that are pages', async () => {
    for (const label of READABLE) {
      const { pages } = await readSitePages(app.app.context, { url: `https://${label}.${ODD}/`, isLastTry: true }, NO_SHELF);
      assert.ok(pages[0]?.facts, label);
    }
  });

  await t.test('goes on without provider and model, and says so', async () => {
    const { context } = app.app;
    const { pages } = await readSitePages(context, { url: `https://${domain}/`, isLastTry: true }, NO_SHELF);
    const missing = () =>
      Promise.reject(new OutsideError({ service: 'dataforseo', kind: 'credentials_missing', message: 'no login is set' }));
    const searchData = { ...context.searchData, fetchCategoriesForDomain: missing, fetchCategoriesForKeywords: missing };
    const llm = { ...context.llm, isConfigured: false };
    // Another organization shares no answers here.
    const ctx = { ...context, searchData, llm, config: { ...context.config, shareCache: 'organization' as const } };
    const scope = { source: 'api' } as const;
    const signal = new AbortController().signal;
    const { enrichment, costUsd } = await enrichPages(ctx, { pages, host: domain, organizationId: 'org_poor', scope, signal });
    assert.equal(costUsd, 0);
    assert.deepEqual(enrichment.by, ['rules', 'embedding']);
    assert.equal(enrichment.notes.length, 3, enrichment.notes.join('\n'));
    assert.equal(enrichment.businessType, truth.business_type);
    assert.ok(enrichment.categories.length > 0);
  });

  await t.test('keeps pages as evidence, and reads none twice', () => keepPages(app, domain));
});

const NO_SHELF = { find: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

async function insertRun({ stores }: TestApp, id: string, domain: string): Promise<void> {
  await stores.postgres.query(
    `insert into research_runs (id, url, host, status, created_at, updated_at) values ($1, $2, $3, 'queued', now(), now())`,
    [id, `https://${domain}/`, domain],
  );
}

async function keepPages(app: TestApp, domain: string): Promise<void> {
  await insertRun(app, 'run_pages', domain);
  const { context } = app.app;
  const options = { runId: 'run_pages', url: `https://${domain}/`, scope: { source: 'workflow' }, isLastTry: true } as const;
  const countPages = async (): Promise<number> => (await app.sandbox.get<{ entries: unknown[] }>('/_sandbox/calls')).body.entries.length;
  const first = await readSite(context, options);
  assert.ok(first.pages.length > 1);
  const { rows } = await app.stores.postgres.query<{ number: number; body: Buffer | null; error: string | null }>(
    'select number, body, error from research_pages where run_id = $1 order by number',
    ['run_pages'],
  );
  assert.equal(rows.length, first.pages.length);
  const raw = (await unpackBytes(rows[0]?.body ?? Buffer.alloc(0), { bytesMax: 10_000_000 })).toString();
  assert.match(raw, /<!doctype html>/u);
  const before = await countPages();
  // What is kept is taken, whatever the door gives now.
  const pageFetch = {
    fetchPage: () => Promise.reject(new Error('a page was fetched again')),
    findKept: () => Promise.resolve(undefined),
    keepPage: () => Promise.resolve(),
  };
  const again = await readSite({ ...context, pageFetch }, options);
  assert.deepEqual(again, first);
  assert.equal(await countPages(), before);
  await assert.rejects(
    readSite(context, { ...options, runId: 'run_pages_2', url: `https://parked.${ODD}/` }),
    (error: unknown) => error instanceof UnreadableSiteError && error.problem === 'parked',
  );
}
