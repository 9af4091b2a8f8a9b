import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

// In the sandbox the first two sell software, whose kind of site is a partner by default.
const OWN = 'invoicenest.com';
const RIVAL = 'emberflow.app';
const OTHER = 'ploverserum.shop';

test('whose a site is decides what it is as a source of links', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const projectId = await makeProject(api, []);
  const few = { skip_keywords: true, backlinks_limit: 10, referring_domains_limit: 10 };
  const read = async (domain: string): Promise<any> => (await api.get(`/api/admin/domains?domain=${domain}`)).body;

  await t.test('an onboarding classifies the domain itself, without a paid call', async () => {
    for (const [domain, role] of [
      [OWN, 'primary'],
      [RIVAL, 'competitor'],
    ] as const) {
      const asset = { project_id: projectId, type: 'website', value: domain, name: domain, role, skip_onboarding: true };
      assert.equal((await api.post('/api/assets', asset)).status, 201);
    }
    for (const domain of [OWN, RIVAL, OTHER]) {
      await onboard(app, { domain, ...few });
      await waitUntil(async () => (await read(domain)).last_classified_at !== null, `${domain} to be classified`);
    }
    const { body: calls } = await app.sandbox.get('/_sandbox/calls?limit=0');
    assert.equal(calls.by_endpoint['/v1/chat/completions'], undefined);
  });

  await t.test('an own site is owned, a competitor is no partner, and of others the kind decides', async () => {
    const told = async (domain: string) => {
      const { domain_type: type, channel, channel_bucket: bucket, media_type: media } = await read(domain);
      const { body } = await api.get(`/api/admin/classifier/domain?domain=${domain}`);
      const { channel: ch, channel_bucket: bu, media_type: me } = body.classification;
      assert.deepEqual([ch, bu, me], [channel, bucket, media], 'both answers say the same');
      return [type !== null, channel, bucket, media];
    };
    assert.deepEqual(await told(OWN), [true, null, 'owned', 'owned']);
    assert.deepEqual(await told(RIVAL), [true, null, null, null]);
    assert.equal((await told(OTHER)).includes(null), false);
    const { body: page } = await api.post('/api/admin/classifier/classify', { url: `https://www.${OWN}/pricing`, skip_llm: true });
    assert.deepEqual([page.classification.channel, page.classification.media_type], [null, 'owned']);
  });

  await t.test('it follows the role of the site, and what a person said stays', async () => {
    const { body } = await api.get(`/api/assets?project_id=${projectId}`);
    const rival = body.assets.find((asset: { value: string }) => asset.value === RIVAL);
    assert.equal((await api.put(`/api/assets/${rival.id}`, { role: 'primary' })).status, 200);
    assert.equal((await read(RIVAL)).media_type, 'owned');
    assert.equal((await api.put(`/api/assets/${rival.id}`, { role: 'competitor' })).status, 200);
    assert.equal((await read(RIVAL)).media_type, null);
    assert.equal((await api.delete(`/api/assets/${rival.id}`)).status, 200);
    const { channel, media_type: media } = await read(RIVAL);
    assert.deepEqual([channel, media], ['affiliate_partner', 'earned'], 'no project has it any more');
    assert.equal(
      (await api.post('/api/assets', { project_id: projectId, type: 'website', value: RIVAL, role: 'competitor', skip_onboarding: true }))
        .status,
      201,
    );
    const { id } = await read(RIVAL);
    const said = { corrected_media_type: 'paid', corrected_channel: 'affiliate_partner' };
    const corrected = await api.post('/api/admin/classifier/corrections', { entity_type: 'domain', entity_id: id, ...said });
    assert.ok(corrected.status < 300, JSON.stringify(corrected.body));
    const after = await read(RIVAL);
    assert.deepEqual([after.channel, after.media_type], ['affiliate_partner', 'paid']);
  });

  await t.test('its quality tier follows its rank, wherever that is known', async () => {
    for (const domain of [OWN, RIVAL, OTHER]) {
      const { rank, quality_tier: tier } = await read(domain);
      assert.equal(tier, `tier_${rank >= 80 ? 1 : rank >= 60 ? 2 : rank >= 40 ? 3 : rank >= 20 ? 4 : 5}`, `${domain}, rank ${rank}`);
    }
  });
});

async function onboard({ api, app }: TestApp, order: object): Promise<void> {
  const { body } = await api.post('/api/admin/domains/onboard', order);
  const end = await app.context.workflows.waitFor<{ onboard_status: string }>(body.workflow_id, PATIENCE_MS);
  assert.equal(end?.output.onboard_status, 'complete');
}
