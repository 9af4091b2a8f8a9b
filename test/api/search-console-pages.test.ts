import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { bindProject } from '../support/search-console-world.ts';

test('Google is asked about addresses and sitemaps of a property', { timeout: 120_000 }, async (t) => {
  const world = await startTestApp(t);
  const { api, sandbox } = world;
  const { projectId, siteUrl } = await bindProject(world);
  const path = `/api/projects/${projectId}/search-console`;
  const site = `https://${siteUrl.slice('sc-domain:'.length)}`;
  const urls = Array.from({ length: 12 }, (_none, at) => `${site}/page-${at}`);

  await t.test('a dry run says how many are left, and asks nothing', async () => {
    const { body } = await api.post(`${path}/inspect`, { urls, dry_run: true });
    assert.deepEqual([body.estimate.calls, body.estimate.cost_usd, body.quota_left], [12, 0, 2_000]);
    assert.equal(
      (await sandbox.get('/_sandbox/calls')).body.entries.filter((call: { path: string }) => call.path.includes('index:inspect')).length,
      0,
    );
  });

  await t.test('each address has a verdict, and one that is not of the property says why it has none', async () => {
    const foreign = 'https://of-nobody.example/';
    const { status, body } = await api.post(`${path}/inspect`, { urls: [...urls, foreign, foreign] });
    assert.deepEqual([status, body.results.length, body.quota_left], [200, 13, 1_987]);
    const [last] = body.results.slice(-1);
    assert.deepEqual([last.url, last.verdict], [foreign, null]);
    assert.match(last.error, /isn't part of this property/u);
    const verdicts = body.results.slice(0, -1).map(({ verdict }: { verdict: string }) => verdict);
    assert.ok(verdicts.every((verdict: string) => ['PASS', 'NEUTRAL'].includes(verdict)));
    const again = await api.post(`${path}/inspect`, { urls });
    assert.deepEqual(
      again.body.results.map(({ verdict }: { verdict: string }) => verdict),
      verdicts,
    );
  });

  await t.test('more than the day has is refused, and nothing of it is asked', async () => {
    await world.app.context.postgres.query('update search_console_inspections set used = 1995');
    const { status, body } = await api.post(`${path}/inspect`, { urls });
    assert.equal(status, 429);
    assert.match(body.message, /5 are left today/u);
    assert.equal((await api.post(`${path}/inspect`, { urls: urls.slice(0, 5) })).body.quota_left, 0);
  });

  await t.test('sitemaps are as Google has them', async () => {
    const { body } = await api.get(`${path}/sitemaps`);
    const [sitemap] = body.sitemaps;
    assert.match(sitemap.path, /\/sitemap\.xml$/u);
    assert.ok(sitemap.submitted.web > 0 && sitemap.errors === 0);
  });

  await t.test('what Google refuses is said with its cause and step', async () => {
    await sandbox.post('/_sandbox/search-console', { broken: 'api_off' });
    const { status, body } = await api.get(`${path}/sitemaps`);
    await sandbox.post('/_sandbox/search-console', { broken: null });
    assert.deepEqual([status, body.details], [409, { fault: 'api_off' }]);
    assert.match(body.hint, /^Switch it on/u);
  });

  await t.test('all that is wrong with addresses is said at once', async () => {
    const { status, body } = await api.post(`${path}/inspect`, { urls: ['ftp://a.example', 'x'] });
    assert.deepEqual([status, body.details.map((one: { path: string }) => one.path)], [400, ['urls[0]', 'urls[1]']]);
  });
});
