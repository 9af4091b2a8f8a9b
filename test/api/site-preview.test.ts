import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('what a new project can begin with follows from the name of its site, and nothing is bought', async (t) => {
  const { api, anonymous, sandbox } = await startTestApp(t);
  const { site } = (await sandbox.get('/_sandbox/world/story')).body as { site: { domain: string; competitors: string[]; about: string } };
  const preview = async (url: string) => (await api.get(`/api/site-preview?url=${encodeURIComponent(url)}`)).body;

  await t.test('name, country and language', async () => {
    const names: readonly (readonly [url: string, name: string, location: number, language: string])[] = [
      ['https://www.invoicenest.com/pricing?x=1', 'Invoicenest', 2840, 'en'],
      ['shop.lieferando.de', 'Lieferando', 2276, 'de'],
      ['guardian.co.uk', 'Guardian', 2826, 'en'],
      ['tienda.com.mx', 'Tienda', 2484, 'es'],
      ['something.zone', 'Something', 2840, 'en'],
    ];
    for (const [url, name, location, language] of names) {
      const body = await preview(url);
      assert.deepEqual([body.name, body.location_code, body.language_code], [name, location, language], url);
    }
    assert.equal((await api.get('/api/site-preview?url=nothing')).status, 400);
    assert.equal((await anonymous.get('/api/site-preview?url=example.com')).status, 401);
  });

  await t.test('the simulated world says whether it knows the site, and one that it knows', async () => {
    const unknown = await preview('example.com');
    assert.deepEqual(unknown.simulated, {
      is_known: false,
      offer: { domain: site.domain, about: site.about, competitors: site.competitors },
    });
    assert.equal((await preview(site.domain)).simulated.is_known, true);
  });

  await t.test('the price is that of adding the site, and is gone once it is fetched', async () => {
    const { estimate } = await preview(site.domain);
    const { project_id: project } = (await api.post('/api/projects', { name: 'Preview', organization_id: 'org_preview' })).body;
    const asset = { project_id: project, type: 'website', value: site.domain };
    assert.deepEqual((await api.post('/api/assets', { ...asset, dry_run: true })).body.estimate, estimate);
    assert.ok(estimate.cost_usd > 0);
    assert.equal((await sandbox.get('/_sandbox/calls')).body.total, 0);
    assert.equal((await api.post('/api/assets', asset)).status, 201);
    const endsBy = Date.now() + PATIENCE_MS;
    const isOnboarded = async (): Promise<boolean> =>
      (await api.get(`/api/admin/domains/status?domain=${site.domain}`)).body.onboard_status === 'completed';
    while (!(await isOnboarded()) && Date.now() < endsBy) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await preview(site.domain)).estimate.cost_usd, 0);
  });
});
