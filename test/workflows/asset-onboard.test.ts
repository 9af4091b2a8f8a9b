import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const WAIT_MS = 30_000;

interface OnboardedAsset {
  readonly asset_id: string;
  readonly domain_workflow_id: string | null;
  readonly domain_outcome: string;
}

test('a new website ends in an onboarded domain, and the same start by hand finds the same asset and nothing to do', async (t) => {
  const { api, app, sandbox } = await startTestApp(t);
  const { workflows } = app.context;
  const [site = ''] = (await sandbox.get('/_sandbox/world')).body.sites.map(({ domain }: { domain: string }) => domain);
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_1' })).body.project_id;
  const { body: made } = await api.post('/api/assets', { project_id: projectId, type: 'website', value: site, name: 'Shop' });
  assert.equal(made.onboarding.started, true);

  const ended = await workflows.waitFor<OnboardedAsset>(made.workflow_id, WAIT_MS);
  assert.deepEqual([ended?.output.asset_id, ended?.output.domain_outcome], [made.asset_id, 'queued']);
  const domainWorkflowId = ended?.output.domain_workflow_id ?? '';
  const domain = await workflows.waitFor<{ domain_id: number; onboard_status: string }>(domainWorkflowId, WAIT_MS);
  assert.deepEqual([domain?.output.domain_id, domain?.output.onboard_status], [made.domain_id, 'complete']);
  const { body: status } = await api.get(`/api/admin/domains/status?domain=${site}`);
  assert.deepEqual(
    [status.onboard_status, status.data_tier, status.workflow_id, status.missing],
    ['completed', 'customer', domainWorkflowId, []],
  );

  const payload = { project_id: projectId, asset_type: 'website', value: `https://www.${site}`, name: 'x' };
  const again = await workflows.waitFor<OnboardedAsset>(await workflows.start('asset-onboard', payload), WAIT_MS);
  assert.deepEqual(
    [again?.output.asset_id, again?.output.domain_workflow_id, again?.output.domain_outcome],
    [made.asset_id, null, 'onboarded'],
  );
  const other = await workflows.waitFor<OnboardedAsset>(
    await workflows.start('asset-onboard', { ...payload, value: 'by-hand.net', backlinks_limit: 5 }),
    WAIT_MS,
  );
  assert.equal(other?.output.domain_outcome, 'queued');
  await workflows.waitFor(other?.output.domain_workflow_id ?? '', WAIT_MS);
  assert.equal((await api.get('/api/admin/domains/status?domain=by-hand.net')).body.onboard_status, 'completed');

  const bad = await workflows.start('asset-onboard', { project_id: projectId, asset_type: 'website', value: 'localhost' });
  await assert.rejects(workflows.waitFor(bad, WAIT_MS), /must be a public host name/u);
});
