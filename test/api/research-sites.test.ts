import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeResearchAsks, researchSite, sumSites, type ResearchCase, type ResearchedSite } from '../support/site-research.ts';

/** Of several types, of topics with and without a sample, some away from home; `npm run bench research-sites` has one of every topic. None is known to the service. */
const CASES: readonly ResearchCase[] = [
  { domain: 'emberflow.app', locationCode: 2840 },
  { domain: 'boarddapple.co', locationCode: 2826 },
  { domain: 'marlowpipe.us', locationCode: 2840 },
  { domain: 'copperreview.net', locationCode: 2826 },
  { domain: 'gardeninsider.com', locationCode: 2840 },
];
const ON_TOPIC_MIN = 85;
const PAGES_MIN = 80;
const PLACES_MIN = 95;

const rankedCalls = async ({ sandbox }: TestApp): Promise<number> => {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { path: string }[] };
  return entries.filter(({ path }) => path.includes('/ranked_keywords/')).length;
};

test('research of sites that the service sees for the first time', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  await api.put('/api/admin/config', { budgets: { daily_usd: null } });
  const asks = makeResearchAsks(api, sandbox);
  const found: ResearchedSite[] = [];

  await t.test('keeps what is on topic, names pages that are right or none, and knows where the site ranks', async (each) => {
    for (const one of CASES) found.push(await researchSite(asks, one));
    for (const site of found) each.diagnostic(describeSite(site));
    each.diagnostic(describeSite(sumSites(found)));
    for (const { domain, onTopic, kept, clusters, pagesWrong, placesTrue, placesKnown, placesWrong, wanted, wantedKept } of found) {
      assert.ok((100 * onTopic) / kept >= ON_TOPIC_MIN, `${domain}: ${onTopic} of ${kept} on topic`);
      assert.ok((100 * wantedKept) / wanted >= ON_TOPIC_MIN, `${domain}: ${wantedKept} of ${wanted} keywords of its topic kept`);
      assert.ok((100 * (clusters - pagesWrong)) / clusters >= PAGES_MIN, `${domain}: ${pagesWrong} wrong pages of ${clusters}`);
      assert.ok(placesTrue > 0 && (100 * placesKnown) / placesTrue >= PLACES_MIN, `${domain}: ${placesKnown} of ${placesTrue} places`);
      assert.equal(placesWrong, 0, domain);
    }
    const { clusters, pagesRight } = sumSites(found);
    assert.ok(pagesRight / clusters > 0.8, 'null is no way out where the site ranks');
  });

  await t.test('costs what the estimate said at most, and the ledger has what the provider charged', async () => {
    for (const { domain, costUsd, estimateUsd } of found) assert.ok(costUsd > 0 && costUsd <= estimateUsd, domain);
    const calls = (await sandbox.get('/_sandbox/calls')).body;
    const { rows } = await app.stores.postgres.query<{ cost: number }>(
      `select sum(cost_usd)::float8 as cost from api_costs where service <> 'edge_workers_ai'`,
    );
    assert.equal(rows[0]?.cost.toFixed(5), calls.cost_usd.toFixed(5));
  });

  await t.test('a parent is less sure than its child, and says how many keywords it adds', async () => {
    const { body } = await api.post('/run', { url: 'https://keydeck.com/' });
    const recommended = body.enrichment.recommended_categories as Category[];
    assert.ok(recommended.length > 1 && recommended.some(({ is_confident: sure }) => sure));
    for (const child of recommended)
      for (const parent of recommended.filter(({ path }) => child.path.startsWith(`${path}/`))) {
        assert.ok(parent.confidence < child.confidence, `${parent.path} ${child.path}`);
        assert.equal(parent.is_confident, false);
        assert.equal(parent.expected_keywords, 0, 'everything that the site ranks for is in the child');
      }
    assert.ok((recommended[0]?.expected_keywords ?? 0) > 100);
  });

  await t.test('an onboarding does not pay again for what a run has bought, nor a run for what an onboarding has', async () => {
    const before = await rankedCalls(app);
    await onboard(app, 'emberflow.app');
    assert.equal(await rankedCalls(app), before, 'the run had it');
    await onboard(app, 'vogelenamel.com');
    assert.equal(await rankedCalls(app), before + 1);
    const { body: run } = await api.post('/run', { url: 'https://vogelenamel.com/', location_code: 2840 });
    const { estimate } = (await api.get(run.status_url)).body;
    await researchSite(asks, { domain: 'vogelenamel.com', locationCode: 2840 });
    assert.equal(await rankedCalls(app), before + 1, 'the onboarding had it');
    await researchSite(asks, { domain: 'vogelenamel.com', locationCode: 2826 });
    assert.equal(await rankedCalls(app), before + 2, 'another location has a list of its own');
    const { body: unseen } = await api.post('/run', { url: 'https://harrowhinge.com/', location_code: 2840 });
    const first = (await api.get(unseen.status_url)).body.estimate;
    assert.equal((first.cost_usd - estimate.cost_usd).toFixed(2), '0.06', 'the price of the list is in the estimate');
  });

  await t.test('two runs at once buy the list once', async () => {
    const before = await rankedCalls(app);
    const one = { domain: 'lowelloven.net', locationCode: 2840 };
    await Promise.all([researchSite(asks, one), researchSite(asks, one)]);
    assert.equal(await rankedCalls(app), before + 1);
  });

  await t.test('without the list nothing is said of places, and keywords are judged by categories and words', async (each) => {
    await sandbox.post('/_sandbox/faults', { match: 'ranked_keywords', kind: 'provider_50000' });
    const sites = [
      await researchSite(asks, { domain: 'moreau-seidelpixel.org', locationCode: 2840 }),
      await researchSite(asks, { domain: 'ravendigest.net', locationCode: 2840 }),
    ];
    await sandbox.post('/_sandbox/faults', {});
    for (const site of sites) each.diagnostic(describeSite(site));
    for (const { domain, placesKnown, placesWrong, ranks, errors, clusters, pagesWrong, onTopic, kept } of sites) {
      assert.deepEqual([placesKnown, placesWrong], [0, 0], domain);
      assert.deepEqual([ranks.map(({ status }) => status), errors.map(({ step }) => step)], [['failed'], ['fetchRanked']]);
      assert.ok((100 * (clusters - pagesWrong)) / clusters >= PAGES_MIN, `${domain}: ${pagesWrong} wrong pages of ${clusters}`);
      assert.ok((100 * onTopic) / kept >= ON_TOPIC_MIN, `${domain}: ${onTopic} of ${kept} on topic`);
    }
  });
});

test('what one organization has bought of a site is not free for another where they share nothing', async (t) => {
  const app = await startTestApp(t, { environment: { SHARE_CACHE: 'organization' } });
  const { api, sandbox, withKey } = app;
  await api.put('/api/admin/config', { budgets: { daily_usd: null } });
  const one = { domain: 'emberflow.app', locationCode: 2840 };
  const makeOrganization = async (id: string) => {
    await api.post('/api/projects', { name: id, organization_id: id });
    return makeResearchAsks(await withKey({ organization_id: id, scopes: ['read', 'write'], tier: 'enterprise' }), sandbox);
  };
  const [first, second] = [await makeOrganization('org_first'), await makeOrganization('org_second')];
  const own = await researchSite(first, one);
  assert.equal(await rankedCalls(app), 1);
  const other = await researchSite(second, one);
  assert.equal(await rankedCalls(app), 2, 'the second one pays');
  const again = await researchSite(first, one);
  assert.equal(await rankedCalls(app), 2, 'the first one does not pay again');
  assert.equal((own.estimateUsd - again.estimateUsd).toFixed(2), '0.06');
  const none = await researchSite(makeResearchAsks(api, sandbox), one);
  assert.equal(await rankedCalls(app), 3, 'a run of no organization pays for itself');
  for (const { placesTrue, placesKnown } of [own, other, again, none])
    assert.ok(placesTrue > 0 && placesKnown / placesTrue >= PLACES_MIN / 100, `${placesKnown} of ${placesTrue}`);
});

async function onboard({ api, app }: TestApp, domain: string): Promise<void> {
  const { status, body } = await api.post('/api/admin/domains/onboard', { domain, location_code: 2840 });
  assert.ok(status < 300, JSON.stringify(body));
  await app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
}

interface Category {
  readonly path: string;
  readonly confidence: number;
  readonly is_confident: boolean;
  readonly expected_keywords: number | null;
}

function describeSite({ domain, kept, onTopic, clusters, pagesRight, pagesWrong, placesTrue, placesKnown }: ResearchedSite): string {
  return `${domain}: on topic ${onTopic} of ${kept}; pages right ${pagesRight}, wrong ${pagesWrong}, of ${clusters}; places ${placesKnown} of ${placesTrue}`;
}
