import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const DAY_MS = 86_400_000;

interface Site {
  readonly domain: string;
  readonly business_type: string;
}

async function listSites({ sandbox }: TestApp): Promise<Site[]> {
  return (await sandbox.get<{ sites: Site[] }>('/_sandbox/world')).body.sites;
}

function findSite(sites: readonly Site[], businessType: string): string {
  const site = sites.find((one) => one.business_type === businessType);
  assert.ok(site, `the sandbox has a site of the type ${businessType}`);
  return site.domain;
}

test('research runs up to their confirmation', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const sites = await listSites(app);
  const saas = findSite(sites, 'saas');
  const local = findSite(sites, 'local');
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Research', organization_id: 'org_research' })).body;
  const begin = async (body: object) => (await api.post('/run', body)).body;

  await t.test('reads a site and recommends, and keeps what it rests on', async () => {
    const { status, body, headers } = await api.post('/run', { url: `https://${saas}/`, project_id: projectId, user_id: 'u1' });
    assert.equal(status, 202, JSON.stringify(body));
    assert.deepEqual([body.status, body.error, body.enrichment.business_type], ['awaiting_category_confirmation', null, 'saas']);
    assert.ok(body.enrichment.high_level_categories.length > 0);
    assert.deepEqual(body.enrichment.recommended_categories, body.enrichment.high_level_categories);
    assert.equal(body.enrichment.focus, body.enrichment.business_focus);
    assert.ok(headers.get('x-cost-usd') !== null);

    const record = (await api.get(body.status_url)).body;
    assert.deepEqual([record.run_id, record.url, record.project_id, record.user_id], [body.run_id, `https://${saas}/`, projectId, 'u1']);
    assert.deepEqual(record.enrichment, body.enrichment);
    assert.deepEqual([record.harvest, record.user_customization, record.confirmed_categories], [null, null, null]);
    assert.ok(record.estimate.calls > 0 && record.estimate.cost_usd > 0 && record.estimate.keywords_max > 0);
    assert.deepEqual(
      record.progress.steps.map((step: { name: string; status: string }) => [step.name, step.status]),
      ['fetchPages', 'enrich', 'awaitConfirmation'].map((name) => [name, 'completed']),
    );
    assert.ok(Number.isInteger(record.created_at) && record.updated_at >= record.created_at);

    const { pages } = (await api.get(`/run/${body.run_id}/pages`)).body;
    assert.ok(pages.length > 1, 'further pages of the navigation are read');
    const raw = await api.get(`/run/${body.run_id}/pages/0`);
    assert.equal(raw.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(raw.headers.get('x-content-type-options'), 'nosniff');
    assert.match(raw.body, /<html/u);
    assert.equal((await api.get(`/run/${body.run_id}/pages/99`)).status, 404);
  });

  await t.test('accepts a bare host, and answers `queued` at once when asked to', async () => {
    const body = await begin({ url: saas, async: true });
    assert.deepEqual([body.status, body.url], ['queued', `https://${saas}/`]);
    await app.app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    assert.equal((await api.get(body.status_url)).body.status, 'awaiting_category_confirmation');
  });

  await t.test('refuses addresses before anything is kept or fetched', async () => {
    const before = (await api.get('/run')).body.total;
    const bad = [
      undefined,
      '',
      'not a url',
      'ftp://example.com/',
      'http://127.0.0.1/',
      'http://10.0.0.8/a',
      'http://localhost/',
      'https://a:b@example.com/',
      7,
    ];
    for (const url of bad) {
      const { status, body } = await api.post('/run', { url });
      assert.equal(status, 400, `${String(url)}: ${JSON.stringify(body)}`);
      assert.equal(body.details[0].path, 'url');
    }
    assert.equal((await api.post('/run', {})).body.error, 'url is required');
    assert.equal((await api.get('/run')).body.total, before);
  });

  await t.test('estimates without a row', async () => {
    const before = (await api.get('/run')).body.total;
    const { body } = await api.post('/run', { url: `https://${saas}/`, dry_run: true });
    assert.equal(body.dry_run, true);
    assert.ok(Number.isInteger(body.estimate.calls));
    assert.equal((await api.get('/run')).body.total, before);
  });

  await t.test('a site that cannot be read fails the run with the reason', async () => {
    const body = await begin({ url: 'https://no-such-host-at-all.com/' });
    assert.equal(body.status, 'failed');
    assert.match(body.error, /no-such-host-at-all\.com/u);
    const confirmed = await api.post(`/run/${body.run_id}/confirm-categories`, { confirmed_categories: ['Software'] });
    assert.deepEqual([confirmed.status, confirmed.body.details.status], [409, 'failed']);
  });

  await t.test('a local business needs 1 to 5 places, and every problem is named at once', async () => {
    const run = await begin({ url: `https://${local}/` });
    assert.equal(run.enrichment.business_type, 'local');
    const confirm = async (body: object) => await api.post(`/run/${run.run_id}/confirm-categories`, { dry_run: true, ...body });
    const categories = [{ id: run.enrichment.high_level_categories[0].id, confidence: 0.9, assigned_by: 'ai' }];
    const none = await confirm({ categories });
    assert.deepEqual([none.status, none.body.error], [400, 'Local business type requires at least one location']);
    const empty = await confirm({});
    assert.deepEqual([empty.status, empty.body.error], [400, 'At least one category is required']);
    assert.deepEqual(
      empty.body.details.map((one: { path: string }) => one.path),
      ['categories', 'locations'],
    );
    const many = await confirm({ categories, locations: ['US', 'GB', 'Canada', 'Ireland', 'Germany', 'France'] });
    assert.match(many.body.error, /at most 5 locations/u);
    const wrong = await confirm({ categories: [{ id: 999_999_999 }], locations: ['Nowhereville', 'Portland'] });
    assert.deepEqual(
      wrong.body.details.map((one: { path: string }) => one.path),
      ['categories[0].id', 'locations[0]', 'locations[1]'],
    );
    assert.match(wrong.body.message, /Portland,Maine,United States \(1019006\)/u);
    const good = await confirm({ categories, locations: [{ location_code: 1_019_006, location_name: 'Portland' }, 'Berlin'] });
    assert.equal(good.status, 200, JSON.stringify(good.body));
    assert.ok(good.body.estimate.cost_usd > 0);
  });

  await t.test('is confirmed once; the same confirmation again gives the same answer, another one the state', async () => {
    const run = await begin({ url: `https://${saas}/`, project_id: projectId });
    const path = `/run/${run.run_id}/confirm-categories`;
    const wanted = {
      confirmed_categories: [run.enrichment.high_level_categories[0].path, 'something of our own'],
      updated_business_focus: 'billing',
      locations: ['United States', 'Berlin, Germany'],
    };
    const [one, other] = await Promise.all([api.post(path, wanted), api.post(path, wanted)]);
    assert.deepEqual([one.status, other.status], [202, 202], JSON.stringify([one.body, other.body]));
    assert.deepEqual(one.body, other.body);
    assert.equal(one.body.harvest_queued, true);
    assert.equal(one.body.warnings.length, 1, 'no app names');
    const record = (await api.get(`/run/${run.run_id}/status`)).body;
    assert.deepEqual(
      record.confirmed_categories.categories.map((category: { id: unknown; path: string; assigned_by: string }) => [
        typeof category.id,
        category.path,
        category.assigned_by,
      ]),
      [
        ['number', run.enrichment.high_level_categories[0].path, 'ai'],
        ['object', '/something of our own', 'user'],
      ],
    );
    assert.deepEqual(
      record.user_customization.locations.map((place: { location_code: number; language_code: string }) => [
        place.location_code,
        place.language_code,
      ]),
      [
        [2840, 'en'],
        [20_226, 'en'],
      ].map(([code, language]) => [code, code === 20_226 ? record.user_customization.locations[1].language_code : language]),
    );
    const changed = await api.post(path, { ...wanted, app_names: ['Other'] });
    assert.equal(changed.status, 409);
    assert.equal(changed.body.details.run_id, run.run_id);
    assert.ok(['harvesting_keywords', 'complete', 'failed'].includes(changed.body.details.status));
  });

  await t.test('belongs to its organization', async () => {
    const mine = await app.withKey({ organization_id: 'org_research' });
    const theirs = await app.withKey({ organization_id: 'org_other' });
    const run = await begin({ url: `https://${saas}/`, project_id: projectId });
    assert.equal((await mine.get(run.status_url)).status, 200);
    for (const path of ['status', 'keywords', 'keywords.csv', 'clusters', 'pages', 'pages/0']) {
      assert.equal((await theirs.get(`/run/${run.run_id}/${path}`)).status, 404, path);
    }
    assert.equal((await theirs.post(`/run/${run.run_id}/confirm-categories`, { confirmed_categories: ['x'] })).status, 404);
    assert.equal((await theirs.post(`/run/${run.run_id}/track`, { top: 1 })).status, 404);
    assert.equal((await theirs.delete(`/run/${run.run_id}`)).status, 404);
    assert.equal((await theirs.post('/run', { url: `https://${saas}/`, project_id: projectId })).status, 404);
    assert.equal((await theirs.get('/run')).body.total, 0);
    assert.equal((await theirs.get(`/run?project_id=${projectId}`)).status, 404);
    assert.ok((await mine.get(`/run?project_id=${projectId}`)).body.total >= 2);
  });

  await t.test('is cancelled, and stays so', async () => {
    const run = await begin({ url: `https://${saas}/` });
    const cancelled = await api.delete(`/run/${run.run_id}`);
    assert.deepEqual([cancelled.status, cancelled.body.status, cancelled.body.error], [200, 'failed', 'cancelled']);
    assert.deepEqual((await api.delete(`/run/${run.run_id}`)).body, cancelled.body);
    assert.equal((await api.post(`/run/${run.run_id}/confirm-categories`, { confirmed_categories: ['x'] })).status, 409);
  });

  await t.test('expires when it is not confirmed for 30 days, and is failed when its work is gone', async () => {
    const { context } = app.app;
    const old = await begin({ url: `https://${saas}/` });
    const young = await begin({ url: `https://${saas}/` });
    const lost = await begin({ url: `https://${saas}/` });
    const longAgo = new Date(context.clock.now().getTime() - 30 * DAY_MS - 1_000);
    await context.postgres.query('update research_runs set updated_at = $2 where id = $1', [old.run_id, longAgo]);
    await context.postgres.query(`update research_runs set status = 'queued' where id = $1`, [lost.run_id]);
    const id = await context.workflows.start('research-sweep', {});
    const ended = await context.workflows.waitFor<{ expired: number; lost: number }>(id, PATIENCE_MS);
    assert.deepEqual(ended?.output, { expired: 1, lost: 1 });
    const errorOf = async (run: { run_id: string }) => (await api.get(`/run/${run.run_id}/status`)).body.error;
    assert.equal(await errorOf(old), 'It was not confirmed within 30 days');
    assert.match(await errorOf(lost), /has ended without a result/u);
    assert.equal(await errorOf(young), null);
  });

  await t.test('the nine types of businesses are there', async () => {
    const { body } = await api.get('/admin/business-types');
    assert.equal(body.count, 9);
    assert.ok(
      body.business_types.some((type: { name: string; slug: string }) => type.name === 'SaaS Platform' && type.slug === 'saas-platform'),
    );
  });
});
