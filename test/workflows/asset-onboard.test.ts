import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnboarding, SITES } from '../support/onboarding.ts';
import { PATIENCE_MS } from '../support/patience.ts';

test('a new website ends in a domain that is onboarded, and the same start by hand finds the same asset', async (t) => {
  const world = await openOnboarding(t);
  const { workflows } = world.app.context;
  const end = async (workflowId: string | null | undefined): Promise<any> =>
    (await workflows.waitFor<any>(workflowId ?? '', PATIENCE_MS))?.output;
  const [domain] = SITES;
  const { project_id } = (await world.api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' })).body;
  const website = { type: 'website', value: `https://www.${domain}/`, name: 'Shop', backlinks_limit: 10, keywords_limit: 20 };
  const { body: created } = await world.api.post('/api/assets', { project_id, ...website });
  const [asset] = await world.rows('select id, workflow_id, domain_id from assets');

  const followed = await end(asset?.['workflowId']);
  assert.deepEqual([followed.asset_id, followed.domain_id, created.asset_id], [asset?.['id'], asset?.['domainId'], asset?.['id']]);
  const { parts, onboard_status: status, domain_id: id } = await end(followed.domain_workflow_id);
  assert.deepEqual([status, id], ['complete', asset?.['domainId']]);
  assert.deepEqual([parts.backlinks.rows, parts.referring_domains.rows, parts.keywords.rows], [10, 100, 20]);
  assert.deepEqual(await world.rows('select domain, onboard_status, onboard_workflow_id, data_tier from domains'), [
    { domain, onboardStatus: 'complete', onboardWorkflowId: followed.domain_workflow_id, dataTier: 'customer' },
  ]);

  const byHand = { project_id, asset_type: 'website', value: `http://${domain}`, name: 'x', backlinks_limit: 10, keywords_limit: 20 };
  const found = await end(await workflows.start('asset-onboard', byHand));
  assert.deepEqual([found.asset_id, found.domain_workflow_id, found.domain_outcome], [asset?.['id'], null, 'onboarded']);
  assert.equal((await world.calls(domain)).length, 5);

  const bad = await workflows.start('asset-onboard', { project_id, asset_type: 'website', value: 'localhost' });
  await assert.rejects(end(bad), /must be a public host name/u);
});
